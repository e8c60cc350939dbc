/** Rows for a table, wherever they are: of a value that the page holds, or of one that is in the worker. */

import { itemAt } from '../../lib/columns.ts';
import type { Json } from '../../lib/json.ts';
import type { Arrangement } from '../../values/arrange.ts';
import type { Figures } from '../../values/figures.ts';
import {
  type Breath,
  breathing,
  LookedAt,
  type Opened,
  type RowsAnswer,
  type RowsAsk,
} from '../../values/looked-at.ts';

export interface RowSource {
  readonly opened: Opened;
  /** How many rows there are so. To be awaited before rows of it are asked for. */
  arrange(by: Arrangement, signal: AbortSignal): Promise<number>;
  /** A row of an arrangement that has come; undefined where the row has not, which asks for it. */
  rowAt(by: Arrangement, at: number): Json | undefined;
  rows(by: Arrangement, from: number, to: number): Promise<readonly Json[]>;
  figures(by: Arrangement, column: number, signal: AbortSignal): Promise<Figures>;
  /** Calls back when rows that were missing have come. */
  onRows(hear: () => void): () => void;
}

/** Answers from elsewhere; rejects when the signal falls. */
export type AskRows = (ask: RowsAsk, signal?: AbortSignal) => Promise<RowsAnswer>;

const NEVER = () => () => {};

/** ms of work at a time: half of a frame. */
const SLICE_MS = 8;

function breathOf(signal?: AbortSignal): Breath {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > SLICE_MS,
    give: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
      since = performance.now();
    },
  };
}

/** Of a value in the page: long work is done in slices. */
export async function rowsHere(items: readonly Json[]): Promise<RowSource> {
  const looked = new LookedAt(items);
  const ask: AskRows = (one, signal) => breathing(looked.answer(one), breathOf(signal));
  const opened = await openedBy(ask);
  return {
    ...asking(ask),
    opened,
    rowAt: (by, at) => looked.row(by, at),
    onRows: NEVER,
  };
}

/** Rows that come with one answer. */
const PAGE = 200;
/** Pages that are kept: of rows of eight cells some ten megabytes. */
const MOST_PAGES = 100;

/** Of a value elsewhere: rows come page by page. */
export async function rowsElsewhere(ask: AskRows): Promise<RowSource> {
  const opened = await openedBy(ask);
  const hearers = new Set<() => void>();
  let of: Arrangement | undefined;
  let pages = new Map<number, readonly Json[] | null>();
  const verbs = asking(ask);
  const fetch = async (by: Arrangement, page: number): Promise<void> => {
    const into = pages;
    into.set(page, null);
    try {
      into.set(page, await verbs.rows(by, page * PAGE, (page + 1) * PAGE));
    } catch {
      // Asked again when it is looked at again.
      into.delete(page);
      return;
    }
    const [oldest] = into.keys();
    if (into.size > MOST_PAGES && oldest !== undefined) into.delete(oldest);
    if (into === pages) for (const hear of hearers) hear();
  };
  return {
    ...verbs,
    opened,
    rowAt: (by, at) => {
      if (by !== of) {
        of = by;
        pages = new Map();
      }
      const page = Math.floor(at / PAGE);
      const known = pages.get(page);
      if (known === undefined) void fetch(by, page);
      return known?.[at % PAGE];
    },
    onRows: (hear) => {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
  };
}

/** A few rows that are all there, as a chart is drawn from. */
const openedBy = async (ask: AskRows): Promise<Opened> => of(await ask({ kind: 'open' }), 'opened').opened;

function asking(ask: AskRows): Pick<RowSource, 'arrange' | 'rows' | 'figures'> {
  return {
    arrange: async (by, signal) => of(await ask({ kind: 'arrange', by }, signal), 'arranged').count,
    rows: async (by, from, to) => of(await ask({ kind: 'rows', by, from, to }), 'rows').rows,
    figures: async (by, column, signal) =>
      of(await ask({ kind: 'figures', by, column }, signal), 'figures').figures,
  };
}

function of<K extends RowsAnswer['kind']>(answer: RowsAnswer, kind: K): Extract<RowsAnswer, { kind: K }> {
  if (answer.kind !== kind) throw new Error(`Broken invariant: ${kind} was asked for, ${answer.kind} came`);
  return answer as Extract<RowsAnswer, { kind: K }>;
}

/** Rows of a whole arrangement in parts, so that no answer is larger than the page can take at once. */
export async function* inParts(source: RowSource, by: Arrangement, count: number, part = 10_000) {
  for (let from = 0; from < count; from += part) yield source.rows(by, from, Math.min(count, from + part));
}

export const columnAt = (source: RowSource, at: number) => itemAt(source.opened.columns, at);
