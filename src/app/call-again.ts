/** A call that would be entered again, as a person sees it before it is. */

import { flowsOf } from '../flows/flows-of.ts';
import { intAt, itemAt } from '../lib/columns.ts';
import { withOwnPlans } from '../plan/delegates.ts';
import { EFFECTS, type Effect } from '../plan/vocabulary.ts';
import type { RunState } from '../run/state.ts';
import type { CallToRunAgain } from '../stores/run-from-preview.ts';

/** @param id of a call of the run, or `id@LABEL` */
export function callAgain(state: RunState, id: string): CallToRunAgain {
  const step = itemAt(state.program.steps, state.program.index.get(id)!);
  return {
    call: id,
    description: step.call._description ?? step.call._tool,
    effect: effectBelow(state, step.call._delegate) ?? step.effect,
    hadResult: intAt(state.steps.attempt, step.index) > 0,
  };
}

/** What a call does that delegates is the gravest of what its sub-plan's calls do; undefined where that plan is not known. */
function effectBelow(
  { program, delegates, setting }: RunState,
  delegate: string | undefined,
): Effect | undefined {
  const all = withOwnPlans(program.plan, delegates);
  if (delegate === undefined || !Object.hasOwn(all, delegate)) return undefined;
  const sub = all[delegate];
  const effects = new Set(sub ? flowsOf(sub, setting, all).map(({ effect }) => effect) : []);
  return EFFECTS.findLast((effect) => effects.has(effect));
}
