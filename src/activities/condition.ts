/** A condition as a test of cells, each read as its column is written. Knows no tool. */

import { assertNever } from '../lib/assert.ts';
import type { Json } from '../lib/json.ts';
import type { Operator } from '../tools/choices.ts';
import {
  type ColumnReading,
  dateAs,
  dateCell,
  mustBeUniform,
  notOne,
  numberAs,
  numberCell,
  readCells,
} from './column-reading.ts';
import { isEmptyCell, numberOf } from './columns.ts';
import { asText, compareValues, sameValue } from './compare.ts';
import { nameOf, quote } from './describe.ts';
import { badArguments } from './parameters.ts';

type Test = (value: Json, at: number) => boolean;
/** Reads "next Friday", where neither the column nor ISO reads a date. */
export type DateWords = (text: string) => string;

/**
 * The condition as a test of a cell and its place. What it is compared with is looked at once, before the first row.
 * @throws ActivityError `invalid-arguments` where the operator needs another kind of `target`; the test throws it for a
 *   cell that can't be read as the others
 */
export function testFor(
  operator: Operator,
  target: Json | undefined,
  reading: ColumnReading,
  words: DateWords,
): Test {
  switch (operator) {
    case 'isEmpty':
      return isNothing;
    case 'isNotEmpty':
      return not(isNothing);
    case 'equals':
      return sameAs(given(operator, target), reading);
    case 'notEquals':
      return not(sameAs(given(operator, target), reading));
    case 'greaterThan':
    case 'after':
      return ordered(given(operator, target), reading, words, (order) => order > 0);
    case 'atLeast':
    case 'onOrAfter':
      return ordered(given(operator, target), reading, words, (order) => order >= 0);
    case 'lessThan':
    case 'before':
      return ordered(given(operator, target), reading, words, (order) => order < 0);
    case 'atMost':
    case 'onOrBefore':
      return ordered(given(operator, target), reading, words, (order) => order <= 0);
    case 'between':
      return between(target, reading, words);
    case 'contains':
      return contains(given(operator, target));
    case 'notContains':
      return not(contains(given(operator, target)));
    case 'startsWith': {
      const start = asText(given(operator, target)).toLowerCase();
      return (value) => asText(value).toLowerCase().startsWith(start);
    }
    case 'endsWith': {
      const end = asText(given(operator, target)).toLowerCase();
      return (value) => asText(value).toLowerCase().endsWith(end);
    }
    case 'oneOf':
      return oneOf(operator, target, reading);
    case 'notOneOf':
      return not(oneOf(operator, target, reading));
    default:
      return assertNever(operator);
  }
}

/** The condition between two cells of a row: each read as its own column is written. */
export function testOfTwo(operator: Operator, left: ColumnReading, right: ColumnReading) {
  const asNumbers = left.type === 'number' && right.type === 'number';
  const asDates = left.type === 'date' && right.type === 'date';
  if (asNumbers || asDates) {
    mustBeUniform(left);
    mustBeUniform(right);
  }
  const readAs = (value: Json, at: number, reading: ColumnReading): Json => {
    if (asNumbers) return numberCell(value, at, reading);
    return asDates ? dateCell(value, at, reading) : value;
  };
  return (a: Json, b: Json, at: number): boolean => {
    const [one, other] = [readAs(a, at, left), readAs(b, at, right)];
    // An empty cell is neither more nor less than anything, on either side.
    const isOrder = ORDERS.has(operator);
    if (isOrder && (isEmptyCell(one) || isEmptyCell(other))) return false;
    return testFor(operator, other, readCells([one, other], left.name), asIs)(one, at);
  };
}

const asIs: DateWords = (text) => text;
const ORDERS: ReadonlySet<Operator> = new Set([
  'greaterThan',
  'atLeast',
  'lessThan',
  'atMost',
  'before',
  'onOrBefore',
  'after',
  'onOrAfter',
]);

const not =
  (test: Test): Test =>
  (value, at) =>
    !test(value, at);

const isNothing: Test = (value) => isEmptyCell(value) || (Array.isArray(value) && value.length === 0);

function given(operator: Operator, target: Json | undefined): Json {
  if (target === undefined) throw badArguments(`The condition "${operator}" needs a value to compare with.`);
  return target;
}

