/** Discarding a run leaves its entered write in doubt: its record stays until a person has settled that, or has seen it named (L-41). */

import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { fold } from '../../src/host/context.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Delegates } from '../../src/plan/delegates.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Origin } from '../../src/plan/origin.ts';
import { openQuestions } from '../../src/run/view.ts';
import { SETTING } from '../run/written-run.ts';
import { virtualPlace } from './virtual-place.ts';

const planOf = (id: string, calls: Plan['calls']): Plan => ({ format: 'obelus/plan', version: 1, id, calls });
const write = { _id: 'w', _tool: 'write', _description: 'Order it', _outputPath: '†state.w' };
const ONE = planOf('p', [write]);
const READS = planOf('p', [{ _id: 'r', _tool: 'read', _outputPath: '†state.r' }]);
const BELOW = planOf('p', [
  { _id: 'd', _tool: 'x', _delegate: 'plan:sub', _outputPath: '†state.d' },
  { _id: 'late', _tool: 'read', x: '†state.d', _outputPath: '†state.late' },
]);
const SUB: Delegates = { 'plan:sub': planOf('sub', [write]) };

/** A run whose call is under way, for as long as anybody waits. */
async function begun(plan: Plan, delegates: Delegates = {}) {
  const entered: string[] = [];
  const place = virtualPlace({
    setting: SETTING,
    play: (runId, { id }) => {
      entered.push(`${runId} ${id}`);
      return { ms: 1_000_000, value: id };
    },
  });
  const runs = openRuns(place);
  const hash = sign(plan, SETTING, delegates);
  if (!hash.ok) throw new Error(hash.error);
  const start = (runId: string, more = {}) =>
    runs.start({ runId, planId: plan.id, plan, delegates, hash: hash.value.hash, input: {}, ...more });
  await start('one');
  while (entered.length === 0) await Promise.resolve();
  const discard = (forget?: readonly string[], runId = 'one') =>
    runs.steer({ kind: 'discard-run', runId, ...(forget ? { forget } : {}) });
  const asks = async (runId: string) => openQuestions(fold(place, runId, await place.store.events(runId)));
  return { place, runs, entered, start, discard, asks };
}

test('a write under way stays in doubt, named, settled after the end, and then the record goes', async () => {
  const { place, runs, discard, asks } = await begun(ONE);
  await expect(discard()).rejects.toMatchObject({
    code: 'in-doubt',
    message: expect.stringContaining('whether “Order it” (write) happened is not known'),
  });
  expect(await place.store.run('one')).toMatchObject({ open: 0, reason: 'discarded', doubts: 1 });
  expect(await asks('one')).toMatchObject([{ kind: 'in_doubt', call: 'w', over: true }]);
  await runs.steer({ kind: 'answer', runId: 'one', call: 'w', choose: 'skip' });
  expect(await place.store.run('one')).not.toHaveProperty('doubts');
  await discard();
  expect(await place.store.run('one')).toBeUndefined();
});

test('a fork of what was discarded asks first', async () => {
  const { discard, start, asks, entered, place } = await begun(ONE);
  await expect(discard()).rejects.toMatchObject({ code: 'in-doubt' });
  await start('two', { fork: { runId: 'one', cleared: ['w'], values: {} } });
  await place.settle();
  expect(await asks('two')).toMatchObject([{ kind: 'in_doubt', call: 'w' }]);
  expect(entered).toEqual(['one w']);
});

test('what the person has seen named is forgotten with the record, and nothing else is', async () => {
  const { place, discard } = await begun(ONE);
  await expect(discard(['one other'])).rejects.toMatchObject({ code: 'in-doubt' });
  await discard(['one w']);
  expect(await place.store.run('one')).toBeUndefined();
});

test('a read under way is no reason to keep anything', async () => {
  const { place, discard } = await begun(READS);
  await discard();
  expect(await place.store.run('one')).toBeUndefined();
});

test('one call stopped: the write of its sub-plan stays in doubt, and the run above is not erased over it', async () => {
  const { place, runs, discard, asks } = await begun(BELOW, SUB);
  const [child] = await place.store.below('one.');
  if (!child) throw new Error('no sub-run');
  await runs.steer({ kind: 'stop-run', runId: child.runId });
  expect(await asks(child.runId)).toMatchObject([{ kind: 'in_doubt', call: 'w', over: true }]);
  await expect(discard()).rejects.toMatchObject({
    code: 'in-doubt',
    message: expect.stringContaining('“Order it”'),
  });
  await discard([`${child.runId} w`]);
  expect(await place.store.run(child.runId)).toBeUndefined();
});

test('a sub-run discarded leaves its write in doubt too; its record is the one above’s', async () => {
  const { place, discard, asks } = await begun(BELOW, SUB);
  const [child] = await place.store.below('one.');
  if (!child) throw new Error('no sub-run');
  await discard(undefined, child.runId);
  expect(await asks(child.runId)).toMatchObject([{ kind: 'in_doubt', call: 'w', over: true }]);
  await expect(discard()).rejects.toMatchObject({ code: 'in-doubt' });
});

test('what a record from outside calls in doubt keeps nobody here from erasing it', async () => {
  const { place, discard } = await begun(ONE);
  await expect(discard()).rejects.toMatchObject({ code: 'in-doubt' });
  const row = await place.store.run('one');
  if (!row) throw new Error('no row');
  const origin: Origin = { kind: 'file', at: 1, name: 'runs.json' };
  await place.store.mark({ ...row, origin });
  await discard();
  expect(await place.store.run('one')).toBeUndefined();
});
