/** What a formula can do: its operators, functions and constants. Numbers in, a number or a truth out. */

import { mean, median, standardDeviation, sum } from 'simple-statistics';
import { tidy } from './aggregate.ts';
import type { FormulaValue } from './formula.ts';
import { badArguments } from './parameters.ts';

type Operation = (...args: FormulaValue[]) => FormulaValue;

function one(value: FormulaValue | undefined, label: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
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

/** Over a list, or over all that was given: sum(prices) and sum(a, b, c). */
const over = (label: string, compute: (numbers: number[]) => number): [string, Operation] => [
  label,
  (...args) => {
    const numbers = args.flatMap((arg) => (Array.isArray(arg) ? (arg as number[]) : [one(arg, label)]));
    if (numbers.length === 0) throw badArguments(`In the formula, ${label} has no numbers to work on.`);
    return compute(numbers);
  },
];

const truth = (value: FormulaValue | undefined): boolean =>
  value === true || (typeof value === 'number' && value !== 0);

/** mathjs names for the operators: `a + b` is `add`. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  folding('add', (a, b) => a + b),
  folding('multiply', (a, b) => a * b),
  binary('subtract', (a, b) => tidy(a - b)),
  binary('divide', (a, b) => a / b),
  binary('pow', (a, b) => a ** b),
  // The sign of the divisor, as in mathjs: -1 mod 5 is 4.
  binary('mod', (a, b) => (b === 0 ? a : a - b * Math.floor(a / b))),
  unary('unaryMinus', (x) => -x),
  unary('unaryPlus', (x) => x),
  binary('larger', (a, b) => a > b),
  binary('largerEq', (a, b) => a >= b),
  binary('smaller', (a, b) => a < b),
  binary('smallerEq', (a, b) => a <= b),
  binary('equal', (a, b) => a === b),
  binary('unequal', (a, b) => a !== b),
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
]);

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
