/** What a meaning leaves behind in the calls that meet it. */

import { expect, test } from 'vitest';
import type { Call } from '../../../src/plan/document.ts';
import { givenTo, leavesTrace } from '../../../src/planner/offline/traces.ts';

const call = (tool: string, given: object): Call =>
  ({ _id: tool, _tool: tool, _description: 'average per month, sorted', ...given }) as Call;

const sorted = givenTo([call('sortRows', { column: 'price', direction: 'descending' })]);
const grouped = givenTo([
  call('groupRows', { by: 'day', part: 'month', aggregate: 'mean', column: 'price' }),
]);

test('a description proves nothing', () => {
  expect(leavesTrace(['agg:mean'], sorted)).toBe(false);
  expect(leavesTrace(['unit:month'], sorted)).toBe(false);
  expect(leavesTrace(['agg:mean'], grouped)).toBe(true);
  expect(leavesTrace(['unit:month'], grouped)).toBe(true);
});

test('one of several meanings is enough, and what leaves no trace of its own is met by anything', () => {
  expect(leavesTrace(['agg:mean', 'most'], sorted)).toBe(true);
  expect(leavesTrace(['which'], sorted)).toBe(true);
  expect(leavesTrace(['chart'], grouped)).toBe(false);
});

test('"for each" is not met by one order of all rows', () => {
  expect(leavesTrace(['per', 'each', 'every'], sorted)).toBe(false);
  expect(leavesTrace(['per', 'each', 'every'], grouped)).toBe(true);
});

test('what stands within a sub-plan counts', () => {
  const plans = { part: { calls: [call('makeChart', { rows: '†input.item' })] } } as never;
  expect(leavesTrace(['chart'], givenTo([], plans))).toBe(true);
});
