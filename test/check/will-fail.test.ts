import { expect, test } from 'vitest';
import { countProblems, problemWords } from '../../src/canvas/marks.ts';
import type { Problem } from '../../src/check/problem.ts';
import { willFail } from '../../src/check/will-fail.ts';

const of = (code: Problem['code'], severity: Problem['severity'] = 'warning'): Problem => ({
  ...{ code, severity, message: code, calls: ['a'], path: [], fixes: [] },
});

test('a column that is not there is a warning by rank, and counts as what a run would fail for', () => {
  expect(willFail(of('unknown-column'))).toBe(true);
  expect(willFail(of('never-read'))).toBe(false);
  expect(willFail(of('cycle', 'error'))).toBe(true);
  const count = countProblems([of('unknown-column'), of('never-read'), of('cycle', 'error')]).get('a');
  expect(problemWords(count)).toBe('1 error, 1 problem that a run would fail for, 1 warning');
});
