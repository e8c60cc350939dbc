import { expect, test } from 'vitest';
import { memoryHost } from '../../../src/package/host.ts';
import type { Policy } from '../../../src/plan/document.ts';
import type { RunEvent } from '../../../src/run/events.ts';
import { evolve } from '../../../src/run/evolve.ts';
import { newRun } from '../../../src/run/new-run.ts';
import { attemptWords, reasonWords } from '../../../src/ui/run/run-words.ts';
import { planOf } from '../../flows/flow-place.ts';

async function whyEnded(policy: Policy): Promise<string> {
  const host = memoryHost();
  const bad = { _id: 'a', _tool: 'calculate', expression: '1 +', _outputPath: '†state.a' };
  const plan = planOf([bad], { mode: 'lazy', policy: { retryLimit: 0, ...policy } });
  let report = await host.run(plan, { approved: host.sign(plan), runId: 'r' });
  if (report.questions.length > 0) report = await host.answer('r', { call: 'a', choose: 'abort' });
  return reasonWords(report.events.reduce(evolve, newRun('r', host.setting)));
}

test('a run that a person stopped at a failure does not say that its plan did', async () => {
  expect(await whyEnded({ onFailure: 'ask' })).toBe('A call failed, and you stopped the run there.');
  expect(await whyEnded({ onFailure: 'abort' })).toBe('A call failed, and the plan says to stop then.');
});

test('a run that completed says that everything is done only where that was seen', async () => {
  const host = memoryHost();
  const add = { _tool: 'calculate', expression: '1 + 1' };
  const plan = planOf([{ ...add, _id: 'a', _outputPath: '†state.a' }], { mode: 'lazy' });
  const { events } = await host.run(plan, { approved: host.sign(plan), runId: 'r' });
  const words = (change: (event: RunEvent) => RunEvent, more: readonly RunEvent[] = []) => {
    const [end, ...before] = [...events].reverse();
    const all = [...before.reverse().map(change), ...more, end!].map((one, at) => ({ ...one, seq: at + 1 }));
    return reasonWords(all.reduce(evolve, newRun('r', host.setting)));
  };
  const done = (change: object) => (event: RunEvent) =>
    event.type === 'plan_step_completed' ? { ...event, ...change } : event;
  expect(words(done({}))).toBe('Everything it set out to do is done.');
  expect(words(done({ unreadable: 'It broke off.' }))).toBe(
    'Its calls are over, but the answer of 1 call can’t be used.',
  );
  expect(words(done({ via: 'person' }))).toBe('Its calls are over, but what 1 call gave is your word.');
  const below = (run: string, status: 'completed' | 'failed', index: number): RunEvent => ({
    ...{ type: 'plan_sub_run_ended', call: 'a', run, index, status, steps: 0, cost: 0, seq: 0, time: 0 },
    ...{ runId: 'r', capsule: { goal: '', keyFindings: [], artifacts: [] } },
  });
  expect(words(done({}), [below('one', 'failed', 0), below('two', 'completed', 0)])).toContain('Everything');
  expect(words(done({}), [below('one', 'completed', 0), below('two', 'failed', 1)])).toBe(
    'Its calls are over, but 1 run of sub-plans ended with errors.',
  );
});

test('an attempt of a dry run is said to be made up, with its time', () => {
  const attempt = { attempt: 1, startedAt: 0, endedAt: 50, outcome: 'completed' } as const;
  expect(attemptWords(attempt, false)).toBe('completed in 50 ms');
  expect(attemptWords(attempt, true)).toBe(
    'would have completed after about 50 ms: made up, no tool was called',
  );
});
