/** Keeps the rows that meet a condition, or several. */

import { hasOwn, isObject, type JsonObject } from '../lib/json.ts';
import { OPERATORS } from '../tools/choices.ts';
import type { DateOrder } from '../tools/file-profile.ts';
import type { Computation, ComputingContext } from './activity.ts';
import { dateOrderParam, readColumn } from './column-reading.ts';
import { cell, findColumn } from './columns.ts';
import { type DateWords, testFor, testOfTwo } from './condition.ts';
import { badArguments, param, type Row } from './parameters.ts';
import { takeTurns } from './turns.ts';

type RowTest = (row: Row, at: number) => boolean;

/** What conditions are read with. */
interface Reader {
  readonly rows: readonly Row[];
  readonly order: DateOrder;
  readonly words: DateWords;
}

/** Deeper brackets are nobody's sentence. */
const DEEPEST = 8;

export const filterRows: Computation = async (params, context) => {
  const rows = param.rows(params, 'rows');
  const reader: Reader = { rows, order: dateOrderParam(params), words: await wordsOf(context) };
  const tests = [
    ...(isGiven(params, 'column') || !isGiven(params, 'conditions') ? [single(params, reader)] : []),
    ...(isGiven(params, 'conditions') ? several(params, reader, 0) : []),
  ];
  const meets = joined(tests, params);
  const turns = takeTurns(context.signal);
  const kept: Row[] = [];
  for (const [at, row] of rows.entries()) {
    if (meets(row, at)) kept.push(row);
    if (turns.due()) await turns.give();
  }
  return kept;
};

const isGiven = (params: JsonObject, name: string): boolean => hasOwn(params, name) && params[name] !== null;

function joined(tests: readonly RowTest[], params: JsonObject): RowTest {
  const only = tests[0];
  if (only !== undefined && tests.length === 1) return only;
  return param.choice(params, 'match', ['all', 'any'], 'all') === 'all'
    ? (row, at) => tests.every((test) => test(row, at))
    : (row, at) => tests.some((test) => test(row, at));
}

function several(params: JsonObject, reader: Reader, depth: number): RowTest[] {
  if (depth > DEEPEST)
    throw badArguments(`The conditions have more than ${DEEPEST} brackets in one another.`);
  return param.list(params, 'conditions', 1000).map((item, at) => {
    if (!isObject(item))
      throw badArguments(`Condition ${at + 1} must be an object with a "column" and a "value".`);
    const condition = item as JsonObject;
    const test = isGiven(condition, 'conditions')
      ? joined(several(condition, reader, depth + 1), condition)
      : single(condition, reader);
    return param.flag(condition, 'not') ? (row, place) => !test(row, place) : test;
  });
}

function single(params: JsonObject, { rows, order, words }: Reader): RowTest {
  const column = findColumn(rows, param.text(params, 'column'), 'column');
  const operator = param.choice(params, 'operator', OPERATORS, 'equals');
  const reading = readColumn(rows, column, order);
  const otherName = param.optionalText(params, 'valueColumn', 1000);
  if (otherName === undefined) {
    const test = testFor(operator, param.optionalJson(params, 'value'), reading, words);
    return (row, at) => test(cell(row, column), at);
  }
  const other = findColumn(rows, otherName, 'valueColumn');
  const test = testOfTwo(operator, reading, readColumn(rows, other, order));
  return (row, at) => test(cell(row, column), cell(row, other), at);
}

/** The calendar is large, and needed only for dates in words; but a test is made at once, so it is loaded before. */
async function wordsOf(context: ComputingContext): Promise<DateWords> {
  const { printDate, readDate } = await import('./calendar.ts');
  return (text) => printDate(readDate(text, 'value', context.now()));
}
