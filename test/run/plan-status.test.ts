import { describe, expect, test } from 'vitest';
import { runCase } from '../../src/cli/conformance/run-case.ts';
import { newRun } from '../../src/run/new-run.ts';
import { planStatus } from '../../src/run/plan-status.ts';
import { call, gives, plan } from './cases/writing.ts';
import { callNamed, completed, failed, planOf, runAfter, SETTING, started } from './written-run.ts';

const FIVE = planOf([
  callNamed('search', { _description: 'Search for sources' }),
  callNamed('notes'),
  callNamed('analyze', { p: '†state.search', _after: '†state.notes' }),
  callNamed('later', { p: '†state.analyze' }),
  callNamed('last', { p: '†state.later' }),
]);
const HALFWAY = [...completed('search', 'Found 5'), ...completed('notes', 1), ...started('analyze')];

describe('plan.status', () => {
  test('counts 5 calls of which 2 are completed as a progress of 0.4 (T-18)', () => {
    expect(planStatus(runAfter(FIVE, HALFWAY))).toEqual({
      status: { total: 5, pending: 2, in_progress: 1, completed: 2, failed: 0, skipped: 0 },
      progress: 0.4,
      plan_id: 'written',
      goal: 'Write it down',
      success: true,
    });
  });

  test('is done where there is nothing to do (T-18)', () => {
    expect(planStatus(runAfter(planOf([])))).toMatchObject({ progress: 1, status: { total: 0 } });
  });

  test('counts what was skipped as progress (T-18)', () => {
    const skip = { type: 'plan_step_skipped', call: 'b', because: 'failure' } as const;
    const two = planOf([callNamed('a'), callNamed('b', { p: '†state.a' })], {
      retryLimit: 0,
      onFailure: 'skip',
    });
    expect(planStatus(runAfter(two, [...failed('a'), skip]))).toMatchObject({
      status: { failed: 1, skipped: 1, pending: 0 },
      progress: 0.5,
    });
  });

  test('has the calls only when details are asked for, the completed ones unless they are not (T-17)', () => {
    const state = runAfter(FIVE, HALFWAY);
    const idsOf = (options: Parameters<typeof planStatus>[1]) => {
      const status = planStatus(state, options);
      return status.success ? status.subtasks?.map(({ id }) => id) : undefined;
    };
    expect(idsOf({})).toBeUndefined();
    expect(idsOf({ include_completed: false })).toBeUndefined();
    expect(idsOf({ include_details: true })).toEqual(['search', 'notes', 'analyze', 'later', 'last']);
    expect(idsOf({ include_details: true, include_completed: false })).toEqual(['analyze', 'later', 'last']);
  });

  test('has five words for however a call stands (T-20, K-23)', () => {
    const calls = ['done', 'under-way', 'failed', 'skipped', 'asks', 'ready'].map((id) => callNamed(id));
    const state = runAfter(planOf(calls, { retryLimit: 0, onFailure: 'skip' }), [
      ...completed('done', 1),
      ...failed('failed'),
      { type: 'plan_step_skipped', call: 'skipped', because: 'person' },
      { type: 'plan_step_waiting', call: 'asks', kind: 'approval' },
      ...started('under-way'),
    ]);
    const status = planStatus(state, { include_details: true });
    const words = status.success ? status.subtasks?.map((one) => [one.id, one.status]) : [];
    expect(Object.fromEntries(words ?? [])).toEqual({
      done: 'completed',
      'under-way': 'in_progress',
      failed: 'failed',
      skipped: 'skipped',
      asks: 'pending',
      ready: 'pending',
    });
  });

  test('says of each call what it depends on by its references, and how it went (T-19)', () => {
    const status = planStatus(runAfter(FIVE, HALFWAY), { include_details: true });
    const [search, , analyze, later] = status.success ? status.subtasks! : [];
    expect(search).toEqual({
      id: 'search',
      description: 'Search for sources',
      dependencies: [],
      status: 'completed',
      result: 'Found 5',
      error: null,
      retry_count: 0,
      started_at: 2,
      completed_at: 3,
    });
    expect(analyze).toMatchObject({
      dependencies: ['search', 'notes'],
      status: 'in_progress',
      result: null,
      completed_at: null,
    });
    expect(later).toMatchObject({ status: 'pending', started_at: null });
  });

  test('says that the retries were used up, and of what (T-10)', () => {
    const one = planOf([callNamed('a')], { retryLimit: 1, onFailure: 'skip' });
    const state = runAfter(one, [
      ...failed('a'),
      { type: 'plan_step_retry', call: 'a', retry: 1, delayMs: 1000 },
      ...failed('a', 'No ink.', 2),
    ]);
    const status = planStatus(state, { include_details: true });
    expect(status.success && status.subtasks![0]).toMatchObject({
      status: 'failed',
      error: 'Max retries (1) exceeded: No ink.',
      retry_count: 1,
    });
  });

  test('of a run without a plan is an error (T-22)', () => {
    expect(planStatus(newRun('run', SETTING))).toEqual({ error: 'No plan provided', success: false });
  });

  test('of a run whose replans are used up is an error with the last failure (T-11, T-22)', () => {
    const state = runAfter(planOf([callNamed('a')], { retryLimit: 0, maxReplans: 2, onFailure: 'replan' }), [
      ...failed('a', 'No ink.'),
      { type: 'plan_completed', status: 'failed', reason: 'replan_budget', output: null },
    ]);
    expect(planStatus(state)).toEqual({ error: 'Max replans (2) exceeded: No ink.', success: false });
  });
});

describe('what a call reads of its run', () => {
  test('are the state variables of the seed, as they are when it starts (T-21, L-19)', async () => {
    const calls = [
      call('a', '†state.a'),
      call('b', '†state.b', {
        _after: '†state.a',
        status: '†run.plan_status',
        results: '†run.subtask_results.a',
        replans: '†run.replan_count',
        goal: '†run.plan.goal',
      }),
    ];
    const outcome = await runCase({
      name: 'run variables',
      kind: 'run',
      plan: plan(calls, { goal: 'Count' }),
      script: { a: [gives('A')] },
      expect: {},
    });
    expect(outcome.seen).toMatchObject({
      b: {
        status: { total: 2, completed: 1, pending: 1, failed: 0, progress: 0.5 },
        results: 'A',
        replans: 0,
        goal: 'Count',
      },
    });
  });

  test('names the call in progress (T-21)', async () => {
    const calls = [
      call('slow', '†state.s', { _description: 'Take a while' }),
      call('a', '†state.a'),
      call('b', '†state.b', { _after: '†state.a', now: '†run.current_subtask' }),
    ];
    const outcome = await runCase({
      name: 'current subtask',
      kind: 'run',
      plan: plan(calls),
      script: { slow: [gives(1, 500)] },
      expect: {},
    });
    expect(outcome.seen).toMatchObject({ b: { now: { id: 'slow', description: 'Take a while' } } });
  });
});
