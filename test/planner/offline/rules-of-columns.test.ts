/** What a table tells besides its columns, and names, limits and units that are said otherwise than columns are called: what the plans come to. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { overFiles } from './over-files.ts';

const { outcome, planned } = overFiles(
  new Map([
    [
      'jumps.csv',
      'Athlete,Heat no,Long jump,High jump,Temp c\nAda,1,50,60,10\nBo,2,70,30,20\nCy,2,65,55,30\n',
    ],
    ['fees.csv', 'Receipt,Shop,Net,VAT\n1,Ulm,100,20%\n2,Bonn,50,10%\n3,Ulm,10,0%\n'],
    [
      'cabins.csv',
      'Cabin,From,Until,Price per day\nA,2026-03-01,2026-03-04,40\nB,2026-05-01,2026-05-03,100\n',
    ],
    ['wares.csv', 'Ware,Sale price,Purchase price\nPan,30,21\nPot,12,10\n'],
    ['crew.csv', 'First name,Last name,Dues 2025,Joined\nAda,Lowe,yes,2025-04-01\nBo,Marsh,no,2020-02-01\n'],
    ['shelf.csv', 'Good,On hand quantity,Minimum\nNails,4,10\nGlue,9,5\n'],
    ['claims.csv', 'Claim,State,Due\n1,paid,2020-01-01\n2,open,2020-02-01\n3,open,2999-01-01\n'],
    ['north.csv', 'Box,Kilos\n1,10\n2,5\n'],
    ['south.csv', 'Box,Kilos\n3,1\n'],
  ]),
);

const rows = async (goal: string, names: string) => (await outcome(goal, names)) as Record<string, Json>[];

describe('names that stand apart', () => {
  it('share their last word', async () => {
    const made = await rows('Show athlete, long and high jump', 'jumps.csv');
    expect(Object.keys(made[0] ?? {}).toSorted()).toEqual(['Athlete', 'High jump', 'Long jump']);
  });

  it('take in the year that their column is called by', async () => {
    const made = await rows('Who has not paid dues for 2025?', 'crew.csv');
    expect(made.map((row) => row['Last name'])).toEqual(['Marsh']);
  });

  it('are first and last where a name is asked for', async () => {
    const made = await rows('Show name and joined', 'crew.csv');
    expect(made[0]).toMatchObject({ 'full name': 'Ada Lowe' });
  });
});

describe('one limit', () => {
  it('is of each of the columns that "or" joins', async () => {
    const made = await rows('Athletes with over 62 in long jump or high jump', 'jumps.csv');
    expect(made.map((row) => row.Athlete)).toEqual(['Bo', 'Cy']);
  });

  it('is of all of those that "and" joins', async () => {
    const made = await rows('Athletes with over 52 in long jump and high jump', 'jumps.csv');
    expect(made.map((row) => row.Athlete)).toEqual(['Cy']);
  });

  it('of a number behind its column is that very one', async () => {
    const made = await rows('Athletes of heat no 2', 'jumps.csv');
    expect(made.map((row) => row.Athlete)).toEqual(['Bo', 'Cy']);
  });
});

describe('what no column holds', () => {
  it('is the gross of a net and its rate', async () => {
    const made = await rows('gross total per shop', 'fees.csv');
    expect(made.map((row) => [row.Shop, row['total gross']])).toEqual([
      ['Ulm', 130],
      ['Bonn', 55],
    ]);
  });

  it('is the tax itself, where rates would be added up', async () => {
    expect(await outcome('How much VAT is there?', 'fees.csv')).toBe(25);
  });

  it('is what a stay came to by its days', async () => {
    expect(await outcome('total amount', 'cabins.csv')).toBe(320);
  });

  it('is the margin between two prices', async () => {
    const made = await rows('Show ware and margin', 'wares.csv');
    expect(made.map((row) => row.margin)).toEqual([9, 2]);
  });

  it('is in another unit than the column', async () => {
    const made = await rows('For each athlete the temp in fahrenheit', 'jumps.csv');
    expect(made.map((row) => row['temp in fahrenheit'])).toEqual([50, 68, 86]);
  });

  it('is rounded as it is said', async () => {
    const made = await rows(
      'Long jump divided by high jump per athlete, rounded to one decimal',
      'jumps.csv',
    );
    expect(JSON.stringify(made)).toContain('0.8');
    expect(JSON.stringify(made)).not.toContain('0.83');
  });
});

describe('rows told by what the file itself says', () => {
  it('are short where less is there than should be', async () => {
    const made = await rows('What do we need to reorder?', 'shelf.csv');
    expect(made.map((row) => row.Good)).toEqual(['Nails']);
  });

  it('are overdue as of today', async () => {
    const made = await rows('Which claims are overdue?', 'claims.csv');
    expect(made.map((row) => Number(row.Claim))).toEqual([2]);
  });

  it('are each told what is written of them', async () => {
    const goal = 'For every athlete write "far" if the long jump is over 60, otherwise "near"';
    const made = await rows(goal, 'jumps.csv');
    expect(made.map((row) => row.result)).toEqual(['near', 'far', 'far']);
  });
});

describe('each file', () => {
  it('has a figure of its own', async () => {
    const { open } = await planned('the total kilos of each file', 'north.csv south.csv');
    expect(open).toEqual([]);
    expect(await outcome('the total kilos of each file', 'north.csv south.csv')).toEqual({
      'north.csv': 15,
      'south.csv': 1,
    });
  });
});
