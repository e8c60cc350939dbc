/** What a formula can do: its operators, functions and constants, over numbers, texts and dates (ISO texts). */

import { format } from 'date-fns';
import { mean, median, standardDeviation, sum } from 'simple-statistics';
import type { DatePart, DateUnit } from '../tools/choices.ts';
import { tidy } from './aggregate.ts';
import { numberOf } from './columns.ts';
import { compareValues, sameValue } from './compare.ts';
import { instantOf, datePart as partOf } from './date-part.ts';
import { ADD, DIFFERENCE } from './date-units.ts';
import { nameOf } from './describe.ts';
import type { FormulaValue } from './formula.ts';
import { badArguments } from './parameters.ts';

const ISO = /^\d{4}-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2})?)?)?$/;

/** What a formula can do with dates, which are ISO texts. */
const isDateText = (text: string): boolean => ISO.test(text) && !Number.isNaN(instantOf(text).getTime());

function dateIn(value: FormulaValue | undefined, label: string): string {
  if (typeof value === 'string' && isDateText(value)) return value;
  throw badArguments(
    `In the formula, ${label} needs a date such as 2026-11-21, but it has ${nameOf(value)}.`,
  );
}

/** Whole units from one date to another. */
function datesApart(unit: DateUnit, from: string, to: string): number {
  const apart = DIFFERENCE[unit](instantOf(to), instantOf(from));
  // date-fns gives -0 for "just under one back".
  return apart === 0 ? 0 : apart;
}

const part = (name: string, of: DatePart): [string, Operation] => [
  name,
  (date) => partOf(dateIn(date, name), of),
];

/** As in a spreadsheet: the month of 2026-03-01 is 3. */
const numbered = (name: string, pattern: string): [string, Operation] => [
  name,
  (date) => Number(format(instantOf(dateIn(date, name)), pattern)),
];

const adding = (name: string, unit: DateUnit): [string, Operation] => [
  name,
  (date, amount) => {
    const start = dateIn(date, name);
    if (typeof amount !== 'number' || !Number.isInteger(amount) || Math.abs(amount) > 1_000_000)
      throw badArguments(`In the formula, ${name} needs a whole number, but it has ${nameOf(amount)}.`);
    const at = ADD[unit](instantOf(start), amount);
    if (Number.isNaN(at.getTime()) || at.getFullYear() < 0 || at.getFullYear() > 9999)
      throw badArguments(`In the formula, ${name} leaves the years 0 to 9999.`);
    return format(at, start.length > 10 ? "yyyy-MM-dd'T'HH:mm:ss" : 'yyyy-MM-dd');
  },
];

const apart = (name: string, unit: DateUnit): [string, Operation] => [
  name,
  (from, to) => datesApart(unit, dateIn(from, name), dateIn(to, name)),
];

const DATES: readonly (readonly [string, Operation])[] = [
  part('year', 'year'),
  numbered('quarter', 'Q'),
  numbered('month', 'M'),
  numbered('week', 'I'),
  numbered('day', 'd'),
  numbered('hour', 'H'),
  part('weekday', 'weekday'),
  part('monthName', 'monthName'),
  part('yearMonth', 'month'),
  part('yearQuarter', 'quarter'),
  adding('addDays', 'days'),
  adding('addBusinessDays', 'businessDays'),
  adding('addWeeks', 'weeks'),
  adding('addMonths', 'months'),
  adding('addYears', 'years'),
  apart('daysBetween', 'days'),
  apart('weeksBetween', 'weeks'),
  apart('monthsBetween', 'months'),
  apart('yearsBetween', 'years'),
];

// What a formula can do with texts. Places count from 1, as in a spreadsheet.

/** A number or truth is its text. */
function textIn(value: FormulaValue | undefined, label: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw badArguments(`In the formula, ${label} needs a text, but it has ${nameOf(value)}.`);
}

function countIn(value: FormulaValue | undefined, label: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw badArguments(`In the formula, ${label} needs a whole number from 0, but it has ${nameOf(value)}.`);
}

const ofText = (label: string, compute: (text: string) => FormulaValue): [string, Operation] => [
  label,
  (text) => compute(textIn(text, label)),
];

