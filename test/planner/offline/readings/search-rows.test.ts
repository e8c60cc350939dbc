/** Whole forms scored: which reading of a wish over rows comes first, and what a guess costs. */

import { expect, test } from 'vitest';
import { mentionsOf } from '../../../../src/planner/offline/mentions.ts';
import { columnsOfSource } from '../../../../src/planner/offline/read-source.ts';
import { type RowsReading, rowsReadings } from '../../../../src/planner/offline/readings/search-rows.ts';
import { SURE } from '../../../../src/planner/offline/readings/weights.ts';
import { View } from '../../../../src/planner/offline/view.ts';

const BOATS = {
  name: 'hires.csv',
  type: 'text/csv',
  size: 200,
  head: [
    'hire_id,harbour,boat,skipper,hours,deposit',
    'H1,Lagos,Dinghy,Ana,3,50',
    'H2,Faro,Kayak,Rui,5,20',
    'H3,Lagos,Kayak,Ana,2,20',
    'H4,Olhao,Yacht,Eva,8,400',
    'H5,Faro,Dinghy,Rui,4,50',
    'H6,Lagos,Yacht,Eva,6,400',
  ].join('\n'),
};

function readingsOf(goal: string): RowsReading[] {
  const { mentions, files } = mentionsOf(goal, [BOATS], Date.parse('2026-05-01T00:00:00Z'));
  const [file] = files;
  if (file === undefined) throw new Error('no file');
  const columns = columnsOfSource({ kind: 'table', of: { file, table: 0 } });
  return rowsReadings(new View(mentions, columns, new Set(), new Map()));
}

const first = (goal: string): readonly unknown[] => readingsOf(goal)[0]?.actions ?? [];

test.each([
  ['average hours per harbour', ['harbour'], [{ aggregate: 'mean', column: 'hours' }]],
  ['hours by harbour and boat', ['harbour', 'boat'], [{ aggregate: 'sum', column: 'hours' }]],
  [
    'total and average deposit for each boat',
    ['boat'],
    [
      { aggregate: 'sum', column: 'deposit' },
      { aggregate: 'mean', column: 'deposit' },
    ],
  ],
  ['durchschnittliche hours pro boat', ['boat'], [{ aggregate: 'mean', column: 'hours' }]],
])('%s: groups and their figures', (goal, keys, figures) => {
  expect(first(goal)).toEqual([{ do: 'group', by: keys.map((column) => ({ column })), figures }]);
});

test('a cell is a condition, and the figure is of those rows alone', () => {
  expect(first('total deposit in Lagos')).toMatchObject([
    { do: 'filter', conditions: [{ column: 'harbour', operator: 'equals', value: 'Lagos' }] },
    { do: 'group', by: [], figures: [{ aggregate: 'sum', column: 'deposit' }] },
  ]);
});

test('what is ranked stands behind the number, what it is ranked by behind "by"', () => {
  expect(first('top 2 skippers by total hours')).toEqual([
    {
      do: 'group',
      by: [{ column: 'skipper' }],
      figures: [{ aggregate: 'sum', column: 'hours' }],
    },
    { do: 'sort', column: 'total hours', down: true, limit: 2 },
  ]);
});

test('several readings are kept, each with another result, and the dearer ones behind', () => {
  const readings = readingsOf('average hours per harbour in Lagos');
  const results = readings.map(({ actions, end }) => JSON.stringify([actions, end]));
  expect(readings.length).toBeGreaterThan(1);
  expect(new Set(results).size).toBe(results.length);
  expect(readings.map(({ cost }) => cost)).toEqual(
    readings.map(({ cost }) => cost).toSorted((a, b) => a - b),
  );
});

test.each([
  ['a word that nobody knows', 'average zorbing of hours per harbour'],
  ['a column in the middle of a sentence', 'everything in Lagos that their skipper never returned hours'],
])('%s leaves no reading that is sure', (_, goal) => {
  expect(readingsOf(goal).every(({ cost }) => cost > SURE)).toBe(true);
});
