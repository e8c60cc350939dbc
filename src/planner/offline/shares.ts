/** "what percentage of the loans are late": of all rows, or of each group, how many hold. Knows no mention. */

import type { Json } from '../../lib/json.ts';
import { inFormula } from './read-formulas.ts';
import type { Action, Condition, Figure } from './request.ts';

/** What is reckoned for a row that holds: a hundred, so that the average is in percent, or what is measured of it. */
const PERCENT = 'percent';

/** The column whose average is the share of the rows that hold; undefined where no formula says the conditions. */
export function holding(conditions: readonly Condition[]): Extract<Action, { do: 'derive' }> | undefined {
  const test = testOf(conditions, 'all');
  if (test === undefined) return undefined;
  return { do: 'derive', name: PERCENT, formula: `${test} ? 100 : 0`, numeric: true };
}

/** What the share is called once it is reckoned. */
export const SHARE: Figure = { aggregate: 'mean', column: PERCENT };

/** The column of what is measured in the rows that hold, and nothing in the others. */
export function heldOf(
  conditions: readonly Condition[],
  column: string,
): Extract<Action, { do: 'derive' }> | undefined {
  const test = testOf(conditions, 'all');
  if (test === undefined) return undefined;
  return {
    do: 'derive',
    name: `${column} of those`,
    formula: `${test} ? ${inFormula(column)} : 0`,
    numeric: true,
  };
}

const SIGNS: Readonly<Record<string, string>> = {
  equals: '==',
  notEquals: '!=',
  greaterThan: '>',
  atLeast: '>=',
  lessThan: '<',
  atMost: '<=',
  before: '<',
  after: '>',
  onOrBefore: '<=',
  onOrAfter: '>=',
};

function testOf(conditions: readonly Condition[], match: 'all' | 'any'): string | undefined {
  const tests = conditions.map(one);
  if (tests.length === 0 || tests.some((test) => test === undefined)) return undefined;
  return `(${tests.join(match === 'all' ? ' and ' : ' or ')})`;
}

function one({
  column,
  operator = 'equals',
  value,
  valueColumn,
  conditions,
  match,
  not,
}: Condition): string | undefined {
  if (conditions !== undefined) {
    const inner = testOf(conditions, match ?? 'all');
    return inner === undefined ? undefined : not === true ? `not ${inner}` : inner;
  }
  if (column === undefined || not === true || valueColumn !== undefined) return undefined;
  const name = inFormula(column);
  if (operator === 'oneOf' || operator === 'notOneOf') {
    if (!Array.isArray(value)) return undefined;
    const [sign, joint] = operator === 'oneOf' ? ['==', 'or'] : ['!=', 'and'];
    return `ifEmpty(${value.map((cell) => `${name} ${sign} ${written(cell)}`).join(` ${joint} `)}, 0)`;
  }
  if (operator === 'between' && Array.isArray(value))
    return `ifEmpty(${name} >= ${written(value[0] ?? '')} and ${name} <= ${written(value[1] ?? '')}, 0)`;
  if (operator === 'isEmpty') return `isEmpty(${name})`;
  if (operator === 'isNotEmpty') return `not isEmpty(${name})`;
  if (operator === 'contains' && typeof value === 'string')
    return `ifEmpty(contains(${name}, ${written(value)}), 0)`;
  const sign = SIGNS[operator];
  return sign === undefined || value === undefined || typeof value === 'object'
    ? undefined
    : // What is empty does not hold.
      `ifEmpty(${name} ${sign} ${written(value)}, 0)`;
}

const written = (value: Json): string =>
  typeof value === 'number' ? String(value) : JSON.stringify(String(value));
