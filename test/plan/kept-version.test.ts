/** A version of before beside the plan now, and the way back to it. */

import { expect, test } from 'vitest';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Plan } from '../../src/plan/document.ts';
import { isSameVersion, restoring, versionDiff } from '../../src/plan/kept-version.ts';

const was: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  title: 'Old title',
  goal: 'Count',
  calls: [
    { _id: 'a', _tool: 'a', _outputPath: '†state.a' },
    { _id: 'b', _tool: 'b', p: 1, _outputPath: '†state.b' },
  ],
  output: '†state.b',
  layout: { a: { x: 1, y: 1 }, b: { x: 2, y: 2 } },
};
const now: Plan = {
  ...was,
  title: 'New title',
  calls: [
    { _id: 'b', _tool: 'b', p: 2, _outputPath: '†state.b' },
    { _id: 'c', _tool: 'c', _outputPath: '†state.c' },
  ],
  policy: { retryLimit: 1 },
  notes: ['mine'],
  layout: { b: { x: 9, y: 9 } },
};

test('what it would do is told by calls and by parts', () => {
  expect(versionDiff(now, was)).toEqual({ added: ['a'], removed: ['c'], revised: ['b'], parts: ['policy'] });
  expect(isSameVersion(versionDiff(was, was))).toBe(true);
  expect(isSameVersion(versionDiff({ ...was, title: 'Other', notes: ['x'] }, was))).toBe(true);
});

test('brought back it is what it was, under the title, the notes and the places of now; undone, nothing has been', () => {
  const done = applyEdits(now, restoring(now, was));
  if (!done.ok) throw new Error(done.error);
  const { plan, inverse } = done.value;
  expect(isSameVersion(versionDiff(plan, was))).toBe(true);
  expect(plan).toEqual({
    ...was,
    title: 'New title',
    notes: ['mine'],
    layout: { a: { x: 1, y: 1 }, b: { x: 9, y: 9 } },
  });
  const back = applyEdits(plan, inverse);
  expect(back.ok && back.value.plan).toEqual(now);
});

test('one that goes on comes back with its mandate, without which nobody could sign it', () => {
  const mandate = { tools: ['a'], effects: ['read' as const], hosts: [] };
  const growing: Plan = { ...was, mode: 'eager', mandate };
  expect(versionDiff(now, growing).parts).toEqual(['policy', 'mode', 'mandate']);
  const done = applyEdits(now, restoring(now, growing));
  expect(done.ok && done.value.plan.mandate).toEqual(mandate);
});
