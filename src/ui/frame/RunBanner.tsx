/** Says that the canvas shows a run and not the plan on the table, how far it is, what it is doing, and the way back. */

import { savedWords } from '../../run/thread-words.ts';
import { goesOn, isOver } from '../../run/view.ts';
import { type Hold, holdOf } from '../../stores/run-hold.ts';
import { cameFrom } from '../library/run-words.ts';
import { Button } from '../parts/Button.tsx';
import { RunNote } from '../run/RunNote.tsx';
import { runWords } from '../run/run-words.ts';
import { useOpenRun, useRuns, useServices, useSession } from '../services.ts';
import styles from './RunBanner.module.css';

const HOLD_WORDS: Readonly<Record<NonNullable<Hold>, string>> = {
  pausing: 'Pausing',
  paused: 'Paused',
  interrupted: 'Interrupted',
};

export function RunBanner() {
  const { session } = useServices();
  const run = useOpenRun();
  const list = useRuns((state) => state.list);
  const pausing = useSession((state) => state.pausing);
  if (!run) return null;
  const { runId, state } = run;
  const { status, facts, over, total } = runWords(state);
  const saved = state.saved ? savedWords(state.saved) : null;
  const isOpen = !isOver(state);
  const row = list.find((one) => one.runId === runId);
  const came = row ? cameFrom(row) : null;
  const hold = isOpen ? holdOf(run, list, pausing) : null;
  return (
    <div className={styles.place}>
      <div className={styles.banner}>
        <p role="status" className={styles.text}>
          <strong>{hold === null ? status : HOLD_WORDS[hold]}</strong>
          <span>{facts}</span>
        </p>
        {came === null ? null : <span className={styles.saved}>{came}</span>}
        {saved === null ? null : (
          <span className={styles.saved} title={saved}>
            {saved}
          </span>
        )}
        {isOpen ? <progress className={styles.bar} value={over} max={total} aria-label="Progress" /> : null}
        {goesOn(state) ? <PauseButton runId={runId} hold={hold} /> : null}
        <Button tone="quiet" onClick={() => session.actions.openAbout('plan-status', { runId })}>
          Status
        </Button>
        {isOpen ? (
          <Button tone="quiet" onClick={() => session.actions.openAbout('discard', { runId })}>
            Discard
          </Button>
        ) : null}
        <Button tone="quiet" onClick={() => session.actions.set({ view: { kind: 'plan' } })}>
          Back to the plan
        </Button>
      </div>
      <RunNote run={run} hold={hold} />
    </div>
  );
}

function PauseButton({ runId, hold }: { runId: string; hold: Hold }) {
  const { running } = useServices();
  if (hold === 'paused')
    return (
      <Button tone="primary" data-tip="Go on where it was paused (P)" onClick={() => running.goOnRun(runId)}>
        Go on
      </Button>
    );
  return (
    <Button
      tone="quiet"
      data-tip="Pause: nothing new starts, what is in flight ends first (P)"
      // Disabled, it would take the keyboard's place with it.
      aria-disabled={hold === 'pausing'}
      onClick={() => (hold === null ? running.pauseRun(runId) : undefined)}
    >
      Pause
    </Button>
  );
}
