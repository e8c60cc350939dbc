/** Files as people keep them: yes and no in every spelling, years in names, a number typed in twice; and goals with brackets, hours and two questions. */

import { describe, expect, it } from 'vitest';
import { overFiles } from './over-files.ts';

const many = Array.from({ length: 24 }, (_, at) => `B-${at + 10},${at % 3 === 0 ? 'Oak' : 'Elm'},${50 + at}`);

const { openOf, outcome, planned } = overFiles(
  new Map([
    [
      'dues.csv',
      'Boat,Owner,Harbour,Dues,Settled,Settled on,Due on\nPike,Ann,Nord,40,J,2026-02-01,2026-01-31\nEel,Bob,nord,60,n,,2026-03-31\nCarp,Cy,Süd,80,j,2026-05-02,2026-04-30\nBass,Di,Nord,20,,,2026-12-31\n',
    ],
    ['crew_2025.csv', 'No,Sailor,Since\n1,Ann,2019-01-02\n2,Bob,2025-03-04\n'],
    ['crew_2026.csv', 'No,Sailor,Since\n1,Ann,2019-01-02\n3,Cy,2026-05-06\n'],
    ['bills.csv', ['Bill No,Wood,Worth', ...many, 'B-12,Oak,52'].join('\n')],
    [
      'kiosk.csv',
      'Day,Clock,Item,Price,Cost,Pieces\n2026-01-02,08:15,Tea,3,1,2\n2026-01-02,08:50,Bun,2,1,1\n2026-01-03,14:05,Tea,3,1,4\n',
    ],
    [
      'shelf.csv',
      'Article,Kind,Purchase price,In stock,Min stock\nNail,Iron,2,10,5\nBolt,Iron,3,1,5\nDowel,Wood,1,7,2\n',
    ],
    [
      'orders.csv',
      'customer,ordered on,amount\nAda,2026-01-02,5\nBob,2026-03-02,7\nAda,2026-09-02,8\nCy,2026-02-02,1\nCy,,3\n',
    ],
    ['flights.csv', 'Pilot,Guest\n"Lund, Ada",Herr Dr. Ott\n"Roe, Bo Jan",Frau Uhl\n'],
    ['rebates.csv', 'item,price,rebate %\nA,100,10\nB,50,20\n'],
    ['school.csv', 'Child,Days away,Tasks missing\nAda,6,0\nBo,1,4\nCy,0,1\n'],
    ['rechnung.csv', 'Nr;Kunde;Nettobetrag;Bruttobetrag\n1;Abel;100;119\n2;Bode;200;238\n3;Abel;50;59,5\n'],
    ['kunden.csv', 'Kunde;Ort\nAbel;Ulm\nBode;Jena\nCurt;Gera\n'],
    ['fahrten.csv', 'Kunde;gefahren am;km\nAbel;03.02.2026;5\nBode;07.06.2025;9\n'],
  ]),
);

const column = (rows: unknown, name: string) => (rows as Record<string, unknown>[]).map((row) => row[name]);

describe('yes and no', () => {
  it('are one however they are written, and what is blank is no yes', async () => {
    expect(column(await outcome('unsettled boats', 'dues.csv'), 'Boat')).toEqual(['Eel', 'Bass']);
    expect(column(await outcome('Which boats are overdue?', 'dues.csv'), 'Boat')).toEqual(['Eel']);
  });
  it('stand beside the day of it, which is compared and no condition of its own', async () => {
    expect(column(await outcome('not settled and Due on before 2026-06-01', 'dues.csv'), 'Boat')).toEqual([
      'Eel',
    ]);
  });
});

describe('two questions in a sentence', () => {
  it('are answered apart, and what is said of a column again holds', async () => {
    const answer = await outcome('How much of the dues is settled and how much is outstanding?', 'dues.csv');
    expect(answer).toEqual({ 'Total Dues: Settled is J': 120, 'Total Dues: Settled is not J': 80 });
    const taken = await outcome('How much have we taken in dues and how much is outstanding?', 'dues.csv');
    expect(taken).toEqual(answer);
  });
});

describe('groups whose names differ in case alone', () => {
  it('are one, called as they are written most, and that is said', async () => {
    const made = await planned('total dues per harbour', 'dues.csv');
    expect(made.events).toContainEqual(
      expect.objectContaining({
        kind: 'note',
        text: expect.stringContaining('"Nord" and "nord" in "Harbour" count as one.'),
      }),
    );
    expect(await outcome('total dues per harbour', 'dues.csv')).toEqual([
      { Harbour: 'Nord', 'total Dues': 120 },
      { Harbour: 'Süd', 'total Dues': 80 },
    ]);
  });
});

describe('a year that files are called by', () => {
  it('is no day in them', async () => {
    expect(
      column(await outcome('sailors of 2025 who are not in 2026', 'crew_2025.csv crew_2026.csv'), 'Sailor'),
    ).toEqual(['Bob']);
    expect(column(await outcome('show the 2026 list', 'crew_2025.csv crew_2026.csv'), 'Sailor')).toEqual([
      'Ann',
      'Cy',
    ]);
  });
  it('is one where a day of theirs is named', async () => {
    const { calls } = await planned('sailors since 2026', 'crew_2026.csv');
    expect(JSON.stringify(calls)).toContain('"column":"Since"');
  });
});

