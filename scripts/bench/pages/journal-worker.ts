/** Durable runs where the app has them: in a worker. Asked by name, answers with milliseconds. Not part of the app. */

import { drive } from '../../../src/host/drive.ts';
import type { RunRow } from '../../../src/host/port.ts';
import { type Database, openDatabase } from '../../../src/journal/database.ts';
import { pack } from '../../../src/journal/packing.ts';
import { runJournal } from '../../../src/journal/run-journal.ts';
import type { Plan } from '../../../src/plan/document.ts';
import type { RunEvent } from '../../../src/run/events.ts';
import { evolve } from '../../../src/run/evolve.ts';
import { newRun } from '../../../src/run/new-run.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { deleteDatabase } from '../../../test/journal/fresh-database.ts';
import { runPlan } from '../engine-run.ts';
import { planOf, randomGraph } from '../random-plan.ts';
import { fill, listed, opened } from './history-of-a-year.ts';

let databases = 0;

const rowOf = (runId: string, lastSeq: number): RunRow => ({
  runId,
  planId: 'bench',
  title: 'bench',
  startedAt: 1,
  status: 'running',
  reason: null,
  lastSeq,
  open: 1,
});

/** Everything that is ready is in flight, and ends at once: what limits the run is the journal alone. */
const randomPlan = (count: number): Plan => planOf(randomGraph(count), count);
const work = async (): Promise<number> => 1;

async function timed(what: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await what();
  return performance.now() - start;
}

async function withDatabase<T>(use: (database: Database, runId: string) => Promise<T>): Promise<T> {
  const name = `bench-${databases++}`;
  const database = await openDatabase(name);
  try {
    return await use(database, name);
  } finally {
    database.close();
    await deleteDatabase(name);
  }
}

type Append = (events: readonly RunEvent[]) => Promise<void>;

/**
 * Milliseconds from the first batch of a run to its end; dependants wait for the commit. That the plan is compiled
 * before the first batch is the engine's matter, and measured with it.
 */
const durable = (plan: Plan, appendTo: (database: Database, runId: string) => Append): Promise<number> =>
  withDatabase(async (database, runId) => {
    const append = appendTo(database, runId);
    let start = 0;
    await runPlan(plan, work, (events) => {
      start ||= performance.now();
      return append(events);
    });
    return performance.now() - start;
  });

/** As the app keeps it: a transaction a turn of the loop. */
const journalled = (plan: Plan): Promise<number> =>
  durable(plan, (database, runId) => {
    const { append } = runJournal(database);
    return (events) => append(rowOf(runId, events.at(-1)?.seq ?? 0), events, false);
  });

/** A transaction an event. */
const onePerEvent = (plan: Plan): Promise<number> =>
  durable(plan, (database, runId) => async (events) => {
    for (const event of events) await commit(database, runId, event.seq, JSON.stringify(event));
  });

/** The least that makes a text durable in IndexedDB. */
const commit = (database: Database, runId: string, first: number, events: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = database.connection().transaction('batches', 'readwrite', { durability: 'relaxed' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.objectStore('batches').add({ runId, first, events });
    transaction.commit();
  });

async function batchesOf(plan: Plan): Promise<readonly (readonly RunEvent[])[]> {
  const batches: RunEvent[][] = [];
  await runPlan(plan, work, (events) => {
    batches.push([...events]);
  });
  return batches;
}

const textsOf = async (plan: Plan): Promise<string[]> =>
  (await batchesOf(plan)).map((events) => pack(events).text);

/** What a worker alone may do with a file; the types of the page do not name it. */
interface WorkerFile {
  createSyncAccessHandle(): Promise<{
    write(bytes: Uint8Array, options: { readonly at: number }): number;
    flush(): void;
    close(): void;
  }>;
}

/** Texts appended to a file of the origin's private file system, each flushed before the next. */
async function appended(texts: readonly string[]): Promise<number> {
  const root = await navigator.storage.getDirectory();
  const name = `bench-${databases++}`;
  const handle = await root.getFileHandle(name, { create: true });
  const file = await (handle as FileSystemFileHandle & WorkerFile).createSyncAccessHandle();
  const encoder = new TextEncoder();
  let at = 0;
  const ms = await timed(async () => {
    for (const text of texts) {
      at += file.write(encoder.encode(text), { at });
      file.flush();
    }
  });
  file.close();
  await root.removeEntry(name);
  return ms;
}

/** Texts committed one after the other, by IndexedDB alone. */
const committed = (texts: readonly string[]): Promise<number> =>
  withDatabase((database) =>
    timed(async () => {
      for (const [first, text] of texts.entries()) await commit(database, 'bare', first, text);
    }),
  );

/** From a journal of a run cut in the middle to its first new call. */
async function resumed(count: number): Promise<number> {
  const batches = await batchesOf(randomPlan(count));
  const total = batches.reduce((sum, batch) => sum + batch.length, 0);
  return withDatabase(async (database, runId) => {
    const before = runJournal(database);
    let kept = 0;
    for (const batch of batches) {
      if (kept + batch.length > total / 2) break;
      kept += batch.length;
      await before.append(rowOf(runId, kept), batch, false);
    }
    const { name } = database.connection();
    database.close();
    const letGo = new Error('let go of');
    let first = 0;
    const start = performance.now();
    const reopened = await openDatabase(name);
    const journal = runJournal(reopened);
    await journal.run(runId);
    const events = await journal.events(runId);
    const opening = events[0];
    if (opening?.type !== 'plan.commit') throw new Error('The journal has lost its plan.');
    const setting = { catalogue: catalogueOf(opening.plan.tools), hasActivity: () => true };
    const state = events.reduce(evolve, newRun(opening.runId, setting));
    await drive(
      state,
      {
        now: Date.now,
        append: (more) => journal.append(rowOf(runId, state.seq), more, false),
        start: () => {
          first ||= performance.now();
        },
        cancel: () => {},
        replan: () => {},
        check: () => [],
        next: () => Promise.reject(letGo),
      },
      [{ type: 'plan_run_interrupted' }],
    ).catch((error: unknown) => {
      if (error !== letGo) throw error;
    });
    reopened.close();
    return first - start;
  });
}

const QUESTIONS = {
  run: (count: number) => journalled(randomPlan(count)),
  perEvent: (count: number) => onePerEvent(randomPlan(count)),
  opfs: async (count: number) => appended(await textsOf(randomPlan(count))),
  chain: (steps: number) => journalled(chainPlan(steps)),
  commits: async (steps: number) => committed(await textsOf(chainPlan(steps))),
  resume: resumed,
  fill,
  list: listed,
  open: opened,
};
export type Question = keyof typeof QUESTIONS;

/** Each call reads the one before it. */
const chainPlan = (count: number): Plan =>
  planOf({ reads: Array.from({ length: count }, (_, i) => (i === 0 ? [] : [i - 1])) }, 1);

self.onmessage = async ({ data }: MessageEvent<{ question: Question; count: number }>) => {
  try {
    self.postMessage({ value: await QUESTIONS[data.question](data.count) });
  } catch (error) {
    self.postMessage({ fault: error instanceof Error ? error.message : String(error) });
  }
};
