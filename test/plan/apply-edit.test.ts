import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { applyEdit, applyEdits } from '../../src/plan/apply-edit.ts';
import { type Call, type Plan, planShape } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd');
const json = fc.oneof(fc.constantFrom(1, 'x', '†state.a', null), fc.jsonValue({ maxDepth: 2 }));
const key = fc.constantFrom('p', 'q', '__proto__', '_after', '_x', '0', 'deep');
const call = fc
  .tuple(id, fc.dictionary(key, json, { maxKeys: 4 }), fc.boolean())
  .map(([_id, rest, first]) => {
    const { _after, ...params } = rest;
    return (first ? { _id, _tool: 't', ...params } : { ...params, _tool: 't', _id }) as unknown as Call;
  });
const plan = fc
  .record({
    calls: fc.array(call, { maxLength: 6 }),
    layout: fc.option(fc.dictionary(id, fc.constant({ x: 1, y: 2 })), { nil: undefined }),
    order: fc.shuffledSubarray(['title', 'policy', 'calls', 'layout', 'output'], { minLength: 0 }),
  })
  .map(({ calls, layout, order }) => {
    const parts: JsonObject = { title: 't', policy: { retryLimit: 1 }, output: null };
    const document: Record<string, unknown> = { format: 'obelus/plan', version: 1, id: 'p' };
    for (const field of order) {
      if (field === 'calls') document.calls = calls;
      else if (field !== 'layout') document[field] = parts[field];
      else if (layout) document.layout = layout;
    }
    return { ...document, calls } as unknown as Plan;
  });
