/** Which calls a run would leave out for an optional input that is not given (L-18). The engine says it, before anything starts. */

import { type Beginning, beginning } from './begin.ts';
import { decide } from './decide.ts';
import { evolve } from './evolve.ts';
import { newRun } from './new-run.ts';
import { stamped } from './stamped.ts';
import type { RunSetting } from './state.ts';

/** Ids in the order in which they are skipped, those that would only have read from them included; none where it can't start. */
export function leftOut(start: Beginning, setting: RunSetting): readonly string[] {
  const state = newRun('', setting);
  for (const body of beginning(start, [])) evolve(state, stamped(state, body, 0));
  const ids: string[] = [];
  for (let next = decide(state, 0, false); next !== null; next = decide(state, 0, false)) {
    evolve(state, next);
    if (next.type === 'plan_step_skipped' && next.because === 'input-not-given') ids.push(next.call);
  }
  return ids;
}
