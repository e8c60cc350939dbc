/** What a sub-plan's input asks of the calls that delegate to it: its schema is their contract (L-52). */

import { itemAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call, JsonSchema, Plan } from '../plan/document.ts';
import { type ContractView, viewOf } from './contract-view.ts';
import type { PlanFacts } from './rule.ts';

/** What every element of a loop is given beside the parameters (L-53). */
const GIVEN_TO_ELEMENTS: readonly string[] = ['item', 'index'];

const contracts = new WeakMap<object, Map<string, ToolContract>>();

/** The contract of a call that delegates to a plan with this input, undefined where the plan asks for nothing. */
export function contractOfInput(call: Call, input: Plan['input']) {
  const schema = input?.schema;
  if (!input || !isObject(schema)) return undefined;
  let known = contracts.get(schema);
  if (!known) {
    known = new Map();
    contracts.set(schema, known);
  }
  // What `_scopes` lets it see of the input may fill any of it.
  const given = call._scopes ? null : call._forEach === undefined ? [] : GIVEN_TO_ELEMENTS;
  const key = `${call._tool}\u0000${given?.length ?? 'scopes'}`;
  let contract = known.get(key);
  if (!contract) {
    contract = { name: call._tool, parameters: withoutGiven(schema, given) };
    known.set(key, contract);
  }
  return contract;
}

/** @param given properties that need not stand in the call; null for all of them */
function withoutGiven(schema: Record<string, unknown>, given: readonly string[] | null): JsonSchema {
  const { required, ...rest } = schema;
  if (!Array.isArray(required) || given === null) return rest;
  return { ...rest, required: required.filter((name) => !given.includes(name)) };
}

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
