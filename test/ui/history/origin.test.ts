import { expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../../src/run/events.ts';
import { originOf, subRunsOf } from '../../../src/ui/history/origin.ts';

const PLAN: Plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [] };
const journal = (...bodies: RunEventBody[]): RunEvent[] =>
  bodies.map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at }));
const capsule = { goal: '', keyFindings: [], artifacts: [] };

it('a fork and a sub-run name the run they came from; a run started from its plan names none', () => {
  const fork = journal({ type: 'plan.commit', revision: 1, plan: PLAN, forkOf: { runId: 'aa11' } });
  const plain = journal({ type: 'plan.commit', revision: 1, plan: PLAN });
  expect(originOf(fork)).toEqual({ runId: 'aa11', words: 'Fork of aa11' });
  const sub = journal({ type: 'plan.commit', revision: 1, plan: PLAN, parent: { runId: 'bb22', call: 'c' } });
  expect(originOf(sub)?.words).toBe('Sub-run of bb22');
  expect(originOf(plain)).toBeNull();
});

it('the sub-runs of a call are those it began, with how they ended (L-52, L-53)', () => {
  const events = journal(
    { type: 'plan_step_waiting', call: 'each', kind: 'child', run: 'r.1' },
    { type: 'plan_step_waiting', call: 'each', kind: 'child', run: 'r.2' },
    { type: 'plan_step_waiting', call: 'other', kind: 'child', run: 'r.3' },
    {
      type: 'plan_sub_run_ended',
      call: 'each',
      run: 'r.1',
      index: 0,
      status: 'completed',
      steps: 1,
      cost: 0,
      capsule,
    },
  );
  expect(subRunsOf(events, 'each')).toEqual([
    { runId: 'r.1', index: 0, status: 'completed' },
    { runId: 'r.2', status: null },
  ]);
});
