import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { draftEvent } from '../../src/run/replan.ts';
import { callNamed, failed, planOf, runAfter, started } from './written-run.ts';

const policy = { onFailure: 'replan', retryLimit: 0 } as const;
const plan = (strategy: NonNullable<Plan['strategy']>): Plan => ({
  ...planOf([callNamed('a')], policy),
  strategy,
});
const revision = [callNamed('n')];

/** A replan whose revision was committed, and then needed another. */
const replanned = (then: readonly RunEventBody[]): RunEventBody[] => [
  ...failed('a'),
  { type: 'plan.draft', revision: 2, calls: revision },
  { type: 'plan.diff', revision: 2, removed: ['a'], added: ['n'], revised: [] },
  { type: 'plan.commit', revision: 2, plan: { ...plan('iterative'), calls: revision } },
  ...then,
];
const wrongArguments: RunEventBody = {
  type: 'plan_step_failed',
  call: 'n',
  attempt: 0,
  code: 'invalid-arguments',
  message: '"p" must be a number.',
  by: 'engine',
};
const again = (strategy: NonNullable<Plan['strategy']>, bodies: readonly RunEventBody[]) => {
  const state = runAfter(plan(strategy), bodies);
  return draftEvent(state, { calls: [callNamed('m')] }, () => []);
};

describe('a plan that is made a step at a time', () => {
  test('is not revised twice in a row without a call being executed (C-6, L-61)', () => {
    expect(again('iterative', replanned([wrongArguments])).problems).toEqual([
      expect.stringMatching(/^planner_overuse_execute_next_step: /),
    ]);
  });

  test('is revised again once a call has been (C-6)', () => {
    const executed = [...started('n'), { ...wrongArguments, attempt: 1, code: 'boom' } as const];
    expect(again('iterative', replanned(executed))).not.toHaveProperty('problems');
  });

  test('is revised the first time however little has been executed (C-6)', () => {
    expect(again('iterative', failed('a'))).not.toHaveProperty('problems');
  });
});