/** Whether one text stands in another, whatever its case. */
const finding = (label: string, holds: (text: string, part: string) => boolean): [string, Operation] => [
  label,
  (text, part) => holds(textIn(text, label).toLowerCase(), textIn(part, label).toLowerCase()),
];

const TEXTS: readonly (readonly [string, Operation])[] = [
  ofText('upper', (text) => text.toUpperCase()),
  ofText('lower', (text) => text.toLowerCase()),
  ofText('trim', (text) => text.trim().replace(/\s+/g, ' ')),
  ofText('length', (text) => [...text].length),
  ofText('number', (text) => numberOf(text) ?? null),
  ofText('text', (text) => text),
  finding('contains', (text, part) => text.includes(part)),
  finding('startsWith', (text, part) => text.startsWith(part)),
  finding('endsWith', (text, part) => text.endsWith(part)),
  ['left', (text, n) => [...textIn(text, 'left')].slice(0, countIn(n, 'left')).join('')],
  [
    'right',
    (text, n) => {
      const letters = [...textIn(text, 'right')];
      return letters.slice(Math.max(0, letters.length - countIn(n, 'right'))).join('');
    },
  ],
  [
    'replace',
    (text, part, by) => {
      const wanted = textIn(part, 'replace');
      const whole = textIn(text, 'replace');
      const made = wanted === '' ? whole : whole.replaceAll(wanted, () => textIn(by, 'replace'));
      if (made.length > 1_000_000)
        throw badArguments('In the formula, replace makes a text too long to keep.');
      return made;
    },
  ],
  // The second part of "ada@example.org" at "@" is "example.org"; null where there are not so many.
  [
    'part',
    (text, separator, n) =>
      textIn(text, 'part').split(textIn(separator, 'part'))[countIn(n, 'part') - 1] ?? null,
  ],
];

type Operation = (...args: FormulaValue[]) => FormulaValue;

function one(value: FormulaValue | undefined, label: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string')
    throw badArguments(`In the formula, ${label} needs a number, but it has ${nameOf(value)}.`);
  const what = value === undefined ? 'is missing' : 'is a list where one number is needed';
  throw badArguments(`In the formula, a value for ${label} ${what}.`);
}

const unary = (label: string, compute: (x: number) => number): [string, Operation] => [
  label,
  (...args) => {
    if (args.length !== 1)
      throw badArguments(`In the formula, ${label} takes one value; it has ${args.length}.`);
    return compute(one(args[0], label));
  },
];

const binary = (label: string, compute: (a: number, b: number) => number | boolean): [string, Operation] => [
  label,
  (...args) => {
    if (args.length !== 2)
      throw badArguments(`In the formula, ${label} takes two values; it has ${args.length}.`);
    return compute(one(args[0], label), one(args[1], label));
  },
];

/** Adds and multiplies any number of values: mathjs folds `a + b + c` into one node. */
const folding = (label: string, compute: (a: number, b: number) => number): [string, Operation] => [
  label,
  (...args) => tidy(args.map((arg) => one(arg, label)).reduce(compute)),
];

/** Over a list, or over all that was given: sum(prices) and sum(a, b, c). As in a spreadsheet, empty cells are left out. */
const over = (label: string, compute: (numbers: number[]) => number): [string, Operation] => [
  label,
  (...args) => {
    const filled = args.filter((arg) => arg !== null);
    if (filled.length === 0 && args.length > 0) return null;
    const numbers = filled.flatMap((arg) => (Array.isArray(arg) ? (arg as number[]) : [one(arg, label)]));
    if (numbers.length === 0) throw badArguments(`In the formula, ${label} has no numbers to work on.`);
    return compute(numbers);
  },
];

const NUMBERS_ADDED = folding('add', (a, b) => a + b)[1];

/** Texts are joined, numbers added: "No. " + 7. */
const add: Operation = (...args) =>
  args.some((arg) => typeof arg === 'string') ? args.map(String).join('') : NUMBERS_ADDED(...args);

/** Two dates are days apart; anything else must be numbers. */
const subtract: Operation = (a, b) =>
  typeof a === 'string' && typeof b === 'string' && isDateText(a) && isDateText(b)
    ? datesApart('days', b, a)
    : tidy(one(a, 'subtract') - one(b, 'subtract'));

