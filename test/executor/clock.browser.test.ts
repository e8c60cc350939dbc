/** A device's clock that is set while runs go on: they neither hang nor lose time, nor count time that they did not work. */

import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { openChannel } from '../../src/executor/channel.ts';
import { workerPlace } from '../../src/executor/place.ts';
import { workerPool } from '../../src/executor/pool.ts';
import { openRuns, type Runs } from '../../src/host/runs.ts';
import { type Database, openDatabase } from '../../src/journal/database.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { get, planOf } from './plans.ts';
import { approved, closeTabs, hashOf, openTab } from './tab.ts';

vi.setConfig({ testTimeout: 30_000 });

const DAY = 86_400_000;

let database: Database;
/** What the device's clock says more than is true. */
let ahead = 0;
let events: RunEvent[] = [];
let heard = () => {};

beforeEach(async () => {
  await deleteDatabase();
  database = await openDatabase();
  ahead = 0;
  events = [];
});
afterEach(() => {
  closeTabs();
  database.close();
});

/** Runs as a worker has them, in this page, under a clock that the test sets. */
function runsHere(): Runs {
  const told = {
    connection: () => null,
    secrets: () => new Map(),
    locked: () => new Set<string>(),
    pool: workerPool(),
  };
  const channel = openChannel(
    () => crypto.randomUUID(),
    (message) => {
      if (message.kind !== 'events') return;
      events.push(...message.events);
      heard();
    },
  );
  const place = workerPlace(database, channel, navigator.locks, told);
  return openRuns({ ...place, clock: { ...place.clock, now: () => Date.now() + ahead } });
}

const event = <T extends RunEvent['type']>(type: T): Promise<Extract<RunEvent, { type: T }>> =>
  new Promise((resolve) => {
    heard = () => {
      const found = events.find((one): one is Extract<RunEvent, { type: T }> => one.type === type);
      if (found) resolve(found);
    };
    heard();
  });

const start = async (runs: Runs, plan: Plan) => {
  await approved(plan);
  return runs.start({ runId: 'run', planId: plan.id, plan, hash: hashOf(plan), input: {} });
};

const at = (acts: string): string => `${inject('faultyServer')}${crypto.randomUUID()}/${acts}`;

const inOrder = (): boolean => events.every(({ time }, n) => n === 0 || time >= events[n - 1]!.time);

test.each([-DAY, DAY])(
  'a wait for a retry ends when the clock is set by %i ms in the middle of it (L-40)',
  async (ms) => {
    await start(runsHere(), planOf([get('a', { url: at('500,ok') })]));
    await event('plan_step_retry');
    ahead = ms;
    expect(await event('plan_completed')).toMatchObject({ status: 'completed' });
    expect(inOrder()).toBe(true);
  },
);

test('a run that is taken up under a clock a day behind goes on at once, and its times do not go back', async () => {
  const tab = openTab();
  const runId = await tab.run(planOf([get('a', { url: at('500,ok') })]));
  await tab.event(runId, 'plan_step_retry');
  const before = tab.events(runId).at(-1)!.time;
  tab.kill();
  ahead = -DAY;
  await runsHere().resumeAll();
  expect(await event('plan_completed')).toMatchObject({ status: 'completed' });
  expect(events[0]!.time).toBeGreaterThanOrEqual(before);
  expect(inOrder()).toBe(true);
});

test('a clock set a day ahead while a call is in flight is no day of work', async () => {
  const policy = { maxDurationMs: DAY / 2, retryLimit: 1 };
  await start(runsHere(), planOf([get('a', { url: at('500,ok') })], { policy }));
  await event('plan_step_started');
  ahead = DAY;
  expect(await event('plan_completed')).toMatchObject({ status: 'completed' });
});

test('a clock that went ahead while the run waited for a person is followed, and is no day of work either', async () => {
  const ask = { _id: 'ask', _tool: 'askPerson', question: 'Which?', _outputPath: '†state.ask' };
  const calls = [ask, get('a', { url: at('ok'), _after: '†state.ask' })];
  const runs = runsHere();
  await start(runs, planOf(calls, { policy: { maxDurationMs: DAY / 2 } }));
  await event('plan_step_waiting');
  ahead = DAY;
  await runs.steer({ kind: 'answer', runId: 'run', call: 'ask', choose: 'value', value: { answer: 'x' } });
  const end = await event('plan_completed');
  expect(end).toMatchObject({ status: 'completed' });
  expect(end.time).toBeGreaterThan(Date.now() + DAY / 2);
});

test('a run whose time is up stops, with a call that hangs in flight', async () => {
  await start(runsHere(), planOf([get('a', { url: at('hang') })], { policy: { maxDurationMs: 300 } }));
  expect(await event('plan_completed')).toMatchObject({ status: 'failed', reason: 'time_budget' });
});
