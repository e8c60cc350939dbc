/** Whether what a call is given fits its contract (L-35). Knows no run. */

import type { JsonObject } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import { schemaCheck } from '../tools/json-schema.ts';

/** A sentence where resolved parameters do not fit; null where they do, or any would. */
export function faultInParams(schema: JsonSchema | undefined, params: JsonObject): string | null {
  if (schema === undefined || schema === true) return null;
  const fault = schemaCheck(schema)(params);
  if (!fault) return null;
  const place = fault.path.length > 0 ? `"${fault.path.join('.')}"` : 'The parameters';
  return `${place} ${fault.message}.`;
}
