/** Figures and lists of which each is of rows of its own: what is said of one is no filter of all. */

import { describe, expect, it } from 'vitest';
import { overFiles } from './over-files.ts';

const { outcome, planned, waysOf } = overFiles(
  new Map([
    [
      'hires.csv',
      'Hire,Day,Boat,Pier,Price,State\n901,2026-05-02,Heron,West,20,returned\n902,2026-05-09,Swan,East,35,late\n903,2026-06-01,Heron,East,50,returned\n904,2026-06-14,Tern,West,15,late\n905,2026-06-20,Swan,West,80,returned\n',
    ],
  ]),
);
const FILE = 'hires.csv';
const hires = (rows: unknown) => (rows as { Hire: string | number }[]).map(({ Hire }) => String(Hire));

describe('a condition of one figure', () => {
  it.each([
    ['total price and the number of late hires', { 'total Price': 200, 'count (late)': 2 }],
    [
      'the total price, the total of returned hires and the total of late hires',
      { 'total Price': 200, 'total Price (returned)': 150, 'total Price (late)': 50 },
    ],
    [
      'average price of late hires and the largest price of returned hires',
      { 'average Price (late)': 25, 'max Price (returned)': 80 },
    ],
  ])('leaves the others as they are: %s', async (goal, wanted) => {
    expect(await outcome(goal, FILE)).toEqual(wanted);
  });

  it('holds within groups, too', async () => {
    expect(await outcome('per pier: total price and number of late hires', FILE)).toEqual([
      { Pier: 'West', 'total Price': 115, 'count (late)': 1 },
      { Pier: 'East', 'total Price': 85, 'count (late)': 1 },
    ]);
  });

  it('is of all where the second is of "their" rows, or where all end with it', async () => {
    expect(await outcome('number of late hires and their total price', FILE)).toEqual({
      count: 2,
      'total Price': 50,
    });
    expect(await outcome('total price and number of hires in June', FILE)).toEqual({
      'total Price': 145,
      count: 3,
    });
  });

  it('is asked about where it may be of one figure or of all', async () => {
    for (const goal of [
      'number of late hires and the total price',
      'total price, average price, and the number of hires over 30',
    ]) {
      expect((await waysOf(goal, FILE)).map(([took]) => took)).toEqual([
        expect.stringMatching(/^"number of .*hires.*" alone$/u),
        'all figures',
      ]);
    }
  });
});

describe('what is said twice behind the same word', () => {
  it('is told apart, or added up: both are shown', async () => {
    const ways = await waysOf('average price of late hires and of returned hires', FILE);
    expect(ways.map(([, result]) => result)).toEqual([expect.stringMatching(/late 25/u), '40']);
  });
});

describe('a part that names rows', () => {
  it.each([
    ['Report: total price and hires over 30', ['902', '903', '905']],
    ['total price per pier, and the late hires', ['902', '904']],
    ['How much did we take in May, and which hires are late?', ['902', '904']],
    ['Show the total price per pier and a list of the hires over 40', ['903', '905']],
  ])('is a list of its own: %s', async (goal, wanted) => {
    const { calls } = await planned(goal, FILE);
    const made = await outcome(goal, FILE);
    const lists = typeof made === 'object' && made !== null ? Object.values(made).filter(Array.isArray) : [];
    const isReport = calls.some(({ _tool }) => _tool === 'makeReport');
    if (isReport) for (const hire of wanted) expect(String(made)).toContain(hire);
    else expect(hires(lists.at(-1))).toEqual(wanted);
    // What the figures are of is no list.
    expect(String(JSON.stringify(made))).not.toContain('901');
  });

  it('does not part two cells of one list', async () => {
    expect(await outcome('total price of late and returned hires', FILE)).toBe(200);
  });

  it('ranks what the groups before it are not told apart by', async () => {
    expect(await outcome('total price per pier and the top 2 boats', FILE)).toEqual({
      'Total Price per Pier': [
        { Pier: 'West', 'total Price': 115 },
        { Pier: 'East', 'total Price': 85 },
      ],
      'Total Price per Boat': [
        { Boat: 'Swan', 'total Price': 115 },
        { Boat: 'Heron', 'total Price': 70 },
      ],
    });
  });
});

it('"hires over 30" of numbers that begin at 901 is of what is measured', async () => {
  expect(hires(await outcome('hires over 30', FILE))).toEqual(['902', '903', '905']);
  expect(hires(await outcome('hires over 903', FILE))).toEqual(['904', '905']);
});

describe('a question behind "and"', () => {
  it('that nothing answers stands open, though its words say nothing by themselves', async () => {
    const { open } = await planned('late hires and who they belong to', FILE);
    expect(open).toEqual(['who they belong to']);
  });

  it('is one of its own where there is nothing to rank before it', async () => {
    expect(await outcome('total price and which boat has the highest price', FILE)).toEqual({
      'Total Price': 200,
      'Total Price per Boat': [{ Boat: 'Swan', 'total Price': 115 }],
    });
  });
});
