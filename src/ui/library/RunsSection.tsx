/** The newest runs in the rail, and the way to all of them. */

import { useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import styles from './Rail.module.css';
import { RunGlyph } from './RunGlyph.tsx';
import { originWords, runFacts } from './run-words.ts';
import { useRunList } from './use-run-list.ts';

/** As many as fit beside plans and examples; the rest is a click away. */
const NEWEST = 6;

export function RunsSection() {
  const { running, session, now } = useServices();
  const list = useRunList();
  const view = useSession((state) => state.view);
  return (
    <>
      <div className={styles.head} data-apart>
        <h2>Runs</h2>
        {list.length > 0 ? (
          <button
            type="button"
            className={styles.more}
            onClick={() => session.actions.set({ dialog: 'runs' })}
          >
            All {list.length > NEWEST ? counted(list.length, 'run') : 'runs'}
          </button>
        ) : null}
      </div>
      {list.length === 0 ? (
        <p className={styles.empty}>
          Every run is kept here, to be looked back on, replayed for nothing, compared, and run again from any
          call.
        </p>
      ) : null}
      <ul className={styles.list}>
        {list.slice(0, NEWEST).map((run) => (
          <li key={run.runId} className={styles.row}>
            <button
              type="button"
              className={styles.entry}
              aria-current={view.kind === 'run' && view.runId === run.runId ? 'true' : undefined}
              onClick={() => running.openRun(run.runId)}
            >
              <span className={styles.title}>{run.title}</span>
              <span className={styles.meta}>
                <RunGlyph run={run} />
                <span className={styles.facts}>{runFacts(run, now())}</span>
              </span>
              {originWords(run) === null ? null : <span className={styles.origin}>{originWords(run)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
