/** What a tool is shaped to do, read off its contract: group, rank, filter, show, gather. Asks no tool's name. */

import type { Clause } from './clauses.ts';
import { COMPARISONS } from './comparisons.ts';
import { isMade, kindOf } from './kinds.ts';
import { roleOf } from './roles.ts';
import { type Field, propertiesOf } from './schema.ts';
import { synonymsOf } from './synonyms.ts';
import type { Tool } from './toolbox.ts';
import { nameWords, stemOf } from './words.ts';

/** The value of a choice that means one of the two directions. */
export function directionIn(field: Field, descending: boolean): string | undefined {
  const wanted = stemOf(descending ? 'descending' : 'ascending');
  return (field.enumValues ?? []).find((value): value is string => {
    if (typeof value !== 'string') return false;
    const stem = stemOf(nameWords(value)[0] ?? '');
    return stem === wanted || synonymsOf(stem).has(wanted);
  }) as string | undefined;
}

/** Puts rows in order by a column, either way. */
export const ranks = (tool: Tool): boolean =>
  tool.parameters.some((f) => f.required && kindOf(f) === 'column') &&
  tool.parameters.some(
    (f) => directionIn(f, true) !== undefined && directionIn(f, true) !== directionIn(f, false),
  );

/** Makes one row of each category: takes what to group by, and a choice of what is computed. */
export const groups = (tool: Tool): boolean =>
  tool.parameters.some((f) => f.required && kindOf(f) === 'column' && roleOf(f) === 'label') &&
  tool.parameters.some((f) => ['sum', 'count'].every((value) => f.enumValues?.includes(value) === true));

const OPERATORS = new Set(COMPARISONS.flatMap(({ names }) => names));

/** A choice of comparisons. */
export const isOperator = (field: Field): boolean =>
  field.enumValues?.some((value) => OPERATORS.has(String(value))) === true;

/** Keeps the rows whose column compares as wanted. */
export const filters = (tool: Tool): boolean =>
  tool.parameters.some(isOperator) && tool.parameters.some((f) => f.required && kindOf(f) === 'column');

/** Puts results together, each with its place: a report of sections. */
export const gathers = (tool: Tool): boolean =>
  tool.parameters.some(
    (field) =>
      field.required && propertiesOf(field.items?.schema).some((part) => part.required && isMade(part)),
  );

const SHOWN: ReadonlySet<string> = new Set(['chart', 'saved-file']);

/** Shows or keeps a result, and so comes after what makes it. */
export const shows = (tool: Tool): boolean =>
  gathers(tool) ||
  tool.contract.effect === 'write' ||
  tool.contract.effect === 'irreversible' ||
  SHOWN.has(tool.outputs[0]?.field.kind ?? '');

/** Takes a whole table and tells it otherwise, as a chart or a text: rows go in, and no rows come out. */
export const rendersRows = (tool: Tool): boolean =>
  tool.parameters.some((f) => f.required && (f.kind === 'rows' || f.kind === 'json')) &&
  ['chart', 'text', 'saved-file'].includes(tool.outputs[0]?.field.kind ?? '');

/** Is told which columns of a table to keep. */
export const keepsColumnsTold = (tool: Tool): boolean =>
  tool.parameters.some((f) => f.required && kindOf(f) === 'columns' && KEEPS.test(f.text)) &&
  tool.outputs[0]?.field.kind === 'rows';

const KEEPS = /\bkeep|\bkept\b/iu;
const DROPS =
  /\b(?:drop|remove|delete|omit|hide|exclude|without|leave out)\b(?!\s+(?:the\s+)?dup)[^.;]*\bcolumns?\b/iu;

/** "Remove the email column": what is named is what goes. */
export const dropsColumns = (clause: Clause): boolean =>
  DROPS.test(clause.text) && clause.values.some((v) => v.form === 'column');
