import { expect, test } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import type { Call } from '../../src/plan/document.ts';
import { leftOf, spentBy, UNLIMITED } from '../../src/run/budget.ts';
import { capsuleOf } from '../../src/run/capsule.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { seenDetail } from '../../src/run/step-table.ts';
import { callView } from '../../src/run/view.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const SETTING = {
  catalogue: catalogueOf([{ name: 'tool', effect: 'none', cost: 0.5 }]),
  hasActivity: () => true,
};

/** A run in which those events happened after its start. */
function after(calls: readonly Call[], ...bodies: readonly RunEventBody[]): RunState {
  const policy = { maxSteps: 10, maxCost: 4 };
  const plan = { format: 'obelus/plan', version: 1, id: 'p', goal: 'Count', calls, policy } as const;
  const all: RunEventBody[] = [
    { type: 'plan.commit', revision: 1, plan },
    { type: 'plan_started', total: calls.length },
    ...bodies,
  ];
  return all.reduce(
    (state, body, at) => evolve(state, { ...body, runId: 'run', seq: at + 1, time: at }),
    newRun('run', SETTING),
  );
}

const callNamed = (id: string, more: Partial<Call> = {}): Call => ({
  _id: id,
  _tool: 'tool',
  _outputPath: `†state.${id}`,
  ...more,
});
const ran = (call: string, value: Json): RunEventBody[] => [
  { type: 'plan_step_started', call, attempt: 1 },
  { type: 'plan_step_completed', call, attempt: 1, value },
];
const subRunEnded = (run: string, steps: number): RunEventBody => ({
  type: 'plan_sub_run_ended',
  call: 'd',
  run,
  status: 'completed',
  steps,
  cost: steps / 2,
  capsule: { goal: 'Sub', keyFindings: ['s: 1'], artifacts: [] },
});

// C-17
test('a capsule has the goal, a finding for each completed call and the files that were made (L-54, C-13)', () => {
  const calls = [callNamed('a', { _description: 'Read the table' }), callNamed('b'), callNamed('c')];
  const state = after(calls, ...ran('a', 'x'.repeat(500)), ...ran('b', { name: 'out.csv', bytes: 3 }));
  const { goal, planSnapshot, keyFindings, artifacts, nextActions } = capsuleOf(state);
  expect(goal).toBe('Count');
  expect(planSnapshot).toMatchObject({
    revision: 1,
    todos: [{ status: 'completed' }, { status: 'completed' }, { status: 'pending' }],
  });
  expect(keyFindings).toHaveLength(2);
  expect([...keyFindings[0]!]).toHaveLength(200);
  expect(keyFindings[0]).toMatch(/^Read the table: x+…$/);
  expect(artifacts).toEqual([{ type: 'file', ref: 'out.csv', summary: 'b' }]);
  expect(nextActions).toBeUndefined();
});

test('a finding is never cut inside a sign', () => {
  const [finding] = capsuleOf(after([callNamed('a')], ...ran('a', '👩'.repeat(300)))).keyFindings;
  expect([...finding!]).toHaveLength(200);
  expect(finding!.isWellFormed()).toBe(true);
});

test('what a call failed of is what is left to do', () => {
  const failure = {
    type: 'plan_step_failed',
    call: 'a',
    attempt: 1,
    code: 'tool-error',
    message: 'No ink.',
  } as const;
  const state = after([callNamed('a')], { type: 'plan_step_started', call: 'a', attempt: 1 }, failure, {
    type: 'plan_completed',
    status: 'failed',
    reason: 'call_failed',
    output: null,
  });
  expect(callView(state, 'a')!.status).toBe('cancelled');
  const asked = after(
    [callNamed('a')],
    { type: 'plan_step_started', call: 'a', attempt: 1 },
    failure,
    { type: 'plan_step_waiting', call: 'a', kind: 'failure' },
    { type: 'plan_completed', status: 'failed', reason: 'call_failed', output: null },
  );
  expect(capsuleOf(asked).nextActions).toEqual(['a failed: No ink.']);
});

const delegate = callNamed('d', { _delegate: 'plan:sub@1' });

test('what a sub-run spent is its parent’s, once, however often its end is told', () => {
  const state = after(
    [delegate],
    { type: 'plan_step_started', call: 'd', attempt: 1 },
    subRunEnded('run.d.3', 4),
    subRunEnded('run.d.3', 4),
  );
  expect(state.stepsTaken).toBe(1 + 4);
  expect(state.cost).toBe(0.5 + 2);
  expect(callView(state, 'd')!.subRuns).toMatchObject([
    { run: 'run.d.3', capsule: { keyFindings: ['s: 1'] } },
  ]);
});

test('sub-runs under way count too, and nobody has more than those above (L-52)', () => {
  const state = after(
    [delegate],
    { type: 'plan_step_started', call: 'd', attempt: 1 },
    subRunEnded('run.d.3', 2),
  );
  const below = new Map([
    ['run.d.3', () => ({ steps: 2, cost: 1 })],
    ['run.d.9', () => ({ steps: 3, cost: 1 })],
  ]);
  expect(spentBy(state, below)).toEqual({ steps: 6, cost: 2.5 });
  expect(leftOf(state, below, UNLIMITED)).toEqual({ steps: 4, cost: 1.5 });
  expect(leftOf(state, below, { steps: 1, cost: 9 })).toEqual({ steps: 1, cost: 1.5 });
});

test('a delegate that was interrupted is entered again and is in no doubt; it is still the same try', () => {
  const interrupted = after(
    [delegate],
    { type: 'plan_step_started', call: 'd', attempt: 1 },
    { type: 'plan_run_interrupted' },
    { type: 'plan_step_started', call: 'd', attempt: 2 },
  );
  expect(callView(interrupted, 'd')).toMatchObject({ status: 'in_progress', attempt: 2 });
  expect(interrupted.steps.begun[0]).toBe(3);
  const failure = {
    type: 'plan_step_failed',
    call: 'd',
    attempt: 1,
    code: 'tool-error',
    message: 'No.',
  } as const;
  const failed = after([delegate], { type: 'plan_step_started', call: 'd', attempt: 1 }, failure, {
    type: 'plan_step_started',
    call: 'd',
    attempt: 2,
  });
  expect(failed.steps.begun[0]).toBe(5);
});

test('a delegate that failed is not tried again unasked: its calls have had their retries', () => {
  const failure = {
    type: 'plan_step_failed',
    call: 'd',
    attempt: 1,
    code: 'tool-error',
    message: 'No.',
  } as const;
  const state = after([delegate], { type: 'plan_step_started', call: 'd', attempt: 1 }, failure);
  expect(seenDetail(state.steps, 0).verdict).toBe('ask');
});
