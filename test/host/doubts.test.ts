/** A write that was under way when its run ended is in doubt: settled after the end, asked about by a new run (L-41). */

import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Plan } from '../../src/plan/document.ts';
import { knownOfDoubt } from '../../src/run/doubt.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { openWrites } from '../../src/run/open-writes.ts';
import { callView, openQuestions } from '../../src/run/view.ts';
import { SETTING } from '../run/written-run.ts';
import { virtualPlace } from './virtual-place.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [
    { _id: 'w', _tool: 'write', url: 'https://shop.example/', _outputPath: '†state.w' },
    { _id: 'r', _tool: 'read', x: '†state.w', _outputPath: '†state.r' },
  ],
};

/** A run that was stopped while its write was under way. */
async function stopped(store = memoryStore()) {
  const entered: string[] = [];
  const place = virtualPlace({
    setting: SETTING,
    store,
    play: (runId, { id }) => {
      entered.push(`${runId} ${id}`);
      return { ms: runId === 'one' ? 1_000_000 : 1, value: id };
    },
  });
  const runs = openRuns(place);
  const hash = sign(PLAN, SETTING, {});
  if (!hash.ok) throw new Error(hash.error);
  const start = (runId: string, more = {}) =>
    runs.start({ runId, planId: 'p', plan: PLAN, hash: hash.value.hash, input: {}, ...more });
  /** A run of another plan. */
  const other = async (plan: Plan, more = {}, runId = 'two') => {
    const signed = sign(plan, SETTING, { 'plan:s': PLAN });
    if (!signed.ok) throw new Error(signed.error);
    const delegates = { 'plan:s': PLAN };
    await start(runId, { planId: plan.id, plan, delegates, hash: signed.value.hash, ...more });
    await place.settle();
    return stateOf(runId);
  };
  await start('one');
  while (entered.length === 0) await Promise.resolve();
  await runs.steer({ kind: 'stop-run', runId: 'one' });
  await runs.left('one');
  const stateOf = async (runId: string) =>
    (await place.store.events(runId)).reduce(evolve, newRun(runId, SETTING));
  const say = (choose: 'value' | 'skip' | 'retry', runId = 'one') =>
    runs.steer({
      kind: 'answer',
      runId,
      call: 'w',
      choose,
      ...(choose === 'value' ? { value: 'sent' } : {}),
    });
  const fork = async (cleared: readonly string[]) => {
    await start('two', { fork: { runId: 'one', cleared, values: {} } });
    await place.settle();
    return stateOf('two');
  };
  return { entered, stateOf, say, fork, other, steer: runs.steer, settle: place.settle };
}

test('it is in doubt, and the run asks about it though it has ended', async () => {
  const { stateOf } = await stopped();
  const state = await stateOf('one');
  expect(state.status).toBe('aborted');
  expect(callView(state, 'w')).toMatchObject({ status: 'in_doubt' });
  expect(openQuestions(state)).toMatchObject([{ kind: 'in_doubt', call: 'w', over: true }]);
});

test('it happened: a new run takes it over and asks nothing', async () => {
  const { stateOf, say, fork, entered } = await stopped();
  await say('value');
  expect(callView(await stateOf('one'), 'w')).toMatchObject({ status: 'completed', value: 'sent' });
  expect(openQuestions(await stateOf('one'))).toEqual([]);
  expect(await fork([])).toMatchObject({ status: 'completed' });
  expect(entered).toEqual(['one w', 'two r']);
});

test('it did not happen: a new run sends it', async () => {
  const { say, fork, entered } = await stopped();
  await say('skip');
  expect(await fork([])).toMatchObject({ status: 'completed' });
  expect(entered).toEqual(['one w', 'two w', 'two r']);
});

test('nobody has said: a new run asks before it sends it, cleared or not', async () => {
  for (const cleared of [[], ['w', 'r']]) {
    const { say, fork, entered, settle } = await stopped();
    expect(openQuestions(await fork(cleared))).toMatchObject([{ kind: 'in_doubt', call: 'w' }]);
    expect(entered).toEqual(['one w']);
    await say('retry', 'two');
    await settle();
    expect(entered.slice(0, 2)).toEqual(['one w', 'two w']);
  }
});

test('what the record of the run before tells of it is said in the one that goes on from it', async () => {
  const { fork } = await stopped();
  expect(knownOfDoubt(await fork([]), 'w')).toBe(
    'In the run that this one goes on from: The run ended while it was under way, so it may have had its effect already.',
  );
});

