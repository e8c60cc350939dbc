/** A number of days between two days: it is held against no column that measures something else. */

import { expect, it } from 'vitest';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  ['loans.csv', 'loan,out_on,back_on,fee\nL1,2026-01-02,2026-01-09,7\nL2,2026-01-05,2026-01-06,30\n'],
]);

const { planned } = overFiles(FILES);

it.each([
  'which loans lasted more than 4 days from lending to return',
  'loans that needed over 2 weeks between lending and return',
  'which loans were away at least 3 days',
])('is open or asked, and filters nothing else: %s', async (goal) => {
  const { calls, failure } = await planned(goal, 'loans.csv');
  expect(JSON.stringify(calls)).not.toMatch(/"column":"fee"/u);
  expect(failure !== undefined || calls.some(({ _tool }) => _tool === 'open')).toBe(true);
});
