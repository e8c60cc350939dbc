/** What is found in a goal: words run together, compounds, slips, other languages' words, times of units. */

import { describe, expect, it, test } from 'vitest';
import { mentionsOf } from '../../../src/planner/offline/mentions.ts';

const head = [
  'order,customer,City,amount,qty,paid,method,sex,temperature,day',
  'A1,Hofer,Leeds,12.5,2,yes,cash,F,21,2026-03-02',
  'A2,Weber,Price Hill,80,1,no,card,M,19,2026-05-09',
  'A3,Hofer,Leeds,9,4,yes,card,F,17,2026-06-11',
].join('\n');
const files = [{ name: 'bookings.csv', type: 'text/csv', size: head.length, head }];
const NOW = Date.parse('2026-11-21T12:00:00Z');

const mentions = (goal: string) => mentionsOf(goal, files, NOW).mentions;
const meaningsOf = (goal: string) => mentions(goal).flatMap(({ meanings }) => [...meanings]);
const columnsOf = (goal: string) =>
  mentions(goal).flatMap(({ columns }) => (columns[0] === undefined ? [] : [columns[0].column.name]));
const cellsOf = (goal: string) => mentions(goal).flatMap(({ cells }) => cells.map(({ value }) => value));

describe('two words in one', () => {
  it.each([
    ['total amount percity', ['per'], ['City']],
    ['totalamount per City', ['agg:sum', 'per'], ['amount']],
    ['Gesamtbetrag je Kunde', ['agg:sum', 'per'], ['amount', 'customer']],
    ['Durchschnittsbetrag je Kunde', ['agg:mean'], ['amount', 'customer']],
    ['Monatssumme der Beträge', ['adverb', 'agg:sum'], ['amount']],
  ])('%s', (goal, meanings, columns) => {
    expect(meaningsOf(goal)).toEqual(expect.arrayContaining(meanings));
    expect(columnsOf(goal)).toEqual(expect.arrayContaining(columns));
  });

  it('stay one where a column or a thing is called so', () => {
    expect(mentions('Lagerbestand').map(({ text }) => text)).toEqual(['Lagerbestand']);
    expect(mentions('temperature').map(({ text }) => text)).toEqual(['temperature']);
  });
});

describe('slips', () => {
  it.each([
    ['bookings in Leedss', ['Leeds']],
    ['paid by crad', ['card']],
  ])('%s', (goal, cells) => {
    expect(cellsOf(goal)).toEqual(expect.arrayContaining(cells));
  });

  test('a correct other word is no slip of a short cell', () => {
    expect(cellsOf('bookings with care')).not.toContain('card');
    expect(cellsOf('bookings with a cart')).not.toContain('card');
  });

  test('of a month is that month', () => {
    expect(mentions('total amount in septmber').find(({ period }) => period)?.period).toMatchObject({
      from: '2026-09-01',
    });
  });
});

describe('words of other languages', () => {
  test('name what cells hold', () => {
    expect(cellsOf('Buchungen mit Karte')).toContain('card');
    expect(cellsOf('bookings of women')).toContain('F');
    expect(cellsOf('les réservations payées en espèces')).toContain('cash');
  });

  test('stand among those of the goal', () => {
    expect(meaningsOf('promedio amount por City')).toEqual(expect.arrayContaining(['agg:mean', 'per']));
    expect(meaningsOf('du plus élevé au plus bas')).toEqual(['desc']);
  });
});

test('"how warm" names what it is measured in', () => {
  expect(columnsOf('how warm was it on average')).toEqual(['temperature']);
  expect(columnsOf('wie warm war es im Schnitt')).toEqual(['temperature']);
});

test.each([
  ['im letzten Quartal', '2026-07-01', '2026-09-30'],
  ['last quarter', '2026-07-01', '2026-09-30'],
  ["l'année dernière", '2025-01-01', '2025-12-31'],
  ['el mes pasado', '2026-10-01', '2026-10-31'],
  ["quest'anno", '2026-01-01', '2026-12-31'],
  ['letzte Woche', '2026-11-09', '2026-11-15'],
  ['in the last 3 months', '2026-08-21', '2026-11-21'],
  ['the last quarter of 2025', '2025-10-01', '2025-12-31'],
])('%s', (goal, from, to) => {
  expect(mentions(goal).find(({ period }) => period)?.period).toMatchObject({ from, to });
});
