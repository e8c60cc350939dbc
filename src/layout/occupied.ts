/** What room is taken while cards are added one at a time: rectangles by layer, and the nearest place still free. */

/** A rectangle by axes: `low … high` across the layers, `start … end` along them. */
import { itemAt } from '../lib/columns.ts';
export interface Area {
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
}

interface Column {
  start: number;
  end: number;
  /** By `low`, ascending. */
  readonly areas: Area[];
  /** The largest `high - low`: how far back a search for overlaps must look. */
  tallest: number;
}

/** The first index whose area starts at `low` or after it. */
function firstFrom(areas: readonly Area[], low: number): number {
  let from = 0;
  let to = areas.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (itemAt(areas, middle).low < low) from = middle + 1;
    else to = middle;
  }
  return from;
}

export class Occupied {
  readonly #columns: (Column | undefined)[] = [];

  /** Where the layer starts along the direction of the edges; `undefined` while nothing stands in it. */
  startOf(layer: number): number | undefined {
    return this.#columns[layer]?.start;
  }

  /** How far everything in the layers before `layer` reaches; `undefined` where they are empty. */
  endBefore(layer: number): number | undefined {
    let end: number | undefined;
    for (const column of this.#columns.slice(0, layer)) {
      if (column !== undefined && (end === undefined || column.end > end)) end = column.end;
    }
    return end;
  }

  add(layer: number, area: Area): void {
    this.#columns[layer] ??= { start: area.start, end: area.end, areas: [], tallest: 0 };
    const column = this.#columns[layer];
    column.start = Math.min(column.start, area.start);
    column.end = Math.max(column.end, area.end);
    column.tallest = Math.max(column.tallest, area.high - area.low);
    column.areas.splice(firstFrom(column.areas, area.low), 0, area);
  }

  isFree(area: Area): boolean {
    return this.#beside(area).every((column) => {
      for (let i = firstFrom(column.areas, area.low - column.tallest); i < column.areas.length; i++) {
        const other = itemAt(column.areas, i);
        if (other.low >= area.high) break;
        if (other.high > area.low && other.start < area.end && other.end > area.start) return false;
      }
      return true;
    });
  }

  /**
   * The place nearest to `area`, moved across the layers only, not before `floor` and `gap` away from everything.
   * @returns its `low`.
   */
  nearestFree(area: Area, gap: number, floor: number): number {
    const columns = this.#beside(area);
    const all = columns.length === 1 ? itemAt(columns, 0).areas : columns.flatMap((column) => column.areas);
    const taken = all.filter((other) => other.start < area.end && other.end > area.start);
    if (columns.length > 1) taken.sort((a, b) => a.low - b.low);
    const extent = area.high - area.low;
    let free = floor;
    let best = Number.POSITIVE_INFINITY;
    for (const other of taken) {
      const room = other.low - gap - extent;
      if (room >= free) best = nearer(Math.min(Math.max(area.low, free), room), best, area.low);
      free = Math.max(free, other.high + gap);
    }
    return nearer(Math.max(area.low, free), best, area.low);
  }

  #beside(area: Area): Column[] {
    return this.#columns.filter(
      (column) => column !== undefined && column.start < area.end && column.end > area.start,
    ) as Column[];
  }
}

const nearer = (a: number, b: number, wanted: number): number =>
  Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a;
