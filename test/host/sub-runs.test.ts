/** Runs below runs, on a virtual clock: what may start, what parks and drains as one, what goes on without a word. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { memoryLeases } from '../../src/host/memory-place.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Delegates } from '../../src/plan/delegates.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { WorkerMessage } from '../../src/run/messages.ts';
import { SETTING } from '../run/written-run.ts';
import { type Script, turn, type VirtualPlace, virtualPlace } from './virtual-place.ts';

const planOf = (id: string, calls: readonly Call[], more: Partial<Plan> = {}): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  calls,
  ...more,
});

const startOf = (plan: Plan, delegates: Delegates = {}) => {
  const hash = sign(plan, SETTING, delegates);
  if (!hash.ok) throw new Error(hash.error);
  return { runId: 'run', planId: plan.id, plan, delegates, hash: hash.value.hash, input: {} };
};

const value = { ms: 10, value: 1 } as const;

const placeOf = (more: Partial<Script> = {}): VirtualPlace =>
  virtualPlace({ setting: SETTING, play: () => value, ...more });

const bodies = (events: readonly RunEvent[]): string[] => events.map(({ type }) => type);

test('a sub-run within itself, more than five deep, or three below a hierarchical plan is not started, whatever the checks let through', async () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-f]{1,2}$/), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(names, fc.nat(7), fc.nat(9), async (chain, back, hierarchical) => {
      // Each plan delegates to the next, the last one to one of them.
      const into = chain[back % chain.length]!;
      const plans = chain.map((id, at) =>
        planOf(
          id,
          [{ _id: 'd', _tool: 'tool', _delegate: `plan:${chain[at + 1] ?? into}`, _outputPath: '†state.d' }],
          {
            policy: { onFailure: 'abort' },
            ...(at === hierarchical ? { strategy: 'hierarchical' as const } : {}),
          },
        ),
      );
      const delegates = Object.fromEntries(plans.map((plan) => [`plan:${plan.id}`, plan]));
      const place = placeOf();
      const runs = openRuns(place);
      await runs.start(startOf(plans[0]!, delegates));
      await place.settle();
      const started = (await place.store.below('run.')).length;
      expect(started).toBe(Math.min(chain.length - 1, 5, hierarchical + 3));
      expect(await place.store.run('run')).toMatchObject({ status: 'failed', open: 0 });
    }),
    { numRuns: 60 },
  );
});

const SUB = 'plan:sub';
const each: Call = {
  _id: 'each',
  _tool: 'tool',
  _delegate: SUB,
  _forEach: '†state.items',
  _outputPath: '†state.out',
};
const loop = planOf('top', [each], {
  state: { initial: { items: [1, 2, 3] } },
  output: '†state.out',
  policy: { maxConcurrent: 2 },
});
const gated = planOf(
  'sub',
  [
    { _id: 'a', _tool: 'read', _outputPath: '†state.a' },
    { _id: 'b', _tool: 'write', _after: '†state.approvals.go', in: '†state.a', _outputPath: '†state.b' },
  ],
  { output: '†state.b' },
);

const isParked = async (place: VirtualPlace) => (await place.store.run('run'))?.parked;

test('a family that waits for a person parks as one, and an answer opens it again without a mark in any journal', async () => {
  const entered: string[] = [];
  const place = placeOf({
    play: (runId, { id }) => {
      entered.push(`${runId} ${id}`);
      return value;
    },
  });
  const runs = openRuns(place);
  await runs.start(startOf(loop, { [SUB]: gated }));
  await place.settle();
  expect(await isParked(place)).toEqual({ due: null });
  // Nothing of it waits in memory: no alarm is set.
  expect(place.clock.advance()).toBe(false);
  const before = (await place.store.events('run')).length;

  for (let n = 0; n < 3; n++) {
    const child = (await place.store.open()).find(({ parent }) => parent?.index === n)!;
    await runs.steer({ kind: 'answer', runId: child.runId, gate: 'go', choose: 'approve' });
    await place.settle();
  }
  expect(await place.store.run('run')).toMatchObject({ status: 'completed', open: 0 });
  const events = await place.store.events('run');
  expect(bodies(events)).not.toContain('plan_run_interrupted');
  expect(events.at(-1)).toMatchObject({ output: [1, 1, 1] });
  expect(events.slice(before).filter(({ type }) => type === 'plan_step_waiting')).toHaveLength(1);
  expect(entered).toHaveLength(6);
  expect(new Set(entered).size).toBe(6);
});

test('a run that only waits for a retry parks until it is due, and goes on then by itself (L-91a)', async () => {
  let tries = 0;
  const place = placeOf({
    play: () => {
      tries += 1;
      return tries === 1 ? { ms: 10, throws: { code: 'boom', message: 'It broke.' } } : value;
    },
  });
  const runs = openRuns(place, {
    rests: (_, { how, dueIn }) => rests.push([how, dueIn]),
  });
  const rests: unknown[] = [];
  await runs.start(startOf(planOf('top', [{ _id: 'a', _tool: 'read', _outputPath: '†state.a' }])));
  await place.settle();
  expect(rests).toEqual([['parked', 1000]]);
  expect(await place.store.run('run')).toMatchObject({ status: 'completed' });
  expect(place.clock.now()).toBe(1020);
});

test('a drain waits for what is in flight, here and below, starts nothing and writes nothing; opening again neither', async () => {
  const told: WorkerMessage[] = [];
  const place = placeOf({ hear: (message) => told.push(message), play: () => value });
  const plain = planOf(
    'sub',
    [
      { _id: 'a', _tool: 'read', _outputPath: '†state.a' },
      { _id: 'b', _tool: 'write', in: '†state.a', _outputPath: '†state.b' },
    ],
    { output: '†state.b' },
  );
  const runs = openRuns(place);
  await runs.start(startOf(loop, { [SUB]: plain }));
  // Two elements have their first call in flight.
  await turnUntil(place, async () => (await place.store.open()).length === 3);
  const drained = runs.drain();
  await place.settle();
  await drained;
  const family = ['run', ...(await place.store.below('run.')).map(({ runId }) => runId)];
  expect(family).toHaveLength(3);
  for (const runId of family.slice(1)) {
    const events = await place.store.events(runId);
    expect(bodies(events)).toEqual([
      'plan.commit',
      'plan_started',
      'plan_step_started',
      'plan_step_completed',
    ]);
  }
  expect(await place.store.run('run')).toMatchObject({ open: 1 });

  const again = openRuns(place);
  await again.resumeAll();
  await place.settle();
  expect(await place.store.run('run')).toMatchObject({ status: 'completed' });
  for (const { runId } of await place.store.below('run')) {
    const events = await place.store.events(runId);
    expect(bodies(events)).not.toContain('plan_run_interrupted');
    expect(bodies(events)).not.toContain('plan_resumed');
  }
  expect((await place.store.events('run')).at(-1)).toMatchObject({ output: [1, 1, 1] });
});

test('a paused run is left alone by whoever resumes, tells so, and goes on without a doubt', async () => {
  const told: WorkerMessage[] = [];
  const place = placeOf({ hear: (message) => told.push(message) });
  const calls: Call[] = [
    { _id: 'a', _tool: 'write', _outputPath: '†state.a' },
    { _id: 'b', _tool: 'write', in: '†state.a', _outputPath: '†state.b' },
  ];
  const runs = openRuns(place);
  await runs.start(startOf(planOf('top', calls)));
  await turnUntil(place, async () =>
    told.some((one) => one.kind === 'events' && one.events.some(({ type }) => type === 'plan_step_started')),
  );
  const paused = runs.steer({ kind: 'pause-run', runId: 'run' });
  await place.settle();
  await paused;
  expect(await place.store.run('run')).toMatchObject({ paused: true, open: 1 });
  expect(told.at(-1)).toEqual({ kind: 'paused', runId: 'run', paused: true });
  expect(bodies(await place.store.events('run')).at(-1)).toBe('plan_step_completed');

  const other = openRuns(place);
  await other.resumeAll();
  await place.settle();
  expect(bodies(await place.store.events('run')).at(-1)).toBe('plan_step_completed');
  await expect(
    other.steer({ kind: 'answer', runId: 'run', call: 'b', choose: 'skip' }),
  ).rejects.toMatchObject({
    code: 'paused',
  });

  await other.steer({ kind: 'go-on-run', runId: 'run' });
  await place.settle();
  expect(told).toContainEqual({ kind: 'paused', runId: 'run', paused: false });
  const row = await place.store.run('run');
  expect(row).toMatchObject({ status: 'completed' });
  expect(row).not.toHaveProperty('paused');
  expect(bodies(await place.store.events('run'))).not.toContain('plan_run_interrupted');
});

test('a pause is there as soon as it is said: what ends while the run is looked up lets nothing new start', async () => {
  const told: WorkerMessage[] = [];
  const place = placeOf({ hear: (message) => told.push(message) });
  let lookUp = () => {};
  const lookedUp = new Promise<void>((resolve) => {
    lookUp = resolve;
  });
  let isSlow = false;
  const slow: VirtualPlace = {
    ...place,
    store: {
      ...place.store,
      run: async (runId) => {
        if (isSlow) await lookedUp;
        return place.store.run(runId);
      },
    },
  };
  const calls: Call[] = [
    { _id: 'a', _tool: 'write', _outputPath: '†state.a' },
    { _id: 'b', _tool: 'write', in: '†state.a', _outputPath: '†state.b' },
  ];
  const runs = openRuns(slow);
  await runs.start(startOf(planOf('top', calls)));
  await turnUntil(place, async () =>
    told.some((one) => one.kind === 'events' && one.events.some(({ type }) => type === 'plan_step_started')),
  );
  isSlow = true;
  const paused = runs.steer({ kind: 'pause-run', runId: 'run' });
  await place.settle();
  lookUp();
  await place.settle();
  await paused;
  expect(bodies(await place.store.events('run')).filter((type) => type === 'plan_step_started')).toHaveLength(
    1,
  );
  expect(await place.store.run('run')).toMatchObject({ paused: true, open: 1 });
});

test('a replan waits for a sub-run that is cut off while it drains, and drops no doubt of it (L-42, L-52)', async () => {
  let asked = 0;
  const place = placeOf({
    play: (_, { id }) => {
      if (id === 'bad') return { ms: 20, throws: { code: 'tool-error', message: 'no' } };
      if (id === 'slow') return { ms: 10_000, value: 1 };
      return id === 'pay' ? { ms: 10, throws: { code: 'boom', message: 'boom', outcome: 'unknown' } } : value;
    },
    replan: () => {
      asked += 1;
      return [{ _id: 'last', _tool: 'read', _outputPath: '†state.last' }];
    },
  });
  const sub = planOf('sub', [{ _id: 'pay', _tool: 'write', _outputPath: '†state.p' }]);
  const top = planOf(
    'top',
    [
      { _id: 'd', _tool: 'tool', _delegate: SUB, _outputPath: '†state.d' },
      { _id: 'bad', _tool: 'read', _outputPath: '†state.b' },
      { _id: 'slow', _tool: 'read', _outputPath: '†state.s' },
    ],
    { policy: { onFailure: 'replan', retryLimit: 0 } },
  );
  const killed = openRuns(place);
  await killed.start(startOf(top, { [SUB]: sub }));
  const hasFailed = async () => bodies(await place.store.events('run')).includes('plan_step_failed');
  while (!(await hasFailed())) {
    place.clock.advance();
    for (let n = 0; n < 5; n++) await turn();
  }
  killed.letGo();
  const runs = openRuns({ ...place, leases: memoryLeases() });
  await runs.resumeAll();
  await place.settle();
  expect(asked).toBe(0);
  const [child] = await place.store.below('run.');
  await runs.steer({ kind: 'answer', runId: child!.runId, call: 'pay', choose: 'value', value: 1 });
  await place.settle();
  expect(asked).toBe(1);
  expect(await place.store.open()).toMatchObject([{ runId: 'run' }]);
});

test('a pause does not wait for an element that it keeps from beginning', async () => {
  const place = placeOf({ play: () => value });
  const one = planOf('sub', [{ _id: 'a', _tool: 'read', _outputPath: '†state.a' }], { output: '†state.a' });
  const runs = openRuns(place);
  await runs.start(startOf(loop, { [SUB]: one }));
  // Each has nothing but the call in flight, so it ends although it is drained.
  await turnUntil(place, async () => (await place.store.open()).length === 3);
  void runs.steer({ kind: 'pause-run', runId: 'run' });
  await place.settle();
  expect(await place.store.run('run')).toMatchObject({ paused: true, open: 1 });
  expect(await place.store.below('run.')).toHaveLength(2);
  await runs.steer({ kind: 'go-on-run', runId: 'run' });
  await place.settle();
  expect((await place.store.events('run')).at(-1)).toMatchObject({ output: [1, 1, 1] });
});

test('a pause that falls between a call and its sub-run is there all the same', async () => {
  const place = placeOf({ play: () => value });
  let pause = () => {};
  const early: VirtualPlace = {
    ...place,
    store: {
      ...place.store,
      below: async (beginning) => {
        pause();
        return place.store.below(beginning);
      },
    },
  };
  const one = planOf('sub', [{ _id: 'a', _tool: 'read', _outputPath: '†state.a' }], { output: '†state.a' });
  const top = planOf('top', [{ _id: 'd', _tool: 'tool', _delegate: SUB, _outputPath: '†state.d' }]);
  const runs = openRuns(early);
  pause = () => void runs.steer({ kind: 'pause-run', runId: 'run' });
  await runs.start(startOf(top, { [SUB]: one }));
  await place.settle();
  pause = () => {};
  expect(await place.store.run('run')).toMatchObject({ paused: true, open: 1 });
  await runs.steer({ kind: 'go-on-run', runId: 'run' });
  await place.settle();
  expect(await place.store.run('run')).toMatchObject({ status: 'completed' });
});

test('a family that is let go of in the middle of a call says that it was cut off, as a kill does', async () => {
  const place = placeOf();
  const runs = openRuns(place);
  await runs.start(startOf(loop, { [SUB]: gated }));
  await turnUntil(place, async () => (await place.store.open()).length === 3);
  runs.letGo();
  await place.settle();
  const again = openRuns(place);
  await again.resumeAll();
  await place.settle();
  const events = await place.store.events('run');
  expect(bodies(events)).toContain('plan_run_interrupted');
  expect(events.find(({ type }) => type === 'plan_resumed')).toMatchObject({
    classes: { interrupted_with_child: 1 },
  });
});

/** Lets things happen, and no time pass, until that is so. */
async function turnUntil(_: VirtualPlace, isSo: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 100; n++) if (await isSo()) return;
  throw new Error('It never came about.');
}
