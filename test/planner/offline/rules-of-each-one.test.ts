/** What is done for each: row, group, file, paragraph; and numbers, halves and times that are said in words. */

import { describe, expect, it } from 'vitest';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'visits.csv',
    'visit,day,doctor,minutes,fee,paid\nV1,2026-01-04,Weiss,20,800,no\nV2,2026-01-09,Holm,45,900,no\nV3,2026-02-11,Weiss,35,50,yes\n',
  ],
  ['singers.csv', 'name,voice,rehearsals\nAda,alto,21\nBen,bass,8\nCleo,alto,19\n'],
  ['orders.csv', 'order,client,total\nO1,K1,500\nO2,K2,300\nO3,K2,300\nO4,K1,20\n'],
  ['clients.csv', 'client,town\nK1,Kiel\nK2,Bonn\n'],
  ['zaehler.csv', 'Datum,Gebäude,Strom_kWh,Gas_kWh\n2026-01-31,Kita,10,30\n2026-02-28,Kita,12,20\n'],
  [
    'parcels.csv',
    'parcel,carrier,posted,arrived\nP1,Swift,2026-01-01,2026-01-03\nP2,Swift,2026-01-02,2026-01-06\n',
  ],
  ['climate.csv', 'city,Jan,Feb,Mar\nRome,8,9,12\nOslo,-3,-2,1\n'],
  ['sales.csv', 'product,units,price,amount\nMug,2,10,20\nTea,1,4,4\n'],
  ['prices.csv', 'product,cost\nMug,6\nTea,1\n'],
  ['letter.txt', 'We met on Monday. It rained.\n\nThe gate is locked. Bring a key.\n'],
]);

const { outcome, planned } = overFiles(FILES);

describe('each', () => {
  it('row has a line with what it is to name', async () => {
    const goal = 'For every visit that is not paid, write me a short line that names the doctor and the fee.';
    const { document, open } = await planned(goal, 'visits.csv');
    expect(open).toEqual([]);
    expect(document.plans?.row?.calls).toMatchObject([{ template: 'doctor: {doctor}, fee: {fee}' }]);
    expect(document.calls.at(-1)).toMatchObject({ _forEach: '†state.filterRows' });
  });
  it('group has no line of its rows, and no file that nobody asked for', async () => {
    const { calls, open } = await planned(
      'For each doctor write a sentence with the total fee',
      'visits.csv',
    );
    expect(open).toContain('sentence');
    expect(calls.some(({ _tool }) => _tool === 'forEach')).toBe(false);
  });
  it('row is marked as the one or the other', async () => {
    const goal = 'Mark everybody with at least twenty rehearsals as regular and everyone else as rare';
    expect(await outcome(goal, 'singers.csv')).toMatchObject([
      { name: 'Ada', mark: 'regular' },
      { name: 'Ben', mark: 'rare' },
      { name: 'Cleo', mark: 'rare' },
    ]);
  });
  it('file is asked the same', async () => {
    expect(await outcome('How many rows does each of these files have?', 'visits.csv singers.csv')).toEqual({
      'visits.csv': 3,
      'singers.csv': 3,
    });
  });
  it('paragraph gives its first sentence', async () => {
    const { document, open } = await planned('Give me the first sentence of each paragraph', 'letter.txt');
    expect(open).toEqual([]);
    expect(document.plans?.paragraph).toMatchObject({
      calls: [{ _tool: 'splitText', by: 'sentences' }],
      output: '†state.splitText.0',
    });
  });
  it('group has the number beside the total, of what is told of both', async () => {
    const goal = 'For the unpaid visits, the number and the total fee per doctor';
    expect(await outcome(goal, 'visits.csv')).toEqual([
      { doctor: 'Weiss', count: 1, 'total fee': 800 },
      { doctor: 'Holm', count: 1, 'total fee': 900 },
    ]);
  });
  it('group shows who is asked for', async () => {
    const goal = 'For each voice the name of the person with the most rehearsals';
    expect(await outcome(goal, 'singers.csv')).toEqual([
      { voice: 'alto', name: 'Ada', rehearsals: 21 },
      { voice: 'bass', name: 'Ben', rehearsals: 8 },
    ]);
  });
  it('group has an average of what "how many" asks for', async () => {
    const goal = 'for each voice how many rehearsals they came to on average';
    expect(await outcome(goal, 'singers.csv')).toEqual([
      { voice: 'alto', 'average rehearsals': 20 },
      { voice: 'bass', 'average rehearsals': 8 },
    ]);
  });
  it('of those that orders look up is one, however often it stands beside them', async () => {
    const { calls } = await planned('the 2 clients with the highest total', 'orders.csv clients.csv');
    expect(calls.find(({ _tool }) => _tool === 'groupRows')).toMatchObject({
      by: 'client',
      aggregate: 'sum',
    });
    expect(await outcome('the client with the most orders', 'orders.csv clients.csv')).toMatchObject([
      { count: 2 },
    ]);
  });
});

