/** Says that the canvas shows a run and not the plan on the table, how far it is, and the way back. */

import { progressOf } from '../../run/progress.ts';
import { savedWords } from '../../run/thread-words.ts';
import { isOver, runStatus, tookMs } from '../../run/view.ts';
import { Button } from '../parts/Button.tsx';
import { useOpenRun, useServices } from '../services.ts';
import { counted, duration, runStatusWords } from '../words.ts';
import styles from './RunBanner.module.css';

export function RunBanner() {
  const { session } = useServices();
  const run = useOpenRun();
  if (!run) return null;
  const { state } = run;
  const { counts, total, memoized } = progressOf(state);
  const { skipped } = counts;
  const over = counts.completed + counts.failed + skipped + counts.cancelled + counts.dispatched;
  const saved = state.saved ? savedWords(state.saved) : null;
  const took = tookMs(state);
  return (
    <div className={styles.banner}>
      <p role="status" className={styles.text}>
        <strong>{runStatusWords(runStatus(state))}</strong>
        <span>
          {over - skipped} of {counted(total, 'call')}
          {skipped > 0 ? `, ${skipped} skipped` : ''}
          {took === null ? '' : ` in ${duration(took)}`}
          {memoized > 0 ? `, ${memoized} taken from the journal` : ''}
        </span>
      </p>
      {saved === null ? null : (
        <span className={styles.saved} title={saved}>
          {saved}
        </span>
      )}
      {isOver(state) ? null : (
        <progress className={styles.bar} value={over} max={total} aria-label="Progress" />
      )}
      <Button tone="quiet" onClick={() => session.actions.openAbout('plan-status', { runId: run.runId })}>
        Status
      </Button>
      {isOver(state) ? null : (
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
