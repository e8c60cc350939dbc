/** What can be undone of a plan: kept with the save that it fits, gone with its plan, in no export. */

import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/journal/database.ts';
import { exportEverything } from '../../src/journal/export.ts';
import { importArchive } from '../../src/journal/import.ts';
import { plans } from '../../src/journal/plans.ts';
import { storedBytes } from '../../src/journal/stored-bytes.ts';
import type { Plan } from '../../src/plan/document.ts';
import { EMPTY_HISTORY, type History } from '../../src/plan/history.ts';
import { NO_ORIGINS } from '../../src/plan/origin.ts';
import { deleteDatabase, eachHasItsOwn } from './fresh-database.ts';
import { keptRows, readKept, restore } from './kept-database.ts';

let database: Database;
eachHasItsOwn((own) => {
  database = own;
});

const plan: Plan = { format: 'obelus/plan', version: 1, id: 'p', title: 'Mine', calls: [], output: null };
const step = (label: string): History => ({
  past: [
    {
      label,
      forward: [{ kind: 'set-field', field: 'title', value: 'Mine' }],
      backward: [{ kind: 'set-field', field: 'title', value: undefined }],
      origins: { before: NO_ORIGINS, after: NO_ORIGINS },
    },
  ],
  future: [],
});
const save = (name: string, basedOn: string | null, history: History) =>
  plans(database).save(
    {
      plan,
      revision: 1,
      input: {},
      approval: null,
      savedAt: 5,
      conflicts: [],
      save: name,
      tab: 't',
      history,
    },
    basedOn,
  );

test('it is kept with its save, an edit undone to nothing among them, and not where another tab was first', async () => {
  await save('one', null, step('First'));
  expect(await plans(database).history('p', 'one')).toEqual(step('First'));
  expect(await plans(database).get('p')).not.toHaveProperty('history');
  expect(await save('late', null, step('Late'))).toMatchObject({ kind: 'behind' });
  expect(await plans(database).history('p', 'late')).toBeUndefined();
  expect(await plans(database).history('p', 'one')).toEqual(step('First'));
  await save('two', 'one', EMPTY_HISTORY);
  expect(await plans(database).history('p', 'one')).toBeUndefined();
  expect(await plans(database).history('p', 'two')).toEqual(EMPTY_HISTORY);
  expect((await storedBytes(database)).plans).toBeGreaterThan(JSON.stringify(plan).length);
});

test('it goes with its plan, and is in no export', async () => {
  await save('one', null, step('A step of mine'));
  const text = await exportEverything(database);
  expect(text).not.toContain('A step of mine');
  await plans(database).remove('p');
  expect(await importArchive(database, text, 5)).toMatchObject({ ok: true });
  expect(await plans(database).history('p', 'one')).toBeUndefined();
  expect(await plans(database).history('p', 'archive')).toBeUndefined();
});

test('a database of version 8 has its plans, with nothing to undo yet, and keeps it from then on', async () => {
  const kept = await readKept('v8.json');
  const name = `test-${crypto.randomUUID()}`;
  await restore(name, kept);
  const older = await openDatabase(name);
  const rows = keptRows(kept, 'plans');
  expect(rows.length).toBeGreaterThan(0);
  for (const { id, save: was, plan: had } of rows) {
    const row = (await plans(older).get(id as string))!;
    expect(row.plan).toEqual(had);
    expect(await plans(older).history(id as string, was as string)).toBeUndefined();
    expect(
      await plans(older).save({ ...row, save: 'next', tab: 't', history: step('First') }, row.save),
    ).toEqual({ kind: 'saved' });
    expect(await plans(older).history(id as string, 'next')).toEqual(step('First'));
  }
  older.close();
  await deleteDatabase(name);
});
