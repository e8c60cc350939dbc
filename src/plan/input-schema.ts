/** The inputs of a plan as a list, read from its input schema. Small: every plan on the canvas is drawn with it. */

import { isObject, type JsonObject } from '../lib/json.ts';
import type { Plan } from './document.ts';

/** One input. */
export interface PlanInput {
  readonly name: string;
  /** What the schema says of it; `{}` where it allows anything. */
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** What can be asked for with a form of its own. */
export const INPUT_TYPES = ['text', 'number', 'whole', 'yes-no', 'date', 'choice', 'list', 'any'] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** The declared inputs, in the schema's order; null where the schema is of another shape than a list of names. */
export function inputsOf({ input }: Pick<Plan, 'input'>): readonly PlanInput[] | null {
  const schema = input?.schema;
  if (schema === undefined) return [];
  if (!isObject(schema) || (schema.type !== undefined && schema.type !== 'object')) return null;
  const { properties = {}, required = [] } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return null;
  return Object.entries(properties).map(([name, own]) => ({
    name,
    schema: (isObject(own) ? own : {}) as JsonObject,
    required: required.includes(name),
  }));
}

/** Which of the types a schema is. */
export function typeOf({ type, enum: choices, format }: JsonObject): InputType {
  if (Array.isArray(choices)) return 'choice';
  switch (type) {
    case 'string':
      return format === 'date' ? 'date' : 'text';
    case 'number':
      return 'number';
    case 'integer':
      return 'whole';
    case 'boolean':
      return 'yes-no';
    case 'array':
      return 'list';
    default:
      return 'any';
  }
}

/** Where the card of an input stands, in `layout`. */
export const inputPart = (name: string): string => `†input.${name}`;
