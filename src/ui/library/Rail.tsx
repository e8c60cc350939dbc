/** The left rail: plans, examples and runs on this device. */

import { Plus, Trash2 } from 'lucide-react';
import { itemAt } from '../../lib/columns.ts';
import { act } from '../actions/actions.ts';
import { ActionIcon } from '../actions/use-action.tsx';
import { isNarrow } from '../frame/narrow.ts';
import { IconButton } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import { useDocument, useLibrary, useServices, useSession } from '../services.ts';
import { whence } from '../whence.ts';
import { ago, counted } from '../words.ts';
import styles from './Rail.module.css';
import { RunGlyph } from './RunGlyph.tsx';
import { originWords, runFacts } from './run-words.ts';
import { useRunList } from './use-run-list.ts';

/** Pixels: a title and a line about it. */
const ROW_HEIGHT = 52;

export function Rail() {
  const { session } = useServices();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the clicks, by mouse or key, of the buttons inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a button is a click.
    <div
      className={styles.rail}
      data-rail
      onClick={() => {
        // On a phone it lies over what was just opened.
        if (isNarrow()) session.actions.set({ railOpen: false, plansOpen: false });
      }}
    >
      <section aria-label="Plans" className={styles.scroll}>
        <div className={`small ${styles.head}`}>
          <h2>Plans</h2>
          <ActionIcon id="new">
            <Plus size={15} aria-hidden />
          </ActionIcon>
        </div>
        <PlanList />
        <ExampleList />
        <RunsSection />
      </section>
    </div>
  );
}

function PlanList() {
  const { plans, now } = useServices();
  const kept = useLibrary((state) => state.plans);
  const current = useDocument((state) => state.plan.id);
  const welcome = useSession((state) => state.welcome);
  if (kept.length === 0) {
    return <p className={`small ${styles.empty}`}>Plans you make are kept here, on this device only.</p>;
  }
  return (
    <LongList
      as="ul"
      className={styles.list}
      count={kept.length}
      rowHeight={ROW_HEIGHT}
      row={(at, place) => {
        const plan = itemAt(kept, at);
        return (
          <li key={plan.id} {...place} className={styles.row}>
            <button
              type="button"
              className={styles.entry}
              aria-current={!welcome && plan.id === current ? 'true' : undefined}
              onClick={() => plans.openPlan(plan.id)}
            >
              <span className="clip">{plan.title}</span>
              <span className={`small ${styles.meta}`}>
                {[counted(plan.calls, 'call'), ago(plan.savedAt, now()), whence(plan.origin)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
            <IconButton
              name={`Remove ${plan.title}`}
              hint="Remove from this device"
              className={styles.remove}
              onClick={() => plans.removePlan(plan.id)}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </li>
        );
      }}
    />
  );
}

function ExampleList() {
  const { plans } = useServices();
  const examples = useLibrary((state) => state.examples);
  if (examples.length === 0) return null;
  return (
    <>
      <h2 className={`small ${styles.head}`}>Examples</h2>
      <ul className={styles.list}>
        {examples.map((example) => (
          <li key={example.id} className={styles.row}>
            <button type="button" className={styles.entry} onClick={() => plans.openExample(example)}>
              <span className="clip">{example.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

// The newest runs in the rail, and the way to all of them.

/** As many as fit beside plans and examples; the rest is a click away. */
const NEWEST = 6;

function RunsSection() {
  const services = useServices();
  const { running, now } = services;
  const list = useRunList();
  const view = useSession((state) => state.view);
  return (
    <>
      <div className={`small ${styles.head}`} data-apart>
        <h2>Runs</h2>
        {list.length > 0 ? (
          <button type="button" className={`small ${styles.more}`} onClick={() => act('runs', services)}>
            All {list.length > NEWEST ? counted(list.length, 'run') : 'runs'}
          </button>
        ) : null}
      </div>
      {list.length === 0 ? (
        <p className={`small ${styles.empty}`}>
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
              <span className="clip">{run.title}</span>
              <span className={`small ${styles.meta}`}>
                <RunGlyph run={run} />
                <span className="clip">{runFacts(run, now())}</span>
              </span>
              {originWords(run) === null ? null : (
                <span className={`small clip ${styles.origin}`}>{originWords(run)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
