/** One call is stopped by a person, to do it themselves (L-41): asked about once, over kills, and nothing of it comes late. */

import { describe, expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { fold } from '../../src/host/context.ts';
import { memoryLeases, memoryStore } from '../../src/host/memory-place.ts';
import { type Decision, type Store, StoreFault } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Delegates } from '../../src/plan/delegates.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { openQuestions } from '../../src/run/view.ts';
import { SETTING } from '../run/written-run.ts';
import { type Script, turn, virtualPlace } from './virtual-place.ts';

const one = (_id: string, _tool = 'read', more: Partial<Call> = {}): Call => ({
  ...{ _id, _tool, _outputPath: `†state.${_id}` },
  ...more,
});
const planOf = (calls: readonly Call[], more: Partial<Plan> = {}): Plan => ({
  ...{ format: 'obelus/plan', version: 1, id: 'p' },
  ...{ calls, output: `†state.${calls[0]?._id}` },
  ...more,
});

const LONG = 60_000;

/** A run in which all that `slow` says takes a minute, as it stands before any time has passed. */
async function begun(plan: Plan, slow: RegExp, delegates: Delegates = {}, more: Partial<Script> = {}) {
  const entered: string[] = [];
  const script: Script = {
    setting: SETTING,
    play: (runId, { id }) => {
      entered.push(id);
      const times = entered.filter((name) => name === id).length;
      return { ms: slow.test(`${runId}/${id}`) && times === 1 ? LONG : 10, value: `${id} ${times}` };
    },
    ...more,
  };
  let place = virtualPlace(script);
  let runs = openRuns(place);
  const signed = sign(plan, SETTING, delegates);
  if (!signed.ok) throw new Error(signed.error);
  await runs.start({
    ...{ runId: 'run', planId: plan.id, plan, hash: signed.value.hash, input: {}, delegates },
  });
  /** What can happen without time passing has. */
  const still = async () => {
    for (let n = 0; n < 30; n++) await turn();
  };
  await still();
  return {
    entered,
    events: (runId = 'run') => place.store.events(runId),
    row: (runId = 'run') => place.store.run(runId),
    below: () => place.store.below('run.'),
    still,
    settle: () => place.settle(),
    /** The next thing that is due happens. */
    pass: async () => {
      place.clock.advance();
      await still();
    },
    /** Asks for something that the place may not live to carry out. */
    steerInto: async (decision: Decision) => {
      runs.steer(decision).catch(() => {});
      await still();
    },
    asks: async (runId = 'run') =>
      openQuestions(fold(place, runId, await place.store.events(runId))).map(({ kind }) => kind),
    steer: async (decision: Decision) => {
      await runs.steer(decision);
      await still();
    },
    /** The place dies, and another one takes the run up. */
    kill: async () => {
      runs.letGo();
      await still();
      const { store } = place;
      place = virtualPlace({ ...script, store, leases: memoryLeases() });
      runs = openRuns(place);
      await runs.resumeAll();
      await still();
    },
  };
}

const stop = (call: string, runId = 'run'): Decision => ({ kind: 'stop-call', runId, call });
const give = (call: string, value: string): Decision => ({
  ...{ kind: 'answer', runId: 'run', call },
  ...{ choose: 'value', value },
});

