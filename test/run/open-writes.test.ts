/** The writes that a run's end leaves open, as they are named to whoever would end or erase it (L-41). */

import { expect, test } from 'vitest';
import { notedDoubts, type OpenWrite, openWrites, openWriteWords } from '../../src/run/open-writes.ts';
import { RULES } from '../../src/run/rules.ts';
import { journal, shownAfter } from '../stores/shown.ts';

const plan = {
  ...{ format: 'obelus/plan' as const, version: 1 as const, id: 'p' },
  calls: [{ _id: 's', _tool: 'httpSend', _description: 'Send it' }],
};

test('of many runs of a loop, each write says which run it is of, counted from 1', () => {
  const writes = [0, 2].flatMap((index) => {
    const parent = { runId: 'top', call: 'each', index };
    const { state } = shownAfter(
      journal(
        { type: 'plan.commit', revision: 1, plan, rules: RULES, parent },
        { type: 'plan_started', total: 1 },
        { type: 'plan_step_started', call: 's', attempt: 1 },
        { type: 'plan_aborted', reason: 'aborted' },
      ),
    );
    return openWrites(state);
  });
  const words = (write: OpenWrite) => openWriteWords(write, (ms) => `${ms} ms`);
  expect(writes.map(words)).toEqual([
    '“Send it” (httpSend, element 1): begun at 20 ms; whether it happened is not known',
    '“Send it” (httpSend, element 3): begun at 20 ms; whether it happened is not known',
  ]);
});

test('a write that is under way is in doubt for others only where nobody is at work on its run', () => {
  const [call] = plan.calls;
  const calls = [{ ...call!, url: 'https://shop.example/orders' }];
  const { state } = shownAfter(
    journal(
      { type: 'plan.commit', revision: 1, plan: { ...plan, calls }, rules: RULES },
      { type: 'plan_started', total: 1 },
      { type: 'plan_step_started', call: 's', attempt: 1 },
    ),
  );
  expect(notedDoubts(state, 'one')).toEqual([]);
  expect(notedDoubts(state, 'one', true)).toMatchObject([{ id: 'Send it', doubtOf: 'one', request: true }]);
});
