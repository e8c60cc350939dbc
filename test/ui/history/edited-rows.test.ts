import { expect, test } from 'vitest';
import { cellText, columnsOf, withCell, withoutRow } from '../../../src/ui/history/edited-rows.ts';

const ROWS = [
  { name: 'a', n: 1, ok: true },
  { name: 'b', n: 2.5, ok: false },
  { name: '7', n: null, extra: { of: 1 } },
];

test('a list of rows has the columns of all of them; anything else is no table', () => {
  expect(columnsOf(ROWS)).toEqual(['name', 'n', 'ok', 'extra']);
  for (const value of [undefined, null, 3, 'text', {}, [], [1], [{ a: 1 }, null]])
    expect(columnsOf(value)).toBeNull();
});

test('what is typed is a number among numbers, a yes among them, a text among texts', () => {
  expect(withCell(ROWS, 0, 'n', '40')[0]).toEqual({ name: 'a', n: 40, ok: true });
  expect(withCell(ROWS, 2, 'n', '3.')[2]).toMatchObject({ n: 3 });
  expect(withCell(ROWS, 0, 'n', 'forty')[0]).toMatchObject({ n: 'forty' });
  expect(withCell(ROWS, 0, 'ok', 'false')[0]).toMatchObject({ ok: false });
  expect(withCell(ROWS, 0, 'name', '12')[0]).toMatchObject({ name: '12' });
  expect(withCell([{ n: 1 }], 0, 'n', '2')).toEqual([{ n: 2 }]);
});

test('an emptied cell is nothing; the other rows are as they were', () => {
  const changed = withCell(ROWS, 1, 'n', ' ');
  expect(changed[1]).toEqual({ name: 'b', n: null, ok: false });
  expect(changed[0]).toBe(ROWS[0]);
  expect(withoutRow(ROWS, 1)).toEqual([ROWS[0], ROWS[2]]);
});

test('a key that every object has is a column as any other', () => {
  const rows = [JSON.parse('{"__proto__": 1, "constructor": 2}')];
  expect(columnsOf(rows)).toEqual(['__proto__', 'constructor']);
  expect(Object.keys(withCell(rows, 0, '__proto__', '3')[0] ?? {})).toEqual(['__proto__', 'constructor']);
});

test('what has parts is no text to type in', () => {
  expect(cellText({ of: 1 })).toBeNull();
  expect([cellText(null), cellText(undefined), cellText(0), cellText(false)]).toEqual(['', '', '0', 'false']);
});
