/** Conditions that say nothing by themselves: a value against itself, a list for one value, what can never hold. */

import type { Json } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import type { JsonPath } from '../../plan/edit.ts';
import { conditionsOf, type NamedCondition } from '../columns-read.ts';
import type { Problem } from '../problem.ts';
import { type CallRule, fix, warning } from '../rule.ts';

/** Tools that set two parameters against each other. */
const TWO_SIDES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['decide', ['value', 'compareTo']],
  ['joinRows', ['left', 'right']],
  ['compareTables', ['first', 'second']],
  ['compareTexts', ['before', 'after']],
]);
const TAKES_LIST: ReadonlySet<string> = new Set(['between', 'oneOf', 'notOneOf', 'contains', 'notContains']);
const NO_VALUE: ReadonlySet<string> = new Set(['isEmpty', 'isNotEmpty']);

export const sensibleConditions: CallRule = ({ call, contract }, problems) => {
  if (contract === undefined || !contract.compares) return;
  const sides = TWO_SIDES.get(call._tool);
  if (sides !== undefined) twoSides(call, sides, problems);
  if (call._tool === 'filterRows') filters(call, problems);
  if (call._tool === 'decide') {
    const { operator = 'equals', compareTo } = call;
    const condition = {
      column: 'value',
      operator: String(operator),
      value: compareTo,
      valueColumn: undefined,
    };
    single(call, { ...condition, path: [], isNeeded: true }, 'compareTo', problems);
  }
};

function twoSides(call: Call, [left, right]: readonly [string, string], problems: Problem[]): void {
  const value = call[left];
  if (typeof value !== 'string' || value === '' || value !== call[right]) return;
  // A table is joined with itself by two of its columns: each row with its parent.
  if (call._tool === 'joinRows' && call.rightOn !== undefined) return;
  // In a plan the two are one value only where both are the same reference, or the same words.
  itself(call, [right], `"${left}" and "${right}" are the same, ${value}`, problems);
}

function itself(call: Call, path: JsonPath, what: string, problems: Problem[]): void {
  problems.push(
    warning(
      'self-comparison',
      `Call "${call._id}" compares a value with itself: ${what}. Choose another for one of them.`,
      {
        calls: [call._id],
        path,
        fixes: [fix('Take out the second, to choose another', setting(call, path, undefined))],
      },
    ),
  );
}

const setting = ({ _id }: Call, path: JsonPath, value: Json | undefined) =>
  ({ kind: 'set-in-call', id: _id, path, value }) as const;

function filters(call: Call, problems: Problem[]): void {
  const conditions = conditionsOf(call);
  for (const condition of conditions) {
    if (condition.valueColumn === condition.column)
      itself(call, [...condition.path, 'valueColumn'], `the column "${condition.column}"`, problems);
    else single(call, condition, 'value', problems);
  }
  contradiction(call, conditions, problems);
}

function single(call: Call, condition: NamedCondition, key: string, problems: Problem[]): void {
  const { operator, value, path } = condition;
  const where = { calls: [call._id], path: [...path, key] };
  if (Array.isArray(value) && !TAKES_LIST.has(operator) && !NO_VALUE.has(operator)) {
    const better = operator === 'notEquals' ? 'notOneOf' : 'oneOf';
    problems.push(
      warning(
        'list-for-one',
        `Call "${call._id}": "${operator}" compares with one value, and a list is given. Use "${better}" for any of several.`,
        { ...where, fixes: [fix(`Use "${better}"`, setting(call, [...path, 'operator'], better))] },
      ),
    );
  } else if (
    operator === 'between' &&
    Array.isArray(value) &&
    value.length === 2 &&
    isAfter(value[0], value[1])
  ) {
    const [low, high] = value as [Json, Json];
    problems.push(
      warning(
        'never-true',
        `Call "${call._id}": nothing lies between ${String(low)} and ${String(high)}, as the first is the greater.`,
        { ...where, fixes: [fix('Swap the two', setting(call, where.path, [high, low]))] },
      ),
    );
  } else if (operator === 'oneOf' && Array.isArray(value) && value.length === 0) {
    problems.push(
      warning(
        'never-true',
        `Call "${call._id}": "oneOf" has an empty list, and nothing is one of none. Name the values.`,
        { ...where, fixes: [fix('Take out the list, to name values', setting(call, where.path, undefined))] },
      ),
    );
  }
}

const ISO = /^\d{4}-\d{2}-\d{2}/;
/** Two numbers, or two ISO dates; of anything else nobody knows before the column is read. */
const isAfter = (a: unknown, b: unknown): boolean =>
  (typeof a === 'number' && typeof b === 'number' && a > b) ||
  (typeof a === 'string' && typeof b === 'string' && ISO.test(a) && ISO.test(b) && a > b);

const LOWER: ReadonlySet<string> = new Set(['greaterThan', 'atLeast', 'after', 'onOrAfter']);
const UPPER: ReadonlySet<string> = new Set(['lessThan', 'atMost', 'before', 'onOrBefore']);

/** Of conditions that must all hold, two that can't hold of one cell. */
function contradiction(call: Call, conditions: readonly NamedCondition[], problems: Problem[]): void {
  const needed = conditions.filter((condition) => condition.isNeeded && condition.valueColumn === undefined);
  if (needed.length < 2 || needed.length > MOST) return;
  const pair = needed
    .flatMap((a, at) => needed.slice(at + 1).map((b) => [a, b] as const))
    .find(([a, b]) => a.column === b.column && (excludes(a, b) || excludes(b, a)));
  if (pair === undefined) return;
  const [, second] = pair;
  problems.push(
    warning(
      'never-true',
      `Call "${call._id}": no cell of "${second.column}" can meet both conditions, so nothing is left. ` +
        'Let any of them be enough, or take one out.',
      {
        calls: [call._id],
        path: second.path,
        fixes: [fix('Let any of them be enough', setting(call, ['match'], 'any'))],
      },
    ),
  );
}

/** Conditions written by a person are few; pairs of a thousand would be half a million. */
const MOST = 50;

function excludes(a: NamedCondition, b: NamedCondition): boolean {
  if (a.operator === 'equals' && b.operator === 'equals') return isPlain(a.value) && differ(a.value, b.value);
  return LOWER.has(a.operator) && UPPER.has(b.operator) && isAfter(a.value, b.value);
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const plain = (value: unknown): string => String(value).trim().toLowerCase();
/** A date may be met by its month and its year: one that begins with the other says no less. */
const differ = (a: unknown, b: unknown): boolean =>
  isPlain(b) &&
  !plain(a).startsWith(plain(b)) &&
  !plain(b).startsWith(plain(a)) &&
  !plain(a).startsWith('†') &&
  !plain(b).startsWith('†') &&
  !(Number.isFinite(Number(a)) && Number(a) === Number(b));
