/** What a card shows of the plan that its call runs (L-52): its name, how much it does, what it asks for. Comes with the workbench. */

import { visible } from '../lib/visible-text.ts';
import type { Effect } from '../plan/contract-shape.ts';
import { DEEPEST_DELEGATE, type Delegates, subPlansIn } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import { contractOfInput } from '../plan/input-contract.ts';
import { inputsOf } from '../plan/input-schema.ts';
import { EFFECTS } from '../plan/vocabulary.ts';
import { BUILT_INS } from '../tools/built-ins.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { effectOfCall } from '../tools/reach.ts';
import type { CardPlanOf } from './card.ts';

/** Finds the plan that a reference names; undefined where it is not known. */
type SubPlanOf = (reference: string) => Plan | undefined;

/**
 * @param plans those of the document's own @param delegates the others that are known
 * @returns undefined where no call can run a plan that is known
 */
export function cardPlans(plans: Plan['plans'], delegates?: Delegates): CardPlanOf | undefined {
  const subPlanOf = subPlansIn(plans, delegates);
  if (!subPlanOf) return undefined;
  return (call) => {
    const plan = call._delegate === undefined ? undefined : subPlanOf(call._delegate);
    if (!plan) return undefined;
    const { title = plan.goal ?? plan.id, input } = plan;
    return {
      plan,
      title: visible(title),
      words: `, a plan of ${plan.calls.length === 1 ? 'one call' : `${plan.calls.length} calls`}`,
      contract: contractOfInput(call, input),
      open: openIn(plan),
      value: {
        kind: 'plan',
        call: call._id,
        calls: plan.calls.length,
        title: visible(call._delegate ?? ''),
      },
      effect: () => strictest(call, subPlanOf, DEEPEST_DELEGATE),
    };
  };
}

/** What its input names and does not ask for. */
const openIn = (plan: Plan): readonly string[] =>
  (inputsOf(plan) ?? []).flatMap(({ name, required }) => (required || GIVEN.has(name) ? [] : [name]));

/** What a loop gives each element by itself (L-53). */
const GIVEN: ReadonlySet<string> = new Set(['item', 'index']);

/** Of a call of it, those of the plans below it among them. */
function strictest({ _delegate }: Call, subPlanOf: SubPlanOf, deep: number): Effect {
  const plan = _delegate === undefined || deep === 0 ? undefined : subPlanOf(_delegate);
  if (!plan) return 'none';
  const catalogue = plan.tools ? catalogueOf(BUILT_INS.list(), plan.tools) : BUILT_INS;
  let most = 0;
  for (const call of plan.calls) {
    const effect =
      call._delegate === undefined
        ? effectOfCall(call, catalogue, BUILT_INS)
        : strictest(call, subPlanOf, deep - 1);
    most = Math.max(most, EFFECTS.indexOf(effect));
  }
  return EFFECTS[most] ?? 'none';
}