const withPlans = fc.tuple(plan, plan).map(([root, { format: _, version: __, id: ___, ...own }]) => ({
  ...root,
  plans: { first: { calls: [] }, s: own, last: { calls: [] } },
})) as unknown as fc.Arbitrary<Plan>;
const step = fc.oneof(key, fc.nat(3));
const at = fc.nat(6);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('add-call' as const), call, at }),
  fc.record({ kind: fc.constant('remove-call' as const), id }),
  fc.record({ kind: fc.constant('move-call' as const), id, to: at }),
  fc.record({ kind: fc.constant('replace-call' as const), id, call }),
  fc.record({
    kind: fc.constant('set-in-call' as const),
    id,
    path: fc.array(step, { minLength: 1, maxLength: 3 }),
    value: fc.option(json as fc.Arbitrary<never>, { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('set-field' as const),
    field: fc.constantFrom('title' as const, 'policy' as const, 'layout' as const, 'output' as const),
    value: fc.option(fc.constantFrom('x', { a: 1 }), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('place' as const),
    positions: fc.dictionary(id, fc.option(fc.record({ x: fc.nat(9), y: fc.nat(9) }), { nil: null })),
  }),
);

describe('edits of a sub-plan', () => {
  test('do within it what they do to a plan by itself, and are undone exactly', () => {
    let applied = 0;
    fc.assert(
      fc.property(withPlans, fc.array(edit, { minLength: 1, maxLength: 8 }), (root, edits) => {
        const own = root.plans!.s as unknown as Plan;
        const before = JSON.stringify(root);
        let [current, alone] = [root, own];
        const back: Edit[] = [];
        for (const one of edits) {
          const inside = applyEdit(current, { kind: 'in-plan', name: 's', edit: one });
          const outside = applyEdit(alone, one);
          expect(inside.ok).toBe(outside.ok);
          if (!inside.ok || !outside.ok) continue;
          applied += 1;
          expect(JSON.stringify(inside.value.plan.plans!.s)).toBe(JSON.stringify(outside.value.plan));
          expect(inside.value.plan.calls).toBe(root.calls);
          expect(inside.value.plan.plans!.first).toBe(root.plans!.first);
          [current, alone] = [inside.value.plan, outside.value.plan];
          back.unshift(...inside.value.inverse);
        }
        const restored = applyEdits(current, back);
        expect(restored.ok && JSON.stringify(restored.value.plan)).toBe(before);
      }),
      { numRuns: 300 },
    );
    expect(applied).toBeGreaterThan(300);
  });

  test('are refused where there is none of that name, and where the document alone has such a part', () => {
    const root = {
      format: 'obelus/plan',
      version: 1,
      id: 'p',
      calls: [],
      plans: { s: { calls: [] } },
    } as Plan;
    const title: Edit = { kind: 'set-field', field: 'title', value: 'x' };
    const refused: readonly Edit[] = [
      { kind: 'in-plan', name: 't', edit: title },
      { kind: 'in-plan', name: '__proto__', edit: title },
      { kind: 'in-plan', name: 's', edit: { kind: 'in-plan', name: 's', edit: title } },
      { kind: 'in-plan', name: 's', edit: { kind: 'set-field', field: 'plans', value: {} } },
      { kind: 'in-plan', name: 's', edit: { kind: 'remove-call', id: 'gone' } },
    ];
    for (const one of refused) {
      const done = applyEdit(root, one);
      expect(done.ok).toBe(false);
      expect(!done.ok && done.error).toMatch(/sub-plan/);
    }
    const done = applyEdit(root, { kind: 'in-plan', name: 's', edit: title });
    expect(done.ok && done.value.plan.plans).toEqual({ s: { calls: [], title: 'x' } });
  });
});

describe('edits', () => {
  test('are undone exactly by their inverses, the order of keys and calls included', () => {
    let applied = 0;
    fc.assert(
      fc.property(plan, fc.array(edit, { maxLength: 6 }), (before, edits) => {
        const text = JSON.stringify(before);
        const possible = edits.filter((one) => applyEdit(before, one).ok).slice(0, 1);
        const sequence = [...possible, ...edits];
        let current = before;
        const inverse: Edit[] = [];
        for (const one of sequence) {
          const edited = applyEdit(current, one);
          if (!edited.ok) continue;
          applied++;
          current = edited.value.plan;
          inverse.unshift(...edited.value.inverse);
        }
        expect(JSON.stringify(before)).toBe(text);
        const restored = applyEdits(current, inverse);
        expect(restored.ok && JSON.stringify(restored.value.plan)).toBe(text);
      }),
      { numRuns: 2000 },
    );
    expect(applied).toBeGreaterThan(1000);
  });

  const two = {
    calls: [
      { _id: 'a', _tool: 't', to: ['x'] },
      { _id: 'b', _tool: 't' },
    ],
  } as unknown as Plan;
  const apply = (one: Edit) => {
    const edited = applyEdit(two, one);
    if (!edited.ok) throw new Error(edited.error);
    return edited.value;
  };

  test('leave the identity of every other call, which the caches of the check rest on', () => {
    const { plan: after, inverse } = apply({ kind: 'set-in-call', id: 'a', path: ['to', 1], value: 'y' });
    expect(after.calls[0]).toEqual({ _id: 'a', _tool: 't', to: ['x', 'y'] });
    expect(after.calls[1]).toBe(two.calls[1]);
    const back = applyEdits(after, inverse);
    expect(back.ok && back.value.plan.calls[0]).toBe(two.calls[0]);
  });

  test('move to the index they name', () => {
    expect(apply({ kind: 'move-call', id: 'a', to: 1 }).plan.calls.map((one) => one._id)).toEqual(['b', 'a']);
  });

  test.each<[Edit, string]>([
    [{ kind: 'remove-call', id: 'z' }, 'no call "z"'],
    [{ kind: 'move-call', id: 'a', to: 2 }, 'no place 2'],
    [{ kind: 'set-in-call', id: 'a', path: ['_id'], value: undefined }, '_id that is not text'],
    [{ kind: 'set-in-call', id: 'a', path: ['_after'], value: 5 }, '_after that is not text'],
    [{ kind: 'set-in-call', id: 'a', path: ['to', 5], value: 1 }, 'no place "5"'],
    [{ kind: 'set-in-call', id: 'a', path: ['no', 'thing'], value: 1 }, 'there is no "no"'],
    [{ kind: 'add-call', call: {} as Call, at: 0 }, 'names no tool'],
  ])('%j is refused in words', (one, words) => {
    const edited = applyEdit(two, one);
    expect(edited.ok ? '' : edited.error).toContain(words);
  });

  test('of a gesture are applied all or none', () => {
    const gesture: Edit[] = [
      { kind: 'remove-call', id: 'a' },
      { kind: 'remove-call', id: 'a' },
    ];
    expect(applyEdits(two, gesture).ok).toBe(false);
  });
});

describe('a part of the document that would be none is refused in words', () => {
  const plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [] } as const;
  test.each<[string, unknown]>([
    ['goal', 3],
    ['mode', 'both'],
    ['input', []],
    ['input', { schema: 'object' }],
    ['outputSchema', 'text'],
    ['state', { schema: 3 }],
    ['state', { initial: [] }],
    ['data', { notes: 3 }],
    ['data', { notes: { initial: 3 } }],
    ['policy', { retryLimit: -1 }],
    ['policy', { maxConcurrent: 0 }],
    ['policy', { maxSteps: 1.5 }],
    ['policy', { maxCost: -0.1 }],
    ['policy', { maxDurationMs: 0 }],
    ['policy', { onFailure: 'pray' }],
    ['policy', { askBefore: 'some' }],
    ['policy', { reviewReplans: 'yes' }],
    ['notes', {}],
  ])('%s %j', (field, value) => {
    const edit = { kind: 'set-field', field, value } as Edit;
    const refused = applyEdit(plan, edit);
    expect(refused.ok ? '' : refused.error).toMatch(/^After this edit the plan has .*\.$/);
    expect(planShape.safeParse({ ...plan, [field]: value }).success).toBe(false);
  });

  test('and what is one is taken', () => {
    for (const [field, value] of Object.entries({
      policy: { retryLimit: 0, maxConcurrent: 1, maxCost: 0, onFailure: 'ask', askBefore: 'all', more: 1 },
      input: { schema: true },
      data: { notes: {} },
      outputSchema: false,
    })) {
      const edit = { kind: 'set-field', field, value } as Edit;
      expect(applyEdit(plan, edit).ok).toBe(true);
    }
  });
});
