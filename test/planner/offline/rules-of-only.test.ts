/** "per town, only members": which rows are meant, and no group more; where that is not clear it is open. */

import { expect, it } from 'vitest';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'hives.csv',
    'hive,meadow,keeper,wild,honey\nH1,North,Ada,yes,4\nH2,North,Bo,no,3\nH3,South,Ada,yes,5\nH4,South,Bo,no,7\n',
  ],
]);

const { openOf, outcome, planned } = overFiles(FILES);

it.each([
  'total honey per meadow, only wild, as a table of rows',
  'Total honey per meadow, only wild, sorted by meadow',
  'total honey per meadow and only wild',
  'Summe honey pro meadow, nur wild, sortiert nach meadow',
])('is a condition where its column is of yes and no: %s', async (goal) => {
  const text = JSON.stringify((await planned(goal, 'hives.csv')).calls);
  expect(text).toMatch(/"column":"wild","operator":"equals","value":"yes"/u);
  expect(text).not.toMatch(/"by":\[[^\]]*"wild"/u);
});

it('keeps the keys before it', async () => {
  expect(await outcome('total honey per meadow, keeper and only wild', 'hives.csv')).toEqual([
    { meadow: 'North', keeper: 'Ada', 'total honey': 4 },
    { meadow: 'South', keeper: 'Ada', 'total honey': 5 },
  ]);
});

it('stands open where the column tells of no rows', async () => {
  for (const goal of [
    'total honey per meadow, only keepers, sorted by meadow',
    'total honey per meadow, only keeper',
  ])
    expect((await openOf(goal, 'hives.csv')).join()).toContain('keeper');
});

it('is no condition where it says what to show', async () => {
  expect(await openOf('total honey per meadow, only meadow and honey', 'hives.csv')).toEqual([]);
});
