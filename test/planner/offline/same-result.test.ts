/** When two plans came to the same on the files, whatever their columns are called. */

import { expect, test } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { isSame, outcomesOf } from '../../../src/planner/offline/same-result.ts';
import type { TrialCall } from '../../../src/tools/trial.ts';

const of = (...values: Json[]) => {
  const calls = values.map((value, at): [string, TrialCall] => [
    `c${at}`,
    { status: 'completed', value, ofHead: false },
  ]);
  const found = outcomesOf({ calls: new Map(calls), output: values.at(-1) ?? null });
  if (found === undefined) throw new Error('It came to nothing.');
  return found;
};

const A = [
  { boat: 'Kayak', sum: 0.1 + 0.2 },
  { boat: 'Yacht', sum: 8 },
];

test('names of columns, what is shown beside, and the last digits make no other result', () => {
  const more = [
    { which: 'Yacht', total: 8, count: 1 },
    { which: 'Kayak', total: 0.3, count: 2 },
  ];
  expect(isSame(of(A), of(more), false)).toBe(true);
  expect(isSame(of(A), of(more), true)).toBe(false);
  expect(isSame(of(8), of([{ total: 8 }]), false)).toBe(true);
});

test('another value, another number of rows and another column are another result', () => {
  expect(isSame(of(A), of([A[0] ?? null]), false)).toBe(false);
  expect(isSame(of(A), of([A[0] ?? null, { boat: 'Yacht', sum: 9 }]), false)).toBe(false);
  expect(isSame(of([{ a: 1 }, { a: 1 }]), of([{ a: 1 }, { a: 2 }]), false)).toBe(false);
});

test('a drawing is told by what it draws; what did not come whole can’t be compared', () => {
  expect(isSame(of(A, '<svg/>'), of(A), true)).toBe(true);
  const failed: TrialCall = { status: 'failed', message: 'No.' };
  expect(outcomesOf({ calls: new Map([['c', failed]]), output: 1 })).toBeUndefined();
});
