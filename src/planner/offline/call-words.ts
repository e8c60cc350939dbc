/** What a call that is in a plan already does, told from its parameters as a new one would be. */

import type { Json, JsonObject } from '../../lib/json.ts';
import { figuresIn, keysIn, type Loose } from './loose-call.ts';
import { newColumn } from './new-column.ts';
import type { Action, Condition, Key } from './request.ts';
import { conditionsWords, LINES, type Tongue, wordsFor } from './wording.ts';

/**
 * One line; undefined of tools that no line is made for, and where a parameter is read from another call.
 * @param isDated whether the column that rows are sorted by holds days, which no parameter says
 */
export function callWords(call: Loose, tongue: Tongue, isDated = false): string | undefined {
  const words = lineOf(call, tongue, isDated);
  return words?.includes('†') || words?.includes('undefined') ? undefined : words;
}

/**
 * The line of a call whose parameters became others, where the one it had was made of its parameters; null where a person or a
 * model wrote it, undefined where there is none for it any more.
 */
export function wordsAfter(was: Loose, now: Loose): string | undefined | null {
  for (const tongue of ['en', 'de'] as const)
    for (const isDated of [false, true])
      if (callWords(was, tongue, isDated) === was._description) return callWords(now, tongue, isDated);
  return null;
}

function lineOf(call: Loose, tongue: Tongue, isDated: boolean): string | undefined {
  const text = (key: string): string => String(call[key]);
  switch (call._tool) {
    case 'readCsv':
    case 'readJson':
      return LINES.read(text('file'), tongue);
    case 'filterRows':
      return wordsFor({ do: 'filter', conditions: conditionsIn(call, tongue), match: matchIn(call) }, tongue);
    case 'groupRows':
      return wordsFor({ do: 'group', by: keysIn(call).map(keyOf), figures: figuresIn(call) }, tongue);
    case 'selectColumns':
      return Array.isArray(call.columns)
        ? wordsFor({ do: 'select', columns: call.columns.map(String) }, tongue)
        : undefined;
    case 'sortRows':
      return wordsFor(
        sortIn(call),
        tongue,
        isDated ? [{ ...newColumn(text('column'), false), kind: 'date' }] : [],
      );
    case 'addColumn':
      return wordsFor(
        { do: 'derive', name: text('name'), formula: text('expression'), numeric: false },
        tongue,
      );
    case 'addFigure':
      return wordsFor({ do: 'figure', figure: text('figure'), ...columnIn(call) }, tongue);
    case 'expandRows':
      return wordsFor({ do: 'expand', column: text('column') }, tongue);
    case 'removeDuplicates':
      return wordsFor({ do: 'dedupe', columns: textsIn(call.columns) ?? [] }, tongue);
    case 'statistics':
      return LINES.statistics(text('column'), tongue);
    case 'listColumn':
      return call.unique === true ? LINES.list(text('column'), tongue) : undefined;
    case 'makeReport':
      return LINES.report(text('title'), tongue);
    case 'makeChart':
      return LINES.chart(text('mark'), text('x'), text('y'), tongue);
    case 'saveFile':
      return LINES.save(text('name'), tongue);
    default:
      return undefined;
  }
}

/** What the rows that a filter keeps have in common. */
export const conditionsSaid = (call: Loose, tongue: Tongue): string =>
  conditionsWords({ do: 'filter', conditions: conditionsIn(call, tongue), match: matchIn(call) }, tongue);

const textsIn = (value: Json | undefined): readonly string[] | undefined =>
  Array.isArray(value) ? value.map(String) : undefined;

const columnIn = ({ column }: Loose) => (column === undefined ? {} : { column: String(column) });

function sortIn({ column, direction, first, limit, per }: Loose): Extract<Action, { do: 'sort' }> {
  const each = textsIn(per);
  return {
    do: 'sort',
    column: String(column),
    down: direction === 'descending',
    ...(Array.isArray(first) ? { first: first.map(String) } : {}),
    ...(typeof limit === 'number' ? { limit } : {}),
    ...(each === undefined ? {} : { per: each }),
  };
}

const keyOf = (key: Json): Key => (typeof key === 'string' ? { column: key } : (key as unknown as Key));

const matchIn = ({ match }: Loose): 'all' | 'any' => (match === 'any' ? 'any' : 'all');

/** A value that the plan asks for has a name that a person reads. */
const ASKED_FOR = /^†input\.([\p{L}_][\p{L}\p{N}_-]*)$/u;
const GIVEN: Readonly<Record<Tongue, string>> = { en: 'the given “$1”', de: 'die Angabe „$1“' };

function conditionsIn(call: Loose, tongue: Tongue): readonly Condition[] {
  const { conditions, column, operator, valueColumn } = call;
  if (Array.isArray(conditions)) return conditions as unknown as readonly Condition[];
  const value = typeof call.value === 'string' ? call.value.replace(ASKED_FOR, GIVEN[tongue]) : call.value;
  const one: JsonObject = {};
  for (const [key, given] of Object.entries({ column, operator, value, valueColumn }))
    if (given !== undefined) one[key] = given;
  return [one as unknown as Condition];
}
