/** What a call is given where it is entered: large values loaded, and the whole looked at as the engine would have (L-35). */

import { type Carried, LargeGone, type LargeShelf, loaded } from '../host/large-values.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import { faultInParams } from '../run/params-fault.ts';
import { loadPatterns } from '../tools/foreign-pattern.ts';
import { NotEntered } from './activity.ts';

/** @throws NotEntered where it is gone from this device */
export async function given(shelf: LargeShelf | undefined, value: Carried): Promise<Json> {
  if (value.large === undefined) return value.value;
  try {
    if (!shelf) throw new LargeGone();
    return await loaded(shelf, value);
  } catch (error) {
    if (error instanceof LargeGone) throw new NotEntered('result-missing', error.message);
    throw error;
  }
}

/** Parameters of which large values are loaded. @throws NotEntered where they do not fit, or are gone */
export async function givenParams(
  shelf: LargeShelf | undefined,
  params: Carried,
  schema: JsonSchema | undefined,
): Promise<JsonObject> {
  const whole = (await given(shelf, params)) as JsonObject;
  if (schema === undefined || schema === true) return whole;
  // An untried pattern would say yes.
  await loadPatterns();
  const fault = faultInParams(schema, whole);
  if (fault) throw new NotEntered('invalid-arguments', fault);
  return whole;
}
