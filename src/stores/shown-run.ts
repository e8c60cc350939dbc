/** A run as the screen is given it: the engine's own fold, to be read through `run/view.ts` and nothing else. */

import type { RunEvent } from '../run/events.ts';
import type { RunState } from '../run/state.ts';

/**
 * Another object each time the run is shown anew, over a state that is folded on in place: what is read of it is always
 * the newest. Whoever needs it to stand still asks the store to keep it.
 */
export interface ShownRun {
  readonly runId: string;
  readonly state: RunState;
  /** The record, which only grows; a moment of the past has all of it. */
  readonly events: readonly RunEvent[];
  /** How many of them have happened by then. */
  readonly position: number;
}
