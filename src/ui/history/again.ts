/** Running again, in words: how many calls, at what price, what has its effect a second time, and a value that is changed. */

import { itemAt } from '../../lib/columns.ts';
import type { Json } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { JsonSchema } from '../../plan/document.ts';
import type { RunEvent } from '../../run/events.ts';
import { planOf } from '../../run/whole.ts';
import type { CallToRunAgain, RunFromPreview } from '../../stores/run-from-preview.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../../tools/catalogue.ts';
import { validateJson } from '../../tools/json-schema.ts';
import { counted, price } from '../words.ts';

/** Calls that did something to the world already, and would do it again. */
export const doneTwice = (preview: RunFromPreview): readonly CallToRunAgain[] =>
  preview.cleared.filter(
    ({ hadResult, effect }) => hadResult && (effect === 'write' || effect === 'irreversible'),
  );

/** `3 calls are entered, 2 results are taken over for nothing. About $0.012.` */
export function againWords({ cleared, kept, inFlight }: RunFromPreview, dollars: number): string {
  const entered = `${counted(cleared.length, 'call')} ${cleared.length === 1 ? 'is' : 'are'} entered`;
  const taken =
    kept === 0 ? '' : `, ${counted(kept, 'result')} ${kept === 1 ? 'is' : 'are'} taken over for nothing`;
  const stopped =
    inFlight === 0
      ? ''
      : ` ${counted(inFlight, 'call')} in flight ${inFlight === 1 ? 'is' : 'are'} stopped first.`;
  const money =
    dollars > 0
      ? ` Estimated price: ${price(dollars)}.`
      : cleared.length === 1
        ? ' It names no price.'
        : ' None of them names a price.';
  return `${entered}${taken}.${stopped}${cleared.length === 0 ? '' : money}`;
}

/** null where nothing is done to the world a second time. */
export function twiceWords(twice: readonly CallToRunAgain[]): string | null {
  if (twice.length === 0) return null;
  const final = twice.filter(({ effect }) => effect === 'irreversible').length;
  const undone =
    final === 0 ? '' : final === 1 ? ' One of them can’t be undone.' : ` ${final} of them can’t be undone.`;
  const only = final === 1 && twice.length === 1 ? ' It can’t be undone.' : undone;
  return twice.length === 1
    ? `1 call that writes has run already and has its effect a second time.${only}`
    : `${twice.length} calls that write have run already and have their effect a second time.${undone}`;
}

// What entering a call again would cost: what its contract says, or what its answers really cost, whichever is more.

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

// A value that a person writes in the place of a recorded one passes the checks that a returned one does (L-41).

/** By the run's own contracts: the plan on the table may be another one. */
export function contractOf(run: ShownRun, call: string): ToolContract | undefined {
  const plan = planOf(run.state);
  const tool = plan?.calls.find(({ _id }) => _id === call.split('@')[0])?._tool;
  return tool === undefined ? undefined : catalogueOf(builtInTools, plan?.tools).get(tool);
}

/** @param schema of what the tool returns */
export function readValue(text: string, schema: JsonSchema | undefined): Result<Json, string> {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return err('This is not JSON yet. A text stands in quotes: "like this".');
  }
  const found = validateJson(schema, value);
  if (!found) return ok(value);
  const where = found.path.length > 0 ? `“${found.path.join('.')}”` : 'It';
  return err(`${where} ${found.message}.`);
}
