/** Which rows of a table are shown, and in which order. Long work is a generator: whoever drives it lets others in between. */

import { intAt, itemAt, realAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { type Column, cellOf, cellText, isEmpty, placeOf, placeOfText, STRIDE, type Table } from './table.ts';

/** A condition on the cells of one column. `least` and `most` are of numbers and dates, and include what they name. */
export interface Filter {
  /** The column's place. */
  readonly column: number;
  readonly how: 'contains' | 'is' | 'least' | 'most' | 'empty' | 'filled';
  /** What is looked for; nothing for `empty` and `filled`. */
  readonly text: string;
}

export interface Arrangement {
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
  /** All hold. */
  readonly filters: readonly Filter[];
  /** In any cell, whatever its case. */
  readonly search: string;
}

/** All rows as they come. */
export const AS_THEY_ARE: Arrangement = { sort: null, filters: [], search: '' };

/** The places of the rows that are shown, in order; null where that is all of them as they come. */
export type Order = Int32Array | null;

/** Each `yield` is where it may be interrupted. */
export function* arranged(table: Table, by: Arrangement): Generator<void, Order> {
  const kept = yield* filtered(table, by);
  const column = by.sort && table.columns[by.sort.column];
  return column ? yield* sorted(table, column, by.sort?.descending === true, kept) : kept;
}

function* filtered(table: Table, { filters, search }: Arrangement): Generator<void, Order> {
  const looked = search.trim().toLowerCase();
  const tests = filters.flatMap((filter) => {
    const column = table.columns[filter.column];
    return column ? [{ name: column.name, holds: testOf(column, filter) }] : [];
  });
  if (looked === '' && tests.length === 0) return null;
  const kept = new Int32Array(table.items.length);
  let count = 0;
  const { isNamed } = table;
  for (const [at, item] of table.items.entries()) {
    if (at % STRIDE === STRIDE - 1) yield;
    if (!tests.every(({ name, holds }) => holds(cellOf(item, name, isNamed)))) continue;
    const isFound =
      looked === '' ||
      table.columns.some(({ name }) =>
        cellText(cellOf(item, name, isNamed))
          .toLowerCase()
          .includes(looked),
      );
    if (isFound) kept[count++] = at;
  }
  return kept.slice(0, count);
}

function testOf(column: Column, { how, text }: Filter): (cell: Json) => boolean {
  const place = placeOf(column);
  const wanted = placeOfText(column, text);
  switch (how) {
    case 'empty':
      return isEmpty;
    case 'filled':
      return (cell) => !isEmpty(cell);
    case 'is':
      return (cell) =>
        cellText(cell) === text || (place !== null && wanted !== null && place(cell) === wanted);
    case 'least':
    case 'most': {
      // What names no number or date is no bound: no row is kept by it, and the field says so.
      if (place === null || wanted === null) return () => false;
      return (cell) => {
        const at = place(cell);
        return at !== null && (how === 'least' ? at >= wanted : at <= wanted);
      };
    }
    case 'contains': {
      const looked = text.toLowerCase();
      return (cell) => cellText(cell).toLowerCase().includes(looked);
    }
  }
}

/** Cells of the column's type by what they say, then the others as text, then empty ones, whichever way round. */
function* sorted(
  table: Table,
  column: Column,
  descending: boolean,
  kept: Order,
): Generator<void, Int32Array> {
  const count = kept?.length ?? table.items.length;
  const keys = new Float64Array(table.items.length);
  const placed = new Int32Array(count);
  const empty = new Int32Array(count);
  const texts: { readonly at: number; readonly text: string }[] = [];
  let [places, empties] = [0, 0];
  const place = placeOf(column);
  for (let i = 0; i < count; i++) {
    if (i % STRIDE === STRIDE - 1) yield;
    const at = kept ? intAt(kept, i) : i;
    const cell = cellOf(itemAt(table.items, at), column.name, table.isNamed);
    if (isEmpty(cell)) {
      empty[empties++] = at;
      continue;
    }
    const key = place?.(cell) ?? null;
    if (key === null) texts.push({ at, text: cellText(cell) });
    else {
      keys[at] = key;
      placed[places++] = at;
    }
  }
  yield* rankTexts(texts, keys);
  const others = Int32Array.from(texts, ({ at }) => at);
  const inOrder = yield* byKeys(placed.subarray(0, places), keys, descending);
  const othersInOrder = yield* byKeys(others, keys, descending);
  const order = new Int32Array(count);
  order.set(inOrder, 0);
  order.set(othersInOrder, places);
  order.set(empty.subarray(0, empties), places + othersInOrder.length);
  return order;
}

/** Gives each text the place of its words among all of them: a column of a million cells has often ten different ones. */
function* rankTexts(
  texts: readonly { readonly at: number; readonly text: string }[],
  keys: Float64Array,
): Generator<void, void> {
  const different = [...new Set(texts.map(({ text }) => text))];
  yield;
  const words = new Intl.Collator('en', { numeric: true });
  const order = yield* merged(Int32Array.from(different.keys()), (a, b) =>
    words.compare(itemAt(different, a), itemAt(different, b)),
  );
  const rank = new Map<string, number>();
  order.forEach((at, place) => void rank.set(itemAt(different, at), place));
  yield;
  for (const { at, text } of texts) keys[at] = rank.get(text) ?? 0;
}

const byKeys = (places: Int32Array, keys: Float64Array, descending: boolean): Generator<void, Int32Array> =>
  merged(
    places,
    descending ? (a, b) => realAt(keys, b) - realAt(keys, a) : (a, b) => realAt(keys, a) - realAt(keys, b),
  );

/** So many are put in order at a time before they are merged. */
const RUN = 1_024;

/** A stable merge sort that can be interrupted: the engine's own holds the page for as long as it takes. */
function* merged(places: Int32Array, compare: (a: number, b: number) => number): Generator<void, Int32Array> {
  const { length } = places;
  let from = new Int32Array(length);
  for (let at = 0; at < length; at += RUN) {
    // Only lists are sorted stably by the language's word.
    from.set([...places.subarray(at, at + RUN)].sort(compare), at);
    yield;
  }
  let to = new Int32Array(length);
  for (let run = RUN; run < length; run *= 2) {
    for (let start = 0; start < length; start += run * 2) {
      const [middle, end] = [Math.min(start + run, length), Math.min(start + run * 2, length)];
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        if (at % STRIDE === STRIDE - 1) yield;
        const takesLeft =
          left < middle && (right >= end || compare(intAt(from, left), intAt(from, right)) <= 0);
        to[at] = intAt(from, takesLeft ? left++ : right++);
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
