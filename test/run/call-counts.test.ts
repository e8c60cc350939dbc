import { expect, test } from 'vitest';
import { callCounts, instancesNow } from '../../src/run/call-counts.ts';
import { evolve } from '../../src/run/evolve.ts';
import { instanceViews } from '../../src/run/instance-view.ts';
import { BOOM, INSTANCES, PLAN, stateOf } from './over-instances.ts';

test('of each call how many of its instances ended and failed; a failure that was let go counts', async () => {
  const state = await stateOf({ script: { 'a@B': [BOOM] } });
  expect(callCounts(state, 'a')).toEqual({ of: 3, ended: 3, failed: 1, status: 'failed' });
  // What needed it was skipped, and has not failed.
  expect(callCounts(state, 'b')).toEqual({ of: 3, ended: 3, failed: 0, status: 'completed' });
  expect(callCounts(state, 'z')).toBeUndefined();
});

test('the status is the one that a person should see first', async () => {
  const held = await stateOf({ instances: { ...INSTANCES, canary: 1 } });
  expect(callCounts(held, 'a')).toEqual({ of: 3, ended: 1, failed: 0, status: 'waiting' });
});

test('a call that is there once for all has none', async () => {
  const once = { ...PLAN, calls: [...PLAN.calls, { _id: 'c', _tool: 'c', _instance: null }] };
  const state = await stateOf({ plan: once as never });
  expect(callCounts(state, 'c')).toBeUndefined();
  expect(callCounts(state, 'a')?.of).toBe(3);
});

test('what was counted stands until the next event of the same state, and no longer', async () => {
  const before = await stateOf({}, 3);
  const [a] = instancesNow(before);
  expect(callCounts(before, 'a')).toBe(callCounts(before, 'a'));
  const told = { ...callCounts(before, 'a') };
  const event = { type: 'plan_step_completed', call: 'a@A', attempt: 1, result: 1 } as const;
  const after = evolve(before, { ...event, runId: 'case', seq: before.seq + 1, at: 20 } as never);
  expect(callCounts(after, 'a')).toMatchObject({ ended: (told.ended ?? 0) + 1 });
  expect(instancesNow(after)).toEqual(instanceViews(after));
  expect(a?.label).toBe('A');
});