describe('conditions', () => {
  it('"unless they are" excepts rows, and decides nothing', async () => {
    const goal = 'List everyone with more than 5 rehearsals, unless they are bass';
    expect(await outcome(goal, 'singers.csv')).toMatchObject([{ name: 'Ada' }, { name: 'Cleo' }]);
  });
  it('decide by a sum, and "those" and "the sum" are what it was of', async () => {
    const goal =
      "When the fee of the visits that are not paid comes to more than two thousand, save those visits as unpaid.csv; if it doesn't, only tell me the sum";
    expect(await outcome(goal, 'visits.csv')).toBe(1700);
    const { calls } = await planned(goal, 'visits.csv');
    expect(calls.find(({ _tool }) => _tool === 'saveFile')).toMatchObject({ content: '†state.filterRows' });
  });
  it.each([
    ['Unless every visit has a fee of more than 60, list the visits that are below that fee', 'visits.csv'],
    ['If any fee is over 60, save those visits as high.csv, otherwise say "none"', 'visits.csv'],
  ])('find rows, and their own name means them: %s', async (goal, files) => {
    const { calls } = await planned(goal, files);
    expect(calls.filter(({ _tool }) => _tool === 'selectColumns')).toEqual([]);
  });
});

describe('numbers', () => {
  it.each([
    ['visits of longer than half an hour', 2],
    ['visits with a fee over eight hundred', 1],
    ['visits of at least thirty-five minutes', 2],
  ])('are said in words: %s', async (goal, rows) => {
    expect(await outcome(goal, 'visits.csv')).toHaveLength(rows);
  });
  it('beside each other are one figure where two words ask for it', async () => {
    expect(await outcome('How much were the fees altogether?', 'visits.csv')).toBe(1750);
  });
});

describe('what is measured', () => {
  it('is averaged where the average stands before its two days', async () => {
    const goal = 'How long do parcels take on average from posted to arrived, per carrier?';
    expect(await outcome(goal, 'parcels.csv')).toEqual([{ carrier: 'Swift', 'average days': 3 }]);
  });
  it('in January is the column of that name', async () => {
    expect(await outcome('which city has the lowest January?', 'climate.csv')).toMatchObject([
      { city: 'Oslo' },
    ]);
  });
  it('stands in the file that has a column of that very name', async () => {
    const { calls } = await planned('amount minus units times cost, per product', 'sales.csv prices.csv');
    expect(calls.find(({ _tool }) => _tool === 'addColumn')).toMatchObject({
      expression: 'amount - units * cost',
    });
  });
  it('is named by a compound, and over the months is for each of them', async () => {
    expect(await outcome('Gasverbrauch über die Monate', 'zaehler.csv')).toEqual([
      { month: '2026-01', 'total Gas_kWh': 30 },
      { month: '2026-02', 'total Gas_kWh': 20 },
    ]);
  });
  it('in another unit is no sum of money', async () => {
    const { open } = await planned('Was hat der Strom je Gebäude in Euro gekostet?', 'zaehler.csv');
    expect(open).toEqual(['in Euro']);
  });
});

it('nothing is sent where nobody said to', async () => {
  const goal = 'Send every singer a text message to their mobile that the concert starts at seven';
  const { calls, failure } = await planned(goal, 'singers.csv');
  expect(calls).toEqual([]);
  expect(failure?.message).toContain('mobile');
});
