/** Sub-plans (L-52, L-53, L-61): found, not within themselves, not too deep, and given the input they ask for. Never fetched. */

import { itemAt } from '../../lib/columns.ts';
import type { ToolContract } from '../../plan/contract-shape.ts';
import { deepestBelow, deepestWords, readOwnReference, readPlanReference } from '../../plan/delegates.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { contractOfInput } from '../../plan/input-contract.ts';
import { namesAgent } from '../../tools/agent-mandate.ts';
import { keyReader } from '../call-keys.ts';
import { viewOf } from '../contract-view.ts';
import type { Problem } from '../problem.ts';
import { error, type PlanFacts, type PlanRule } from '../rule.ts';
import { isWellNamed } from './call-id.ts';
import { parameters } from './parameters.ts';

/** Sub-plans that are looked into for one call: a bound on libraries whose plans share sub-plans. */
const MOST_PLANS = 1_000;

type Fault = {
  readonly code: 'delegate-missing' | 'delegate-recursion' | 'delegate-depth';
  readonly why: string;
  /** The plan that comes again, of a circle. */
  readonly leadsTo?: string | undefined;
};

export const delegates: PlanRule = (facts, problems) => {
  namesOfOwnPlans(facts.plan, problems);
  const keysOf = keyReader();
  for (const i of facts.notable) {
    const { call } = itemAt(facts.graph.calls, i);
    if (call._delegate === undefined && call._forEach === undefined) continue;
    const fault = call._delegate === undefined ? ALONE : faultOf(facts, call._delegate);
    if (!fault) {
      input(facts, i, keysOf, problems);
      continue;
    }
    const path = [call._delegate === undefined ? '_forEach' : '_delegate'];
    problems.push(error(fault.code, `Call "${call._id}": ${fault.why}`, { calls: [call._id], path }));
  }
};

const ALONE: Fault = {
  code: 'delegate-missing',
  why: '_forEach repeats a sub-plan, and _delegate, which names it, is missing. Add "_delegate": "plan:<id>", "#<name>" of the plan\'s own "plans", or "anonymous".',
};

function namesOfOwnPlans({ plans }: Plan, problems: Problem[]): void {
  for (const name of Object.keys(plans ?? {})) {
    if (isWellNamed(name)) continue;
    const message = `The sub-plan ${JSON.stringify(name.slice(0, 60))} of "plans" needs a name of 1 to 40 letters, digits, _ and -. Rename it.`;
    problems.push(error('bad-id', message, { path: ['plans', name] }));
  }
}

/** The call's parameters against the input of the plan that it delegates to. */
function input(
  { graph, plan, subPlan, catalogue }: PlanFacts,
  i: number,
  keysOf: ReturnType<typeof keyReader>,
  problems: Problem[],
): void {
  const parsed = itemAt(graph.calls, i);
  const { call } = parsed;
  const contract = contractOfInput(call, subPlan(call._delegate ?? '', plan)?.input);
  if (!contract) return;
  const view = viewOf(contract);
  const traits = graph.wiring.traits[i] ?? 0;
  const keys = keysOf(call, view, traits);
  parameters(
    { call, parsed, contract: view, catalogue, ownTools: NO_TOOLS, lazy: true, traits, keys },
    problems,
  );
}

const NO_TOOLS: ReadonlyMap<string, ToolContract> = new Map();

function faultOf({ plan, subPlan }: PlanFacts, reference: string): Fault | undefined {
  let looked = 0;
  return enter(reference, plan, [plan]);

  /** `above`: the plans that lead here, this plan first: a plan of the library by its id, one of the plan's own as it is referred to. */
  function enter(delegate: string, within: Plan, above: readonly Above[]): Fault | undefined {
    const limit = deepestBelow(above);
    const isTooDeep = above.length > limit.deepest;
    const ids = above.map(({ id }) => id);
    if (delegate === MADE) return isTooDeep ? tooDeep(ids, limit) : undefined;
    const named = readPlanReference(delegate);
    const own = readOwnReference(delegate);
    if (!named && own === null)
      return missing(delegate, 'is not "plan:<id>@<revision>", "#<name>" or "anonymous"; nothing is fetched');
    const id = named ? named.id : delegate;
    if (ids.includes(id)) return recursion([...ids, id]);
    if (isTooDeep) return tooDeep([...ids, id], limit);
    const found = subPlan(delegate, within);
    if (!found) return missing(delegate, whyMissing(own, within));
    looked += 1;
    if (looked > MOST_PLANS) return tooDeep([...ids, id], limit);
    const fault = inside(found, [...above, { id, strategy: found.strategy }]);
    // A plan of the document is checked by itself: only what its being here makes wrong is said of who leads to it.
    return own === null || fault?.code === 'delegate-depth' || fault?.leadsTo === plan.id ? fault : undefined;
  }

  function whyMissing(own: string | null, within: Plan): string {
    if (own === null) return 'is not in the library; import that plan or choose another';
    return within.plans !== undefined && within !== plan && Object.hasOwn(within.plans, own)
      ? `stands in "${within.title ?? within.id}" and not in this plan, and only the plan that is run is looked into; copy it into this plan's "plans"`
      : 'does not stand in the "plans" of the plan that is run; add it there or choose another';
  }

  function inside(sub: Plan, above: readonly Above[]): Fault | undefined {
    const entered = new Set<string>();
    for (const call of sub.calls as readonly Call[]) {
      // An agent's room is one more plan below this one (L-56): found here, it does not fail in the middle of a run.
      const delegate = call._delegate ?? (namesAgent(call) ? MADE : undefined);
      if (delegate === undefined || entered.has(delegate)) continue;
      entered.add(delegate);
      const fault = enter(delegate, sub, above);
      if (fault) return fault;
    }
    return undefined;
  }
}

type Above = Pick<Plan, 'id' | 'strategy'>;

/** Its plan is made while the run goes on. */
const MADE = 'anonymous';

const missing = (delegate: string, why: string): Fault => ({
  code: 'delegate-missing',
  why: `the sub-plan "${delegate.slice(0, 80)}" ${why}.`,
});

const recursion = (ids: readonly string[]): Fault => ({
  code: 'delegate-recursion',
  leadsTo: ids.at(-1),
  why: `the sub-plan leads back into itself: ${ids.join(' -> ')}. Delegate to another plan.`,
});

const tooDeep = (ids: readonly string[], limit: ReturnType<typeof deepestBelow>): Fault => ({
  code: 'delegate-depth',
  why: `sub-plans go too deep: ${ids.join(' -> ')}. ${deepestWords(limit)} Move some of the work up.`,
});
