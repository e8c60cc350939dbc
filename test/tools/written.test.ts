/** Numbers and dates as people write them in tables. */

import { describe, expect, it } from 'vitest';
import { dateIn } from '../../src/tools/written-dates.ts';
import { numberIn, WrittenNumbers } from '../../src/tools/written-numbers.ts';

const writingOf = (...cells: string[]) => {
  const numbers = new WrittenNumbers();
  return cells.every((cell) => numbers.add(cell)) ? numbers.writing(null) : null;
};

describe('how numbers are written', () => {
  it.each([
    [['1', '-2', '3.5'], { decimal: '.', thousands: '' }],
    [['1,234.50', '7'], { decimal: '.', thousands: ',' }],
    [['1.249,50', '99,00'], { decimal: ',', thousands: '.' }],
    [['1 234,5', '2'], { decimal: ',', thousands: ' ' }],
    [["1'234.50"], { decimal: '.', thousands: "'" }],
    [['1,234'], { decimal: '.', thousands: ',' }],
    [['0,125'], { decimal: ',', thousands: '' }],
    [['1.234.567'], { decimal: ',', thousands: '.' }],
    [['12 %', '7 %'], { decimal: '.', thousands: '', unit: '%' }],
    [['$1,200', '$3'], { decimal: '.', thousands: ',', unit: '$' }],
    [['(1,200.00)', '3'], { decimal: '.', thousands: ',' }],
  ])('%j', (cells, writing) => expect(writingOf(...cells)).toEqual(writing));

  it.each([
    [['007']],
    [['12', 'A12']],
    [['1.5', '1,5']],
    [['5 kg', '500 g']],
    [['2026-01-01']],
    [['1,2,3']],
    [['']],
  ])('%j are none', (cells) => expect(writingOf(...cells)).toBeNull());
});

it.each([
  ['1.249,50 €', { decimal: ',', thousands: '.', unit: '€' }, 1249.5],
  ['-1,234.5', { decimal: '.', thousands: ',' }, -1234.5],
  ['(12.00)', { decimal: '.', thousands: '' }, -12],
  ['1e3', { decimal: '.', thousands: '' }, 1000],
  ['1,5', { decimal: '.', thousands: '' }, null],
  ['12 kg', { decimal: '.', thousands: '', unit: 'g' }, null],
] as const)('%s is the number %j', (cell, writing, number) => expect(numberIn(cell, writing)).toBe(number));

it.each([
  ['2026-03-04', 'ymd', '2026-03-04'],
  ['03.04.2026', 'dmy', '2026-04-03'],
  ['3/4/26', 'mdy', '2026-03-04'],
  ['3/4/2026', null, null],
  ['13/4/2026', null, '2026-04-13'],
  ['31.02.2026', 'dmy', null],
  ['3. März 2026', 'dmy', '2026-03-03'],
  ['Mar 3, 2026', 'mdy', '2026-03-03'],
  ['3 de marzo de 2026', 'dmy', '2026-03-03'],
  ['2026-03-04 14:30', 'ymd', '2026-03-04T14:30:00'],
  ['3/4/2026 2:30 PM', 'mdy', '2026-03-04T14:30:00'],
  ['Marketing 5, 2024', 'mdy', null],
] as const)('%s under %s is %j', (cell, order, day) => expect(dateIn(cell, order)).toBe(day));
