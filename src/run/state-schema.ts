/** A written value against the plan's state schema at run time (L-34). */

import { isObject } from '../lib/json.ts';
import type { JsonSchema, Plan } from '../plan/document.ts';
import { printRef, type Ref } from '../plan/expression.ts';
import { schemaCheck } from '../tools/json-schema.ts';

/** Whether there is anything that a written value could go against. */
export const hasStateSchema = ({ state, data }: Plan): boolean =>
  state?.schema !== undefined || data !== undefined;

/** Whether a value at that path has to be looked at. */
export const hasSchemaAt = (plan: Plan, ref: Ref): boolean => schemaAt(plan, ref) !== null;

/** The schema at a path, and that of its root; null where any value fits. */
function schemaAt(plan: Plan, ref: Ref): { readonly schema: JsonSchema; readonly root: JsonSchema } | null {
  const root = ref.kind === 'state' ? plan.state?.schema : plan.data?.[ref.kind]?.schema;
  if (root === undefined) return null;
  let schema: JsonSchema | undefined = root;
  for (const segment of ref.path) {
    if (!isObject(schema)) break;
    const properties: unknown = schema.properties;
    const next: unknown = isObject(properties) ? properties[String(segment)] : undefined;
    schema = isObject(next) || typeof next === 'boolean' ? next : undefined;
  }
  return schema === undefined || schema === true ? null : { schema, root };
}

/** A sentence where the value does not fit the schema at its path; null where it does, or where there is none. */
export function violation(plan: Plan, ref: Ref, value: unknown): string | null {
  const at = schemaAt(plan, ref);
  if (!at) return null;
  const fault = schemaCheck(at.schema, at.root)(value);
  if (!fault) return null;
  const place = fault.path.length > 0 ? ` (at ${fault.path.join('.')})` : '';
  return `The result does not fit the state schema at ${printRef(ref)}${place}: it ${fault.message}.`;
}
