/** What a sub-plan's input asks of the calls that delegate to it: its schema is their contract (L-52). */

import { itemAt } from '../lib/columns.ts';
import { contractOfInput } from '../plan/input-contract.ts';
import { type ContractView, viewOf } from './contract-view.ts';
import type { PlanFacts } from './rule.ts';

/** What is asked of a call's parameters: by the sub-plan it delegates to, or by its tool. */
export function viewAt(
  { graph, findings, plan, subPlan }: PlanFacts,
  index: number,
): ContractView | undefined {
  const { call } = itemAt(graph.calls, index);
  if (call._delegate === undefined) return itemAt(findings, index).contract;
  const contract = contractOfInput(call, subPlan(call._delegate, plan)?.input);
  return contract ? viewOf(contract) : itemAt(findings, index).contract;
}

/** What sub-plans ask of the calls of a plan, in the order of its list: what the rules of the graph found of them stands as long as this does. */
export function inputsAsked({ graph, notable, plan, subPlan }: PlanFacts): readonly unknown[] {
  const asked: unknown[] = [];
  for (const i of notable) {
    const { _delegate } = itemAt(graph.calls, i).call;
    if (_delegate !== undefined) asked.push(subPlan(_delegate, plan)?.input?.schema);
  }
  return asked;
}
