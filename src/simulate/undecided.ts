/** What is the same whatever a dry run decides: what is computed of it before any run is what the dry run comes to as well. */

import { itemAt } from '../lib/columns.ts';
import type { Plan } from '../plan/document.ts';
import { buildGraph, isApproval } from '../plan/graph.ts';
import { isOff } from '../plan/open-step.ts';
import { refsIn } from '../plan/output-list.ts';
import { OUTPUT_PART } from '../plan/output-part.ts';
import { followersOf } from '../plan/part-of.ts';
import type { Decision } from './scenario.ts';

/**
 * A call that goes one of several ways decides, and so does whatever was chosen to fail or to be rejected.
 * @param picks the number of the option that each decision takes; absent is the first
 * @returns ids of calls, and `OUTPUT_PART` where all that the plan returns is made by them
 */
export function undecided(
  plan: Plan,
  decisions: readonly Decision[],
  picks: readonly number[],
): ReadonlySet<string> {
  const graph = buildGraph(plan);
  const deciding = decisions.filter(
    ({ kind, options }, at) =>
      (picks[at] ?? 0) !== 0 ||
      (kind === 'call' && options.filter(({ choice }) => choice !== 'fail').length > 1),
  );
  const gates = new Set(deciding.filter(({ kind }) => kind === 'gate').map(({ name }) => name));
  const behindGates = graph.calls.filter(({ places }) =>
    places.some(({ refs }) => refs.some((ref) => isApproval(ref) && gates.has(String(ref.path[1])))),
  );
  const chosen = deciding.filter(({ kind }) => kind === 'call').map(({ name }) => name);
  const decided = followersOf(plan, [...chosen, ...behindGates.map(({ call }) => call._id)]);
  const found = new Set(plan.calls.filter((call) => !decided.has(call._id)).map(({ _id }) => _id));
  const isOurs = (call: number): boolean =>
    call >= 0 && found.has(itemAt(graph.calls, call).call._id) && !isOff(itemAt(graph.calls, call).call);
  const returned = typeof plan.output === 'string' ? refsIn(plan.output, plan) : [];
  const isReturned =
    returned.length > 0
      ? returned.every(
          (ref) => ref.kind !== 'run' && (ref.kind === 'input' || isOurs(graph.onlyWriterAt(ref))),
        )
      : decided.size === 0;
  if (isReturned) found.add(OUTPUT_PART);
  return found;
}
