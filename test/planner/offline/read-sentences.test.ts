/** A sentence with places in it, filled from every row that is meant. */

import { expect, test } from 'vitest';
import { checkPlan } from '../../../src/check/check.ts';
import { builtIns, planGoal } from './goals.ts';

const GUESTS = 'Guest Name,table,coming\nIda,4,yes\nOle,2,no\nUma,4,yes\n';
const plan = (goal: string) =>
  planGoal(goal, { files: [{ name: 'guests.csv', type: '', size: GUESTS.length, head: GUESTS }] });

test('the sentence is made of every row that fits', async () => {
  const made = await plan(
    'For each guest who is coming write "Dear {guest name}, you sit at table [table]."',
  );
  expect(made.tools).toEqual(['readCsv', 'filterRows', 'forEach']);
  const [inner] = Object.values(made.document.plans ?? {});
  expect(inner?.calls).toMatchObject([
    {
      _tool: 'template',
      template: 'Dear {Guest_Name}, you sit at table {table}.',
      values: { Guest_Name: '†input.item["Guest Name"]', table: '†input.item.table' },
    },
  ]);
  expect(checkPlan(made.document, builtIns).problems).toEqual([]);
});

test('a place that names no column is not guessed', async () => {
  const made = await plan('For each guest write "Dear {title}, welcome."');
  expect(made.calls.some(({ _tool }) => _tool === 'template')).toBe(false);
});
