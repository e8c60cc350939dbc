/** The line under a run's banner: which writes are in flight, and whether it pauses or rests. Nothing where there is neither. */

import { namer } from '../../run/call-names.ts';
import { isOver, planOf } from '../../run/whole.ts';
import type { Hold } from '../../stores/run-hold.ts';
import { type Write, writesWithin } from '../../stores/run-writes.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { useRuns, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './RunNote.module.css';

/** More than these make no line. */
const NAMED = 3;

export function RunNote({ run, hold }: { run: ShownRun; hold: Hold }) {
  const known = useRuns((state) => state.known);
  // What sub-runs write comes with their own events.
  useRuns((state) => state.turn);
  if (hold === 'interrupted') return <LeftBehind run={run} />;
  const writes = isOver(run.state) || hold === 'paused' ? [] : writesWithin(run, known);
  const words = noteWords(hold, writes.length);
  return (
    // There before its words are: what comes into being together with them is not read out.
    <div role="status" className={styles.place}>
      {words === null ? null : (
        <p className={styles.note} data-hold={hold ?? undefined}>
          <span className={styles.words}>
            {words}
            {writes.length > 0 ? ': ' : ''}
          </span>
          {writes.slice(0, NAMED).map((write) => (
            <WriteButton key={`${write.run.runId} ${write.call}`} write={write} />
          ))}
          {writes.length > NAMED ? <span>and {writes.length - NAMED} more</span> : null}
        </p>
      )}
    </div>
  );
}

/** It never goes on as it is; once it has gone on as another run, it is not offered again: that would be done twice. */
function LeftBehind({ run: { runId, state } }: { run: ShownRun }) {
  const { running } = useServices();
  const next = useRuns(({ list }) => list.find(({ forkOf }) => forkOf?.runId === runId)?.runId);
  const parent = state.parent?.runId;
  const [words, name, press] =
    parent !== undefined
      ? (['It belongs to another run.', 'Open that run', () => running.openRun(parent)] as const)
      : next !== undefined
        ? (['It goes on as another run.', 'Open that run', () => running.openRun(next)] as const)
        : ([
            'What was done is kept, what is in doubt is asked.',
            'Go on as a new run',
            () => running.goOnAsNew(runId),
          ] as const);
  return (
    <div role="status" className={styles.place}>
      <p className={styles.note} data-hold="interrupted">
        <span className={styles.words}>
          It began under the rules of an earlier Obelus, and does not go on under today’s. {words}
        </span>
        <Button tone={next === undefined && parent === undefined ? 'primary' : 'plain'} onClick={press}>
          {name}
        </Button>
      </p>
    </div>
  );
}

function noteWords(hold: Hold, writes: number): string | null {
  if (hold === 'paused') return 'Nothing runs until you go on.';
  const inFlight = `${counted(writes, 'write')} in flight`;
  if (hold !== 'pausing') return writes === 0 ? null : inFlight;
  return writes === 0
    ? 'What is in flight ends first.'
    : `${inFlight} ${writes === 1 ? 'ends' : 'end'} first`;
}

function WriteButton({ write: { run, call } }: { write: Write }) {
  const { running } = useServices();
  return (
    <button type="button" className={`clip ${styles.write}`} onClick={() => running.openRun(run.runId, call)}>
      {namer(planOf(run.state))(call)}
    </button>
  );
}
