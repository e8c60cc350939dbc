import { describe, expect, test } from 'vitest';
import { planSettings } from '../../src/run/plan-settings.ts';
import { DEFAULT_RESUME_POLICY, purityOf, resumePolicy } from '../../src/run/resume-policy.ts';

describe('what becomes of runs that were cut off', () => {
  test.each([[undefined], [null], [{}]])('is retry_pending where nothing is set: %j (R-36)', (settings) => {
    expect(resumePolicy(settings)).toEqual({ policy: DEFAULT_RESUME_POLICY, warnings: [] });
    expect(DEFAULT_RESUME_POLICY.default).toBe('retry_pending');
  });

  test.each([
    ['retry_pending', 'retry_pending'],
    ['retry_pending_steps', 'retry_pending'],
    ['discard', 'discard'],
    ['discard_plan', 'discard'],
  ])('"%s" means %s (R-36)', (word, meant) => {
    expect(resumePolicy({ default: word })).toMatchObject({ policy: { default: meant }, warnings: [] });
  });

  test.each([['keep'], [7], [null], ['toString']])('%j is the default, with a warning (R-36)', (word) => {
    const { policy, warnings } = resumePolicy({ default: word });
    expect(policy.default).toBe('retry_pending');
    expect(warnings).toEqual([
      `The setting "plan_resume.default" is ${JSON.stringify(word)}, which is neither "retry_pending" nor "discard"; "retry_pending" is used.`,
    ]);
  });

  test('settings that are no object are the defaults, with a warning', () => {
    expect(resumePolicy('discard').warnings).toHaveLength(1);
    expect(resumePolicy({ child_purity: 3 }).warnings).toHaveLength(1);
  });
});

describe('what becomes of a sub-run whose parent is discarded', () => {
  test('pure ones are stopped, the others go on (R-37)', () => {
    expect(resumePolicy({}).policy.childPurity).toEqual({
      pure: 'cancel',
      world: 'adopt',
      side_effect: 'adopt',
      external: 'adopt',
      llm: 'adopt',
    });
  });

  test('each can be set; what is not known is ignored with a warning (R-37)', () => {
    const { policy, warnings } = resumePolicy({
      child_purity: { world: 'cancel', llm: 'burn', moon: 'adopt', __proto__: 'cancel' },
    });
    expect(policy.childPurity).toMatchObject({ world: 'cancel', llm: 'adopt', pure: 'cancel' });
    expect(warnings).toEqual([
      'The setting "plan_resume.child_purity.llm" is "burn", which is neither "cancel" nor "adopt"; "adopt" is used.',
      'The setting "plan_resume.child_purity.moon" is not known and is ignored.',
    ]);
  });

  test('the purity of a call is that of its effect (R-37)', () => {
    const of = (effect: Parameters<typeof purityOf>[0]['effect']) => purityOf({ effect, latent: false });
    expect([of('none'), of('read'), of('write'), of('irreversible')]).toEqual([
      'pure',
      'world',
      'side_effect',
      'external',
    ]);
    expect(purityOf({ effect: 'none', latent: true })).toBe('llm');
  });
});

describe('the bounds of a call', () => {
  test('are 3 retries and 5 turns of a model where nothing is set (R-34, R-35)', () => {
    expect(planSettings(undefined)).toEqual({ retryLimit: 3, stepMaxIterations: 5 });
  });

  test.each([
    [{ retry_limit: 0 }, { retryLimit: 0, stepMaxIterations: 5 }],
    [{ retry_limit: -1 }, { retryLimit: 3, stepMaxIterations: 5 }],
    [{ retry_limit: Number.NaN }, { retryLimit: 3, stepMaxIterations: 5 }],
    [{ retry_limit: '4' }, { retryLimit: 3, stepMaxIterations: 5 }],
    [{ step_max_iterations: 0 }, { retryLimit: 3, stepMaxIterations: 5 }],
    [
      { step_max_iterations: 1, hop: 2 },
      { retryLimit: 3, stepMaxIterations: 1 },
    ],
  ])('%j means %j (R-35)', (given, meant) => {
    expect(planSettings(given)).toEqual(meant);
  });
});
