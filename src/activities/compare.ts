/** Comparing two values as a person would: 9 before 10, dates by day, texts by the alphabet. Knows no tool. */

import { assertNever } from '../lib/assert.ts';
import { type Json, jsonEquals } from '../lib/json.ts';
import type { Operator } from '../tools/choices.ts';
import { isEmptyCell, numberOf } from './columns.ts';
import { nameOf } from './describe.ts';
import { badArguments } from './parameters.ts';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}/;
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Negative, zero or positive. Two numbers (or texts that are numbers) by size, two ISO dates by time,
 * false before true, everything else by its text, ignoring case.
 */
export function compareValues(a: Json, b: Json): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return left - right;
  if (typeof a === 'string' && typeof b === 'string' && ISO_DAY.test(a) && ISO_DAY.test(b)) {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return collator.compare(asText(a), asText(b));
}

export const asText = (value: Json): string => {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Equal as written or as numbers; texts without regard to case or to white space around them. */
export function sameValue(a: Json, b: Json): boolean {
  if (jsonEquals(a, b)) return true;
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return left === right;
  if (typeof a === 'object' || typeof b === 'object') return false;
  return asText(a).trim().toLowerCase() === asText(b).trim().toLowerCase();
}

/**
 * The condition as a test of a value. What it is compared with is looked at once, before the first row.
 * @throws ActivityError `invalid-arguments` where the operator needs another kind of `target`
 */
export function testFor(operator: Operator, target: Json | undefined): (value: Json) => boolean {
  switch (operator) {
    case 'isEmpty':
      return isNothing;
    case 'isNotEmpty':
      return (value) => !isNothing(value);
    case 'equals':
      return sameAs(given(operator, target));
    case 'notEquals': {
      const same = sameAs(given(operator, target));
      return (value) => !same(value);
    }
    case 'greaterThan':
      return ordered(given(operator, target), (order) => order > 0);
    case 'atLeast':
      return ordered(given(operator, target), (order) => order >= 0);
    case 'lessThan':
      return ordered(given(operator, target), (order) => order < 0);
    case 'atMost':
      return ordered(given(operator, target), (order) => order <= 0);
    case 'between':
      return between(target);
    case 'contains':
      return contains(given(operator, target));
    case 'notContains': {
      const has = contains(given(operator, target));
      return (value) => !has(value);
    }
    case 'startsWith': {
      const start = asText(given(operator, target)).toLowerCase();
      return (value) => asText(value).toLowerCase().startsWith(start);
    }
    case 'endsWith': {
      const end = asText(given(operator, target)).toLowerCase();
      return (value) => asText(value).toLowerCase().endsWith(end);
    }
    case 'oneOf': {
      if (!Array.isArray(target))
        throw badArguments(`"oneOf" needs a list to compare with, but it is ${nameOf(target)}.`);
      return (value) => target.some((item) => sameValue(value, item));
    }
    default:
      return assertNever(operator);
  }
}

const isNothing = (value: Json): boolean =>
  isEmptyCell(value) || (Array.isArray(value) && value.length === 0);

function given(operator: Operator, target: Json | undefined): Json {
  if (target === undefined) throw badArguments(`The condition "${operator}" needs a value to compare with.`);
  return target;
}

const sameAs = (target: Json) => (value: Json) => sameValue(value, target);

/** An empty cell is neither more nor less than anything: it never meets the condition. */
const ordered = (target: Json, holds: (order: number) => boolean) => (value: Json) =>
  !isEmptyCell(value) && holds(compareValues(value, target));

function between(target: Json | undefined): (value: Json) => boolean {
  if (!Array.isArray(target) || target.length !== 2) {
    throw badArguments(
      `"between" needs a list of two values, the least and the most, but it is ${nameOf(target)}.`,
    );
  }
  const [low = null, high = null] = target;
  return (value) => !isEmptyCell(value) && compareValues(value, low) >= 0 && compareValues(value, high) <= 0;
}

/** A list contains an item; a text contains a text. */
function contains(target: Json): (value: Json) => boolean {
  const part = asText(target).toLowerCase();
  return (value) =>
    Array.isArray(value)
      ? value.some((item) => sameValue(item, target))
      : asText(value).toLowerCase().includes(part);
}
