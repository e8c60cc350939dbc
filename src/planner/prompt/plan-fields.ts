/** The parts of a model's plan that are not calls: title, output, input schema, input values. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { PlannerEvent } from '../planner.ts';

type PlanPart = Extract<PlannerEvent, { kind: 'plan' }>;

const MAX_TITLE = 200;

/** The event of one field; null for a key that is none of ours or says nothing, an error for a wrong type. */
export function decodeField(key: string, value: Json): Result<PlanPart | null, string> {
  if (value === null) return ok(null);
  switch (key) {
    case 'title':
      if (typeof value !== 'string') return err('"title" must be text.');
      return ok({ kind: 'plan', title: value.slice(0, MAX_TITLE) });
    case 'output':
      return ok({ kind: 'plan', output: value });
    case 'inputSchema':
      if (!isObject(value)) return err('"inputSchema" must be a JSON Schema.');
      return ok({ kind: 'plan', inputSchema: value });
    case 'input':
      if (!isObject(value)) return err('"input" must be an object.');
      return ok({ kind: 'plan', input: value as JsonObject });
    default:
      return ok(null);
  }
}
