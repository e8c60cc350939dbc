/** Receipts on this device (L-74): kept, taken back, brought along from older versions, and in no export. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/journal/database.ts';
import { exportEverything } from '../../src/journal/export.ts';
import { listRuns } from '../../src/journal/history.ts';
import { importArchive } from '../../src/journal/import.ts';
import { plans } from '../../src/journal/plans.ts';
import { receipts } from '../../src/journal/receipts.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import { deleteDatabase } from './fresh-database.ts';
import { keptRows, keptText, readKept, restore } from './kept-database.ts';
import { type WhatItWas, whatItWas } from './what-it-was.ts';

const RECEIPT = {
  hash: 'a'.repeat(64),
  at: 1,
  planId: 'p',
  title: 'P',
  revision: 1,
  device: 'd',
  flows: null,
};

let name: string;
let database: Database;
beforeEach(() => {
  name = `receipts-${crypto.randomUUID()}`;
});
afterEach(async () => {
  database.close();
  await deleteDatabase(name);
});

test('a receipt holds for exactly its hash, until it is taken back', async () => {
  database = await openDatabase(name);
  const book = receipts(database);
  expect(await book.holds(RECEIPT.hash)).toBe(false);
  await book.give(RECEIPT);
  await book.give({ ...RECEIPT, hash: 'b'.repeat(64), planId: 'q', at: 2 });
  expect(await book.holds(RECEIPT.hash)).toBe(true);
  expect(await book.holds('c'.repeat(64))).toBe(false);
  await book.give({ ...RECEIPT, at: 3 });
  await book.takeBack(RECEIPT.hash, 4);
  expect(await book.holds(RECEIPT.hash)).toBe(false);
  expect(await book.holds('b'.repeat(64))).toBe(true);
  expect((await book.list('p')).map(({ at, takenBackAt }) => [at, takenBackAt])).toEqual([
    [3, 4],
    [1, 4],
  ]);
  await book.give({ ...RECEIPT, at: 5 });
  expect(await book.holds(RECEIPT.hash)).toBe(true);
  expect(await book.list()).toHaveLength(4);
});

test('no export carries one, and no archive brings one', async () => {
  database = await openDatabase(name);
  const book = receipts(database);
  await book.give(RECEIPT);
  const text = await exportEverything(database);
  expect(text).not.toContain(RECEIPT.hash);
  expect(text).not.toContain('receipts');
  await book.takeBack(RECEIPT.hash, 2);
  const forged = { ...(JSON.parse(text) as object), receipts: [{ ...RECEIPT, at: 9 }] };
  expect(await importArchive(database, JSON.stringify(forged), 3)).toMatchObject({ ok: true });
  expect(await book.holds(RECEIPT.hash)).toBe(false);
});

describe('a database of version 4', () => {
  test('has every plan and run as it was, and each approval as a receipt', async () => {
    const kept = await readKept('v4.json');
    const wasThere = JSON.parse(await keptText('v4.runs.json')) as WhatItWas;
    await restore(name, kept);
    database = await openDatabase(name);
    const journal = runJournal(database);
    const now: Record<string, WhatItWas[string]> = {};
    for (const runId of Object.keys(wasThere)) now[runId] = whatItWas(await journal.events(runId));
    expect(now).toEqual(wasThere);
    const rows = keptRows(kept, 'plans');
    expect(rows.some(({ approval }) => approval !== null)).toBe(true);
    for (const { id, approval } of rows) {
      const signed = approval as { readonly hash: string; readonly at: number } | null;
      expect((await plans(database).get(id as string))?.approval).toEqual(signed);
      const own = await receipts(database).list(id as string);
      expect(own.map(({ hash, at }) => ({ hash, at }))).toEqual(
        signed ? [{ hash: signed.hash, at: signed.at }] : [],
      );
      if (signed) expect(await receipts(database).holds(signed.hash)).toBe(true);
    }
  });
});

test('what an archive brings is marked as a file’s for good, whatever it says of itself', async () => {
  database = await openDatabase(name);
  const archive = JSON.parse(await keptText('archive-2.everything.json')) as Record<
    'plans' | 'runs',
    object[]
  >;
  const made = { kind: 'made', at: 1 };
  const origins = { began: made, revisions: [], parts: { 'call a': { from: null } } };
  const claims = { origin: made, planOrigin: made, origins };
  const plansClaim = archive.plans.map((plan) => ({ ...plan, ...claims }));
  const text = JSON.stringify({
    ...archive,
    plans: plansClaim,
    runs: archive.runs.map((run) => ({ ...run, ...claims })),
  });
  expect(await importArchive(database, text, 7, { name: 'theirs.json' })).toMatchObject({ ok: true });
  const origin = { kind: 'file', at: 7, name: 'theirs.json' };
  const listed = await listRuns(database);
  expect(listed.length).toBeGreaterThan(0);
  for (const run of listed) {
    expect(run).toMatchObject({ origin, open: 0 });
    expect(run).not.toHaveProperty('planOrigin');
  }
  for (const { id } of plansClaim as unknown as { readonly id: string }[])
    expect(await plans(database).get(id)).toMatchObject({
      origins: { began: origin, revisions: [{ from: 1, by: origin }], parts: {} },
      approval: null,
    });
  expect((await plans(database).list()).map((plan) => plan.origin)).toEqual(plansClaim.map(() => origin));
});
