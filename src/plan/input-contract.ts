/** The input of a sub-plan as the contract of the calls that delegate to it (L-52). */

import { isObject } from '../lib/json.ts';
import type { ToolContract } from './contract-shape.ts';
import type { Call, JsonSchema, Plan } from './document.ts';

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
