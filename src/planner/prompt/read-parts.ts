/** The parts that a model's answer declares, each with its contract, as sub-plans without calls. Pure. */

import { cut } from '../../lib/cut-text.ts';
import { isObject, type Json } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { JsonSchema, OwnPlan, Plan } from '../../plan/document.ts';
import { findHostile } from './decode-call.ts';
import { MAX_PART_CHARS } from './limits.ts';

/** Code points of what a part is to do. */
const MAX_GOAL = 2_000;
const NAME = /^[A-Za-z0-9_-]{1,40}$/;

/**
 * What `parts` of an answer declares; an error says what is wrong with it. A name that every object has is none: a plan of
 * that name would be found where nobody put one.
 */
export function readParts(value: Json, most: number): Result<NonNullable<Plan['plans']>, string> {
  if (!isObject(value)) return err('"parts" must be an object: a contract by the name of each part.');
  const names = Object.keys(value);
  if (names.length > most)
    return err(
      `"parts" declares ${names.length.toLocaleString('en')} parts, and ${most} at most can be planned.`,
    );
  const parts: [string, OwnPlan][] = [];
  for (const name of names) {
    if (!NAME.test(name) || name in {})
      return err(
        `"${cut(name, 60)}" is no name for a part: 1 to 40 letters, digits, "_" or "-", and no word of JavaScript's own objects.`,
      );
    const part = contractOf(value[name] as Json);
    if (!part.ok) return err(`The part "${name}" ${part.error}`);
    parts.push([name, part.value]);
  }
  return ok(Object.fromEntries(parts));
}

function contractOf(value: Json): Result<OwnPlan, string> {
  if (!isObject(value)) return err('has no contract: {"goal", "input", "gives"}.');
  const { goal, input, gives } = value;
  if (typeof goal !== 'string' || goal.trim() === '')
    return err('does not say what it is to do: its "goal" must be text.');
  const hostile = findHostile(value);
  if (hostile !== null) return err(hostile);
  const isSchema = (one: unknown): one is JsonSchema => isObject(one) || one === true;
  if (input != null && !isObject(input)) return err('has an "input" that is no JSON Schema.');
  if (gives != null && !isSchema(gives)) return err('has a "gives" that is no JSON Schema.');
  if (JSON.stringify(value).length > MAX_PART_CHARS)
    return err(`has a contract of more than ${MAX_PART_CHARS.toLocaleString('en')} characters.`);
  return ok({
    goal: cut(goal.replace(/\s+/g, ' ').trim(), MAX_GOAL),
    ...(input == null ? {} : { input: { schema: input } }),
    ...(gives == null ? {} : { outputSchema: gives }),
    calls: [],
  });
}
