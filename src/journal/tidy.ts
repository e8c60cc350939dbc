/**
 * The journals of runs that have ended made small, and old ones erased. A run that goes on, or whose sub-run does, is
 * not touched: a resume needs all of it. One with a write in doubt is erased by nobody but a person (L-41).
 */

import type { RunEvent } from '../run/events.ts';
import type { BatchRow, Database, KeptRun, ValueRow } from './database.ts';
import { tallyOf } from './history.ts';
import { unpack } from './packing.ts';
import { familyOf, rangeOf, removeRun } from './run-records.ts';
import { answerOf, within } from './transaction.ts';

/** UTF-16 units of one row: some 10,000 events, and never so much that a phone could not read it at once. */
const ROW_LIMIT = 1_000_000;

interface Tidied {
  readonly packed: number;
  readonly removed: number;
}

/**
 * One transaction a run, so that a kill in the middle leaves each run as it was or as it is to be; what is tidy stays
 * as it is.
 * @param before runs that ended before this time (ms since the epoch) are erased, their sub-runs with them
 */
export async function tidy(database: Database, before: number): Promise<Tidied> {
  let packed = 0;
  let removed = 0;
  for (const { runId, endedAt, isPacked, inDoubt } of await endedRuns(database)) {
    // Asked again in its own transaction: it may have been erased, or a sub-run may go on, by now.
    if (endedAt < before && !inDoubt)
      removed += (await removeRun(database, runId, 'free')) === 'removed' ? 1 : 0;
    else if (!isPacked) packed += (await packRun(database, runId)) ? 1 : 0;
  }
  return { packed, removed };
}

interface Ended {
  readonly runId: string;
  readonly endedAt: number;
  readonly isPacked: boolean;
  /** It, or a run below it, ended with a write that nobody has settled. */
  readonly inDoubt: boolean;
}

const endedRuns = (database: Database): Promise<Ended[]> =>
  within(database, ['runs'], 'readonly', async (transaction) => {
    const rows = (await answerOf(transaction.objectStore('runs').index('endedAt').getAll())) as KeptRun[];
    const doubtful = inDoubtOf(rows);
    return rows
      .filter(({ parent }) => parent === undefined)
      .map(({ runId, endedAt = 0, packed }) => ({
        runId,
        endedAt,
        isPacked: packed !== undefined,
        inDoubt: doubtful.has(runId),
      }));
  });

/** Ids of the runs with a write in doubt, and of all above them. */
function inDoubtOf(rows: readonly KeptRun[]): ReadonlySet<string> {
  const aboveOf = new Map(rows.map(({ runId, parent }) => [runId, parent?.runId]));
  const found = new Set<string>();
  for (const { runId, doubts } of rows) {
    if (!doubts) continue;
    for (let id: string | undefined = runId; id !== undefined && !found.has(id); id = aboveOf.get(id))
      found.add(id);
  }
  return found;
}

/** False where it goes on, is gone, or holds what can't be read: that is left for a person to see as it is. */
const packRun = (database: Database, runId: string): Promise<boolean> =>
  within(database, ['runs', 'batches', 'values', 'models'], 'readwrite', async (transaction) => {
    const family = await familyOf(transaction, runId);
    if (family[0]?.runId !== runId || family.some(({ open }) => open === 1)) return false;
    let all = true;
    for (const row of family) if (!(await packRecords(transaction, row))) all = false;
    return all;
  });

async function packRecords(transaction: IDBTransaction, row: KeptRun): Promise<boolean> {
  const { runId } = row;
  const ask = (name: 'batches' | 'values') => answerOf(transaction.objectStore(name).getAll(rangeOf(runId)));
  const [batches, values] = (await Promise.all([ask('batches'), ask('values')])) as [BatchRow[], ValueRow[]];
  const events = readable(batches);
  if (!events) return false;
  const rows = joined(batches);
  const store = transaction.objectStore('batches');
  if (rows.length < batches.length) {
    store.delete(rangeOf(runId));
    for (const one of rows) store.add(one);
  }
  // Nothing asks a model again once the run has ended; what was asked and paid stands in its events (L-93).
  transaction.objectStore('models').delete(rangeOf(runId));
  const units = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
  const kept: KeptRun = {
    ...row,
    counts: row.counts ?? tallyOf(events),
    packed: { batches: units(rows.map((one) => one.events)), values: units(values.map(({ json }) => json)) },
  };
  transaction.objectStore('runs').put(kept);
  return true;
}

/** The events, long values left out; null where one batch can't be read. */
function readable(batches: readonly BatchRow[]): RunEvent[] | null {
  try {
    return batches.flatMap((batch) => unpack(batch.events, () => undefined));
  } catch {
    return null;
  }
}

/** The same events in as few rows as the limit allows. The texts are lists that were read just now: they are cut and joined as they are. */
function joined(batches: readonly BatchRow[]): BatchRow[] {
  const rows: { runId: string; first: number; parts: string[]; units: number }[] = [];
  for (const { runId, first, events } of batches) {
    const part = events.trim().slice(1, -1).trim();
    if (part === '') continue;
    const last = rows.at(-1);
    if (last && last.units + part.length <= ROW_LIMIT) {
      last.parts.push(part);
      last.units += part.length;
    } else rows.push({ runId, first, parts: [part], units: part.length });
  }
  return rows.map(({ runId, first, parts }) => ({ runId, first, events: `[${parts.join(',')}]` }));
}
