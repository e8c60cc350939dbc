/** What the shown cells of one column come to: how many are filled, how many different, and how they are spread. */

import { intAt, itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import type { Filter, Order } from './arrange.ts';
import { cellOf, cellText, isEmpty, placeOf, placeText, STRIDE, type Table } from './table.ts';

/** A value that comes often, or a stretch between two. */
export interface Bar {
  readonly label: string;
  readonly count: number;
  /** What keeps its rows and no others. */
  readonly filters: readonly Filter[];
}

export interface Figures {
  readonly rows: number;
  readonly filled: number;
  /** Filled cells of a column of numbers or dates that are none. */
  readonly others: number;
  readonly distinct: number;
  /** Of numbers and dates, as they are read. */
  readonly least?: string;
  readonly greatest?: string;
  readonly mean?: number;
  /** `stretches` stand side by side and hold all cells of the type; `values` are the commonest, the first the most so. */
  readonly bars: { readonly of: 'values' | 'stretches'; readonly all: readonly Bar[] };
}

/** As many different values as stand one by one. */
const MOST_VALUES = 12;
const STRETCHES = 12;

/** Each `yield` is where it may be interrupted. @param column its place */
export function* figuresOf(table: Table, column: number, order: Order): Generator<void, Figures> {
  const shown = itemAt(table.columns, column);
  const place = placeOf(shown);
  const rows = order?.length ?? table.items.length;
  const cellAt = (i: number): Json =>
    cellOf(itemAt(table.items, order ? intAt(order, i) : i), shown.name, table.isNamed);
  const times = new Map<string | number, number>();
  let [filled, placed, sum] = [0, 0, 0];
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < rows; i++) {
    if (i % STRIDE === STRIDE - 1) yield;
    const cell = cellAt(i);
    if (isEmpty(cell)) continue;
    filled += 1;
    const at = place?.(cell) ?? null;
    const key = at ?? cellText(cell);
    times.set(key, (times.get(key) ?? 0) + 1);
    if (at === null) continue;
    placed += 1;
    sum += at;
    if (at < least) least = at;
    if (at > greatest) greatest = at;
  }
  const isDate = shown.type === 'date';
  const label = (at: number): string => placeText(shown, at);
  const bounds =
    placed === 0
      ? {}
      : {
          ...{ least: label(least), greatest: label(greatest) },
          ...(isDate ? {} : { mean: sum / placed }),
        };
  const said = {
    ...{ rows, filled, others: place ? filled - placed : 0, distinct: times.size },
    ...bounds,
  };
  if (place === null || times.size <= MOST_VALUES || least === greatest)
    return { ...said, bars: { of: 'values', all: yield* commonest(times, column, label) } };
  const width = (greatest - least) / STRETCHES;
  const counts = new Int32Array(STRETCHES);
  let looked = 0;
  for (const [at, count] of times) {
    if (++looked % STRIDE === 0) yield;
    if (typeof at !== 'number') continue;
    const stretch = Math.min(STRETCHES - 1, Math.floor((at - least) / width));
    counts[stretch] = intAt(counts, stretch) + count;
  }
  return {
    ...said,
    bars: { of: 'stretches', all: yield* stretches(times, counts, column, label, least, width) },
  };
}

function* commonest(
  times: ReadonlyMap<string | number, number>,
  column: number,
  label: (at: number) => string,
): Generator<void, Bar[]> {
  let top: [string | number, number][] = [];
  let looked = 0;
  for (const entry of times) {
    if (++looked % STRIDE === 0) yield;
    if (top.length === MOST_VALUES && entry[1] <= (top.at(-1)?.[1] ?? 0)) continue;
    top = [...top, entry].sort((a, b) => b[1] - a[1]).slice(0, MOST_VALUES);
  }
  return top.map(([value, count]) => {
    const text = typeof value === 'number' ? label(value) : value;
    return { label: text, count, filters: [{ column, how: 'is', text }] };
  });
}

/** Between the least and the greatest cell that really stand in each: its bounds keep its rows and no others. */
function* stretches(
  times: ReadonlyMap<string | number, number>,
  counts: Int32Array,
  column: number,
  label: (at: number) => string,
  least: number,
  width: number,
): Generator<void, Bar[]> {
  const first = new Float64Array(STRETCHES).fill(Number.POSITIVE_INFINITY);
  const last = new Float64Array(STRETCHES).fill(Number.NEGATIVE_INFINITY);
  let looked = 0;
  for (const at of times.keys()) {
    if (++looked % STRIDE === 0) yield;
    if (typeof at !== 'number') continue;
    const stretch = Math.min(STRETCHES - 1, Math.floor((at - least) / width));
    first[stretch] = Math.min(first[stretch] ?? at, at);
    last[stretch] = Math.max(last[stretch] ?? at, at);
  }
  return [...counts].map((count, stretch) => {
    if (count === 0) {
      const [from, to] = [least + width * stretch, least + width * (stretch + 1)];
      return { label: `${shortly(label, from)} – ${shortly(label, to)}`, count, filters: [] };
    }
    const [from, to] = [label(first[stretch] ?? 0), label(last[stretch] ?? 0)];
    return {
      label: from === to ? from : `${from} – ${to}`,
      count,
      filters: [
        { column, how: 'least', text: from },
        { column, how: 'most', text: to },
      ],
    };
  });
}

const shortly = (label: (at: number) => string, at: number): string => label(Number(at.toPrecision(12)));
