/** A database with a year of runs, and what a person waits for when they look back. Not part of the app. */

import { type Database, type KeptRun, openDatabase } from '../../../src/journal/database.ts';
import { listRuns } from '../../../src/journal/history.ts';
import { pack } from '../../../src/journal/packing.ts';
import { runJournal } from '../../../src/journal/run-journal.ts';
import { within } from '../../../src/journal/transaction.ts';
import type { RunEvent } from '../../../src/run/events.ts';
import { runEngine } from '../../../src/stores/run-engine.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { emptied } from '../../../test/journal/rows.ts';
import { runPlan } from '../engine-run.ts';
import { planOf, randomGraph } from '../random-plan.ts';

const NAME = 'history-of-a-year';
const LARGE = 1_000;
const SMALL = 20;
const DAY_MS = 86_400_000;

const engine = runEngine(builtInTools);

const idOf = (n: number): string => `run-${String(n).padStart(5, '0')}`;

/** Runs of 20 calls, each fifth with three sub-runs, one of 1,000 calls in the middle; none of them tidied. */
export async function fill(count: number): Promise<number> {
  const small = await batchesOf(SMALL);
  const large = await batchesOf(LARGE);
  const database = await openDatabase(NAME);
  await emptied(database);
  for (let n = 0; n < count; n++) {
    const startedAt = 1_700_000_000_000 + Math.floor((n / count) * 365 * DAY_MS);
    await keep(database, { runId: idOf(n), startedAt }, n === count >> 1 ? large : small);
    if (n % 5 !== 0) continue;
    for (const at of [1, 2, 3]) {
      const parent = { runId: idOf(n), call: 'c1' };
      await keep(database, { runId: `${idOf(n)}.c1.${at}`, startedAt, parent }, small);
    }
  }
  database.close();
  return count;
}

async function batchesOf(calls: number): Promise<RunEvent[][]> {
  const batches: RunEvent[][] = [];
  await runPlan(
    planOf(randomGraph(calls), 4),
    async () => 1,
    (events) => {
      batches.push([...events]);
    },
  );
  return batches;
}

async function keep(
  database: Database,
  about: Pick<KeptRun, 'runId' | 'startedAt' | 'parent'>,
  batches: readonly (readonly RunEvent[])[],
): Promise<void> {
  const { runId, startedAt, parent } = about;
  const own = batches.map((events) => events.map((event) => ({ ...event, runId })));
  const end = own.at(-1)?.at(-1);
  await within(database, ['runs', 'batches'], 'readwrite', (transaction) => {
    const into = transaction.objectStore('batches');
    for (const events of own) into.add({ runId, first: events[0]!.seq, events: pack(events).text });
    transaction.objectStore('runs').add({
      ...about,
      planId: `plan-${startedAt % 40}`,
      title: 'The week in figures',
      status: 'completed',
      reason: 'goal_met',
      lastSeq: end?.seq ?? 0,
      open: 0,
      endedAt: startedAt + 60_000,
      ...(parent ? {} : { listedAt: startedAt }),
    });
  });
}

/** Opens the database and lists all, as the first look after a start does. */
export async function listed(count: number): Promise<number> {
  const start = performance.now();
  const database = await openDatabase(NAME);
  const rows = await listRuns(database);
  const ms = performance.now() - start;
  database.close();
  if (rows.length !== count) throw new Error(`${rows.length} runs were listed instead of ${count}.`);
  return ms;
}

/** Reads the n-th run's journal and folds it into what the screen draws. */
export async function opened(n: number): Promise<number> {
  const database = await openDatabase(NAME);
  const start = performance.now();
  const events = await runJournal(database).events(idOf(n));
  const state = engine.blank(idOf(n), false);
  for (const event of events) engine.evolve(state, event);
  const ms = performance.now() - start;
  database.close();
  if (state.seq < SMALL) throw new Error(`Run ${n} was not read.`);
  return ms;
}