/** By size, by time or by the alphabet; a text and a number have no order. */
const comparing = (label: string, holds: (order: number) => boolean): [string, Operation] => [
  label,
  (a, b) => {
    const texts = typeof a === 'string' && typeof b === 'string';
    return holds(texts ? compareValues(a, b) : one(a, label) - one(b, label));
  },
];

const same: Operation = (a = null, b = null) =>
  typeof a === 'string' && typeof b === 'string' ? sameValue(a, b) : a === b;

const truth = (value: FormulaValue | undefined): boolean =>
  value === true || (typeof value === 'number' && value !== 0);

/** mathjs names for the operators: `a + b` is `add`. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['add', add],
  folding('multiply', (a, b) => a * b),
  ['subtract', subtract],
  binary('divide', (a, b) => a / b),
  binary('pow', (a, b) => a ** b),
  // The sign of the divisor, as in mathjs: -1 mod 5 is 4.
  binary('mod', (a, b) => (b === 0 ? a : a - b * Math.floor(a / b))),
  unary('unaryMinus', (x) => -x),
  unary('unaryPlus', (x) => x),
  comparing('larger', (order) => order > 0),
  comparing('largerEq', (order) => order >= 0),
  comparing('smaller', (order) => order < 0),
  comparing('smallerEq', (order) => order <= 0),
  ['equal', same],
  ['unequal', (...args) => same(...args) !== true],
  ['and', (...args) => args.every(truth)],
  ['or', (...args) => args.some(truth)],
  ['not', (value) => !truth(value)],
]);

export const FUNCTIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  unary('abs', Math.abs),
  unary('sqrt', Math.sqrt),
  unary('cbrt', Math.cbrt),
  unary('exp', Math.exp),
  unary('log10', Math.log10),
  unary('log2', Math.log2),
  unary('floor', Math.floor),
  unary('ceil', Math.ceil),
  unary('sign', Math.sign),
  unary('sin', Math.sin),
  unary('cos', Math.cos),
  unary('tan', Math.tan),
  binary('pow', (a, b) => a ** b),
  ['log', (x, base) => Math.log(one(x, 'log')) / (base === undefined ? 1 : Math.log(one(base, 'log')))],
  ['round', (x, digits) => roundTo(one(x, 'round'), digits === undefined ? 0 : one(digits, 'round'))],
  over('sum', (numbers) => tidy(sum(numbers))),
  over('mean', (numbers) => tidy(mean(numbers))),
  over('median', (numbers) => median(numbers)),
  over('min', (numbers) => numbers.reduce((a, b) => Math.min(a, b))),
  over('max', (numbers) => numbers.reduce((a, b) => Math.max(a, b))),
  over('std', (numbers) => standardDeviation(numbers)),
  over('count', (numbers) => numbers.length),
  ...TEXTS,
  ...DATES,
  ['isEmpty', (value = null) => value === null],
  ['ifEmpty', (value = null, other = null) => value ?? other],
]);

/** Knows what to do with empty values, and so is given them; everything else gives an empty value for one. */
export const takesEmpty = (label: string): boolean => TAKE_EMPTY.has(label);

const TAKE_EMPTY: ReadonlySet<string> = new Set(
  ['isEmpty', 'ifEmpty', 'sum', 'mean', 'median', 'min', 'max', 'std', 'count'].map((name) => `${name}()`),
);

/** Half away from zero, as on paper; by text, because 1.005 * 100 is 100.49999999999999. */
export function roundTo(value: number, digits: number): number {
  if (!Number.isInteger(digits) || Math.abs(digits) > 15) {
    throw badArguments('In the formula, round takes a whole number of digits from -15 to 15.');
  }
  const [mantissa = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [whole = '0', power = '0'] = String(shifted).split('e');
  const rounded = Number(`${whole}e${Number(power) - digits}`);
  return value < 0 ? -rounded : rounded;
}

export const CONSTANTS: ReadonlyMap<string, FormulaValue> = new Map<string, FormulaValue>([
  ['pi', Math.PI],
  ['e', Math.E],
  ['true', true],
  ['false', false],
]);
