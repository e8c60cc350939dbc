import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import type { Step } from '../../src/plan/history.ts';
import { joinedSteps } from '../../src/plan/joined-steps.ts';
import { keptHistory } from '../../src/plan/kept-history.ts';
import { NO_ORIGINS } from '../../src/plan/origin.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [
    { _id: 'a', _tool: 'shout', text: 'hi', to: { b: 1, c: 2 }, _outputPath: '†state.a' },
    { _id: 'b', _tool: 'shout', text: 'hi' },
  ],
  title: 'T',
  plans: { s: { calls: [{ _id: 'a', _tool: 'shout', text: 'hi' }] } },
};

/** The gesture as one step, with the plan after it; edits that do not fit are left out. */
function gesture(all: readonly (readonly Edit[])[]): { step: Step; after: Plan } | undefined {
  let after = PLAN;
  let step: Step | undefined;
  for (const forward of all) {
    const applied = applyEdits(after, forward);
    if (!applied.ok) continue;
    const origins = { before: NO_ORIGINS, after: NO_ORIGINS };
    const next = { label: 'Type', mark: 'm', forward, backward: applied.value.inverse, origins };
    step = step ? joinedSteps(step, next) : next;
    after = applied.value.plan;
  }
  return step && { step, after };
}
const applied = (plan: Plan, edits: readonly Edit[]): string => {
  const done = applyEdits(plan, edits);
  return done.ok ? JSON.stringify(done.value.plan) : done.error;
};
const typed = (length: number): Edit[][] =>
  Array.from({ length }, (_, at) => [
    { kind: 'set-in-call', id: 'a', path: ['text'], value: 'x'.repeat(at + 1) },
    // Its words follow from time to time.
    ...(at % 2 === 0
      ? [{ kind: 'set-in-call', id: 'a', path: ['_description'], value: `${at}` } as const]
      : []),
  ]);

describe('steps of one gesture', () => {
  it('set each place once, so that a long text typed leaves room for what was done before', () => {
    const { step } = gesture(typed(3_000))!;
    expect([step.forward.length, step.backward.length]).toEqual([2, 2]);
    const before = { ...step, label: 'Before' };
    expect(keptHistory({ past: [before, step], future: [] }).past).toHaveLength(2);
  });

  it('lead exactly to the plan after the last of them and to the one before the first, whatever they do', () => {
    const id = fc.constantFrom('a', 'b');
    const value = fc.constantFrom<string | undefined>('x', 'y', undefined);
    const path = fc.constantFrom(
      ['text'],
      ['to'],
      ['to', 'b'],
      ['to', 'n'],
      ['note'],
      ['_id'],
      ['_description'],
    );
    const at = fc.constantFrom(undefined, 0, 1);
    const edit: fc.Arbitrary<Edit> = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('set-in-call' as const), id, path, value }) },
      fc.record({ kind: fc.constant('set-in-call' as const), id, path, value, at }) as fc.Arbitrary<Edit>,
      fc.record({
        kind: fc.constant('set-field' as const),
        field: fc.constantFrom('title' as const, 'goal' as const),
        value,
      }),
      id.map((_id): Edit => ({ kind: 'replace-call', id: _id, call: { _id, _tool: 'note', text: 'whole' } })),
      fc.record({
        kind: fc.constant('place' as const),
        positions: fc.dictionary(id, fc.option(fc.record({ x: fc.nat(3), y: fc.nat(3) }))),
      }),
      id.map((_id): Edit => ({ kind: 'remove-call', id: _id })),
    );
    const any = fc.oneof(
      { weight: 3, arbitrary: edit },
      { weight: 2, arbitrary: edit.map((own): Edit => ({ kind: 'in-plan', name: 's', edit: own })) },
      fc.constant<Edit>({ kind: 'set-field', field: 'plans', value: { s: { calls: [] } } }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(any, { minLength: 1, maxLength: 3 }), { minLength: 2 }), (all) => {
        const done = gesture(all);
        if (!done) return;
        expect(applied(PLAN, done.step.forward)).toBe(JSON.stringify(done.after));
        expect(applied(done.after, done.step.backward)).toBe(JSON.stringify(PLAN));
      }),
      { numRuns: 500 },
    );
  });
});
