/** What entering a call again would cost: what its contract says, or what its answers really cost, whichever is more. */

import { itemAt } from '../../lib/columns.ts';
import type { RunEvent } from '../../run/events.ts';
import { planOf } from '../../run/whole.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf } from '../../tools/catalogue.ts';

/** US dollars that one entry of each call cost, as far as the record tells: its dearest attempt, its sub-runs with it. */
export function recordedCosts(events: readonly RunEvent[]): ReadonlyMap<string, number> {
  const dearest = new Map<string, number>();
  const attempt = new Map<string, number>();
  const add = (call: string, dollars: number) => {
    const sum = (attempt.get(call) ?? 0) + dollars;
    attempt.set(call, sum);
    dearest.set(call, Math.max(dearest.get(call) ?? 0, sum));
  };
  for (const event of events) {
    // An attempt that was resumed takes its answers from the record and pays less than one that begins anew.
    if (event.type === 'plan_step_started' && !event.again) attempt.delete(event.call);
    else if (event.type === 'llm_recorded') add(event.call, event.cost ?? 0);
    else if (event.type === 'plan_sub_run_ended') add(event.call, event.cost);
  }
  return dearest;
}

/** US dollars for entering all these calls again, estimated. @param calls ids, or `id@LABEL` */
export function priceAgain({ state, events }: ShownRun, calls: readonly string[]): number {
  const recorded = recordedCosts(events);
  const plan = planOf(state);
  const contracts = catalogueOf(builtInTools, plan?.tools);
  const tools = new Map(plan?.calls.map(({ _id, _tool }) => [_id, _tool]));
  let sum = 0;
  for (const call of calls) {
    const tool = tools.get(itemAt(call.split('@'), 0));
    const said = tool === undefined ? 0 : (contracts.get(tool)?.cost ?? 0);
    sum += Math.max(said, recorded.get(call) ?? 0);
  }
  return sum;
}
