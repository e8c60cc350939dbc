/** What a chosen list comes to before a run over it starts (L-55). */

import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/plan/document.ts';
import { chosen, prepared } from '../../../src/ui/over-list/prepare.ts';

const plan: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p' },
  input: {
    schema: {
      type: 'object',
      properties: { city: { type: 'string' }, amount: { type: 'number' }, rate: { type: 'number' } },
      required: ['city', 'amount', 'rate'],
    },
  },
  calls: [],
};
const rows = [
  { Zone: 'a', City: 'Berlin', Amount: '4' },
  { Zone: 'a', City: 'Rome', Amount: 'many' },
  { Zone: 'b', City: 'Oslo', Amount: '20' },
  { Zone: 'b', City: 'Paris', Amount: '0' },
];

describe('a list that was chosen', () => {
  test('has its columns by name, the first that tells its rows apart as label, and a canary of three', () => {
    const list = chosen(plan, 'cities.csv', rows);
    expect([...list.mapping]).toEqual([
      ['city', 'City'],
      ['amount', 'Amount'],
    ]);
    expect(list.label).toBe('City');
    expect(list.canary).toEqual({ is: true, first: 3 });
  });

  test('says of each row what does not fit, and goes without those rows where they are left out', () => {
    const list = chosen(plan, 'cities.csv', rows);
    const all = prepared(plan, { rate: 2 }, list);
    expect([...all.faults]).toEqual([['Rome', 'The input "amount" of Rome must be a number, not "many".']]);
    expect(all.instances).toHaveLength(4);
    const fit = prepared(plan, { rate: 2 }, { ...list, leavesOut: true });
    expect(fit.instances.map(({ label, input }) => [label, input?.amount])).toEqual([
      ['Berlin', 4],
      ['Oslo', 20],
      ['Paris', 0],
    ]);
    // All that are left go first: nobody would be asked.
    expect(fit.canary).toBeUndefined();
  });

  test('lacks in every row what neither a column nor the input of the plan gives', () => {
    expect(prepared(plan, {}, chosen(plan, 'cities.csv', rows)).faults.size).toBe(4);
  });

  test('can not start where no row fits', () => {
    const none = prepared(plan, {}, { ...chosen(plan, 'x', rows), leavesOut: true });
    expect(none.problems).toEqual(['No row of the list fits: there is nothing to run over.']);
  });
});