describe('a call that is under way', () => {
  test('is stopped alone: what it would have come to is heard no more, and the person’s value is what it gave', async () => {
    const run = await begun(planOf([one('a'), one('b')]), /a$|b$/);
    await run.steer(stop('a'));
    expect(await run.asks()).toEqual(['failure']);
    await run.steer(give('a', 'mine'));
    await run.settle();
    expect(await run.row()).toMatchObject({ status: 'completed', open: 0 });
    const events = await run.events();
    const ends = events.filter(({ type }) => type === 'plan_step_completed');
    expect(ends).toMatchObject([
      { call: 'a', value: 'mine', via: 'person' },
      { call: 'b', value: 'b 1' },
    ]);
    expect(run.entered).toEqual(['a', 'b']);
  });

  test('stays stopped over kills, is asked about once, and is entered again only when the person says so', async () => {
    const run = await begun(planOf([one('a')]), /a$/);
    await run.steer(stop('a'));
    await run.kill();
    await run.kill();
    expect(await run.asks()).toEqual(['failure']);
    expect(run.entered).toEqual(['a']);
    await run.steer({ kind: 'answer', runId: 'run', call: 'a', choose: 'retry' });
    await run.settle();
    expect(run.entered).toEqual(['a', 'a']);
    const events = await run.events();
    expect(events.filter(({ type }) => type === 'plan_step_waiting')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'plan_completed', output: 'a 2' });
  });

  test('that writes is in doubt, and is not sent again unasked, over a kill either', async () => {
    const run = await begun(planOf([one('a', 'write')]), /a$/);
    await run.steer(stop('a'));
    await run.kill();
    expect(await run.asks()).toEqual(['in_doubt']);
    expect(run.entered).toEqual(['a']);
    await run.steer({ kind: 'answer', runId: 'run', call: 'a', choose: 'skip' });
    expect(await run.row()).toMatchObject({ status: 'completed_with_errors' });
  });

  test('that waits for a time of its own is stopped without a doubt, and the time that comes later starts nothing', async () => {
    let entries = 0;
    const play: Script['play'] = () => {
      entries += 1;
      return entries === 1 ? { ms: 1, sleeps: LONG } : { ms: 1, value: 1 };
    };
    const run = await begun(planOf([one('a', 'write')]), /-/, {}, { play });
    await run.pass();
    expect((await run.row())?.parked).toEqual({ due: LONG + 1 });
    await run.steer(stop('a'));
    expect(await run.asks()).toEqual(['failure']);
    await run.settle();
    expect(entries).toBe(1);
    await run.steer({ kind: 'answer', runId: 'run', call: 'a', choose: 'retry' });
    await run.settle();
    // From its top: it waits again, and is no attempt that goes on.
    expect((await run.events()).filter(({ type }) => type === 'plan_step_started')).toMatchObject([
      { attempt: 1 },
      { attempt: 2 },
    ]);
    expect(await run.row()).toMatchObject({ status: 'completed' });
  });
});

test('what is not under way can’t be stopped: it has ended, has not begun, asks, or is no call at all', async () => {
  const plan = planOf([one('a'), one('b', 'read', { p: '†state.c' }), one('c', 'write')], {
    policy: { askBefore: 'effects' },
  });
  const run = await begun(plan, /-/);
  await run.settle();
  for (const call of ['a', 'b', 'c', 'nobody'])
    await expect(run.steer(stop(call))).rejects.toMatchObject({ code: 'not-under-way' });
});

describe('what runs below it', () => {
  const sub: Plan = { ...planOf([one('x', 'write')]), id: 'sub' };
  const top = planOf([one('d', 'read', { _delegate: 'plan:sub' })]);

  test('is stopped with it, and its write is in doubt where it was entered', async () => {
    const run = await begun(top, /x$/, { 'plan:sub': sub });
    await run.steer(stop('d'));
    const [child] = await run.below();
    expect(child).toMatchObject({ status: 'aborted', open: 0, doubts: 1 });
    expect(await run.asks()).toEqual(['failure']);
    await run.steer(give('d', 'mine'));
    expect(await run.row()).toMatchObject({ status: 'completed', open: 0 });
    expect((await run.events()).filter(({ type }) => type === 'plan_sub_run_ended')).toHaveLength(1);
  });

  test('is ended where the place died between the two: nothing below asks or goes on beside the question', async () => {
    const run = await begun(top, /x$/, { 'plan:sub': sub }, { store: dyingAtAborts() });
    await run.steerInto(stop('d'));
    const [child] = await run.below();
    expect(child).toMatchObject({ open: 1 });
    expect((await run.events()).at(-1)).toMatchObject({ type: 'plan_step_waiting', kind: 'failure' });
    await run.kill();
    expect((await run.below())[0]).toMatchObject({ status: 'aborted', open: 0 });
    expect(await run.asks()).toEqual(['failure']);
    expect(run.entered).toEqual(['x']);
  });
});

/** Its first append that ends a run finds the disk gone. */
function dyingAtAborts(): Store {
  const store = memoryStore();
  let isDead = false;
  return {
    ...store,
    append: (row, events, strict) => {
      if (isDead || events.every(({ type }) => type !== 'plan_aborted'))
        return store.append(row, events, strict);
      isDead = true;
      return Promise.reject(new StoreFault('gone', 'The disk is gone.'));
    },
  };
}
