/**
 * What may stand in the place of calls that wait for a run (L-83): what the last run of the plan recorded of the same call,
 * else a made-up value, as a dry run has it. Knows neither a preview nor the screen.
 */

import type { Delegates } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import { isSameCall } from '../plan/made-otherwise.ts';
import type { LiveRequest } from '../run/messages.ts';
import { type Reads, readsOf } from '../simulate/reads.ts';
import { completed, placeholder, sampleOf } from '../simulate/sample.ts';
import type { Pins } from '../stores/session.ts';
import { catalogueOf, type ToolContract } from '../tools/catalogue.ts';

/** A run of the plan, as it was then. */
export interface LastRun {
  readonly plan: Plan;
  readonly results: Pins;
}

/** Beyond that a plan waits for its run: all that it reads would be gone through at every edit. */
const MOST_CALLS = 300;

/**
 * By call. Of a call that chooses among ways nothing is said: nobody knows which it would choose.
 * @param lastRun asked only where something waits for a run
 */
export function standInsOf(
  plan: Plan,
  delegates: Delegates,
  builtIn: readonly ToolContract[],
  lastRun: () => LastRun | undefined,
): LiveRequest['standIns'] {
  if (plan.calls.length > MOST_CALLS) return {};
  const catalogue = catalogueOf(builtIn, plan.tools);
  let last: { readonly run: LastRun | undefined; readonly calls: ReadonlyMap<string, Call> } | undefined;
  const found: Record<string, LiveRequest['standIns'][string]> = Object.create(null);
  let reads: Reads | undefined;
  for (const call of plan.calls) {
    const contract = catalogue.get(call._tool);
    // What computes is computed.
    if (call._delegate !== undefined || contract?.effect === 'none') continue;
    reads ??= readsOf(plan, delegates);
    const [targets, another] = reads.alternatives(call);
    if (another) continue;
    if (!last) {
      const run = lastRun();
      last = { run, calls: new Map(run?.plan.calls.map((one) => [one._id, one])) };
    }
    const results = last.run?.results ?? {};
    const recorded = Object.hasOwn(results, call._id) ? results[call._id] : undefined;
    if (recorded !== undefined && isSameCall(call, last.calls.get(call._id))) {
      found[call._id] = { value: recorded, word: 'recorded' };
      continue;
    }
    const value = madeUp(call._id, contract, (targets ?? []).flatMap(reads.below));
    if (value !== null) found[call._id] = { value, word: 'sampled' };
  }
  return found;
}

/** Where a contract says nothing of what comes, only what is read of it can be made up. */
function madeUp(name: string, contract: ToolContract | undefined, inside: ReturnType<Reads['below']>) {
  const sample = contract?._output === undefined ? null : sampleOf(contract._output);
  if (sample !== null) return completed(sample, name, inside);
  return inside.some((path) => path.length > 0) ? placeholder(name, inside) : null;
}
