/** Says that the canvas shows a run and not the plan on the table, how far it is, what it is doing, and the way back. */

import { Suspense } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { savedWords } from '../../run/thread-words.ts';
import { runStatus } from '../../run/view.ts';
import { goesOn, isOver } from '../../run/whole.ts';
import { type Hold, holdOf } from '../../stores/run-hold.ts';
import { isAskedBelow } from '../../stores/run-questions.ts';
import { isTheirs } from '../../stores/run-row.ts';
import { ActionButton, useAction } from '../actions/use-action.tsx';
import { CameFrom } from '../library/CameFrom.tsx';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { IntoPlan } from '../run/IntoPlan.tsx';
import { RunNote } from '../run/RunNote.tsx';
import { runWords } from '../run/run-words.ts';
import { TurnsButton } from '../run/TurnsButton.tsx';
import { useOpenRun, useRuns, useSession } from '../services.ts';
import styles from './RunBanner.module.css';

const ListBar = late(() =>
  import('../over-list/over-list.ts').then(({ OVER_LIST }) => ({ default: OVER_LIST.ListBar })),
);

const HOLD_WORDS: Readonly<Record<NonNullable<Hold>, string>> = {
  pausing: 'Pausing',
  paused: 'Paused',
  interrupted: 'Interrupted',
};

/** Its own calls are at work; one of them is a sub-plan that asks. */
const ASKED_BELOW = 'In progress, and waiting for you';

export default function RunBanner() {
  const run = useOpenRun();
  const list = useRuns((state) => state.list);
  const pausing = useSession((state) => state.pausing);
  const known = useRuns((state) => state.known);
  const asking = useRuns((state) => state.asking);
  // A sub-run's question comes with its own events.
  useRuns((state) => state.turn);
  if (!run) return null;
  const { runId, state } = run;
  const { status, facts, over, total } = runWords(state);
  const saved = state.saved ? savedWords(state.saved) : null;
  const to = list.find((row) => row.runId === runId)?.to;
  const isOpen = !isOver(state);
  const hold = isOpen ? holdOf(run, list, pausing) : null;
  // A stranger's record asks nobody here anything.
  const isAsking =
    runStatus(state) === 'running' && !isTheirs(list, runId) && isAskedBelow(run, { known, asking });
  return (
    <>
      <div className={styles.place}>
        <div className={styles.banner}>
          <p role="status" className={styles.text}>
            <strong>{hold !== null ? HOLD_WORDS[hold] : isAsking ? ASKED_BELOW : status}</strong>
            <span>
              {facts}
              {to === undefined ? '' : ` · the part up to ${visible(to)}`}
            </span>
          </p>
          <CameFrom runId={runId} />
          {saved === null ? null : (
            <span className={`clip ${styles.saved}`} title={saved}>
              {saved}
            </span>
          )}
          {isOpen ? <progress className={styles.bar} value={over} max={total} aria-label="Progress" /> : null}
          {goesOn(state) ? <TurnsButton run={run} /> : null}
          {goesOn(state) ? <PauseButton hold={hold} /> : null}
          <ActionButton id="plan-status" />
          {isOpen ? <ActionButton id="discard" /> : null}
          <ActionButton id="back-to-plan" />
        </div>
        <RunNote run={run} hold={hold} />
        {isOpen ? null : <IntoPlan run={run} />}
      </div>
      {state.instances.length > 0 ? (
        <Suspense fallback={null}>
          <ListBar />
        </Suspense>
      ) : null}
    </>
  );
}

function PauseButton({ hold }: { hold: Hold }) {
  const pause = useAction('pause');
  const isPaused = hold === 'paused';
  return (
    <Button
      tone={isPaused ? 'primary' : 'quiet'}
      data-tip={
        isPaused
          ? 'Go on where it was paused (P)'
          : 'Pause: nothing new starts, what is in flight ends first (P)'
      }
      // Disabled, it would take the keyboard's place with it.
      aria-disabled={hold === 'pausing'}
      onClick={hold === 'pausing' ? undefined : pause.run}
    >
      {isPaused ? 'Go on' : 'Pause'}
    </Button>
  );
}
