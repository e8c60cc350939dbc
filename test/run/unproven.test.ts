/** Values of a run of another device, wherever they go in a run of this one (L-74). */

import { describe, expect, test } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { outputUnproven, takesUnproven } from '../../src/run/unproven.ts';
import { callNamed, completed, journalOf, planOf, runAfter, SETTING } from './written-run.ts';

const theirs = (call: string): RunEventBody => ({
  type: 'plan_step_memoized',
  call,
  value: call,
  via: 'unproven',
});

const CALLS: readonly Call[] = [
  callNamed('theirs'),
  callNamed('ours'),
  callNamed('reads', { from: '†state.theirs.deep' }),
  callNamed('further', { text: { it: ['†state.reads'] } }),
  callNamed('whole', { all: '†state' }),
  callNamed('waits', { from: '†state.ours', _after: '†state.theirs' }),
];
const ALL = CALLS.map(({ _id }) => _id);

const afterwards = (more: readonly RunEventBody[] = [], plan: Partial<Plan> = {}) =>
  runAfter({ ...planOf(CALLS), ...plan }, [theirs('theirs'), ...more]);

describe('a call of a run that took results over', () => {
  test('is unproven where it was taken over, and where it is given what was, however far', () => {
    const state = afterwards([...completed('ours', 1), ...completed('reads', 2), ...completed('further', 3)]);
    expect(ALL.filter((id) => takesUnproven(state, id))).toEqual(['theirs', 'reads', 'further', 'whole']);
  });

  test('is given it before it has run, too: a question shows what it would use', () => {
    expect(takesUnproven(afterwards(), 'reads')).toBe(true);
    // What it would read is not made yet.
    expect(takesUnproven(afterwards(), 'further')).toBe(false);
  });

  test('is the person’s own where a person gave its value', () => {
    const state = afterwards([
      { type: 'plan_step_started', call: 'reads', attempt: 1 },
      { type: 'plan_step_completed', call: 'reads', attempt: 1, value: 2, via: 'person' },
    ]);
    expect(takesUnproven(state, 'reads')).toBe(false);
    expect(takesUnproven(state, 'further')).toBe(false);
  });

  test('of a run of this device is never', () => {
    const state = runAfter(planOf(CALLS), completed('theirs', 1));
    expect(ALL.filter((id) => takesUnproven(state, id))).toEqual([]);
    expect(outputUnproven(state)).toBe(false);
  });

  test('of a record from elsewhere always, and of a sub-run where its input is read', () => {
    const state = runAfter(planOf([...CALLS, callNamed('asks', { n: '†input.n' })]), completed('asks', 1));
    expect(takesUnproven(state, 'ours', { all: true, input: false })).toBe(true);
    expect(outputUnproven(state, { all: true, input: false })).toBe(true);
    const below = { all: false, input: true };
    expect(['asks', 'ours', 'nobody'].map((id) => takesUnproven(state, id, below))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('keeps up with the run: what was asked before is no answer for later', () => {
    const plan = planOf(CALLS);
    const journal = journalOf(plan, [theirs('theirs'), ...completed('reads', 2)]);
    const state = journal.slice(0, 3).reduce(evolve, newRun('run', SETTING));
    expect(takesUnproven(state, 'further')).toBe(false);
    expect(takesUnproven(journal.slice(3).reduce(evolve, state), 'further')).toBe(true);
  });
});

describe('what the run returns', () => {
  const done = [...completed('ours', 1), ...completed('reads', 2)];
  test.each([
    ['†state.ours', false],
    ['†state.reads', true],
    [{ table: ['†state.ours', { deep: '†state.theirs' }] }, true],
    ['theirs', false],
  ])('%j: %s', (output, is) => {
    expect(outputUnproven(afterwards(done, { output } as Partial<Plan>))).toBe(is);
  });

  test('is its last result where the plan names none', () => {
    expect(outputUnproven(afterwards(completed('reads', 2)))).toBe(true);
    expect(outputUnproven(afterwards(completed('waits', 2)))).toBe(false);
  });
});
