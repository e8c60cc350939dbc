/** Versions of plans that are kept apart: in order, once for what is approved again, gone with their plan, named ones in an export. */

import { expect, test } from 'vitest';
import type { Database } from '../../src/journal/database.ts';
import { exportEverything } from '../../src/journal/export.ts';
import { importArchive } from '../../src/journal/import.ts';
import { plans } from '../../src/journal/plans.ts';
import { versions } from '../../src/journal/versions.ts';
import type { Plan } from '../../src/plan/document.ts';
import { eachHasItsOwn } from './fresh-database.ts';

let database: Database;

eachHasItsOwn((opened) => {
  database = opened;
});

const plan: Plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [], output: null };
const at = 1_795_000_000_000;
const named = (key: string, when: number) =>
  ({ planId: 'p', at: when, why: 'named', key, name: key, revision: 1, plan, by: null }) as const;
const approved = (key: string, when: number) =>
  ({ planId: 'p', at: when, why: 'approved', key, revision: 2, plan, by: null }) as const;
const savePlan = () =>
  plans(database).save(
    { plan, revision: 1, input: {}, approval: null, savedAt: at, conflicts: [], save: 's', tab: 't' },
    null,
  );

test('the newest comes first, and what is approved again is kept once', async () => {
  const shelf = versions(database);
  await shelf.put(named('first', at));
  await shelf.put(approved('hash', at + 1));
  await shelf.put(approved('other', at + 2));
  await shelf.put(approved('hash', at + 3));
  expect((await shelf.list('p')).map(({ why, at: when }) => [why, when - at])).toEqual([
    ['approved', 3],
    ['approved', 2],
    ['named', 0],
  ]);
  const id = (await shelf.list('p'))[0]?.id ?? '';
  await shelf.remove('p', id);
  expect(await shelf.list('p')).toHaveLength(2);
  expect(await shelf.list('another')).toEqual([]);
});

test('twenty that were approved are kept; what is named stays', async () => {
  const shelf = versions(database);
  await shelf.put(named('first', at));
  for (let n = 0; n < 23; n++) await shelf.put(approved(`hash-${n}`, at + n));
  const kept = await shelf.list('p');
  expect(kept.filter(({ why }) => why === 'approved').map(({ at: when }) => when - at)).toEqual(
    Array.from({ length: 20 }, (_, n) => 22 - n),
  );
  expect(kept.filter(({ why }) => why === 'named')).toHaveLength(1);
});

test('they go with their plan', async () => {
  await savePlan();
  await versions(database).put(named('first', at));
  await plans(database).remove('p');
  expect(await versions(database).list('p')).toEqual([]);
});

test('what is named travels with its plan and is a stranger’s then; what was approved stays here', async () => {
  await savePlan();
  await versions(database).put(named('first', at));
  await versions(database).put(approved('hash', at + 1));
  const text = await exportEverything(database);
  await plans(database).remove('p');
  expect(await importArchive(database, text, 5, { name: 'all.json' })).toMatchObject({ ok: true });
  expect(await versions(database).list('p')).toMatchObject([
    { why: 'named', name: 'first', by: { kind: 'file', name: 'all.json' } },
  ]);
});
