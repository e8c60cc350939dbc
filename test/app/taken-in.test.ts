import { expect, test } from 'vitest';
import { blankPlan } from '../../src/app/blank-plan.ts';
import { takenIn } from '../../src/app/taken-in.ts';
import type { Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';

const PLAN: Plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [] };

test('what a plan says of replans is left out with a note; the rest of its policy stays (L-71)', () => {
  const given = { ...PLAN, policy: { retryLimit: 0, reviewReplans: false } };
  const { plan, notes } = takenIn(given, builtInTools);
  expect(plan).toEqual({ ...PLAN, policy: { retryLimit: 0 } });
  expect(notes).toEqual([expect.stringContaining('when you start it')]);
});

test('what only repeats a built-in tool is left out with a note (L-75)', () => {
  const { plan, notes } = takenIn({ ...PLAN, tools: [builtInTools[0]!] }, builtInTools);
  expect(plan).toEqual(PLAN);
  expect(notes).toHaveLength(1);
});

test('a plan with nothing of the kind is the same object', () => {
  expect(takenIn(PLAN, builtInTools)).toEqual({ plan: PLAN, notes: [] });
  expect(blankPlan({ next: () => 'x' }, { retryLimit: 3 })).not.toHaveProperty('policy.reviewReplans');
});
