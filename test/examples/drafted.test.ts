import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { planGoal } from '../planner/offline/goals.ts';
import { builtIns, runInMemory } from './run-in-memory.ts';
import { droppedFilesOf, example, examples, filesOf } from './shipped.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const draft = (id: string) => {
  const one = example(id);
  return planGoal(one.goal, { files: droppedFilesOf(one) });
};

describe.each(examples.map((one) => [one.goal, one] as const))('the offline planner on "%s"', (_, one) => {
  test('drafts a plan without a problem that runs to its goal, or says what stands open', async () => {
    const { document, failure, inputSchema } = await draft(one.id);
    expect(failure).toBeUndefined();
    expect(inputSchema).toBeUndefined();
    const { problems } = checkPlan(document, builtIns);
    // What was not understood stands as an open step, and then nothing can be run.
    if (!AS_GOOD.includes(one.id)) {
      expect(document.calls.map(({ _tool }) => _tool)).toContain('open');
      expect(problems.map(({ code }) => code)).toContain('open-step');
      return;
    }
    expect(problems).toEqual([]);
    const { state } = await runInMemory(document, filesOf(one), {}, { answers: ['Ada'] });
    expect([state.status, state.reason]).toEqual(['completed', 'goal_met']);
  });
});

/** Those whose draft does what the example does. The other two decide, which is beyond a plain reading. */
const AS_GOOD = [
  'sales-by-region',
  'meeting-summary',
  'two-versions',
  'orders-by-country',
  'addresses-in-a-letter',
  'temperature',
  'thank-you-letter',
  'low-stock',
];

test.each(AS_GOOD)('%s is drafted with the tools of the example, every word used', async (id) => {
  const { tools, unusedWords } = await draft(id);
  expect(tools).toEqual(example(id).plan.calls.map((call) => call._tool));
  expect(unusedWords).toEqual([]);
});
