/** A value that a person writes in the place of a recorded one: the checks that a returned one passes (L-41). */

import type { Json } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { JsonSchema } from '../../plan/document.ts';
import { planOf } from '../../run/whole.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../../tools/catalogue.ts';
import { validateJson } from '../../tools/json-schema.ts';

/** By the run's own contracts: the plan on the table may be another one. */
export function contractOf(run: ShownRun, call: string): ToolContract | undefined {
  const plan = planOf(run.state);
  const tool = plan?.calls.find(({ _id }) => _id === call.split('@')[0])?._tool;
  return tool === undefined ? undefined : catalogueOf(builtInTools, plan?.tools).get(tool);
}

/** @param schema of what the tool returns */
export function readValue(text: string, schema: JsonSchema | undefined): Result<Json, string> {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return err('This is not JSON yet. A text stands in quotes: "like this".');
  }
  const found = validateJson(schema, value);
  if (!found) return ok(value);
  const where = found.path.length > 0 ? `“${found.path.join('.')}”` : 'It';
  return err(`${where} ${found.message}.`);
}
