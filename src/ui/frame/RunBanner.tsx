/** Says that the canvas shows a run and not the plan on the table, how far it is, and the way back. */

import { savedWords } from '../../run/thread-words.ts';
import { isOver } from '../../run/view.ts';
import { Button } from '../parts/Button.tsx';
import { runWords } from '../run/run-words.ts';
import { useOpenRun, useServices } from '../services.ts';
import styles from './RunBanner.module.css';

export function RunBanner() {
  const { session } = useServices();
  const run = useOpenRun();
  if (!run) return null;
  const { state } = run;
  const { status, facts, over, total } = runWords(state);
  const saved = state.saved ? savedWords(state.saved) : null;
  return (
    <div className={styles.banner}>
      <p role="status" className={styles.text}>
        <strong>{status}</strong>
        <span>{facts}</span>
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
