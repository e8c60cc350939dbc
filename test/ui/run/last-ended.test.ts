import { expect, test } from 'vitest';
import { isChangedSince } from '../../../src/ui/run/last-ended.ts';
import { planOf } from '../../check/plan-of.ts';

const calls = [{ _id: 'a', _tool: 'readCsv', file: 'x.csv', _outputPath: '†state.a' }];
const RAN = planOf({ calls, output: '†state.a' });

test('a plan is another than the one that ran where it would do something else', () => {
  expect(isChangedSince(RAN, planOf({ calls, output: '†state.a' }))).toBe(false);
  expect(
    isChangedSince(RAN, planOf({ calls: [{ ...calls[0]!, _description: 'Read it' }], output: '†state.a' })),
  ).toBe(false);
  expect(isChangedSince(RAN, planOf({ calls: [{ ...calls[0]!, file: 'y.csv' }], output: '†state.a' }))).toBe(
    true,
  );
  expect(isChangedSince(RAN, planOf({ calls, output: '†state.a.0' }))).toBe(true);
});
