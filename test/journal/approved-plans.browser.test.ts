/** Which plans of this device are learnt from: those of one's own that stand approved here, and no other. */

import { expect, test } from 'vitest';
import { approvedPlans } from '../../src/journal/approved-plans.ts';
import type { Database } from '../../src/journal/database.ts';
import { type KeptPlan, plans } from '../../src/journal/plans.ts';
import { receipts } from '../../src/journal/receipts.ts';
import { FORMAT, VERSION } from '../../src/plan/document.ts';
import { NO_ORIGINS, type Origin, type Origins } from '../../src/plan/origin.ts';
import { eachHasItsOwn } from './fresh-database.ts';

let database: Database;
eachHasItsOwn((opened) => {
  database = opened;
});

let count = 0;

/** Kept, with an approval of it and its receipt, unless told otherwise. */
async function keep(id: string, origins: Origins = NO_ORIGINS, approved = true): Promise<void> {
  const at = ++count;
  const hash = id.padEnd(64, '0');
  const kept: KeptPlan = {
    plan: { format: FORMAT, version: VERSION, id, calls: [{ _id: 'a', _tool: 'note' }] },
    ...{ revision: 1, origins, input: {}, savedAt: at, conflicts: [], save: id, tab: 't' },
    approval: approved ? { hash, revision: 1, at } : null,
  };
  await plans(database).save(kept, null);
  await receipts(database).give({ hash, at, planId: id, title: id, revision: 1, device: 'd', flows: null });
}

const began = (kind: Origin['kind']): Origins => ({ ...NO_ORIGINS, began: { kind, at: 1 } });
const ids = async () => (await approvedPlans(database)).map(({ id }) => id);

test('the newest first; none without an approval that stands', async () => {
  await keep('first');
  await keep('edited', NO_ORIGINS, false);
  await keep('second', began('made'));
  expect(await ids()).toEqual(['second', 'first']);
  await receipts(database).takeBack('first'.padEnd(64, '0'), 9);
  expect(await ids()).toEqual(['second']);
  await plans(database).remove('second');
  expect(await ids()).toEqual([]);
});

test('none that a stranger or a model wrote, in whole or in part, approved or not', async () => {
  for (const kind of ['link', 'file', 'pasted', 'model'] as const) await keep(kind, began(kind));
  const from: Origin = { kind: 'model', at: 1 };
  await keep('part', { ...NO_ORIGINS, parts: { 'call a': { from } } });
  await keep('changed', { ...NO_ORIGINS, revisions: [{ from: 2, by: from }] });
  await keep('own', began('app'));
  expect(await ids()).toEqual(['own']);
});

test('a bounded number', async () => {
  for (let at = 0; at < 53; at++) await keep(`plan${at}`);
  const all = await ids();
  expect(all).toHaveLength(50);
  expect(all[0]).toBe('plan52');
});
