/** Says that the canvas shows a run and not the plan on the table, how far it is, and the way back. */

import { savedWords } from '../../run/thread-words.ts';
import { isEnded, type RunTrace } from '../../stores/run-trace.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { counted, duration, RUN_STATUS } from '../words.ts';
import styles from './RunBanner.module.css';

const OVER: ReadonlySet<string> = new Set(['completed', 'failed', 'skipped', 'cancelled', 'dispatched']);

export function RunBanner({ run }: { run: RunTrace }) {
  const { session } = useServices();
  const total = run.calls.size;
  const over = [...run.calls.values()].filter((trace) => OVER.has(trace.status)).length;
  const skipped = [...run.calls.values()].filter((trace) => trace.status === 'skipped').length;
  const reused = [...run.calls.values()].filter((trace) => trace.memoized).length;
  const saved = run.saved ? savedWords(run.saved) : null;
  return (
    <div className={styles.banner}>
      <p role="status" className={styles.text}>
        <strong>{RUN_STATUS[run.status]}</strong>
        <span>
          {over - skipped} of {counted(total, 'call')}
          {skipped > 0 ? `, ${skipped} skipped` : ''}
          {run.endedAt === undefined ? '' : ` in ${duration(run.endedAt - run.startedAt)}`}
          {reused > 0 ? `, ${reused} taken from the journal` : ''}
        </span>
      </p>
      {saved === null ? null : (
        <span className={styles.saved} title={saved}>
          {saved}
        </span>
      )}
      {isEnded(run) ? null : (
        <progress className={styles.bar} value={over} max={total} aria-label="Progress" />
      )}
      <Button tone="quiet" onClick={() => session.actions.openAbout('plan-status', { runId: run.runId })}>
        Status
      </Button>
      {isEnded(run) ? null : (
        <Button tone="quiet" onClick={() => session.actions.openAbout('discard', { runId: run.runId })}>
          Discard
        </Button>
      )}
      <Button tone="quiet" onClick={() => session.actions.set({ view: { kind: 'plan' } })}>
        Back to the plan
      </Button>
    </div>
  );
}
