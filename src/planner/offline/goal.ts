/** A goal read once: its values, its clauses, the files it is about. Knows verbs, not tools. */

import type { JsonSchema } from '../../plan/document.ts';
import type { InputFile, PlannerRequest } from '../planner.ts';
import { ACTION_STEMS } from './action-words.ts';
import { type Clause, splitClauses } from './clauses.ts';
import { type Column, columnsOf } from './columns.ts';
import { type FoundValue, findValues } from './values.ts';
import { stemOf } from './words.ts';

export interface Goal {
  readonly text: string;
  readonly values: readonly FoundValue[];
  readonly clauses: readonly Clause[];
  /** Dropped files that the goal names, or all of them where it names none. */
  readonly files: readonly InputFile[];
  readonly inputSchema: JsonSchema | undefined;
  /** ISO day. */
  readonly today: string;
  /** Sentences about what was not taken by the letter: a slip of the pen, a goal that was cut. */
  readonly readings: readonly string[];
  /** Columns of every file it is about. */
  readonly columns: readonly Column[];
  columnsOfFile(name: string): readonly Column[];
}

/** Longer goals are cut here: an essay is no goal, and time has to stay bounded. */
const LONGEST = 4_000;

export function readGoal(request: PlannerRequest, now: number, isAction: (stem: string) => boolean): Goal {
  const text = request.goal.slice(0, LONGEST);
  const named = findValues(text, request.files, now).filter((v) => v.dropped === true);
  const about = request.files.filter((file) => named.some((v) => v.value === file.name));
  const files = about.length > 0 ? about : request.files;
  const values = findValues(text, files, now).filter((value, _, all) => !isVerb(value, text, all));
  const columns = new Map(files.map((file) => [file.name, columnsOf(file)]));
  const cut = request.goal.length > LONGEST;
  return {
    text,
    values,
    clauses: splitClauses(text, values, isAction, [...columns.values()].flat()),
    files,
    inputSchema: request.inputSchema ?? schemaOf(request),
    today: new Date(now).toISOString().slice(0, 10),
    readings: [
      ...(cut
        ? [`I read the first ${LONGEST.toLocaleString('en')} characters of the goal and left the rest out.`]
        : []),
      ...new Set(values.flatMap((value) => value.reading ?? [])),
    ],
    columns: [...columns.values()].flat(),
    columnsOfFile: (name) => columns.get(name) ?? [],
  };
}

/** "total the amount" asks for a total although there is a column of that name. */
function isVerb(value: FoundValue, text: string, all: readonly FoundValue[]): boolean {
  if (value.form !== 'column' || !ACTION_STEMS.has(stemOf(text.slice(value.start, value.end)))) return false;
  const before = text.slice(0, value.start);
  const begins = /(?:^|[.,;:!?]|\b(?:and|then|please))\s*$/iu.test(before);
  return begins && all.some((other) => other !== value && other.form === 'column' && other.start > value.end);
}

/** Input that was filled in without a schema still says its names and types. */
function schemaOf(request: PlannerRequest): JsonSchema | undefined {
  if (request.input === undefined || Object.keys(request.input).length === 0) return undefined;
  const properties = Object.entries(request.input).map(([name, value]) => {
    const type = Array.isArray(value) ? 'array' : value === null ? undefined : typeof value;
    return [name, type === undefined ? {} : { type }];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}
