/**
 * A store over anything that keeps batches: the rows of the runs and where their batches lie, in memory. Holds what `Store`
 * promises as long as `Bodies` keeps a batch and its row both or not at all, and nobody else writes there.
 */

import { jsonEquals } from '../lib/json.ts';
import type { RunEvent } from '../run/events.ts';
import { outOfOrder, type RunRow, type Store } from './port.ts';

/** Where the batches themselves are kept. @typeParam B where one lies */
interface Bodies<B> {
  /** Makes a batch durable and, where it is given, the row with it: both or none. */
  write(row: RunRow | null, events: readonly RunEvent[]): Promise<B> | B;
  read(body: B): Promise<RunEvent[]> | RunEvent[];
  /** Makes a row durable that came with no event. */
  mark(row: RunRow): Promise<void> | void;
  keepLarge(runId: string, key: string, json: string): Promise<void> | void;
  large(runId: string, key: string): Promise<string | undefined> | string | undefined;
  /** Erases what is kept of these runs. */
  erase(runIds: ReadonlySet<string>): Promise<void> | void;
}

interface TableStore<B> extends Store {
  /** A row and a batch that were kept before, in order. */
  restored(runId: string, row: RunRow | null, batch: Batch<B> | null): void;
  /** Runs that have batches and no row: such were kept before there were rows. */
  rowless(): readonly string[];
}

interface Batch<B> {
  readonly first: number;
  readonly last: number;
  readonly body: B;
}

interface Kept<B> {
  row: RunRow | null;
  /** What of the row is durable, but how far the run is. */
  said: string;
  readonly batches: Batch<B>[];
}

const saidBy = ({ lastSeq: _, ...said }: RunRow): string => JSON.stringify(said);

/** A store whose batches `bodies` keeps. */
export function tableStore<B>(bodies: Bodies<B>): TableStore<B> {
  const runs = new Map<string, Kept<B>>();
  /** By run: the batch that is being made durable. */
  const writing = new Map<string, Promise<B>>();
  const keptOf = (runId: string): Kept<B> => {
    let kept = runs.get(runId);
    if (!kept) {
      kept = { row: null, said: '', batches: [] };
      runs.set(runId, kept);
    }
    return kept;
  };
  const rows = (): RunRow[] => [...runs.values()].flatMap(({ row }) => (row ? [row] : []));
  const below = (beginning: string): RunRow[] =>
    rows()
      .filter(({ runId }) => runId.startsWith(beginning))
      .sort((a, b) => (a.runId < b.runId ? -1 : 1));

  const mark = async (row: RunRow): Promise<void> => {
    await bodies.mark(row);
    const kept = keptOf(row.runId);
    kept.row = row;
    kept.said = saidBy(row);
  };

  const eventsOf = async (runId: string, since: number): Promise<RunEvent[]> => {
    const events: RunEvent[] = [];
    for (const { last, body } of runs.get(runId)?.batches ?? []) {
      if (last <= since) continue;
      for (const event of await bodies.read(body)) if (event.seq > since) events.push(event);
    }
    return events;
  };

  return {
    append: async (row, events) => {
      const first = events[0]?.seq;
      const last = events.at(-1)?.seq;
      if (first === undefined || last === undefined) return;
      // Two that write one run at once would both find the place after the last batch free.
      for (let other = writing.get(row.runId); other; other = writing.get(row.runId))
        await other.catch(() => {});
      const end = runs.get(row.runId)?.batches.at(-1)?.last ?? 0;
      if (first !== end + 1) {
        const there = first <= end ? await eventsOf(row.runId, first - 1) : [];
        // Its reply was lost: it is acknowledged, and not done twice.
        if (last <= end && events.every((event, at) => jsonEquals(event, there[at]))) return;
        throw outOfOrder(row.runId, first, end);
      }
      const said = saidBy(row);
      const isNews = runs.get(row.runId)?.said !== said;
      const write = Promise.resolve(bodies.write(isNews ? row : null, events));
      writing.set(row.runId, write);
      try {
        const body = await write;
        const kept = keptOf(row.runId);
        kept.batches.push({ first, last, body });
        kept.row = row;
        kept.said = said;
      } finally {
        writing.delete(row.runId);
      }
    },
    mark,
    keepLarge: async (runId, key, json) => bodies.keepLarge(runId, key, json),
    large: async (runId, key) => bodies.large(runId, key),
    events: (runId, since = 0) => eventsOf(runId, since),
    run: async (runId) => runs.get(runId)?.row ?? undefined,
    open: async () => rows().filter(({ open }) => open === 1),
    doubtful: async () => rows().filter(({ doubts }) => doubts !== undefined),
    forks: async () => rows().filter(({ forkOf }) => forkOf !== undefined),
    below: async (beginning) => below(beginning),
    discard: async (runId, doubts = 0) => {
      const row = runs.get(runId)?.row;
      const left = doubts > 0 ? { doubts } : {};
      if (row) await mark({ ...row, ...left, open: 0, status: 'aborted', reason: 'discarded' });
    },
    remove: async (runId, lease) => {
      const own = runs.get(runId)?.row;
      if (own?.parent) return 'sub-run';
      const family = new Set([runId]);
      const all = [...(own ? [own] : [])];
      // Parents sort before what is below them; one that was let go its own way is no part of it.
      for (const row of below(`${runId}.`)) {
        if (!row.parent || !family.has(row.parent.runId)) continue;
        family.add(row.runId);
        all.push(row);
      }
      if (lease === 'free' && all.some(({ open }) => open === 1)) return 'going-on';
      await bodies.erase(family);
      for (const id of family) runs.delete(id);
      return 'removed';
    },
    restored: (runId, row, batch) => {
      const kept = keptOf(runId);
      if (row) {
        kept.row = row;
        kept.said = saidBy(row);
      }
      if (!batch) return;
      kept.batches.push(batch);
      if (kept.row) kept.row = { ...kept.row, lastSeq: batch.last };
    },
    rowless: () => [...runs].flatMap(([runId, { row }]) => (row ? [] : [runId])),
  };
}
