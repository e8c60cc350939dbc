/** The journals of runs: append-only, one transaction a batch, all of it or nothing. */

import type { RunEvent } from '../run/events.ts';
import type { BatchRow, Database, KeptRun, RunRow, ValueRow } from './database.ts';
import { listRuns } from './history.ts';
import { pack, unpack } from './packing.ts';
import { type Removal, rangeOf, removeRun } from './run-records.ts';
import { answerOf, type StoreName, within } from './transaction.ts';

export interface RunJournal {
  /** Resolves when the events are durable. `strict`: flushed to the disk, because the world is changed next (L-90). */
  append(run: RunRow, events: readonly RunEvent[], strict: boolean): Promise<void>;
  /**
   * All events of a run in order; empty for an unknown run. Rejects with a StorageFault where the database can't be
   * read, and with any other error where what is in it is no journal.
   */
  events(runId: string): Promise<RunEvent[]>;
  run(runId: string): Promise<KeptRun | undefined>;
  /** Runs that have not ended, sub-runs among them. */
  open(): Promise<KeptRun[]>;
  /** Newest first; sub-runs are seen in their parents. Reads no batch. */
  list(): Promise<KeptRun[]>;
  /** Runs whose ids begin so, as those of sub-runs do with their parent's. */
  below(beginning: string): Promise<KeptRun[]>;
  /** Marks a run whose journal can't be read as ended, so that it is not tried again at every start (L-94). */
  discard(runId: string): Promise<void>;
  /**
   * Erases a run with all its sub-runs, values, files and model answers, in one transaction; nothing where it goes on
   * and the caller does not hold its lease, or where it is a sub-run.
   */
  remove(runId: string, lease: 'held' | 'free'): Promise<Removal>;
}

/** @param now milliseconds since the epoch, for the end of a run that is discarded: its journal can't tell */
export function runJournal(database: Database, now: () => number = Date.now): RunJournal {
  /** What stands in the rows of runs that go on, and after which event, as far as this journal wrote them. */
  const written = new Map<string, { readonly text: string; readonly lastSeq: number }>();
  return {
    append: async (run, events, strict) => {
      const { lastSeq: _, ...said } = run;
      const text = JSON.stringify(said);
      const before = written.get(run.runId);
      // Where events lie between, another tab had the run, and may have written the row.
      const isNews = before?.text !== text || before.lastSeq + 1 !== events[0]?.seq;
      await write(database, run, events, { strict, isNews });
      // Not before it is durable: where it failed, the next one has to say it.
      if (run.open === 1) written.set(run.runId, { text, lastSeq: run.lastSeq });
      else written.delete(run.runId);
    },
    events: async (runId) => {
      const { batches, values } = await rowsOf(database, runId);
      const stored = new Map(values.map((row) => [row.seq, row.json]));
      return batches.flatMap((batch) => unpack(batch.events, (seq) => stored.get(seq)));
    },
    run: (runId) => asked(database, (runs) => runs.get(runId)),
    open: () => asked(database, (runs) => runs.index('open').getAll(1)),
    list: () => listRuns(database, {}),
    below: (beginning) =>
      asked(database, (runs) => runs.getAll(IDBKeyRange.bound(beginning, `${beginning}\uffff`))),
    discard: (runId) => {
      written.delete(runId);
      return within(database, ['runs'], 'readwrite', async (transaction) => {
        const runs = transaction.objectStore('runs');
        const row = (await answerOf(runs.get(runId))) as KeptRun | undefined;
        if (row) runs.put({ ...row, open: 0, status: 'aborted', reason: 'discarded', endedAt: now() });
      });
    },
    remove: (runId, lease) => {
      written.delete(runId);
      return removeRun(database, runId, lease);
    },
  };
}

/** The answer to one question to the rows of runs. */
const asked = <T>(database: Database, ask: (runs: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  within(database, ['runs'], 'readonly', (transaction) => answerOf(ask(transaction.objectStore('runs'))));

/** A database that can't be read now is a storage fault, not a journal that can't be read: the run is not to be discarded for it. */
const rowsOf = (database: Database, runId: string): Promise<{ batches: BatchRow[]; values: ValueRow[] }> =>
  // In one transaction: a batch that lands between two reads would seem to have lost its values.
  within(database, ['batches', 'values'], 'readonly', async (transaction) => {
    const all = (name: 'batches' | 'values') =>
      answerOf(transaction.objectStore(name).getAll(rangeOf(runId)));
    const [batches, values] = await Promise.all([all('batches'), all('values')]);
    return { batches: batches as BatchRow[], values: values as ValueRow[] };
  });

/** @param how.isNews whether the row says anything but how far the run is: half of a small commit is the row's */
function write(
  database: Database,
  run: RunRow,
  events: readonly RunEvent[],
  { strict, isNews }: { readonly strict: boolean; readonly isNews: boolean },
): Promise<void> {
  const { text, apart } = pack(events);
  const first = events[0]?.seq ?? run.lastSeq;
  const stores: StoreName[] = ['batches'];
  if (isNews) stores.push('runs');
  if (apart.length > 0) stores.push('values');
  const work = (transaction: IDBTransaction): void => {
    if (isNews) transaction.objectStore('runs').put(keptRow(run, events));
    transaction.objectStore('batches').add({ runId: run.runId, first, events: text } satisfies BatchRow);
    for (const { seq, json } of apart) {
      transaction.objectStore('values').put({ runId: run.runId, seq, json } satisfies ValueRow);
    }
  };
  return within(database, stores, 'readwrite', work, strict ? 'strict' : 'relaxed');
}

/** What lists and tidying ask of a row, in the indexes they ask. */
const keptRow = (run: RunRow, events: readonly RunEvent[]): KeptRun => ({
  ...run,
  ...(run.parent ? {} : { listedAt: run.startedAt }),
  ...(run.open === 0 ? { endedAt: events.at(-1)?.time ?? run.startedAt } : {}),
});
