import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call, Plan } from '../../../src/plan/document.ts';
import { checklistOf, statusOfGroup } from '../../../src/ui/run/checklist.ts';

const planOf = (count: number): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: Array.from({ length: count }, (_, at): Call => ({ _id: `c${at}`, _tool: 't' })),
});

describe('the checklist', () => {
  it('has at most eight lines and every call in exactly one of them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (count) => {
        const todos = checklistOf(planOf(count), () => 'pending');
        expect(todos.length).toBeLessThanOrEqual(8);
        expect(todos.flatMap((todo) => todo.calls)).toEqual(planOf(count).calls.map((call) => call._id));
      }),
    );
  });

  it('keeps a line within 140 characters', () => {
    const plan = { ...planOf(1), calls: [{ _id: 'a', _tool: 't', _description: 'w'.repeat(500) }] };
    expect([...checklistOf(plan, () => 'pending')[0]!.content]).toHaveLength(140);
  });

  it.each([
    [['completed', 'completed'], 'completed'],
    [['completed', 'pending'], 'in_progress'],
    [['pending', 'pending'], 'pending'],
    [['completed', 'failed'], 'failed'],
    [['waiting', 'pending'], 'in_progress'],
    [['skipped', 'skipped'], 'skipped'],
    [['completed', 'skipped'], 'completed'],
  ] as const)('counts %j as %s', (statuses, expected) => {
    expect(statusOfGroup(statuses)).toBe(expected);
  });
});
