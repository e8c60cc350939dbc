/** The plans that a run went by, from its journal. */

import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/run/events.ts';
import { runPlansOf } from '../../src/run/run-plans.ts';

const plan = (id: string) => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [{ _id: id, _tool: 't' }],
});
const events = (...bodies: object[]) =>
  bodies.map((body, at) => ({ runId: 'r', seq: at + 1, time: 10 * at, ...body })) as unknown as RunEvent[];

test('are what was signed, then each that took its place, with who wrote it; a draft that came to nothing is none', () => {
  const found = runPlansOf(
    events(
      { type: 'plan.commit', revision: 1, plan: plan('a') },
      { type: 'plan_started', total: 1 },
      { type: 'plan.draft', revision: 2, calls: [], from: 'gpt at models.example' },
      { type: 'plan.commit', revision: 2, plan: plan('b') },
      { type: 'plan.draft', revision: 3, calls: [], by: 'person' },
      { type: 'plan.draft', revision: 3, calls: [] },
      { type: 'plan.commit', revision: 3, plan: plan('c') },
    ),
  );
  expect(found.map(({ revision, plan: { calls }, at, by }) => [revision, calls[0]?._id, at, by])).toEqual([
    [1, 'a', 0, undefined],
    [2, 'b', 30, { model: 'gpt at models.example' }],
    [3, 'c', 60, undefined],
  ]);
  expect(runPlansOf([])).toEqual([]);
});
