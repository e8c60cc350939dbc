/** Whatever words leave rows out: what they name goes, and is never what is kept. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { talkOver } from './talked.ts';

const talk = talkOver(
  new Map([
    [
      'visits.csv',
      'Day,Place,Guide,Guests\n2024-05-01,Mill,Ann,10\n2025-05-01,Mill,Bo,20\n2025-07-01,Dam,Ann,40\n2026-02-01,Dam,Cy,80\n2026-03-01,Fort,Bo,160\n',
    ],
  ]),
);

const total = async (...said: string[]) => {
  const { values, failure, unusedWords } = await talk(...said);
  const rows = values.findLast(({ tool }) => tool === 'groupRows')?.value as JsonObject[] | undefined;
  const sum = rows?.reduce((all, row) => all + Number(row['total Guests']), 0);
  return failure?.message ?? (unusedWords.length > 0 ? unusedWords : sum);
};

const WITHOUT_2025 = [
  ['leave 2025 out'],
  ['please leave 2025 out'],
  ['leave the year 2025 out'],
  ['show everything without 2025'],
  ['take 2025 out'],
  ['take out 2025'],
  ['throw 2025 out'],
  ['filter 2025 out'],
  ['cut 2025 out of it'],
  ['leave 2025 aside'],
  ['remove the year 2025'],
  ['without the year 2025'],
  ['drop the year 2025'],
  ['everything but the year 2025'],
  ['discard 2025'],
  ['lass 2025 weg'],
  ['nimm 2025 raus'],
  ['nimm das Jahr 2025 heraus'],
  ['ohne das Jahr 2025'],
  ['entferne das Jahr 2025'],
  ['klammere 2025 aus'],
  ['enlève 2025'],
  ['quita el año 2025'],
  ['togli il 2025'],
];

describe('a year that goes', () => {
  it.each(WITHOUT_2025)('of a plan: %s', async (sentence) => {
    expect(await total('Total Guests by Place', sentence)).toBe(250);
  });
  it.each(WITHOUT_2025.slice(0, 15))('of a goal: %s', async (sentence) => {
    expect(await total(`Total Guests by Place, ${sentence}`)).toBe(250);
  });
});

describe('what else goes', () => {
  it.each([
    ['leave Ann out', 260],
    ['take the Mill out', 280],
    ['leave Ann and Bo out', 80],
    ['remove Ann and Bo', 80],
    ['nimm Ann raus', 260],
    ['leave May 2025 out', 290],
    ['remove the month of May 2025', 290],
  ])('%s', async (sentence, left) => {
    expect(await total('Total Guests by Place', sentence)).toBe(left);
  });
});

describe('what stays', () => {
  it.each([
    ['only the year 2025', 60],
    ['keep 2025', 60],
    ['take 2025', 60],
    ['for the year 2025', 60],
    ['nur das Jahr 2025', 60],
  ])('%s', async (sentence, kept) => {
    expect(await total('Total Guests by Place', sentence)).toBe(kept);
  });
});
