/** Whether two plans for a goal came to the same on the files' heads: names of columns aside, and order where not both give one. Knows no tool. */

import { isObject, type Json } from '../../lib/json.ts';
import type { Trial } from '../../tools/trial.ts';

/** What a trial came to: its values column by column, as text. */
export interface Outcomes {
  readonly rows: number;
  readonly columns: readonly (readonly string[])[];
}

/** The last thing with values that a trial made: a drawing is told by the figures that it draws. Undefined where a part did not come. */
export function outcomesOf({ calls, output }: Trial): Outcomes | undefined {
  const all = [...calls.values()];
  if (output === undefined || !all.every(({ status }) => status === 'completed')) return undefined;
  const values = [...all.map((call) => (call.status === 'completed' ? call.value : null)), output];
  for (const value of values.reverse()) {
    const found = tableOf(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether they say the same. One may show more columns than the other: what is shown beside the answer is no other answer.
 * @param isOrdered both were put into an order, so that it counts
 */
export function isSame(one: Outcomes, other: Outcomes, isOrdered: boolean): boolean {
  if (one.rows !== other.rows) return false;
  const [less, more] = one.columns.length <= other.columns.length ? [one, other] : [other, one];
  const left = more.columns.map((cells) => nameOf(cells, isOrdered));
  return less.columns.every((cells) => {
    const at = left.indexOf(nameOf(cells, isOrdered));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

const nameOf = (cells: readonly string[], isOrdered: boolean): string =>
  JSON.stringify(isOrdered ? cells : cells.toSorted());

function tableOf(value: Json): Outcomes | undefined {
  if (Array.isArray(value)) return ofRows(value);
  if (isObject(value)) {
    const rows = Object.values(value).find((one) => Array.isArray(one) && one.some(isObject));
    return Array.isArray(rows) ? ofRows(rows) : ofRows([value]);
  }
  return value === null || isMarkup(value) ? undefined : { rows: 1, columns: [[textOf(value)]] };
}

function ofRows(rows: readonly Json[]): Outcomes | undefined {
  const objects = rows.map((row) => (isObject(row) ? row : { value: row }));
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))];
  if (objects.some((row) => Object.values(row).some(isMarkup))) return undefined;
  return {
    rows: rows.length,
    columns: names.map((name) => objects.map((row) => textOf(row[name] ?? null))),
  };
}

const isMarkup = (value: Json | undefined): boolean => typeof value === 'string' && /^\s*</u.test(value);

/** Sums may differ in their last digits by the order of adding. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(Number(value.toPrecision(9))) : JSON.stringify(value);
}
