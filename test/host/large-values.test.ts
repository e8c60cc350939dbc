/** Large values between runs: what a sub-run is handed, what a fork takes over, what is left when a run is erased. */

import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { loaded } from '../../src/host/large-values.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import type { Store } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { Delegates } from '../../src/plan/delegates.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { LargeNote } from '../../src/run/large-value.ts';
import type { Fork } from '../../src/run/messages.ts';
import { SETTING } from '../run/written-run.ts';
import { type Script, type VirtualPlace, virtualPlace } from './virtual-place.ts';

const setting = { ...SETTING, largeFrom: 100 };
const ROWS = Array.from({ length: 40 }, (_, n) => ({ n, name: `row ${n}` }));

const planOf = (id: string, calls: readonly object[], more: Partial<Plan> = {}): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  calls: calls as Call[],
  ...more,
});
const call = (id: string, more: object = {}) => ({
  _id: id,
  _tool: 'tool',
  _outputPath: `†state.${id}`,
  ...more,
});

const startOf = (plan: Plan, delegates: Delegates = {}, runId = 'run', fork?: Fork) => {
  const hash = sign(plan, setting, delegates);
  if (!hash.ok) throw new Error(hash.error);
  return {
    runId,
    planId: plan.id,
    plan,
    delegates,
    hash: hash.value.hash,
    input: {},
    ...(fork ? { fork } : {}),
  };
};

/** A store that counts what is loaded of it. */
function countingStore(): { readonly store: Store; readonly loads: string[]; readonly kept: string[] } {
  const loads: string[] = [];
  const kept: string[] = [];
  const store = memoryStore();
  return {
    loads,
    kept,
    store: {
      ...store,
      large: (runId, key) => {
        loads.push(`${runId}/${key}`);
        return store.large(runId, key);
      },
      keepLarge: (runId, key, json) => {
        kept.push(`${runId}/${key}`);
        return store.keepLarge(runId, key, json);
      },
    },
  };
}

const placeOf = (store: Store, play: Script['play']): VirtualPlace => virtualPlace({ setting, play, store });

async function outputOf(store: Store, runId: string): Promise<Json> {
  const end = (await store.events(runId)).at(-1) as RunEvent & {
    output?: Json;
    large?: readonly LargeNote[];
  };
  expect(end.type).toBe('plan_completed');
  return loaded(store, { value: end.output ?? null, ...(end.large ? { large: end.large } : {}) });
}

test('a value that nobody reads is kept once and loaded by nobody; one that is read below is looked into once', async () => {
  const { store, loads, kept } = countingStore();
  const given: JsonObject[] = [];
  const place = placeOf(store, (_, { id, params }) => {
    given.push({ [id]: params });
    return { ms: 1, value: id === 'table' ? { rows: ROWS, count: 40 } : id };
  });
  const calls = [
    call('table'),
    call('count', { of: '†state.table.count' }),
    call('first', { of: '†state.table.rows.3.name' }),
    call('none', { of: '†state.table.rows.3.none || †state.count' }),
  ];
  await openRuns(place).start(startOf(planOf('p', calls, { output: '†state.table.count' })));
  await place.settle();
  expect(kept).toHaveLength(1);
  expect(loads).toHaveLength(1);
  expect(given).toContainEqual({ count: { of: 40 } });
  expect(given).toContainEqual({ first: { of: 'row 3' } });
  expect(given).toContainEqual({ none: { of: 'count' } });
  expect(await outputOf(store, 'run')).toBe(40);
});

test('a sub-run is handed a value by reference, reads below it, and its result keeps the reference', async () => {
  const { store, kept } = countingStore();
  const sub = planOf(
    'sub',
    [call('look', { of: '†input.rows.2.name' }), call('back', { of: '†input.rows' })],
    {
      output: '†state.back',
    },
  );
  const top = planOf('top', [call('table'), call('d', { _delegate: 'plan:sub', rows: '†state.table' })], {
    output: '†state.d.1.name',
  });
  const seen: Json[] = [];
  const place = placeOf(store, (_, { id, params }) => {
    if (id === 'look') seen.push(params.of!);
    return { ms: 1, value: id === 'table' ? ROWS : id === 'back' ? params.of! : id };
  });
  await openRuns(place).start(startOf(top, { 'plan:sub': sub }));
  await place.settle();
  expect(seen).toEqual(['row 2']);
  expect(await outputOf(store, 'run')).toBe('row 1');
  // The table, and what the sub-run's call returned of it; neither the hand-over nor the result made another.
  expect(kept).toHaveLength(2);
  const [commit] = await store.events((await store.below('run.'))[0]!.runId);
  expect(commit).toMatchObject({ input: { rows: null }, large: [{ path: ['rows'] }] });
  expect(JSON.stringify(await store.events('run')).length).toBeLessThan(20_000);
  await store.remove('run', 'held');
  for (const key of kept)
    expect(
      await store.large(key.slice(0, key.lastIndexOf('/')), key.slice(key.lastIndexOf('/') + 1)),
    ).toBeUndefined();
});

