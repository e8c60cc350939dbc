/** Two times and two files set against each other, figures across the columns of a row, spans until a day: what the plans come to. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { overFiles } from './over-files.ts';

const { outcome, planned } = overFiles(
  new Map([
    [
      'jobs.csv',
      'job_id,Done,Team,Hours,Fee\n1,2025-02-01,Red,2,10\n2,2025-08-01,Blue,3,20\n3,2026-02-01,Red,4,40\n4,2026-05-01,Blue,9,5\n',
    ],
    ['probes.csv', 'Site,Level m,Depth\nS1,2,9\nS1,-4,9\nS1,90,9\nS2,5,9\n'],
    ['heats.csv', 'Rower,Crew,Heat 1,Heat 2,Heat 3\nAda,X,10,20,30\nBo,X,40,,20\nCy,Y,,,\n'],
    ['hires.csv', 'Who,Hired\nAnn,2020-03-01\nBo,2024-12-31\n'],
    [
      'stays.csv',
      'Stay,Guest,Arrived,Nights,Rate,Source\n1,Ann,2025-06-05,2,50,Web\n2,Bo,2025-07-01,9,70,Phone\n3,Ann,2025-10-01,4,90,Web\n',
    ],
    ['old.csv', 'Part,Price\nP1,10\nP2,10\nP3,8\n'],
    ['new.csv', 'Part,Price\nP1,12\nP2,9\nP4,1\n'],
  ]),
);

const rows = async (goal: string, names: string) => (await outcome(goal, names)) as Record<string, Json>[];

describe('two times of one table', () => {
  it('come to one figure each', async () => {
    expect(await outcome('Compare the Fee of 2026 with 2025', 'jobs.csv')).toEqual({
      '2025': 30,
      '2026': 45,
    });
  });

  it('are set against each other group by group, the earlier first whichever was said first', async () => {
    const made = await rows('How much more Fee did each Team make in 2026 than in 2025?', 'jobs.csv');
    expect(made.map((row) => [row.Team, row['total Fee difference']])).toEqual([
      ['Red', 30],
      ['Blue', -15],
    ]);
  });

  it('of which neither holds the other are asked for by "and", and added up', async () => {
    const { tools } = await planned('total Fee per Team in 2025 and 2026', 'jobs.csv');
    expect(tools).not.toContain('compareTables');
  });
});

describe('growth', () => {
  it('is of what the groups came to, and the unit before is no time of its own', async () => {
    const made = await rows('Fee per quarter for 2025, and the change from the previous quarter', 'jobs.csv');
    expect(made.map((row) => [row.quarter, row['total Fee'], row.percentChange])).toEqual([
      ['2025-Q1', 10, null],
      ['2025-Q3', 20, 100],
    ]);
  });

  it('in percent is no share', async () => {
    const { tools, calls } = await planned('Growth of the Fee per month in percent', 'jobs.csv');
    expect(tools).toEqual(['readCsv', 'groupRows', 'addFigure']);
    expect(calls[2]).toMatchObject({ figure: 'percentChange', column: 'total Fee', orderBy: 'month' });
  });
});

it('an exclusion goes on over its list, and is of the values where they are named', async () => {
  const made = await rows('average Level m per Site, without the values below 0 and above 60', 'probes.csv');
  expect(made.map((row) => Object.values(row))).toEqual([
    ['S1', 2],
    ['S2', 5],
  ]);
});

describe('figures across the columns of each row', () => {
  it('leave empty cells out', async () => {
    const made = await rows('Average of the three heats per rower', 'heats.csv');
    expect(made.map((row) => [row.Rower, row.average])).toEqual([
      ['Ada', 20],
      ['Bo', 30],
      ['Cy', null],
    ]);
  });

  it('are a new column where one is asked for', async () => {
    const made = await rows(
      'Add a column best heat with the lowest of Heat 1, Heat 2 and Heat 3',
      'heats.csv',
    );
    expect(made.map((row) => Object.values(row).at(-1))).toEqual([10, 20, null]);
  });

  it('are none where rows are grouped', async () => {
    const { tools } = await planned('average Heat 1, Heat 2 and Heat 3 per Crew', 'heats.csv');
    expect(tools).toEqual(['readCsv', 'groupRows']);
  });
});

it('whole years are counted until the day that is said', async () => {
  const made = await rows(
    'How many full years has everyone been here on 1 March 2026? Longest first',
    'hires.csv',
  );
  expect(made.map((row) => [row.Who, row.years])).toEqual([
    ['Ann', 6],
    ['Bo', 1],
  ]);
});

it('a date so long after another is a new column under the name it is given', async () => {
  const made = await rows('Add a column Due day that is Done plus 2 weeks', 'jobs.csv');
  expect(made[0]).toMatchObject({ 'Due day': '2025-02-15' });
});

it('what is made is compared after it is made', async () => {
  const made = await rows('Add a column rate = Fee / Hours and list those with a rate over 6', 'jobs.csv');
  expect(made.map((row) => row.job_id)).toEqual([2, 3]);
});

it('a column that is there keeps its name and its cells', async () => {
  const { calls } = await planned('add a column Fee that is Hours times 3', 'jobs.csv');
  expect(calls.find(({ _tool }) => _tool === 'addColumn')).toMatchObject({ name: 'new Fee' });
});

it('rows are called by the plural of what their number is of', async () => {
  const made = await rows('Show all jobs of Team Red', 'jobs.csv');
  expect(Object.keys(made[0] ?? {})).toContain('Hours');
});

describe('two cells of one column', () => {
  it('come to one figure each, of the column that is named', async () => {
    expect(await outcome('average Rate of Web vs Phone', 'stays.csv')).toEqual({ Web: 70, Phone: 70 });
  });

  it('and to what lies between them, where that is asked for', async () => {
    expect(await outcome('Difference between the total Nights of Web and Phone', 'stays.csv')).toEqual({
      Web: 6,
      Phone: 9,
      'Web → Phone': 3,
    });
  });

  it('are left out where they are to be dropped', async () => {
    const { tools } = await planned('drop Web and Phone and total the Nights per Guest', 'stays.csv');
    expect(tools).not.toContain('compareTables');
  });

  it('are added up where nothing sets them against each other', async () => {
    expect(await outcome('total Nights of Web and Phone', 'stays.csv')).toBe(15);
  });
});

describe('nights that are a column', () => {
  it('are what "how many nights" asks for', async () => {
    const made = await rows('How many nights per Source?', 'stays.csv');
    expect(made.map((row) => row['total Nights'])).toEqual([6, 9]);
  });

  it('are days that go on from a date', async () => {
    const made = await rows('Add a column left = Arrived plus Nights', 'stays.csv');
    expect(made[0]).toMatchObject({ left: '2025-06-07' });
  });

  it('of whoever is asked for are all that they had, where the number stands before them', async () => {
    const made = await rows('Which guests had more than 5 nights?', 'stays.csv');
    expect(made.map((row) => [row.Guest, row['total Nights']])).toEqual([
      ['Ann', 6],
      ['Bo', 9],
    ]);
  });
});

it('how many times is how many rows', async () => {
  const made = await rows('Which guests came more than 1 times?', 'stays.csv');
  expect(made.map((row) => row.Guest)).toEqual(['Ann']);
});

it('a season is three months', async () => {
  const made = await rows('Show the stays in summer 2025', 'stays.csv');
  expect(made.map((row) => row.Stay)).toEqual([1, 2]);
});

describe('two files of the same columns', () => {
  it('tell what went up', async () => {
    const made = await rows('Which parts became more expensive?', 'old.csv new.csv');
    expect(made.map((row) => [row.Part, row['Price difference']])).toEqual([['P1', 2]]);
  });

  it('and what went down', async () => {
    const made = await rows('Which parts have become cheaper, and by how many percent?', 'old.csv new.csv');
    expect(made.map((row) => [row.Part, row['Price percent']])).toEqual([['P2', -10]]);
  });
});

it('what goes up and down is the column that is named, and no product of it', async () => {
  const made = await rows('Nights per quarter in 2025 and the change on the quarter before', 'stays.csv');
  expect(made.map((row) => row['total Nights'])).toEqual([2, 9, 4]);
});
