/** The JSON Schema of a plan document, for editors and other programs. What a plan means beyond its shape is the check's to say. */

import { z } from 'zod';
import type { JsonObject } from '../lib/json.ts';
import { planShape } from './document.ts';

/** Draft 2020-12. Keys that it does not name are allowed everywhere, as in the language (§2). */
export const planSchema = (): JsonObject => ({
  title: 'An Obelus plan',
  ...(z.toJSONSchema(planShape, { io: 'input' }) as JsonObject),
});
