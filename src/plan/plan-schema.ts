/** The JSON Schema of a plan document, for editors and other programs. What a plan means beyond its shape is the check's to say. */

import { z } from 'zod';
import type { JsonObject } from '../lib/json.ts';
import { LONGEST_SIDE, MOST_OF_A_NOTE, NOTE_COLOURS, SHORTEST_SIDE } from './canvas-notes.ts';
import { planShape } from './document.ts';
import { MOST_OF_A_NAME } from './plan-tests.ts';

const hashShape = z.string().regex(/^[0-9a-f]{64}$/);
const values = z.record(z.string(), z.unknown());

/** A note of kind `test`. */
const testShape = z.looseObject({
  kind: z.literal('test'),
  /** Names it among the plan's tests. */
  name: z.string().min(1).max(MOST_OF_A_NAME),
  /** The plan's input. */
  input: values.optional(),
  /** The files that it reads, by name: the SHA-256 of each, never what is in it. */
  files: z.record(z.string(), hashShape).optional(),
  /** By call: the value that stands in its place, where a preview may not run it (L-83). */
  pins: values.optional(),
  /** By path, or under `output` for the plan's own: what must be there. Of a large value its beginning. */
  expect: values,
  /** By such a path, where the value is large: all of it by its hash, and how long it is. */
  whole: z.record(z.string(), z.object({ sha256: hashShape, length: z.int().min(0) })).optional(),
});

const noteText = z.string().max(MOST_OF_A_NOTE);
const noteColour = z.enum(NOTE_COLOURS);
const noteSide = z.number().min(SHORTEST_SIDE).max(LONGEST_SIDE);
const planeShape = {
  text: noteText,
  x: z.number(),
  y: z.number(),
  width: noteSide,
  height: noteSide,
  colour: noteColour.optional(),
};

/** Of notes, tests (L-84) and what stands on the canvas have a shape; others are nobody's to judge. */
const NOTE_SHAPES = [
  testShape,
  z.looseObject({ kind: z.literal('note'), ...planeShape }),
  z.looseObject({ kind: z.literal('frame'), ...planeShape }),
  z.looseObject({ kind: z.literal('comment'), call: z.string(), text: noteText }),
  z.looseObject({ kind: z.literal('colour'), call: z.string(), colour: noteColour }),
];

const noteSchema = (): JsonObject => ({
  allOf: NOTE_SHAPES.map((shape) => {
    const { $schema: _, ...then } = z.toJSONSchema(shape, { io: 'input' }) as JsonObject;
    const kind = shape.shape.kind.value;
    // A comment on no call is on the plan: nothing draws it.
    const required = kind === 'comment' ? ['kind', 'call'] : ['kind'];
    return { if: { type: 'object', properties: { kind: { const: kind } }, required }, then };
  }),
});

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
