/** Tests in a plan's notes: what is read of them, how values are kept, and the edits that change them. */

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { applyEdit } from '../../src/plan/apply-edit.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import { importPlan } from '../../src/plan/import.ts';
import {
  addTest,
  expectNoMore,
  freeTestName,
  type PlanTest,
  removeTest,
  renameTest,
  takeValue,
  testsOf,
  unpin,
} from '../../src/plan/plan-tests.ts';
import { isAsExpected, keptOf } from '../../src/plan/test-values.ts';

const ONE: PlanTest = { kind: 'test', name: 'one', expect: { '†state.a': 1, output: 2 }, pins: { b: 3 } };
const COMMENT = { kind: 'comment', text: 'Mind the gap.', name: 'one' };
const planWith = (...notes: unknown[]): Plan => ({
  ...{ format: 'obelus/plan', version: 1, id: 'p', calls: [], notes },
});
const edited = (plan: Plan, edit: Edit): Plan => {
  const done = applyEdit(plan, edit);
  if (!done.ok) throw new Error(done.error);
  return done.value.plan;
};

describe('the notes of a plan', () => {
  it('have tests among them, which travel with the document as they are', () => {
    const plan = planWith(COMMENT, ONE);
    expect(testsOf(plan)).toEqual({ tests: [ONE], faults: [] });
    const read = importPlan(JSON.stringify(plan), { planId: () => 'x' });
    expect(read.ok && read.value.plan.notes).toEqual([COMMENT, ONE]);
  });

  it('may say that something is a test that is none: it is kept, told and not run', () => {
    const plan = planWith({ kind: 'test', name: 'x' }, ONE, ONE, {
      kind: 'test',
      name: 'f',
      expect: {},
      files: { a: 'b' },
    });
    const { tests, faults } = testsOf(plan);
    expect(tests).toEqual([ONE]);
    expect(faults.map(({ at }) => at)).toEqual([0, 2, 3]);
    expect(faults[0]?.message).toContain('expect');
    expect(faults[1]?.message).toBe('Two tests are called "one": rename one.');
    expect(faults[2]?.message).toContain('the SHA-256 of "a"');
  });
});

describe('a test is edited', () => {
  it('under a name of its own, and undone exactly', () => {
    const plan = planWith(COMMENT, ONE);
    expect(freeTestName(plan, 'one')).toBe('one 2');
    expect(renameTest(plan, 'one', ' ')).toMatchObject({ ok: false });
    expect(renameTest(planWith(ONE, { ...ONE, name: 'two' }), 'one', 'two')).toMatchObject({ ok: false });
    const renamed = renameTest(plan, 'one', ' two ');
    if (!renamed.ok) throw new Error(renamed.error);
    const done = applyEdit(plan, renamed.value);
    if (!done.ok) throw new Error(done.error);
    expect(done.value.plan.notes).toEqual([COMMENT, { ...ONE, name: 'two' }]);
    expect(applyEdit(done.value.plan, done.value.inverse[0]!)).toMatchObject({ value: { plan } });
  });

  it('a path, a pin or all of it at a time; where nothing is left, there are no notes', () => {
    const plan = edited(planWith(), addTest(planWith(), ONE));
    expect(edited(plan, expectNoMore(plan, 'one', 'output')).notes).toEqual([
      { ...ONE, expect: { '†state.a': 1 } },
    ]);
    const { pins: _, ...bare } = ONE;
    expect(edited(plan, unpin(plan, 'one', 'b')).notes).toEqual([bare]);
    expect('notes' in edited(plan, removeTest(plan, 'one'))).toBe(false);
    expect(edited(planWith(COMMENT, ONE), removeTest(planWith(COMMENT, ONE), 'one')).notes).toEqual([
      COMMENT,
    ]);
  });

  it('with what is found in the place of what was expected, large or small', () => {
    const plan = planWith(ONE);
    const large = keptOf(Array.from({ length: 9_000 }, (_, at) => `row ${at}`));
    const taken = edited(plan, takeValue(plan, 'one', '†state.a', large));
    expect(taken.notes).toEqual([
      { ...ONE, expect: { '†state.a': large.value, output: 2 }, whole: { '†state.a': large.whole } },
    ]);
    expect(edited(taken, takeValue(taken, 'one', '†state.a', { value: 1 })).notes).toEqual([ONE]);
  });
});

test('a value is as expected exactly where it is the same, however much of it is kept', () => {
  const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);
  const rowsOver = (value: Json): number => Math.ceil(33_000 / (JSON.stringify(value).length + 1));
  const values = fc.oneof(
    json,
    fc.tuple(json, fc.nat(2)).map(([value, more]): Json => Array(rowsOver(value) + more).fill(value)),
    fc.nat(2).map((more): Json => 'ab'.repeat(30_000 + more)),
    json.map((value): Json => ({ long: 'x'.repeat(40_000), value })),
  );
  fc.assert(
    fc.property(values, values, (value, other) => {
      const kept = keptOf(value);
      expect(isAsExpected(kept, JSON.parse(JSON.stringify(value)))).toBe(true);
      expect(isAsExpected(kept, other)).toBe(isAsExpected({ value }, other));
      expect(JSON.stringify(kept).length).toBeLessThan(40_000);
    }),
    { numRuns: 40 },
  );
});
