import { expect, test } from 'vitest';
import { memoryHost } from '../../../src/package/host.ts';
import type { Policy } from '../../../src/plan/document.ts';
import { evolve } from '../../../src/run/evolve.ts';
import { newRun } from '../../../src/run/new-run.ts';
import { reasonWords } from '../../../src/ui/run/run-words.ts';
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
