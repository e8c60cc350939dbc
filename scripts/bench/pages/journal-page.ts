/** Durable runs in a real IndexedDB, driven from outside through `window.journalBench`. Not part of the app. */

import { type Database, openDatabase } from '../../../src/journal/database.ts';
import { runJournal } from '../../../src/journal/run-journal.ts';
import type { RunEvent } from '../../../src/run/events.ts';
import { runPlan } from '../engine-run.ts';
import { planOf, randomGraph } from '../random-plan.ts';

let runs = 0;

async function timed(
  count: number,
  appendTo: (database: Database, runId: string) => (events: readonly RunEvent[]) => Promise<void>,
): Promise<number> {
  const name = `bench-${runs++}`;
  const database = await openDatabase(name);
  // Everything that is ready is in flight: what limits the run is the journal alone.
  const plan = planOf(randomGraph(count), count);
  const append = appendTo(database, name);
  const start = performance.now();
  await runPlan(plan, async () => 1, append);
  const ms = performance.now() - start;
  await database.delete();
  return ms;
}

const rowOf = (runId: string, lastSeq: number) => ({
  runId,
  planId: 'bench',
  title: 'bench',
  startedAt: 0,
  status: 'running',
  reason: null,
  lastSeq,
  open: 1 as const,
});

export interface JournalBench {
  /** Milliseconds of a run whose turns are committed as the app commits them. */
  grouped(count: number): Promise<number>;
  /** Milliseconds of the same run where each event is a transaction of its own. */
  perEvent(count: number): Promise<number>;
}

declare global {
  interface Window {
    journalBench: JournalBench;
  }
}

window.journalBench = {
  grouped: (count) =>
    timed(count, (database, runId) => {
      const journal = runJournal(database);
      return (events) => journal.append(rowOf(runId, events.at(-1)?.seq ?? 0), events, false);
    }),
  perEvent: (count) =>
    timed(count, (database, runId) => async (events) => {
      for (const event of events) {
        await new Promise<void>((resolve, reject) => {
          const transaction = database
            .backendDB()
            .transaction('batches', 'readwrite', { durability: 'relaxed' });
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error);
          transaction.objectStore('batches').add({ runId, first: event.seq, events: JSON.stringify(event) });
          transaction.commit();
        });
      }
    }),
};
