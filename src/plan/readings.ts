/** Which of several near readings of a goal is meant: the question, and the edits that take an answer. Knows no planner and no screen. */

import { type Json, jsonEquals } from '../lib/json.ts';
import type { Call, JsonSchema, Plan } from './document.ts';
import type { Edit } from './edit.ts';
import { editsBetween } from './edits-between.ts';
import type { Settled } from './settled.ts';

/** Words of a goal that can be meant in several ways: at most four that were found. */
export interface ReadingsAsked {
  /** The goal's words that are in doubt. */
  readonly words: string;
  /** What they were taken for and what else they could be, as a sentence. */
  readonly text: string;
  readonly readings: readonly Reading[];
  /** The plan as it stands before the answer, where none of them is taken yet: a step in it is open. */
  readonly undecided?: Reading;
  /** What was answered before this; where it is there, the words may be said otherwise as well: the goal is then read anew. */
  readonly settled?: readonly Settled[];
}

/** A way to read a goal: the whole plan that it comes to. */
export interface Reading {
  /** What the words in doubt are taken for: a column's name. */
  readonly took: string;
  readonly title: string;
  readonly calls: readonly Call[];
  readonly output: Json;
  readonly inputSchema?: JsonSchema;
  readonly plans?: NonNullable<Plan['plans']>;
  /** What its words come to mean by it. */
  readonly settles?: Settled;
  /** It leaves something to be asked still. */
  readonly asksOn?: true;
  /** What it gives on the files' heads, in a few words; absent where it was not tried or can't be said in a line. */
  readonly result?: string;
}

/** Which reading the plan is as it stands, or the plan before the answer; undefined once anything else was changed: no answer may take that away. */
export const readingOf = (
  { calls, output }: Plan,
  { readings, undecided }: ReadingsAsked,
): Reading | undefined =>
  [...(undecided === undefined ? [] : [undecided]), ...readings].find(
    (one) =>
      jsonEquals(one.calls as readonly Json[], calls as readonly Json[]) && jsonEquals(one.output, output),
  );

/** What makes the plan, which is reading `now`, another reading. A title that the person gave it stays. */
export function editsToRead(
  plan: Plan,
  now: Reading,
  { title, calls, output, inputSchema, plans }: Reading,
): readonly Edit[] {
  const { input, plans: _plans, ...rest } = plan;
  const { schema: _, ...given } = input ?? {};
  const asks = inputSchema === undefined ? given : { ...given, schema: inputSchema };
  return editsBetween(plan, {
    ...rest,
    ...(plan.title === now.title ? { title } : {}),
    ...(Object.keys(asks).length === 0 ? {} : { input: asks }),
    ...(plans === undefined ? {} : { plans }),
    calls,
    output,
  });
}
