/** The JSON Schema of a plan document, for editors and other programs. What a plan means beyond its shape is the check's to say. */

import { z } from 'zod';
import type { JsonObject } from '../lib/json.ts';
import { planShape } from './document.ts';
import { testShape } from './plan-tests.ts';

/** Of notes only tests have a shape (L-84). */
const noteSchema = (): JsonObject => {
  const { $schema: _, ...then } = z.toJSONSchema(testShape, { io: 'input' }) as JsonObject;
  return { if: { properties: { kind: { const: 'test' } }, required: ['kind'] }, then };
};

/** Draft 2020-12. Keys that it does not name are allowed everywhere, as in the language (§2). */
export const planSchema = (): JsonObject => {
  const schema = z.toJSONSchema(planShape, { io: 'input' }) as JsonObject;
  const properties = schema.properties as JsonObject;
  return {
    title: 'An Obelus plan',
    ...schema,
    properties: { ...properties, notes: { type: 'array', items: noteSchema() } },
  };
};
