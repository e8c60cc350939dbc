/** Which results of a run can stand in dry runs of its plan, and how they are named there. Comes with the engine. */

import { itemAt } from '../lib/columns.ts';
import { type Json, setOwn } from '../lib/json.ts';
import { carried } from '../run/large-value.ts';
import { callView } from '../run/view.ts';
import type { Pins } from './session.ts';
import type { ShownRun } from './shown-run.ts';

/** A dry run knows no instances: what a call gave in one of them stands for the call (L-50). */
export const pinName = (call: string): string => itemAt(call.split('@'), 0);

/** What is kept apart of a run is too large to be carried from run to run. */
const isApart = (value: Json): boolean => carried(value).large !== undefined;

/** The result of one call; null where it has none yet. */
export function pinOf(run: ShownRun, call: string): Pins | null {
  const value = callView(run.state, call)?.value;
  return value === undefined || isApart(value) ? null : { [pinName(call)]: value };
}

/** The results of all calls that have one; over instances, the first one's. */
export function pinsOf({ state }: Pick<ShownRun, 'state'>): Pins {
  const pins: Record<string, Json> = {};
  for (const { id, index } of state.program.steps) {
    const name = pinName(id);
    const value = state.steps.value[index];
    if (value !== undefined && !isApart(value) && !Object.hasOwn(pins, name)) setOwn(pins, name, value);
  }
  return pins;
}
