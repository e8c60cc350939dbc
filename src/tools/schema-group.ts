/** What a group of a schema's keywords is: one check, which may ask for the checks of schemas inside it. */

import { isObject } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import type { Budget } from './schema-budget.ts';
import type { SchemaFault } from './schema-fault.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** A check inside another: they share one budget. */
export type InnerCheck = (value: unknown, budget: Budget) => SchemaFault | undefined;

/** The document around a schema. */
interface Inside {
  /** What its `$ref`s point into. */
  readonly root: object;
  /** Made once for each schema, when it is first asked for: a schema may contain itself. */
  readonly checkOf: (schema: unknown) => InnerCheck;
}

/** What a group of keywords says; undefined where the schema has none of them. */
export type Group = (schema: Schema, inside: Inside) => InnerCheck | undefined;

/** The check that every value passes. */
export const FITS: InnerCheck = () => undefined;

/** The number under a keyword; undefined where it is none. */
export const numberIn = (schema: Schema, keyword: string): number | undefined =>
  typeof schema[keyword] === 'number' ? (schema[keyword] as number) : undefined;

/** Whether a value can be read as a schema at all. */
export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'boolean' || isObject(value);

/** The schemas by name under a keyword. */
export const schemasIn = (value: unknown): Readonly<Record<string, unknown>> =>
  isObject(value) ? value : {};
