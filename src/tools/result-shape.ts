/** The schema of a call's result where its parameters say it: a contract names those in `x-result`. Knows no tool. */

import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { JsonSchema } from '../plan/document.ts';

const PLAIN = ['string', 'number', 'boolean', 'null'];

/**
 * `{schema}` names the parameter that is the schema itself, `{fields, several}` those that name the keys of a record and say
 * whether there is a list of them; without either it is `_output`.
 * @returns a sentence where what the call was given is none
 */
export function resultSchema(
  contract: ToolContract,
  params: JsonObject,
): Result<JsonSchema | undefined, string> {
  const says: unknown = contract['x-result'];
  if (!isObject(says)) return ok(contract._output);
  const given = (key: unknown): Json | undefined =>
    typeof key === 'string' && Object.hasOwn(params, key) ? params[key] : undefined;
  const schema = given(says.schema);
  if (schema !== undefined) {
    if (isObject(schema)) return ok(schema);
    return err(`"${String(says.schema)}" is no JSON Schema: it has to be an object.`);
  }
  const fields = given(says.fields);
  if (fields === undefined) return ok(contract._output);
  if (!Array.isArray(fields) || fields.length === 0 || !fields.every((name) => typeof name === 'string'))
    return err(`"${String(says.fields)}" has to be a list of names.`);
  const record: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(fields.map((name) => [String(name), { type: PLAIN }])),
    required: [...new Set(fields)],
    additionalProperties: false,
  };
  return ok(given(says.several) === true ? { type: 'array', items: record } : record);
}

/** The parameter that is the schema of the result: the one who answers is shown it as that, and no second time. */
export function schemaParameter(contract: ToolContract): string | undefined {
  const says: unknown = contract['x-result'];
  return isObject(says) && typeof says.schema === 'string' ? says.schema : undefined;
}

/** Ways out that a call of the tool has to name at least, where what it is for is to choose between them. */
export const leastOutcomes = (contract: ToolContract | undefined): number =>
  typeof contract?.['x-outcomes'] === 'number' ? contract['x-outcomes'] : 0;
