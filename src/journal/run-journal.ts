/** The journals of runs: append-only, one transaction a batch, all of it or nothing. */

import { outOfOrder, type RunRow, type Store } from '../host/port.ts';
import type { RunEvent } from '../run/events.ts';
import type { BatchRow, Database, KeptRun, StoreName, ValueRow } from './database.ts';
import { listRuns } from './history.ts';
import { largeShelf } from './large-shelf.ts';
import { pack, unpack } from './packing.ts';
import { rangeOf, removeRun } from './run-records.ts';
import { answerOf, within } from './transaction.ts';

/** The host's store on IndexedDB, and what the page asks of it beside. */
export interface RunJournal extends Store {
  run(runId: string): Promise<KeptRun | undefined>;
  open(): Promise<KeptRun[]>;
  doubtful(): Promise<KeptRun[]>;
  forks(): Promise<KeptRun[]>;
  below(beginning: string): Promise<KeptRun[]>;
  /** Newest first; sub-runs are seen in their parents. Reads no batch. */
  list(): Promise<KeptRun[]>;
}

/** @param now milliseconds since the epoch, for the end of a run that is discarded: its journal can't tell */
export function runJournal(database: Database, now: () => number = Date.now): RunJournal {
  /** What stands in the rows of runs that go on, and after which event, as far as this journal wrote them. */
  const written = new Map<string, { readonly text: string; readonly lastSeq: number }>();
  const textOf = ({ lastSeq: _, ...said }: RunRow): string => JSON.stringify(said);
  return {
    append: async (run, events, strict) => {
      const [first] = events;
      if (!first) return;
      const text = textOf(run);
      const before = written.get(run.runId);
      const follows = before !== undefined && before.lastSeq + 1 === first.seq;
      // Where events lie between, another tab had the run, and may have written the row.
      const isNews = before?.text !== text || !follows;
      await write(database, run, events, { strict, isNews, follows });
      // Not before it is durable: where it failed, the next one has to say it.
      if (run.open === 1) written.set(run.runId, { text, lastSeq: run.lastSeq });
      else written.delete(run.runId);
    },
    mark: (run) => {
      written.delete(run.runId);
      return within(database, ['runs'], 'readwrite', (transaction) => {
        transaction.objectStore('runs').put(keptRow(run, []));
      });
    },
    ...largeShelf(database),
    events: async (runId, since = 0) => {
      const { batches, values } = await rowsOf(database, runId);
      const stored = new Map(values.map((row) => [row.seq, row.json]));
      const later =
        since === 0 ? batches : batches.filter((_, at) => (batches[at + 1]?.first ?? since + 2) > since + 1);
      const events = later.flatMap((batch) => unpack(batch.events, (seq) => stored.get(seq)));
      return since === 0 ? events : events.filter(({ seq }) => seq > since);
    },
    run: (runId) => asked(database, (runs) => runs.get(runId)),
    open: () => asked(database, (runs) => runs.index('open').getAll(1)),
    doubtful: () => asked(database, (runs) => runs.index('doubts').getAll()),
    list: () => listRuns(database),
    forks: async () => (await listRuns(database)).filter(({ forkOf }) => forkOf !== undefined),
    below: (beginning) =>
      asked(database, (runs) => runs.getAll(IDBKeyRange.bound(beginning, `${beginning}\uffff`))),
    discard: (runId, doubts = 0) => {
      written.delete(runId);
      return within(database, ['runs'], 'readwrite', async (transaction) => {
        const runs = transaction.objectStore('runs');
        const row = (await answerOf(runs.get(runId))) as KeptRun | undefined;
        const left = doubts > 0 ? { doubts } : {};
        if (row)
          runs.put({ ...row, ...left, open: 0, status: 'aborted', reason: 'discarded', endedAt: now() });
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

/**
 * @param how.isNews  whether the row says anything but how far the run is: half of a small commit is the row's
 * @param how.follows whether this journal wrote the event before the first: it need not be looked for
 */
function write(
  database: Database,
  run: RunRow,
  events: readonly RunEvent[],
  {
    strict,
    isNews,
    follows,
  }: { readonly strict: boolean; readonly isNews: boolean; readonly follows: boolean },
): Promise<void> {
  const { text, apart } = pack(events);
  const first = events[0]?.seq ?? run.lastSeq;
  const stores: StoreName[] = ['batches'];
  if (isNews) stores.push('runs');
  if (apart.length > 0) stores.push('values');
  const work = async (transaction: IDBTransaction): Promise<void> => {
    if (!follows && (await isThere(transaction, run.runId, first, text))) return;
    if (isNews) transaction.objectStore('runs').put(keptRow(run, events));
    transaction.objectStore('batches').add({ runId: run.runId, first, events: text } satisfies BatchRow);
    for (const { seq, json } of apart) {
      transaction.objectStore('values').put({ runId: run.runId, seq, json } satisfies ValueRow);
    }
  };
  return within(database, stores, 'readwrite', work, strict ? 'strict' : 'relaxed');
}

/**
 * Whether the batch was made durable before, and only its reply was lost.
 * @throws StoreFault where it leaves a gap, or other events stand in its place
 */
async function isThere(
  transaction: IDBTransaction,
  runId: string,
  first: number,
  text: string,
): Promise<boolean> {
  const cursor = await answerOf(transaction.objectStore('batches').openCursor(rangeOf(runId), 'prev'));
  const last = cursor?.value as BatchRow | undefined;
  if (last?.first === first && last.events === text) return true;
  const end = last ? ((JSON.parse(last.events) as { readonly seq: number }[]).at(-1)?.seq ?? 0) : 0;
  if (first === end + 1) return false;
  throw outOfOrder(runId, first, end);
}

/** What lists and tidying ask of a row, in the indexes they ask. */
const keptRow = (run: RunRow, events: readonly RunEvent[]): KeptRun => ({
  ...run,
  ...(run.parent ? {} : { listedAt: run.startedAt }),
  ...(run.open === 0 ? { endedAt: events.at(-1)?.time ?? run.startedAt } : {}),
});
