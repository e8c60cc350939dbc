/** How people speak who have never seen the planner: what they say besides, what they call the rows, how they list and tell cases. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'rescues.csv',
    'ref,station,called_on,back_on,kind,danger,crew,cost\nR1,Pier,2026-01-04,2026-01-05,surf,high,4,90\nR2,Pier,2026-02-01,2026-02-04,boat,low,6,300\nR3,Cove,2026-02-09,,boat,high,5,210\nR4,Pier,2026-03-01,2026-03-02,surf,low,3,60\n',
  ],
  [
    'hosts.csv',
    'host,street,mail,joined\nAda Noor,Elm,ada@x.example,2024-01-01\nBo Lind,Elm,,2025-06-01\nCy Park,Oak,cy@x.example,2023-03-01\n',
  ],
  [
    'dinners.csv',
    'host,eaten_on,guests\nAda Noor,2026-03-02,4\nBo Lind,2026-04-11,6\nAda Noor,2026-04-20,2\n',
  ],
  [
    'einsatz.csv',
    'Trupp,Sorte,Start,faellig,Kosten\nA,boot,2026-02-01,2026-03-01,5\nB,surf,2026-01-01,2026-02-01,7\n',
  ],
  ['fees.csv', 'day,fee,method\n2026-01-04,5,cash\n2026-02-04,6,card\n'],
  ['repairs.csv', 'job,house,cost\nJ1,H1,30\nJ2,H2,7\nJ3,H1,10\n'],
  ['houses.csv', 'house,district,rent\nH1,East,500\nH2,West,600\n'],
  ['till.csv', 'slip,product,quantity\nS1,Mug,1\nS2,Mug,2\nS3,Tea,9\n'],
  ['diary.txt', 'Rain fell. The gate squeaks.\n\nSun again. A fox came.\n\nThe fox came back.\n'],
]);

const { outcome, planned } = overFiles(FILES);

const refs = (rows: Json | undefined) => (rows as { ref: string }[]).map(({ ref }) => ref);

describe('what is said besides', () => {
  it.each([
    ['I have to hold a speech tomorrow. How many rescues per station?', 'speech'],
    ['How many rescues per station, my chief loves colour', 'chief'],
    ['Right, how many rescues per station', 'Right'],
    ['For the notice board: how many rescues per station', 'notice'],
    ['how many rescues per station because the captain is curious', 'captain'],
    ['how many rescues per station in the club', 'club'],
  ])('sinks no plan, and is named: %s', async (goal, words) => {
    expect(await outcome(goal, 'rescues.csv')).toEqual([
      { station: 'Pier', count: 3 },
      { station: 'Cove', count: 1 },
    ]);
    const { unusedWords } = await planned(goal, 'rescues.csv');
    if (words !== 'notice') expect(unusedWords.join(' ')).toContain(words);
  });
  it.each([
    ['I need a pivot. How many rescues per station', 'pivot'],
    ['How many rescues per station, our Leeds branch', 'Leeds'],
    ['How many rescues per station and mail it to https://a.example/in', 'https://a.example/in'],
    ['How many tired rescues per station', 'tired'],
    ['How many llamas did we shear per station', 'llamas'],
  ])('is no wish that is dropped: %s', async (goal, words) => {
    const { open } = await planned(goal, 'rescues.csv');
    expect(open.join(' ')).toContain(words);
  });
  it('may be explained right behind it', async () => {
    expect(refs(await outcome('List the nasty ones (danger high) at the Pier', 'rescues.csv'))).toEqual([
      'R1',
    ]);
    expect(refs(await outcome('waves only: surf, sorted by cost', 'rescues.csv'))).toEqual(['R4', 'R1']);
    expect(await outcome('how many rescues per Wache (station)?', 'rescues.csv')).toHaveLength(2);
  });
  it('is the verb of who did it', async () => {
    expect(await outcome('Which station burned the most cost in all?', 'rescues.csv')).toMatchObject([
      { station: 'Pier', 'total cost': 450 },
    ]);
    expect(await outcome('how many rescues did each station report', 'rescues.csv')).toHaveLength(2);
    expect(await outcome('what did we spend on boat', 'rescues.csv')).toBe(510);
  });
});

describe('rows', () => {
  it('are what the most is of, and what a cell is said of', async () => {
    const goal = 'which station had the most emergencies?';
    expect(await outcome(goal, 'rescues.csv')).toMatchObject([{ station: 'Pier', count: 3 }]);
    expect(await outcome('total cost of the boat outings', 'rescues.csv')).toBe(510);
  });
  it('may be called as their like are', async () => {
    const goal = 'the chores at H1, dearest first';
    expect(await outcome(goal, 'repairs.csv')).toMatchObject([{ job: 'J1' }, { job: 'J3' }]);
  });
  it('are not what ends in a unit, nor what is ranked by', async () => {
    expect((await planned('Wie viele Seemeter hat jede Sorte?', 'einsatz.csv')).open).toContain('Seemeter');
    const { open } = await planned('Trupps mit der größten Ausdauer', 'einsatz.csv');
    expect(open.join(' ')).toContain('Ausdauer');
  });
  it('that repeat are those of more than one', async () => {
    expect(await outcome('are there streets that come up more than once?', 'hosts.csv')).toEqual([
      { street: 'Elm', count: 2 },
    ]);
  });
  it('are restricted by a later sentence before they are grouped', async () => {
    expect(await outcome('total cost per station. Leave out surf.', 'rescues.csv')).toEqual([
      { station: 'Pier', 'total cost': 300 },
      { station: 'Cove', 'total cost': 210 },
    ]);
  });
  it('without partner are told by when and what the partners are', async () => {
    const goal = 'Which hosts had no dinners in April 2026?';
    expect(await outcome(goal, 'hosts.csv dinners.csv')).toMatchObject([{ host: 'Cy Park' }]);
  });
  it('lack what nobody gave', async () => {
    const goal = "Everyone in Elm who hasn't given us a mail address: name and street";
    expect(await outcome(goal, 'hosts.csv')).toMatchObject([{ host: 'Bo Lind', street: 'Elm' }]);
  });
});

describe('columns that end a sentence', () => {
  it('are shown, and make no groups', async () => {
    const goal = 'the two dearest rescues with station, kind and cost';
    expect(await outcome(goal, 'rescues.csv')).toEqual([
      { ref: 'R2', station: 'Pier', kind: 'boat', cost: 300 },
      { ref: 'R3', station: 'Cove', kind: 'boat', cost: 210 },
    ]);
  });
  it('tell which date an order is of', async () => {
    const goal = 'Trupp und fällig, das Früheste zuerst';
    expect(await outcome(goal, 'einsatz.csv')).toEqual([
      { Trupp: 'B', faellig: '2026-02-01' },
      { Trupp: 'A', faellig: '2026-03-01' },
    ]);
  });
});

describe('cases', () => {
  it('make a column, the first that holds', async () => {
    const goal =
      'Add a column size: big if the cost is 300 or more, mid from 90 up, and small for the others';
    expect(await outcome(goal, 'rescues.csv')).toMatchObject([
      { size: 'mid' },
      { size: 'big' },
      { size: 'mid' },
      { size: 'small' },
    ]);
  });
  it('of which one is not understood make none', async () => {
    const { open, failure } = await planned(
      'Add a column size: big if the cost is over 100, wide if brave and small for the others',
      'rescues.csv',
    );
    expect(open.length > 0 || failure !== undefined).toBe(true);
  });
});

describe('negation', () => {
  it('is not in the article of "has a finished …", and reaches over what was done', async () => {
    expect(refs(await outcome('who has a low danger, not sent by boat', 'rescues.csv'))).toEqual(['R4']);
  });
});

describe('figures', () => {
  it('of what is drawn as bars are of no cash, and the greatest stands beside the average', async () => {
    const { calls } = await planned('Column chart (bar) of the fee by month', 'fees.csv');
    expect(calls.map(({ _tool }) => _tool)).not.toContain('filterRows');
  });
  it('of one of several tables are of the rows, and not of what was looked up', async () => {
    const goal = 'what did we spend on repairs in each district';
    expect(await outcome(goal, 'repairs.csv houses.csv')).toMatchObject([
      { district: 'East', 'total cost': 40 },
      { district: 'West', 'total cost': 7 },
    ]);
  });
  it('by the number of pieces are of all pieces', async () => {
    expect(await outcome('our two best sellers by number of pieces', 'till.csv')).toMatchObject([
      { product: 'Tea' },
      { product: 'Mug' },
    ]);
  });
  it('of a column are sorted as they are told apart', async () => {
    const goal = 'the different products in alphabetical order';
    expect(await outcome(goal, 'till.csv')).toEqual(['Mug', 'Tea']);
  });
});

describe('texts and days', () => {
  it('pieces that hold a word are found, or counted', async () => {
    expect(await outcome('Which paragraphs of the diary mention the fox?', 'diary.txt')).toEqual([
      'Sun again. A fox came.',
      'The fox came back.',
    ]);
    expect(await outcome('How many sentences mention fox?', 'diary.txt')).toBe(2);
  });
  it('nights are from the one date of a row to its other', async () => {
    expect(await outcome('how many nights per station?', 'rescues.csv')).toMatchObject([
      { station: 'Pier', 'total days': 5 },
      { station: 'Cove' },
    ]);
  });
});
