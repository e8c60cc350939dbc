/** Where the lines of a table lead on the canvas, how their calls are named, and what the calls cost. Knows no screen. */

import { REPLAN } from '../../flows/flow.ts';
import type { FlowLine } from '../../flows/table.ts';
import type { Delegates } from '../../plan/delegates.ts';
import type { Plan } from '../../plan/document.ts';
import { isOff } from '../../plan/open-step.ts';
import { namer } from '../../run/call-names.ts';

/** Names a call of the plan or of one below it. */
export function flowNamer(plan: Plan, delegates: Delegates): (call: string) => string {
  const own = namer(plan);
  const below = Object.entries(delegates).map(([reference, sub]) => [`${reference}/`, namer(sub)] as const);
  return (call) => {
    const room = below.find(([start]) => call.startsWith(start));
    return room ? room[1](call.slice(room[0].length)) : own(call);
  };
}

/**
 * The calls on the canvas that a line is of: of an agent's the agent; of a sub-plan's those that delegate, to it or to what leads there; of a replan
 * all that can fail.
 */
export function callsOnCanvas({ calls }: FlowLine, plan: Plan, delegates: Delegates): readonly string[] {
  if (calls.includes(REPLAN)) return plan.calls.flatMap((call) => (isOff(call) ? [] : [call._id]));
  const own = new Set(plan.calls.map(({ _id }) => _id));
  // What an agent may do, and what its model is told, is of the agent's call.
  const here = [...new Set(calls.map((call) => call.split('/')[0] ?? ''))].filter((call) => own.has(call));
  if (here.length > 0) return here;
  const references = Object.keys(delegates).filter((reference) =>
    calls.some((call) => call.startsWith(`${reference}/`)),
  );
  const delegating = plan.calls.filter(({ _delegate }) => _delegate !== undefined);
  const direct = delegating.filter(({ _delegate }) => references.includes(_delegate ?? ''));
  return (direct.length > 0 ? direct : delegating).map(({ _id }) => _id);
}

/** US dollars if every call runs once, as the contracts say; undefined where none says. */
export function costOf(
  plans: readonly Plan[],
  contractOf: (plan: Plan, tool: string) => { readonly cost?: number | undefined } | undefined,
): number | undefined {
  let cost: number | undefined;
  for (const plan of plans)
    for (const call of plan.calls) {
      if (isOff(call)) continue;
      const one = contractOf(plan, call._tool)?.cost;
      if (one !== undefined) cost = (cost ?? 0) + one;
    }
  return cost;
}
