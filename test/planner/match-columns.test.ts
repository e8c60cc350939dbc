/** Columns of a new file by those of before: by name, then by values, then by type; none by chance. */

import { describe, expect, test } from 'vitest';
import { matchColumns } from '../../src/planner/match-columns.ts';
import type { ColumnProfile } from '../../src/tools/file-profile.ts';

const column = (name: string, more: Partial<ColumnProfile> = {}): ColumnProfile => ({
  ...{ name, type: 'text', examples: [], filled: 3, distinct: 3 },
  ...more,
});
const wanted = (...columns: readonly ColumnProfile[]) => columns.map((was) => ({ name: was.name, was }));
const found = (before: readonly ColumnProfile[], now: readonly ColumnProfile[]) =>
  matchColumns({ wanted: wanted(...before), offered: now }).map(
    ([name, { column: its, by }]) => `${name} = ${its} (${by})`,
  );

describe('a column is found', () => {
  test('by its name, whatever its case', () => {
    expect(found([column('Region')], [column('region')])).toEqual(['Region = region (same)']);
  });

  test('by what the file of before calls it, whatever the plan made of that', () => {
    const before = [{ name: 'region', was: column('Gebiet') }];
    expect(matchColumns({ wanted: before, offered: [column('region'), column('Gebiet')] })).toEqual([
      ['region', { column: 'Gebiet', by: 'same' }],
    ]);
  });

  test('by another way to write its name', () => {
    expect(
      found(
        [column('customer name'), column('unit_price', { type: 'number' })],
        [column('UnitPrice', { type: 'number' }), column('CustomerName')],
      ),
    ).toEqual(['customer name = CustomerName (name)', 'unit_price = UnitPrice (name)']);
  });

  test('by a word for the same in another language', () => {
    expect(
      found([column('amount', { type: 'number' })], [column('Betrag', { type: 'number' }), column('Ort')]),
    ).toEqual(['amount = Betrag (name)']);
  });

  test('by a name that says it and more, of the same type, where it is the only one', () => {
    const date = { type: 'date' } as const;
    expect(
      found(
        [column('due', date), column('borrowed', date), column('returned', date)],
        [column('Borrowed on', date), column('Returned on', date), column('Due date', date)],
      ),
    ).toEqual(['due = Due date (name)', 'borrowed = Borrowed on (name)', 'returned = Returned on (name)']);
    // Which of two is meant, the person says.
    const two = [column('Due date', date), column('Due again', date)];
    expect(found([column('due', date)], two)).toEqual([]);
    // Of another type it is another thing.
    expect(found([column('due', date)], [column('Due fee', { type: 'number' })])).toEqual([]);
  });

  test('by its values', () => {
    const values = ['North', 'South', 'West'];
    expect(
      found(
        [column('area', { values })],
        [column('x1', { values: ['south', 'north'] }), column('x2', { values: ['a', 'b'] })],
      ),
    ).toEqual(['area = x1 (values)']);
  });

  test('as the only one of its type that is left', () => {
    expect(
      found([column('q', { type: 'date' })], [column('when it came', { type: 'date' }), column('z')]),
    ).toEqual(['q = when it came (type)']);
  });
});

describe('none is found', () => {
  test('where two are left of the type', () => {
    expect(
      found(
        [column('q', { type: 'number' })],
        [column('z1', { type: 'number' }), column('z2', { type: 'number' })],
      ),
    ).toEqual([]);
  });

  test('twice for one', () => {
    expect(
      found(
        [column('amount', { type: 'number' }), column('Amount', { type: 'number' })],
        [column('amount', { type: 'number' })],
      ),
    ).toEqual(['amount = amount (same)']);
  });
});
