/** One list as it is looked at: what is asked of it and answered, in the page or from the worker. The same code on both sides. */

import { intAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { type Arrangement, arranged, type Order } from './arrange.ts';
import { type Figures, figuresOf } from './figures.ts';
import { type Table, tableOf } from './table.ts';

/** What is asked of a list. */
export type RowsAsk =
  | { readonly kind: 'open' }
  | { readonly kind: 'arrange'; readonly by: Arrangement }
  /** From one to before another, as they are arranged. */
  | { readonly kind: 'rows'; readonly by: Arrangement; readonly from: number; readonly to: number }
  /** @see Column its place */
  | { readonly kind: 'figures'; readonly by: Arrangement; readonly column: number };

export interface Opened extends Pick<Table, 'columns' | 'more' | 'isNamed'> {
  readonly count: number;
}

export type RowsAnswer =
  | { readonly kind: 'opened'; readonly opened: Opened }
  | { readonly kind: 'arranged'; readonly count: number }
  | { readonly kind: 'rows'; readonly rows: readonly Json[] }
  | { readonly kind: 'figures'; readonly figures: Figures };

/** Orders that are kept: of a million rows each is four megabytes. */
const MOST_ORDERS = 4;

export class LookedAt {
  readonly #items: readonly Json[];
  #table: Table | undefined;
  readonly #orders = new Map<string, Order>();

  constructor(items: readonly Json[]) {
    this.#items = items;
  }

  /** Each `yield` is where it may be interrupted; what was begun and not ended is begun anew. */
  *answer(ask: RowsAsk): Generator<void, RowsAnswer> {
    const table = this.#table ?? (yield* tableOf(this.#items));
    this.#table = table;
    if (ask.kind === 'open') {
      const { columns, more, isNamed } = table;
      return { kind: 'opened', opened: { columns, more, isNamed, count: table.items.length } };
    }
    const order = yield* this.#orderBy(table, ask.by);
    if (ask.kind === 'arrange') return { kind: 'arranged', count: order?.length ?? table.items.length };
    if (ask.kind === 'figures')
      return { kind: 'figures', figures: yield* figuresOf(table, ask.column, order) };
    return { kind: 'rows', rows: this.rows(ask.by, ask.from, ask.to) ?? [] };
  }

  /** Rows of an arrangement that was asked for before; undefined where it has not come, or is kept no longer. */
  rows(by: Arrangement, from: number, to: number): readonly Json[] | undefined {
    const order = this.#orders.get(keyOf(by));
    if (order === undefined) return undefined;
    if (order === null) return this.#items.slice(from, to);
    return Array.from(order.subarray(from, to), (at) => this.#items[at] ?? null);
  }

  /** The same of one row, without a list made for it. */
  row(by: Arrangement, at: number): Json | undefined {
    const order = this.#orders.get(keyOf(by));
    return order === undefined ? undefined : this.#items[order ? intAt(order, at) : at];
  }

  *#orderBy(table: Table, by: Arrangement): Generator<void, Order> {
    const key = keyOf(by);
    const known = this.#orders.get(key);
    if (known !== undefined) return known;
    const order = yield* arranged(table, by);
    this.#orders.set(key, order);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > MOST_ORDERS && oldest !== undefined) this.#orders.delete(oldest);
    return order;
  }
}

const keys = new WeakMap<Arrangement, string>();

function keyOf(by: Arrangement): string {
  let key = keys.get(by);
  if (key === undefined) {
    key = JSON.stringify(by);
    keys.set(by, key);
  }
  return key;
}

/** Lets others in: whether it is time to, and how. */
export interface Breath {
  isDue(): boolean;
  /** Rejects where nobody waits for the end any more. */
  give(): Promise<void>;
}

/** Drives long work to its end, with others in between. */
export async function breathing<T>(work: Generator<void, T>, { isDue, give }: Breath): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (isDue()) await give();
  }
}
