/** Databases of earlier versions, kept as they were, opened by today's code: everything is there, and runs go on. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drive } from '../../src/host/drive.ts';
import type { CallStart } from '../../src/host/port.ts';
import { type Database, openDatabase, StorageFault } from '../../src/journal/database.ts';
import { planFiles, runFiles } from '../../src/journal/files.ts';
import { listRuns, subRunsOf } from '../../src/journal/history.ts';
import { MIGRATIONS } from '../../src/journal/migrations.ts';
import { runModels } from '../../src/journal/model-record.ts';
import { plans } from '../../src/journal/plans.ts';
import { receipts } from '../../src/journal/receipts.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import { NO_ORIGINS } from '../../src/plan/origin.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { deleteDatabase } from './fresh-database.ts';
import { type KeptDatabase, keptEvents, keptRows, readKept, restore } from './kept-database.ts';

let name: string;
let database: Database | undefined;

beforeEach(() => {
  name = `test-${crypto.randomUUID()}`;
  database = undefined;
});

afterEach(async () => {
  database?.close();
  await deleteDatabase(name);
});

test('versions are counted from 1 without gaps', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, at) => at + 1));
});

describe('a database of version 5', () => {
  test('keeps what its plans began as, and of none says more than was noted', async () => {
    await restore(name, await readKept('v5.json'));
    database = await openDatabase(name);
    const link = { kind: 'link', at: 1_795_000_000_003 };
    const repository = plans(database);
    expect((await repository.get('plan_strangers'))?.origins).toEqual({
      began: link,
      revisions: [],
      parts: {},
    });
    expect((await repository.get('plan_kept'))?.origins).toEqual(NO_ORIGINS);
    const listed = await repository.list();
    expect(listed.map(({ id, origin }) => [id, origin])).toContainEqual(['plan_strangers', link]);
    expect(await repository.get('plan_strangers')).not.toHaveProperty('origin');
  });

  test('keeps its receipts: what was approved here begins without being approved again', async () => {
    const kept = await readKept('v5.json');
    await restore(name, kept);
    database = await openDatabase(name);
    const rows = keptRows(kept, 'receipts');
    expect(rows.length).toBeGreaterThan(0);
    for (const { hash, planId } of rows) {
      expect(await receipts(database).holds(hash as string)).toBe(true);
      expect(await receipts(database).list(planId as string)).toMatchObject([{ hash }]);
    }
  });
});

describe('a database of version 3', () => {
  test('gives each plan a save to begin with: the first tab that saves names it, the second finds it is behind', async () => {
    const kept = await readKept('v3.json');
    await restore(name, kept);
    database = await openDatabase(name);
    const repository = plans(database);
    for (const { id, plan, revision, input, approval } of keptRows(kept, 'plans')) {
      const row = (await repository.get(id as string))!;
      expect(row).toMatchObject({ plan, revision, input, approval, conflicts: [] });
      expect(await repository.save({ ...row, save: 'mine', tab: 'm' }, row.save)).toEqual({ kind: 'saved' });
      const late = await repository.save({ ...row, revision: 99, save: 'late', tab: 'l' }, row.save);
      expect(late).toMatchObject({ kind: 'behind', theirs: { revision, save: 'mine', tab: 'm' } });
      expect(await repository.get(id as string)).toMatchObject({ revision, save: 'mine' });
      await repository.remove(id as string);
      expect(await repository.save({ ...row, save: 'gone', tab: 'g' }, 'mine')).toEqual({ kind: 'removed' });
      expect(await repository.get(id as string)).toBeUndefined();
    }
  });
});

describe('a database of version 1', () => {
  let kept: KeptDatabase;
  beforeEach(async () => {
    kept = await readKept('v1.json');
    await restore(name, kept);
    database = await openDatabase(name);
  });

  test('is brought to the version of today with every run, event and long value in it', async () => {
    expect(database!.connection().version).toBe(MIGRATIONS.length * 10);
    const journal = runJournal(database!);
    for (const row of keptRows(kept, 'runs')) {
      const runId = row.runId as string;
      expect(await journal.run(runId)).toMatchObject(row);
      expect(await journal.events(runId)).toEqual(keptEvents(kept, runId));
    }
    const long = (await journal.events('completed')).filter((event) => JSON.stringify(event).length > 40_000);
    expect(long.length).toBeGreaterThan(0);
  });

  test('keeps plans with their approval, files of plans and runs, and what a model answered', async () => {
    expect(await plans(database!).get('plan_loop')).toMatchObject({
      revision: 4,
      input: { n: 1 },
      approval: { revision: 4 },
    });
    const [file] = await planFiles(database!).list('plan_files');
    expect(await file?.blob.text()).toBe('# Notes\nShip it.');
    expect(await (await runFiles(database!).get('completed', 'out.md'))?.text()).toContain('Ship it.');
    const answer = keptRows(kept, 'models').find((row) => row.runId === 'cut-judged')!;
    expect(await runModels(database!, 'cut-judged').get(answer.hash as string)).toEqual(answer.response);
  });

  test('lists the runs that a person started, newest first, with the time each ended', async () => {
    const listed = await listRuns(database!);
    const expected = keptRows(kept, 'runs')
      .filter((row) => row.parent === undefined)
      .sort((a, b) => (b.startedAt as number) - (a.startedAt as number));
    expect(listed.map(({ runId }) => runId)).toEqual(expected.map(({ runId }) => runId));
    for (const { runId, open, endedAt } of listed) {
      expect([runId, endedAt]).toEqual([
        runId,
        open === 1 ? undefined : keptEvents(kept, runId).at(-1)!.time,
      ]);
    }
    expect(await subRunsOf(database!, 'loop')).toHaveLength(3);
  });

  test('has a run that was cut off go on where it was: what is done is not started again (R-19, R-48)', async () => {
    const journal = runJournal(database!);
    expect((await journal.open()).map(({ runId }) => runId)).toContain('cut');
    const setting = { catalogue: catalogueOf(builtInTools), hasActivity: () => true };
    const state = (await journal.events('cut')).reduce(evolve, newRun('cut', setting));
    const started: CallStart[] = [];
    const letGo = new Error('let go of');
    const driven = drive(
      state,
      {
        now: () => state.time + 1,
        append: (events) => journal.append({ ...rowOf, lastSeq: events.at(-1)!.seq }, events, true),
        start: (start) => started.push(start),
        cancel: () => {},
        replan: () => {},
        check: () => [],
        next: () => Promise.reject(letGo),
      },
      [{ type: 'plan_run_interrupted' }],
    );
    await expect(driven).rejects.toBe(letGo);
    expect(started.map(({ id }) => id)).toEqual(['b']);
    expect((await journal.events('cut')).slice(0, -2)).toEqual(keptEvents(kept, 'cut'));
  });

  const rowOf = {
    runId: 'cut',
    planId: 'plan_cut',
    title: 'Cut off',
    startedAt: 1,
    status: 'running',
    reason: null,
    open: 1,
  } as const;
});

test('one that is new has the same tables, keys and indexes as one that was brought up from the first', async () => {
  const shapeOf = (connection: IDBDatabase) =>
    [...connection.objectStoreNames].map((one) => {
      const { keyPath, indexNames } = connection.transaction(one).objectStore(one);
      return [one, keyPath, [...indexNames]];
    });
  await restore(name, await readKept('v1.json'));
  database = await openDatabase(name);
  const brought = database.connection();
  const fresh = await openDatabase(`${name}-new`);
  const made = fresh.connection();
  expect(shapeOf(made)).toEqual(shapeOf(brought));
  expect(made.version).toBe(brought.version);
  fresh.close();
  await deleteDatabase(`${name}-new`);
});

test('a database whose journal is damaged is opened all the same', async () => {
  const kept = await readKept('v1.json');
  const damaged = kept.stores.map((store) =>
    store.name === 'batches'
      ? { ...store, rows: store.rows.map((row) => ({ ...row, events: '[{' })) }
      : store,
  );
  await restore(name, { ...kept, stores: damaged });
  database = await openDatabase(name);
  expect((await listRuns(database)).length).toBeGreaterThan(5);
});

describe('two tabs', () => {
  test('one of today waits for an older one that does not let go, and says so', async () => {
    const kept = await readKept('v1.json');
    await restore(name, kept);
    const older = await opened(indexedDB.open(name));
    const said: string[] = [];
    const opening = openDatabase(name, {
      blocked: (sentence) => {
        said.push(sentence);
        older.close();
      },
      superseded: () => {},
    });
    database = await opening;
    expect(said).toEqual([expect.stringContaining('Close that tab, or reload it')]);
    expect(await listRuns(database)).not.toEqual([]);
  });

  test('one that a newer version supersedes lets go at once, says so, and writes nothing more', async () => {
    const said: string[] = [];
    const older = await openDatabase(name, { blocked: () => {}, superseded: (one) => said.push(one) });
    const newer = await opened(indexedDB.open(name, 990));
    expect(said).toEqual([expect.stringContaining('Reload the page')]);
    const { append, events, open } = runJournal(older);
    const row = { runId: 'r', planId: 'p', title: 'R', startedAt: 1, status: 'running', reason: null };
    for (const refused of [
      append(
        { ...row, lastSeq: 1, open: 1 },
        [{ type: 'plan_run_interrupted', runId: 'r', seq: 1, time: 1 }],
        true,
      ),
      events('r'),
      open(),
    ]) {
      await expect(refused).rejects.toBeInstanceOf(StorageFault);
      await expect(refused).rejects.toMatchObject({
        code: 'storage-closed',
        message: expect.stringContaining('Reload the page'),
      });
    }
    expect(newer.version).toBe(990);
    newer.close();
  });
});

const opened = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
