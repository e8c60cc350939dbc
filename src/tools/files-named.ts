/** The files that a plan's calls read by a name: written there, or given as an input. Reads none. */

import { isObject, type JsonObject } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import { isExpression, parseExpression } from '../plan/expression.ts';
import type { ToolContract } from './catalogue.ts';

/**
 * In the order of the calls, those of the plan's own sub-plans among them.
 * @param contractOf of tools whose code is built in: what others do with a name nobody knows
 */
export function filesNamed(
  plans: readonly Plan[],
  contractOf: (tool: string) => ToolContract | undefined,
  input: JsonObject = {},
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const call of plans.flatMap(callsOf)) {
    const { parameters, effect } = contractOf(call._tool) ?? {};
    // The name that a file is saved under is a name to be.
    if (effect !== 'none' && effect !== 'read') continue;
    if (!isObject(parameters) || !isObject(parameters.properties)) continue;
    for (const [key, property] of Object.entries(parameters.properties)) {
      if (!isObject(property) || property['x-kind'] !== 'file') continue;
      const name = given(call[key], input);
      if (typeof name === 'string') names.add(name);
    }
  }
  return names;
}

const callsOf = ({ calls, plans = {} }: Plan): readonly Call[] => [
  ...calls,
  ...Object.values(plans).flatMap((sub) => sub.calls),
];

function given(value: Call[string], input: JsonObject): Call[string] {
  if (typeof value !== 'string' || !isExpression(value)) return value;
  const parsed = parseExpression(value);
  if (!parsed.ok || parsed.value.type !== 'ref' || parsed.value.kind !== 'input') return undefined;
  const [name, ...deeper] = parsed.value.path;
  const isThere = deeper.length === 0 && name !== undefined && Object.hasOwn(input, String(name));
  return isThere ? input[String(name)] : undefined;
}
