/** Sub-plans (L-52, L-53): found in the library, not within themselves, at most five deep. Never fetched. */

import { itemAt } from '../../lib/columns.ts';
import { DEEPEST_DELEGATE as DEEPEST, readPlanReference } from '../../plan/delegates.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { error, type PlanFacts, type PlanRule } from '../rule.ts';

/** Sub-plans that are looked into for one call: a bound on libraries whose plans share sub-plans. */
const MOST_PLANS = 1_000;

type Fault = {
  readonly code: 'delegate-missing' | 'delegate-recursion' | 'delegate-depth';
  readonly why: string;
};

export const delegates: PlanRule = (facts, problems) => {
  for (const i of facts.notable) {
    const { call } = itemAt(facts.graph.calls, i);
    if (call._delegate === undefined && call._forEach === undefined) continue;
    const fault = call._delegate === undefined ? ALONE : faultOf(facts, call._delegate);
    if (!fault) continue;
    const path = [call._delegate === undefined ? '_forEach' : '_delegate'];
    problems.push(error(fault.code, `Call "${call._id}": ${fault.why}`, { calls: [call._id], path }));
  }
};

const ALONE: Fault = {
  code: 'delegate-missing',
  why: '_forEach repeats a sub-plan, and _delegate, which names it, is missing. Add "_delegate": "plan:<id>" or "anonymous".',
};

function faultOf({ plan, library }: PlanFacts, reference: string): Fault | undefined {
  let looked = 0;
  return enter(reference, [plan.id]);

  /** `above`: the ids of the plans that lead here, this plan first. */
  function enter(delegate: string, above: readonly string[]): Fault | undefined {
    if (delegate === 'anonymous') return above.length > DEEPEST ? tooDeep(above) : undefined;
    const named = readPlanReference(delegate);
    if (!named) return missing(delegate, 'is not "plan:<id>@<revision>" or "anonymous"; nothing is fetched');
    const { id } = named;
    if (above.includes(id)) return recursion([...above, id]);
    if (above.length > DEEPEST) return tooDeep([...above, id]);
    const found = library(id, named.revision);
    if (!found) return missing(delegate, 'is not in the library; import that plan or choose another');
    looked += 1;
    if (looked > MOST_PLANS) return tooDeep([...above, id]);
    return inside(found, [...above, id]);
  }

  function inside(sub: Plan, above: readonly string[]): Fault | undefined {
    const entered = new Set<string>();
    for (const { _delegate } of sub.calls as readonly Call[]) {
      if (_delegate === undefined || entered.has(_delegate)) continue;
      entered.add(_delegate);
      const fault = enter(_delegate, above);
      if (fault) return fault;
    }
    return undefined;
  }
}

const missing = (delegate: string, why: string): Fault => ({
  code: 'delegate-missing',
  why: `the sub-plan "${delegate.slice(0, 80)}" ${why}.`,
});

const recursion = (ids: readonly string[]): Fault => ({
  code: 'delegate-recursion',
  why: `the sub-plan leads back into itself: ${ids.join(' -> ')}. Delegate to another plan.`,
});

const tooDeep = (ids: readonly string[]): Fault => ({
  code: 'delegate-depth',
  why: `sub-plans go ${DEEPEST} deep at most: ${ids.join(' -> ')}. Move some of the work up.`,
});