test('it is not run again in a run that is over, and not settled twice', async () => {
  const { say } = await stopped();
  await expect(say('retry')).rejects.toMatchObject({ code: 'no-such-question' });
  await say('skip');
  await expect(say('value')).rejects.toMatchObject({ code: 'no-such-question' });
});

test('stopped while the doubts of a loop wait, it ends every run of the loop, and each asks what became of its write', async () => {
  const sub: Plan = {
    ...{ format: 'obelus/plan', version: 1, id: 's' },
    calls: [{ _id: 'w', _tool: 'write', _outputPath: '†state.w' }],
    policy: { retryLimit: 0 },
  };
  const plan: Plan = {
    ...{ ...PLAN, id: 'loop', state: { initial: { items: [1, 2, 3] } } },
    calls: [
      {
        _id: 'each',
        _tool: 'write',
        _delegate: 'plan:s',
        _forEach: '†state.items',
        _outputPath: '†state.all',
      },
    ],
  };
  const throws = { code: 'boom', message: 'It broke.', outcome: 'unknown' } as const;
  let entered = 0;
  const play = () => {
    entered += 1;
    return { ms: 1, throws };
  };
  const place = virtualPlace({ setting: SETTING, play });
  const runs = openRuns(place);
  const hash = sign(plan, SETTING, { 'plan:s': sub });
  if (!hash.ok) throw new Error(hash.error);
  const delegates = { 'plan:s': sub };
  await runs.start({ runId: 'one', planId: 'loop', plan, delegates, hash: hash.value.hash, input: {} });
  await place.settle();
  await runs.steer({ kind: 'stop-run', runId: 'one' });
  await place.settle();
  const rows = await place.store.below('one');
  expect(rows.map(({ open, status }) => [open, status])).toEqual(
    Array.from({ length: 4 }, () => [0, 'aborted']),
  );
  expect(rows.slice(1).map(({ doubts }) => doubts)).toEqual([1, 1, 1]);
  // What the run below did is named by its element; the call itself is one, and only asks as one.
  const fork = { runId: 'one', cleared: [], values: {} };
  await runs.start({
    ...{ runId: 'two', planId: 'loop', plan, delegates, hash: hash.value.hash, input: {}, fork },
  });
  await place.settle();
  const two = (await place.store.events('two')).reduce(evolve, newRun('two', SETTING));
  expect(knownOfDoubt(two, 'each')).toBe(
    'In the run that this one goes on from: element 1: “w” (write), of which no end is known. element 2: “w” (write), of which no end is known. element 3: “w” (write), of which no end is known. If it is run again, whatever would send the same asks by itself.',
  );
  // Run again, each of them is settled by itself: nothing goes out a second time until then.
  expect(entered).toBe(3);
  await runs.steer({ kind: 'answer', runId: 'two', call: 'each', choose: 'retry' });
  await place.settle();
  const asked = await Promise.all(
    (await place.store.below('two.')).map(async ({ runId }) =>
      openQuestions((await place.store.events(runId)).reduce(evolve, newRun(runId, SETTING))),
    ),
  );
  expect(asked.flat()).toMatchObject(
    Array.from({ length: 3 }, () => ({
      kind: 'approval',
      call: 'w',
      doubtOf: expect.stringMatching(/^one\./),
    })),
  );
  expect(entered).toBe(3);
  for (const { runId } of rows.slice(1)) {
    const state = (await place.store.events(runId)).reduce(evolve, newRun(runId, SETTING));
    expect(openQuestions(state)).toMatchObject([{ kind: 'in_doubt', over: true }]);
  }
});

/** The plan as somebody changed it, under another id: its write is the same. */
const CHANGED: Plan = {
  ...{ ...PLAN, id: 'changed' },
  calls: [
    { _id: 'first', _tool: 'read', x: 'new', _outputPath: '†state.w' },
    { _id: 'again', _tool: 'write', url: 'https://shop.example/', _outputPath: '†state.r' },
  ],
};

test('another plan asks before it does what a run of this one left in doubt, and sends nothing until then', async () => {
  const { other, entered } = await stopped();
  expect(openQuestions(await other(CHANGED))).toMatchObject([
    { kind: 'approval', call: 'again', repeats: 'w', doubtOf: 'one' },
  ]);
  expect(entered).toEqual(['one w', 'two first']);
});

test('what another plan writes in a run below it asks, too', async () => {
  const { other, entered } = await stopped();
  const calls = [{ _id: 'd', _tool: 'd', _delegate: 'plan:s', _outputPath: '†state.r' }];
  await other({ ...CHANGED, calls });
  expect(entered).toEqual(['one w']);
});

