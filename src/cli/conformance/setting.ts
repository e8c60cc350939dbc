/** What a case leaves unsaid (its README): the tools every case may use, and the policy of a run. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { FORMAT, type Plan, type Policy, VERSION } from '../../plan/document.ts';
import type { InstanceInput } from '../../run/events.ts';
import { type Catalogue, catalogueOf, type ToolContract } from '../../tools/catalogue.ts';
import type { Case } from './case.ts';

const CASE_POLICY = {
  onFailure: 'skip',
  retryLimit: 0,
  maxConcurrent: 100,
  maxSteps: 1000,
} as const satisfies Policy;

export function planOf(given: JsonObject, policy?: Policy): Plan {
  const own = isObject(given.policy) ? given.policy : {};
  return {
    id: 'case',
    ...given,
    format: FORMAT,
    version: VERSION,
    policy: { ...CASE_POLICY, ...own, ...policy },
  } as unknown as Plan;
}

/** Unless the plan brings tools, every tool named is explicit, takes any parameters and has effect `read`. */
export function catalogueFor(plan: Plan, ...more: readonly (readonly { _tool: string }[])[]): Catalogue {
  if (plan.tools) return catalogueOf(plan.tools);
  const names = new Set([plan.calls, ...more].flatMap((calls) => calls.map((call) => call._tool)));
  const contracts = [...names].map((name): ToolContract => ({ name, effect: 'read', parameters: {} }));
  return catalogueOf(contracts);
}

/** A list of labels, a list of `{label, input, state}`, or an object of `{input, state}` by label. */
export function instancesOf(given: Case['instances']): InstanceInput[] {
  if (Array.isArray(given)) return given.map((one) => instance(nameOf(one), one));
  return isObject(given) ? Object.entries(given).map(([label, one]) => instance(label, one as Json)) : [];
}

const nameOf = (one: Json): string => {
  if (!isObject(one)) return String(one);
  return String(one.label ?? one.id ?? one.instance ?? one._instance ?? one.name);
};

function instance(label: string, given: Json): InstanceInput {
  if (!isObject(given)) return { label };
  const state = isObject(given.state) && isObject(given.state.initial) ? given.state.initial : given.state;
  return {
    label,
    ...(isObject(given.input) ? { input: given.input as JsonObject } : {}),
    ...(isObject(state) ? { state: state as JsonObject } : {}),
  };
}
