/** What a group of a schema's keywords is: one check, which may ask for the checks of schemas inside it. */

import { cut } from '../lib/cut-text.ts';
import { isObject } from '../lib/json.ts';
import { visibleJson } from '../lib/visible-text.ts';
import type { JsonSchema } from '../plan/document.ts';

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

// How much work one check of a value against a stranger's schema may be. What is beyond it is told, never guessed.

/** Visited parts of schema and value. A schema that a person wrote takes as many as the value has parts, and some. */
const STEPS = 200_000;
/** More for a large value, for each of its parts and characters; and the most there is, about two seconds. */
const STEPS_A_PART = 32;
const MOST_STEPS = 30_000_000;
/** Schemas within schemas: more is one that refers to itself without end. */
const DEPTH = 500;

/** Thrown where a check gives up; its message continues "must …". */
export class GaveUp extends Error {}

/** The steps of one check. Every call that starts has one: no more is made than its fields. */
export class Budget {
  private left = STEPS;
  private isExtended = false;
  /** Schemas within schemas. A fault leaves it as it is: whoever goes on after one puts it back. */
  depth = 0;

  constructor(private readonly value: unknown) {}

  /** @throws GaveUp when there is nothing left */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) this.extend();
  }

  private extend(): void {
    if (!this.isExtended) {
      this.isExtended = true;
      this.left += Math.min(MOST_STEPS, STEPS_A_PART * partsOf(this.value, MOST_STEPS / STEPS_A_PART));
      if (this.left >= 0) return;
    }
    throw new GaveUp('could not be checked: its schema asks for too much work');
  }

  /** One schema further in. @throws GaveUp when that is too deep */
  enter(): void {
    this.spend(1);
    this.depth += 1;
    if (this.depth > DEPTH)
      throw new GaveUp('could not be checked: its schema refers to itself, or is nested, without end');
  }

  leave(): void {
    this.depth -= 1;
  }
}

/** Values and characters in a value, counted up to `most`. */
function partsOf(value: unknown, most: number): number {
  let parts = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && parts < most) {
    const at = open.pop();
    parts += typeof at === 'string' ? 1 + at.length : 1;
    if (typeof at !== 'object' || at === null) continue;
    for (const key in at) {
      if (open.length >= most) break;
      open.push((at as Record<string, unknown>)[key]);
    }
  }
  return Math.min(parts, most);
}

// Why a value does not fit a schema, in words.

/** Why a value does not fit. */
export interface SchemaFault {
  /** Keys and indexes from the value to the part that does not fit. */
  readonly path: readonly (string | number)[];
  /** Continues a sentence: "must be a string, not 3". */
  readonly message: string;
}

/** Says why `value` does not fit, or undefined where it does. Never throws. */
export type SchemaCheck = (value: unknown) => SchemaFault | undefined;

export const fault = (path: SchemaFault['path'], message: string): SchemaFault => ({ path, message });

/** A value in a message: short, on one line, and all of it seen. */
export function shown(value: unknown): string {
  return visibleJson(cut(JSON.stringify(value) ?? 'undefined', 60));
}
