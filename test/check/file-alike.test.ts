import { expect, test } from 'vitest';
import { fileAlike } from '../../src/check/file-alike.ts';
import type { FileProfile } from '../../src/tools/file-profile.ts';

const file = (name: string, columns: readonly string[], kind: FileProfile['kind'] = 'csv'): FileProfile => ({
  ...{ name, kind, size: 1 },
  tables: [
    {
      ...{ place: '', rows: 1, whole: true },
      columns: columns.map((one) => ({
        ...{ name: one, type: 'text' as const, examples: [], filled: 1, distinct: 1 },
      })),
    },
  ],
});
const read = (name: string, columns: readonly string[]) => ({ name, calls: ['read'], columns });

test('next month’s file stands for last month’s, by the columns that the plan reads of it', () => {
  const may = file('may.csv', ['Date', 'Amount', 'Note']);
  const june = file('june.csv', ['date', 'amount ', 'city']);
  expect(fileAlike(june, [read('may.csv', ['Amount'])], [may, june])).toBe('may.csv');
  expect(fileAlike(june, [read('may.csv', ['Note'])], [may, june])).toBeUndefined();
});

test('a file that shares fewer than half, of another kind, broken, or read by the plan itself stands for none', () => {
  const may = file('may.csv', ['date', 'amount', 'note']);
  const few = file('few.csv', ['date']);
  const other = file('other.xlsx', ['date', 'amount', 'note'], 'xlsx');
  const twin = file('twin.csv', ['date', 'amount', 'note']);
  const reads = [read('may.csv', [])];
  expect(fileAlike(few, reads, [may, few])).toBeUndefined();
  expect(fileAlike(other, reads, [may, other])).toBeUndefined();
  expect(fileAlike({ ...twin, fault: 'It is cut off.' }, reads, [may, twin])).toBeUndefined();
  expect(fileAlike(twin, [...reads, read('twin.csv', [])], [may, twin])).toBeUndefined();
});

test('of several the one that shares most', () => {
  const orders = file('orders.csv', ['id', 'customer', 'amount']);
  const people = file('people.csv', ['id', 'name', 'city']);
  const next = file('people-2.csv', ['id', 'name', 'city']);
  const reads = [read('orders.csv', ['id']), read('people.csv', ['id'])];
  expect(fileAlike(next, reads, [orders, people, next])).toBe('people.csv');
});
