import { describe, expect, test } from 'vitest';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { phaseOf, reasoningOf, reflection } from '../../src/run/phases.ts';
import { callNamed, completed, failed, journalOf, planOf } from './written-run.ts';

const PLAN = planOf([callNamed('a'), callNamed('b')], { retryLimit: 1, onFailure: 'replan' });
const HAPPENED: RunEventBody[] = [
  ...completed('a', 1),
  ...failed('b'),
  { type: 'plan_step_retry', call: 'b', retry: 1, delayMs: 1000 },
  { type: 'plan.commit', revision: 2, plan: PLAN },
];

describe('the phases of a run', () => {
  test('a run plans, acts, observes and reflects, in order (C-8, C-14)', () => {
    const phases = reasoningOf(journalOf(PLAN, HAPPENED), ({ type }) => type).map(({ phase }) => phase);
    expect(phases).toEqual(['Plan', 'Plan', 'Act', 'Obs', 'Act', 'Obs', 'Reflect', 'Plan']);
  });

  test('each has its summary, the revision it belongs to, and its time (C-10)', () => {
    const reasoning = reasoningOf(journalOf(PLAN, HAPPENED), ({ type }) => type);
    expect(reasoning[2]).toEqual({
      phase: 'Act',
      summary: 'plan_step_started',
      iteration: 1,
      timestamp: 2000,
    });
    expect(reasoning.at(-1)).toMatchObject({ phase: 'Plan', iteration: 2 });
  });

  test('an event of a later version is something that was seen (§12)', () => {
    expect(phaseOf({ type: 'plan_step_sung' } as unknown as RunEvent)).toBe('Obs');
  });
});

describe('a reflection', () => {
  test('is one sentence (C-9)', () => {
    expect(reflection('It failed at 3.5 s. I would try it again.')).toBe('It failed at 3.5 s.');
    expect(reflection('No full stop')).toBe('No full stop');
  });

  test('has at most 200 characters, none cut in half (C-9)', () => {
    const short = reflection('👩'.repeat(400));
    expect([...short]).toHaveLength(200);
    expect(short.isWellFormed()).toBe(true);
  });

  test('of a run is one sentence too, whatever it is made of', () => {
    const [last] = reasoningOf(
      journalOf(PLAN, [{ type: 'plan_aborted', reason: 'aborted' }]).slice(-1),
      () => 'Stopped by you. What had been done is kept.',
    );
    expect(last!.summary).toBe('Stopped by you.');
  });
});