test('a loop goes through a list that is kept apart', async () => {
  const { store } = countingStore();
  const sub = planOf('sub', [call('one', { of: '†input.item.n' })], { output: '†state.one' });
  const each = call('each', { _delegate: 'plan:sub', _forEach: '†state.table' });
  const place = placeOf(store, (_, { id, params }) => ({ ms: 1, value: id === 'table' ? ROWS : params.of! }));
  await openRuns(place).start(
    startOf(planOf('top', [call('table'), each], { output: '†state.each' }), { 'plan:sub': sub }),
  );
  await place.settle();
  expect(await outputOf(store, 'run')).toEqual(ROWS.map(({ n }) => n));
});

test('a fork has its own copies: what it took over is there when the first run is erased', async () => {
  const { store } = countingStore();
  const plan = planOf('p', [call('table'), call('again', { of: '†state.table.1.name' })], {
    output: { all: '†state.table', again: '†state.again' },
  });
  const place = placeOf(store, (_, { id, params }) => ({ ms: 1, value: id === 'table' ? ROWS : params.of! }));
  const runs = openRuns(place);
  await runs.start(startOf(plan));
  await place.settle();
  const fork: Fork = { runId: 'run', call: 'again', cleared: ['again'], values: {} };
  await runs.start(startOf(plan, {}, 'fork', fork));
  await place.settle();
  expect(await store.remove('run', 'held')).toBe('removed');
  expect(await outputOf(store, 'fork')).toEqual({ all: ROWS, again: 'row 1' });
});

test('a fork of a sub-run has the input that was handed to it by reference', async () => {
  const { store } = countingStore();
  const sub = planOf(
    'sub',
    [call('look', { of: '†input.rows.2.name' }), call('back', { of: '†input.rows' })],
    {
      output: '†state.back',
    },
  );
  const top = planOf('top', [call('table'), call('d', { _delegate: 'plan:sub', rows: '†state.table' })]);
  const seen: Json[] = [];
  const place = placeOf(store, (_, { id, params }) => {
    if (id === 'look') seen.push(params.of!);
    return { ms: 1, value: id === 'table' ? ROWS : id === 'back' ? params.of! : id };
  });
  const runs = openRuns(place);
  await runs.start(startOf(top, { 'plan:sub': sub }));
  await place.settle();
  const below = (await store.below('run.'))[0]!.runId;
  const [first] = await store.events(below);
  if (first?.type !== 'plan.commit') throw new Error('no plan');
  const { plan, input = {} } = first;
  const cleared = ['look', 'back'];
  await runs.start({ ...startOf(plan, {}, 'fork', { runId: below, cleared, values: {} }), input });
  await place.settle();
  await store.remove('run', 'held');
  expect(seen).toEqual(['row 2', 'row 2']);
  expect(await outputOf(store, 'fork')).toEqual(ROWS);
});

test('a value whose stored part is gone fails those who read it, with the words for a lost result', async () => {
  const kept = memoryStore();
  const store: Store = { ...kept, large: async () => undefined };
  const place = placeOf(store, (_, { id }) => ({ ms: 1, value: id === 'table' ? ROWS : id }));
  const calls = [call('table'), call('below', { of: '†state.table.1.name' }), call('other')];
  await openRuns(place).start(startOf(planOf('p', calls, { policy: { onFailure: 'skip' } })));
  await place.settle();
  const failed = (await store.events('run')).filter(({ type }) => type === 'plan_step_failed');
  expect(failed).toMatchObject([{ call: 'below', code: 'result-missing', by: 'engine' }]);
});

test('results are joined with a large value that stands there already, and read below as one', async () => {
  const { store } = countingStore();
  const calls = [
    call('a', { _outputPath: '†state.list' }),
    call('b', { _outputPath: '†state.list', _outputMethod: 'concat', _after: '†state.gate' }),
    call('c', { _outputPath: '†state.list', _outputMethod: 'push', _after: '†state.gate2' }),
    call('o', { _outputPath: '†state.object' }),
    call('m', { _outputPath: '†state.object', _outputMethod: 'merge', _after: '†state.gate' }),
  ];
  const plan = planOf('p', calls, {
    output: { list: '†state.list', object: '†state.object', deep: '†state.object.a.1.n' },
  });
  const values: Record<string, Json> = {
    a: ROWS,
    b: [{ n: -1, name: 'x'.repeat(200) }],
    c: { n: -2, name: 'y'.repeat(200) },
    o: { a: ROWS, b: { c: 'z'.repeat(200) } },
    m: { b: { d: 'w'.repeat(200) } },
  };
  const ends: Json[] = [];
  for (const largeFrom of [100, Number.MAX_SAFE_INTEGER]) {
    const own = memoryStore();
    const place = virtualPlace({
      setting: { ...setting, largeFrom },
      play: (_, { id }) => ({ ms: 1, value: values[id]! }),
      store: largeFrom === 100 ? store : own,
    });
    const free = calls.map(({ _after: _, ...rest }: { _after?: string } & object) => rest);
    await openRuns(place).start(startOf({ ...plan, calls: free as Call[] }));
    await place.settle();
    ends.push(await outputOf(largeFrom === 100 ? store : own, 'run'));
  }
  expect(ends[0]).toEqual(ends[1]);
});
