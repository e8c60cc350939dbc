import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { checklistOf, NO_CHECKLIST, statusOfGroup, withTodos } from '../../src/run/checklist.ts';
import type { CallStatus } from '../../src/run/events.ts';

const planOf = (count: number): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: Array.from({ length: count }, (_, at): Call => ({ _id: `c${at}`, _tool: 't' })),
});

describe('the checklist', () => {
  // K-26
  it('has at most eight groups and every call in exactly one of them (C-2, K-3)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (count) => {
        const todos = checklistOf(planOf(count), () => 'pending');
        expect(todos.length).toBeLessThanOrEqual(8);
        expect(todos.flatMap((todo) => todo.calls)).toEqual(planOf(count).calls.map((call) => call._id));
      }),
    );
  });

  it('keeps a group within 140 characters, however many calls it names, and its id is that of its first call (C-2)', () => {
    const one = { ...planOf(1), calls: [{ _id: 'a'.repeat(40), _tool: 't', _description: 'w'.repeat(500) }] };
    const [alone] = checklistOf(one, () => 'pending');
    expect([...(alone?.content ?? '')]).toHaveLength(140);
    expect(alone?.id).toBe('a'.repeat(40));
    const many = planOf(30);
    const calls = many.calls.map((call) => ({ ...call, _description: '𝒘'.repeat(500) }));
    const groups = checklistOf({ ...many, calls }, () => 'pending');
    expect(groups.map(({ id }) => id)).toEqual(groups.map((group) => group.calls[0]));
    for (const { content } of groups) {
      expect([...content].length).toBeLessThanOrEqual(140);
      expect(content).toMatch(/ and \d+ more$/);
    }
  });

  // K-8
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

  it('notes why a group has failed in at most 200 characters (C-2)', () => {
    const [todo] = checklistOf(
      planOf(1),
      () => 'failed',
      () => 'No. '.repeat(100),
    );
    expect([...todo!.note!]).toHaveLength(200);
  });
});

describe('an update of the checklist', () => {
  const plan = planOf(2);
  const todosWith = (status: CallStatus) => checklistOf(plan, (call) => (call === 'c0' ? status : 'pending'));

  // C-4
  it('replaces the whole snapshot and says which revision it is (C-1, C-3, C-11)', () => {
    const first = withTodos(NO_CHECKLIST, todosWith('pending'), 10);
    const second = withTodos(first, todosWith('in_progress'), 20);
    expect(second).toMatchObject({ revision: 2, updatedAt: 20, focus: 'c0' });
    expect(second.todos).toEqual(todosWith('in_progress'));
    // It changes nothing but what it returns (C-4).
    expect(first).toMatchObject({ revision: 1, updatedAt: 10, todos: todosWith('pending') });
  });

  it('that says the same is none (C-12)', () => {
    const first = withTodos(NO_CHECKLIST, todosWith('pending'), 10);
    expect(withTodos(first, todosWith('pending'), 20)).toBe(first);
  });

  it('has what goes on as its focus, in at most 40 characters (C-2)', () => {
    const long = { ...planOf(1), calls: [{ _id: 'a', _tool: 't', _description: 'w'.repeat(90) }] };
    const { focus } = withTodos(
      NO_CHECKLIST,
      checklistOf(long, () => 'in_progress'),
      0,
    );
    expect([...focus]).toHaveLength(40);
  });
});
