import { describe, expect, test } from 'vitest';
import { evolve } from '../../src/run/evolve.ts';
import { resumeClasses, resumption, savedBy } from '../../src/run/resume-classes.ts';
import { callNamed, completed, failed, journalOf, planOf, runAfter, started } from './written-run.ts';

const PLAN = planOf(
  [
    callNamed('done'),
    callNamed('broken'),
    callNamed('asks'),
    callNamed('reads', { _tool: 'read' }),
    callNamed('writes', { _tool: 'write' }),
    callNamed('again', { _tool: 'idempotent' }),
    callNamed('child', { _delegate: 'plan:sub@1' }),
    callNamed('later', { p: '†state.reads' }),
    callNamed('skipped', { p: '†state.broken' }),
  ],
  { maxConcurrent: 9, retryLimit: 0, onFailure: 'ask' },
);
const HAPPENED = [
  ...completed('done', 1),
  ...failed('broken'),
  { type: 'plan_step_waiting', call: 'broken', kind: 'failure' } as const,
  { type: 'approval', call: 'broken', choose: 'skip' } as const,
  { type: 'plan_step_skipped', call: 'broken', because: 'person' } as const,
  { type: 'plan_step_skipped', call: 'skipped', because: 'failure' } as const,
  ...failed('asks'),
  { type: 'plan_step_waiting', call: 'asks', kind: 'failure' } as const,
  ...started('reads'),
  ...started('writes'),
  ...started('again'),
  ...started('child'),
];
const CLASSES = {
  done: 'completed_with_result',
  asks: 'failed',
  reads: 'pending',
  writes: 'in_doubt',
  again: 'pending',
  child: 'interrupted_with_child',
  later: 'pending',
};

describe('how calls stand when a run is resumed', () => {
  test('every call that is not over without a result has one of five classes (R-22)', () => {
    expect(Object.fromEntries(resumeClasses(runAfter(PLAN, HAPPENED)))).toEqual(CLASSES);
  });

  test('they are the same once the interruption is in the journal (R-22, L-91)', () => {
    const state = runAfter(PLAN, [...HAPPENED, { type: 'plan_run_interrupted' }]);
    expect(Object.fromEntries(resumeClasses(state))).toEqual(CLASSES);
  });

  test('a result that waits for its turn to be written is a result (R-22, L-22)', () => {
    const push = { _outputPath: '†state.list', _outputMethod: 'push' };
    const state = runAfter(planOf([callNamed('a', push), callNamed('b', push)]), completed('b', 1));
    expect(resumeClasses(state).get('b')).toBe('completed_with_result');
  });

  test('a resume says how many there are of each, and is a fact that changes nothing (R-22)', () => {
    const journal = journalOf(PLAN, HAPPENED);
    const state = runAfter(PLAN, HAPPENED);
    const [interrupted, resumed] = resumption(state, journal);
    expect(interrupted).toEqual({ type: 'plan_run_interrupted' });
    expect(resumed).toEqual({
      type: 'plan_resumed',
      classes: { pending: 3, completed_with_result: 1, failed: 1, in_doubt: 1, interrupted_with_child: 1 },
      saved: { calls: 1, modelCalls: 0, cost: 0 },
    });
    const statuses = () => [...state.steps.status];
    evolve(state, { ...interrupted!, runId: 'run', seq: state.seq + 1, time: 9 });
    const before = statuses();
    evolve(state, { ...resumed!, runId: 'run', seq: state.seq + 1, time: 9 });
    expect(statuses()).toEqual(before);
  });
});

describe('what a resume saves', () => {
  const answer = (call: string, hash: string, cost?: number) =>
    ({ type: 'llm_recorded', call, hash, ...(cost === undefined ? {} : { cost }) }) as const;
  const plan = planOf([callNamed('a'), callNamed('b')]);

  test('is calls with a result, answers of a model, and what those cost as far as it is known (R-20)', () => {
    const journal = journalOf(plan, [
      ...started('a'),
      answer('a', 'h1', 0.25),
      answer('a', 'h2'),
      { type: 'plan_step_completed', call: 'a', attempt: 1, value: 1 },
      { type: 'plan_step_memoized', call: 'b', value: 2 },
    ]);
    expect(savedBy(journal)).toEqual({ calls: 2, modelCalls: 2, cost: 0.25 });
  });

  test('is not what a person had run again since (R-42)', () => {
    const journal = journalOf(plan, [
      ...started('a'),
      answer('a', 'h1', 0.25),
      { type: 'plan_step_completed', call: 'a', attempt: 1, value: 1 },
      { type: 'plan_resumed_from', call: 'a', order: 'dependants', cleared: ['a'] },
      answer('a', 'h1', 0.5),
    ]);
    expect(savedBy(journal)).toEqual({ calls: 0, modelCalls: 1, cost: 0.5 });
  });
});