describe('a number that calls the rows, though one was typed in twice', () => {
  it('makes no groups of them', async () => {
    const rows = await outcome('the 3 largest bills by worth', 'bills.csv');
    expect(column(rows, 'Bill No')).toEqual(['B-33', 'B-32', 'B-31']);
    expect(Object.keys((rows as object[])[0] ?? {})).toEqual(['Bill No', 'Wood', 'Worth']);
  });
  it('is still told as standing there twice', async () => {
    expect(await outcome('duplicate bill numbers', 'bills.csv')).toMatchObject([
      { 'Bill No': 'B-12', count: 2 },
    ]);
  });
});

describe('a formula with brackets', () => {
  it.each([
    ['add a column gain = (Price - Cost) * Pieces', 'gain', [4, 1, 8]],
    ['add a column gain = Pieces * (Price - Cost)', 'gain', [4, 1, 8]],
    ['add a column share = ((Price - Cost) * 100) / Price', 'share', [200 / 3, 50, 200 / 3]],
  ])('keeps them: %s', async (goal, name, values) => {
    const made = column(await outcome(goal, 'kiosk.csv'), name) as number[];
    for (const [at, value] of values.entries()) expect(made[at]).toBeCloseTo(value, 6);
  });
  it('is called by what it explains, and grouped by what it is told for', async () => {
    expect(await outcome('Gain per item: (price minus cost) times pieces', 'kiosk.csv')).toEqual([
      { Item: 'Tea', 'total Gain': 12 },
      { Item: 'Bun', 'total Gain': 1 },
    ]);
  });
});

describe('a column that is split in two', () => {
  it.each([
    ['split the pilot into surname and first name', ['Lund', 'Roe'], ['Ada', 'Bo Jan']],
    ['Split Pilot into first name and surname, two columns please', ['Ada', 'Bo Jan'], ['Lund', 'Roe']],
    ['Nachname und Vorname aus Pilot in zwei Spalten trennen', ['Lund', 'Roe'], ['Ada', 'Bo Jan']],
  ])('by what stands in each cell, the parts called as they are: %s', async (goal, one, other) => {
    const rows = (await outcome(goal, 'flights.csv')) as Record<string, unknown>[];
    const [, , first = '', second = ''] = Object.keys(rows[0] ?? {});
    expect([column(rows, first), column(rows, second)]).toEqual([one, other]);
  });
  it('ends at its first space where a name has titles', async () => {
    const rows = await outcome('split guest into title and name', 'flights.csv');
    expect(column(rows, 'name')).toEqual(['Dr. Ott', 'Uhl']);
  });
});

describe('a share that is taken off', () => {
  it('is one of what stands before it', async () => {
    const rows = await outcome('add a column due = price minus rebate', 'rebates.csv');
    expect(column(rows, 'due')).toEqual([90, 40]);
  });
});

describe('who has not done a thing since', () => {
  it.each([
    ['Which customers have not ordered since June 2026?', ['Bob', 'Cy']],
    ['customers who did not order in March 2026', ['Ada', 'Cy']],
  ])('is told by all rows of theirs: %s', async (goal, names) => {
    expect(await outcome(goal, 'orders.csv')).toEqual(names);
  });
  it('is counted so, too', async () => {
    expect(await outcome('How many customers have not ordered since June 2026?', 'orders.csv')).toBe(2);
  });
});

describe('an hour', () => {
  it('is of the time of day, where the day has none', async () => {
    expect(await outcome('What is the busiest hour of the day?', 'kiosk.csv')).toEqual([
      { hour: 8, count: 2 },
    ]);
    expect(await outcome('busiest hour', 'kiosk.csv')).toEqual([{ hour: 8, count: 2 }]);
  });
});

describe('the stock', () => {
  it('has a value: what one costs times how many there are', async () => {
    expect(
      await outcome('value of the stock per kind with a grand total at the bottom', 'shelf.csv'),
    ).toEqual({
      'Total stock value per Kind': [
        { Kind: 'Iron', 'total stock value': 23 },
        { Kind: 'Wood', 'total stock value': 7 },
      ],
      'Total stock value': 30,
    });
  });
  it('tells nothing as left out between the groups and their total', async () => {
    expect((await planned('stock value per kind plus a total row', 'shelf.csv')).unusedWords).toEqual([]);
  });
  it('is no price that a number is held against', async () => {
    expect(column(await outcome('articles under 3, cheapest first', 'shelf.csv'), 'Article')).toEqual([
      'Dowel',
      'Nail',
    ]);
  });
});

describe('a number before a column that begins with a unit', () => {
  it('is held against the column', async () => {
    const rows = await outcome(
      'children with more than 3 tasks missing or more than 5 days away',
      'school.csv',
    );
    expect(column(rows, 'Child')).toEqual(['Ada', 'Bo']);
  });
});

describe('a word that tells which of two columns', () => {
  it.each([
    ['Umsatz netto je Kunde', 'total Nettobetrag', [150, 200]],
    ['Umsatz je Kunde, brutto, niedrigster zuerst', 'total Bruttobetrag', [178.5, 238]],
    ['Gesamtumsatz brutto je Kunde', 'total Bruttobetrag', [178.5, 238]],
  ])('%s', async (goal, name, values) => {
    expect(column(await outcome(goal, 'rechnung.csv'), name)).toEqual(values);
    expect(await openOf(goal, 'rechnung.csv')).toEqual([]);
  });
});

describe('when there was no partner', () => {
  it('is of the table that is looked into, also before the "no"', async () => {
    const rows = await outcome('Welche Kunden hatten dieses Jahr keine Fahrten?', 'kunden.csv fahrten.csv');
    expect(column(rows, 'Kunde')).toEqual(['Bode', 'Curt']);
  });
});