test.each<[string, Plan, object, boolean]>([
  ['with other values does not ask', { ...CHANGED, calls: [{ ...CHANGED.calls[1]!, body: 'x' }] }, {}, false],
  ['whose doubt the person has seen named does not ask', CHANGED, { despite: ['one'] }, false],
  ['of a plan of which they have does not, either', CHANGED, { despite: ['p'] }, false],
  ['of which they have seen another asks', CHANGED, { despite: ['three'] }, true],
])('a write %s', async (_, plan, more, asks) => {
  const { other } = await stopped();
  expect(openQuestions(await other(plan, more))).toHaveLength(asks ? 1 : 0);
});

test('another plan does not ask once somebody has said what became of it', async () => {
  const { other, say } = await stopped();
  await say('value');
  expect(await other(CHANGED)).toMatchObject({ status: 'completed' });
});

test.each<[string, { own?: true }, number]>([
  ['a stranger’s record calls in doubt does not ask', {}, 0],
  ['a backup of one’s own has in doubt asks', { own: true }, 1],
])('what %s', async (_, more, asks) => {
  const kept = memoryStore();
  const origin = { kind: 'file', at: 1, ...more } as const;
  const doubtful = async () => (await kept.doubtful()).map((row) => ({ ...row, origin }));
  const { other } = await stopped({ ...kept, doubtful });
  expect(openQuestions(await other(CHANGED))).toHaveLength(asks);
});

test('a run that goes on from one that left a doubt asks of it once', async () => {
  const { fork, say, entered, settle, stateOf } = await stopped();
  await fork([]);
  await say('retry', 'two');
  await settle();
  expect(await stateOf('two')).toMatchObject({ status: 'completed' });
  expect(entered).toEqual(['one w', 'two w', 'two r']);
});

test('what was in doubt elsewhere when a run began is asked anew where another goes on from it', async () => {
  const { other, say, steer } = await stopped();
  const [, again] = CHANGED.calls;
  const plan = { ...CHANGED, calls: [again!] };
  await other(plan);
  await steer({ kind: 'stop-run', runId: 'two' });
  await say('value');
  const fork = { runId: 'two', cleared: ['again'], values: {} };
  expect(await other(plan, { fork }, 'three')).toMatchObject({ status: 'completed' });
});

/** A run whose write is in doubt while the run goes on, and that a person skips. */
async function skipped() {
  const throws = { code: 'boom', message: 'It broke.', outcome: 'unknown' } as const;
  const place = virtualPlace({ setting: SETTING, play: () => ({ ms: 1, throws }) });
  const runs = openRuns(place);
  const plan: Plan = { ...PLAN, calls: [PLAN.calls[0]!], policy: { retryLimit: 0 } };
  const hash = sign(plan, SETTING, {});
  if (!hash.ok) throw new Error(hash.error);
  await runs.start({ runId: 'one', planId: 'p', plan, hash: hash.value.hash, input: {} });
  await place.settle();
  const row = () => place.store.run('one');
  const before = await row();
  const say = (choose: 'value' | 'skip') =>
    runs.steer({
      kind: 'answer',
      runId: 'one',
      call: 'w',
      choose,
      ...(choose === 'value' ? { value: 1 } : {}),
    });
  await say('skip');
  await place.settle();
  const state = async () => (await place.store.events('one')).reduce(evolve, newRun('one', SETTING));
  return { before, row, state, say };
}

test('a doubt that a person skips is settled by nobody: it asks after the end, and the row counts it all along', async () => {
  const { before, row, state } = await skipped();
  expect(before).toMatchObject({ open: 1, doubts: 1 });
  expect(await row()).toMatchObject({ open: 0, doubts: 1 });
  const ended = await state();
  expect(callView(ended, 'w')).toMatchObject({ status: 'skipped' });
  expect(openQuestions(ended)).toMatchObject([{ kind: 'in_doubt', call: 'w', over: true }]);
  expect(openWrites(ended)).toMatchObject([{ call: 'w', underWay: false }]);
});

test.each(['value', 'skip'] as const)('one that was skipped is settled after the end: %s', async (choose) => {
  const { row, state, say } = await skipped();
  await say(choose);
  const ended = await state();
  expect(callView(ended, 'w')).toMatchObject({ status: choose === 'value' ? 'completed' : 'cancelled' });
  expect(openQuestions(ended)).toEqual([]);
  expect((await row())?.doubts).toBeUndefined();
  await expect(say(choose)).rejects.toMatchObject({ code: 'no-such-question' });
});
