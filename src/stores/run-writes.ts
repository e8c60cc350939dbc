/** The writes that a run and the sub-runs below it have in flight: what a pause waits for, and a cut would leave in doubt. */

import { writesInFlight } from '../run/view.ts';
import { isOver } from '../run/whole.ts';
import type { RunsState } from './runs.ts';
import type { ShownRun } from './shown-run.ts';

/** A call that changes something outside, and the run that it is of. */
export interface Write {
  /** Whose call it is: the run itself, or a sub-run below it. */
  readonly run: ShownRun;
  /** The call's id, or `id@LABEL`. */
  readonly call: string;
}

function writesOf(run: ShownRun): Write[] {
  const { steps, index } = run.state.program;
  return writesInFlight(run.state).flatMap((call) => {
    const step = steps[index.get(call) ?? -1];
    // What a sub-plan writes, its own calls say.
    return step?.call._delegate === undefined ? [{ run, call }] : [];
  });
}

/** A sub-run's id begins with its parent's. */
export function writesWithin(run: ShownRun, known: RunsState['known']): readonly Write[] {
  const writes = writesOf(run);
  for (const other of known.values()) {
    if (other.runId.startsWith(`${run.runId}.`) && !isOver(other.state)) writes.push(...writesOf(other));
  }
  return writes;
}