/** A number beside which the column has a unit, or none, is still that number. */
const targetNumber = (target: Json, reading: ColumnReading): number | undefined =>
  numberAs(target, reading) ??
  (typeof target === 'string' && reading.writing.unit === undefined
    ? unitless(target, reading)
    : numberOf(target));

function unitless(target: string, reading: ColumnReading): number | undefined {
  const own = readCells([target], reading.name);
  return own.type === 'number' ? numberAs(target, own) : undefined;
}

/** 2026, 2026-03 and 2026-03-01 stand for the whole of themselves: a date is compared as far as they go. */
const PARTIAL = /^\d{4}(-\d{2}(-\d{2}(T.*)?)?)?$/;

function targetDate(target: Json, reading: ColumnReading): string | undefined {
  if (typeof target === 'number' && target >= 1000 && target <= 9999) return String(target);
  if (typeof target !== 'string') return undefined;
  const text = target.trim();
  return PARTIAL.test(text) ? text : dateAs(text, reading);
}

function sameAs(target: Json, reading: ColumnReading): Test {
  const number = reading.type === 'number' ? targetNumber(target, reading) : undefined;
  if (number !== undefined) {
    return (value) => (typeof value === 'object' ? false : numberAs(value, reading) === number);
  }
  const date = reading.type === 'date' ? targetDate(target, reading) : undefined;
  if (date !== undefined) {
    return (value) => sameValue(value, target) || dateAs(value, reading)?.slice(0, date.length) === date;
  }
  return (value) => sameValue(value, target);
}

/** An empty cell is neither more nor less than anything: it never meets the condition. */
function ordered(
  target: Json,
  reading: ColumnReading,
  words: DateWords,
  holds: (order: number) => boolean,
): Test {
  const compare = comparison(target, reading, words);
  return (value, at) => !isEmptyCell(value) && holds(compare(value, at));
}

/** How a filled cell stands to `target`: as numbers, as dates, or by the alphabet where both are texts. */
function comparison(
  target: Json,
  reading: ColumnReading,
  words: DateWords,
): (value: Json, at: number) => number {
  if (reading.type === 'date') {
    const date = targetDate(target, reading) ?? words(asText(target));
    return (value, at) => compareTexts((dateCell(value, at, reading) ?? '').slice(0, date.length), date);
  }
  if (reading.type === 'number') {
    const number = targetNumber(target, reading);
    if (number === undefined) {
      throw badArguments(
        `${quote(reading.name)} has numbers, and ${nameOf(target)} is none to compare them with.`,
      );
    }
    return (value, at) => (numberCell(value, at, reading) ?? 0) - number;
  }
  if (typeof target === 'number') {
    return (value, at) => {
      const number = numberAs(value, reading);
      if (number === undefined) throw notOne(value, at, reading, 'number');
      return number - target;
    };
  }
  return (value) => compareValues(value, target);
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function between(target: Json | undefined, reading: ColumnReading, words: DateWords): Test {
  const ends =
    typeof target === 'string' ? target.split(/\s+(?:and|to|und|bis)\s+|,\s+|\s*(?:;|\.\.|–|…)\s*/) : target;
  if (!Array.isArray(ends) || ends.length !== 2) {
    throw badArguments(
      `"between" needs a list of two values, the least and the most, but it is ${nameOf(target)}.`,
    );
  }
  const [low = null, high = null] = ends;
  const [from, to] = [comparison(low, reading, words), comparison(high, reading, words)];
  return (value, at) => !isEmptyCell(value) && from(value, at) >= 0 && to(value, at) <= 0;
}

/** A text names several values with commas, semicolons or lines between them. */
function oneOf(operator: Operator, target: Json | undefined, reading: ColumnReading): Test {
  const items =
    typeof target === 'string' ? target.split(/\s*[,;\n]\s*/).filter((item) => item !== '') : target;
  if (!Array.isArray(items))
    throw badArguments(`"${operator}" needs a list to compare with, but it is ${nameOf(target)}.`);
  const tests = items.map((item) => sameAs(item, reading));
  return (value, at) => tests.some((test) => test(value, at));
}

/** A list contains an item; a text contains a text. */
function contains(target: Json): Test {
  const part = asText(target).toLowerCase();
  return (value) =>
    Array.isArray(value)
      ? value.some((item) => sameValue(item, target))
      : asText(value).toLowerCase().includes(part);
}
