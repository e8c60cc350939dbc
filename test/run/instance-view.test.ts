import { expect, test } from 'vitest';
import { failedAgain, instanceOutput, instanceView, instanceViews } from '../../src/run/instance-view.ts';
import { BOOM, INSTANCES, PLAN, stateOf } from './over-instances.ts';

test('each instance has its own status, output, counts and first failure', async () => {
  const state = await stateOf({ script: { 'b@A': [{ ms: 5, value: 7 }], 'a@B': [BOOM] } });
  const [a, b] = instanceViews(state);
  expect(a).toEqual({ label: 'A', status: 'completed', calls: 2, ended: 2, tookMs: 15 });
  expect(b).toMatchObject({ status: 'completed_with_errors', failed: { call: 'a', message: 'It broke.' } });
  expect(instanceView(state, 'B')).toEqual(b);
  expect(instanceView(state, 'Z')).toBeUndefined();
  expect(instanceOutput(state, 'A')).toEqual({ y: 7, n: 0 });
  expect(instanceOutput(state, 'B')).toEqual({ y: null, n: 1 });
});

test('without an output of the plan an instance returns the last result of its own', async () => {
  const state = await stateOf({
    plan: { calls: PLAN.calls },
    script: { 'b@A': [{ value: 7 }], 'b@B': [BOOM], 'a@B': [{ value: 3 }] },
  });
  expect(instanceOutput(state, 'A')).toBe(7);
  expect(instanceOutput(state, 'B')).toBe(3);
});

test('while it goes on an instance is pending, running or waiting', async () => {
  const told = async (upTo: number) =>
    instanceViews(await stateOf({ policy: { maxConcurrent: 1 } }, upTo)).map((one) => one.status);
  // The plan, its start, and the first call of the first instance.
  expect(await told(3)).toEqual(['running', 'pending', 'pending']);
  const held = await stateOf({ instances: { ...INSTANCES, canary: 1 } });
  expect(instanceViews(held).map((one) => one.status)).toEqual(['completed', 'waiting', 'pending']);
});

test('those that failed, with what has no result of theirs, and nobody else', async () => {
  const state = await stateOf({ script: { 'a@B': [BOOM], 'b@C': [BOOM] } });
  expect(failedAgain(state)).toEqual({ labels: ['B', 'C'], cleared: ['a@B', 'b@B', 'b@C'] });
  expect(failedAgain(await stateOf({}))).toEqual({ labels: [], cleared: [] });
});

test('a run that was stopped hands its end to the instances that it cut off', async () => {
  const state = await stateOf({ policy: { maxSteps: 3, maxConcurrent: 1 } });
  expect(state.reason).toBe('step_budget');
  expect(instanceViews(state).map((one) => one.status)).toEqual(['failed', 'failed', 'failed']);
});

test('a run without instances has no views of them', async () => {
  expect(instanceViews(await stateOf({ instances: [], plan: { calls: [] } }))).toEqual([]);
});
