/** What the rows are called, and which of them are meant: so many of a thing with the most, all of them, those of each case. */

import { describe, expect, it } from 'vitest';
import { overFiles } from './over-files.ts';

const { openOf, outcome, planned } = overFiles(
  new Map([
    [
      'catch.csv',
      'lake,angler,fish,weighed on\nEast,Ann,9,2026-01-02\nEast,Bo,5,2026-01-03\nEast,Bo,6,2026-02-01\nEast,Cy,1,2026-02-02\nWest,Ann,2,2026-02-03\nWest,Cy,3,2026-02-04\n',
    ],
    ['fish.csv', 'lake,fish\nEast,9\nEast,5\nWest,5\n'],
    [
      'verleih.csv',
      'Kunde;Radtyp;Tage;Mietpreis\nBrunn;Rad;3;81\nAmsel;Rad;2;16\nBrunn;Boot;1;32\nAmsel;Boot;9;90\nCzech;Boot;8;90\n',
    ],
    ['gifts_2023.csv', 'donor,given on,amount\nAda,2023-01-02,5\nBob,2023-02-02,7\n'],
    ['gifts_2024.csv', 'donor,given on,amount\nAda,2024-05-02,8\nCat,2024-02-02,1\n'],
  ]),
);

const pairs = (rows: unknown, ...keys: string[]) =>
  (rows as Record<string, unknown>[]).map((row) => keys.map((key) => row[key]));

describe('so many of a thing with the most of it', () => {
  it.each([
    'the two anglers with the most fish',
    'the two anglers with the highest total of fish',
    'Show the 2 anglers with the highest total fish',
  ])('are told by what they have in all: %s', async (goal) => {
    expect(pairs(await outcome(goal, 'catch.csv'), 'angler', 'total fish')).toEqual([
      ['Ann', 11],
      ['Bo', 11],
    ]);
  });
  it.each([
    'For each lake show the angler with the highest total of fish',
    'for every lake the one angler with the most fish',
  ])('are those of each: %s', async (goal) => {
    expect(pairs(await outcome(goal, 'catch.csv'), 'lake', 'angler')).toEqual([
      ['East', 'Bo'],
      ['West', 'Cy'],
    ]);
  });
  it('are those of each, said in German', async () => {
    const goal = 'Für jeden Radtyp die zwei Kunden mit den meisten Tagen';
    expect(pairs(await outcome(goal, 'verleih.csv'), 'Radtyp', 'Kunde').toSorted()).toEqual([
      ['Boot', 'Amsel'],
      ['Boot', 'Czech'],
      ['Rad', 'Amsel'],
      ['Rad', 'Brunn'],
    ]);
  });
});

describe('"how many" of a column that says how many', () => {
  it('adds up, though the file is called so, too', async () => {
    expect(
      pairs(await outcome('How many fish were counted at each lake?', 'fish.csv'), 'lake', 'total fish'),
    ).toEqual([
      ['East', 14],
      ['West', 5],
    ]);
  });
  it('counts rows where only the beginning of its name is said', async () => {
    expect(pairs(await outcome('Zähle die Mieten pro Radtyp', 'verleih.csv'), 'Radtyp', 'count')).toEqual([
      ['Rad', 2],
      ['Boot', 3],
    ]);
  });
});

describe('all of the rows', () => {
  it.each([
    ['show the file', 6],
    ['show all rows', 6],
    ['show all weighings of West', 2],
    ['list landings over 5 fish', 2],
  ])('are no column: %s', async (goal, length) => {
    const rows = (await outcome(goal, 'catch.csv')) as Record<string, unknown>[];
    expect([rows.length, Object.keys(rows[0] ?? {}).length]).toEqual([length, 4]);
  });
  it.each(['Zeige alle Mieten', 'Zeige alle Mieten von Brunn, die mehr als 1 Tag dauerten'])(
    'are not the column that begins like it: %s',
    async (goal) => {
      const { calls } = await planned(goal, 'verleih.csv');
      expect(calls.map(({ _tool }) => _tool)).not.toContain('selectColumns');
    },
  );
  it('of a column that is called so are that column', async () => {
    const { calls } = await planned('show all prices', 'verleih.csv');
    expect(calls.at(-1)).toMatchObject({ _tool: 'selectColumns', columns: ['Mietpreis'] });
  });
});

it.each([
  ['Put both gift files together and total the amount per year', 2],
  ['Which donors gave in 2023 but not in 2024?', 1],
])('a word of the names of all files that are read asks nothing: %s', async (goal, length) => {
  expect(await outcome(goal, 'gifts_2023.csv gifts_2024.csv')).toHaveLength(length);
});

describe('a column by cases', () => {
  it.each([
    'add a column size: big if fish is over 5, otherwise small, and count the rows per size',
    'add a column size that is big if fish is over 5, otherwise small, and count the rows per size',
    'label landings with more than 5 fish as big and the others as small, then count per label',
  ])('ends with the others, and is a group for what is said behind it: %s', async (goal) => {
    const rows = (await outcome(goal, 'catch.csv')) as Record<string, unknown>[];
    expect(rows.map((row) => [row.size ?? row.label, row.count])).toEqual([
      ['big', 2],
      ['small', 4],
    ]);
  });
  it('has the name that it is given, in German before the verb ends', async () => {
    const goal = 'Füge eine Spalte Dauer hinzu, die "lang" ist, wenn Tage über 3 ist, sonst "kurz"';
    expect(pairs(await outcome(goal, 'verleih.csv'), 'Dauer').flat()).toEqual([
      ...['kurz', 'kurz', 'kurz', 'lang', 'lang'],
    ]);
  });
});

it('a group that nobody knows is asked about, and not dropped', async () => {
  expect(await openOf('Zähle die Mieten je Art', 'verleih.csv')).not.toEqual([]);
});

const homes = overFiles(
  new Map([
    [
      'homes.csv',
      'home,house,rooms,monthly rent,lift\nH1,Elm,1,400,yes\nH2,Elm,3,900,no\nH3,Oak,3,1200,yes\nH4,Oak,2,800,yes\n',
    ],
    ['memo.txt', 'Write to ada@memo.example or to bob@memo.example. Ada Lund said so.'],
  ]),
);
const found = async (goal: string) => pairs(await homes.outcome(goal, 'homes.csv'), 'home').flat();

describe('so many of what a column counts', () => {
  it.each([
    ['homes with 3 rooms', ['H2', 'H3']],
    ['homes with one room', ['H1']],
    ['homes that do not have 3 rooms', ['H1', 'H4']],
    ['homes with a lift, but not those with one room', ['H3', 'H4']],
    ['homes with 2 or 3 rooms', ['H2', 'H3', 'H4']],
    ['homes with 3 rooms or more', ['H2', 'H3']],
    ['homes with no lift and 3 rooms', ['H2']],
    ['3-room homes', ['H2', 'H3']],
    ['homes that cost less than 900 a month', ['H1', 'H4']],
  ])('tells which rows: %s', async (goal, wanted) => {
    expect(await found(goal)).toEqual(wanted);
  });
});

it.each([
  'Get all email addresses out of the memo, one per line, and save them as found.txt',
  'Get all email addresses out of the memo, each on its own line, save as found.txt',
  'Hol alle E-Mail-Adressen aus memo.txt, eine pro Zeile, und speichere sie als found.txt',
])('how a list is laid out is done for no line by itself: %s', async (goal) => {
  const { saved } = await homes.ran(goal, 'memo.txt');
  expect(saved.get('found.txt')).toBe('ada@memo.example\nbob@memo.example');
});

describe('so many of the rows behind groups', () => {
  const goal =
    'a report on the fish counts with the grand total, a table of fish per lake, a chart of it and the two latest landings';
  it('are a part of the report, as they were asked for, and the chart stands beside its table', async () => {
    const { calls } = await planned(goal, 'catch.csv');
    const report = calls.find(({ _tool }) => _tool === 'makeReport');
    expect((report?.sections as { heading: string }[] | undefined)?.map(({ heading }) => heading)).toEqual([
      'Total fish',
      'Total fish per lake',
      'Total fish per lake',
      'The two latest landings',
    ]);
  });
  it('are the newest of all, and not of the groups', async () => {
    const { calls } = await planned('total fish per lake and the two latest landings', 'catch.csv');
    expect(calls.at(-1)).toMatchObject({
      _tool: 'sortRows',
      rows: '†state.readCsv',
      column: 'weighed on',
      limit: 2,
    });
  });
  it('are groups where they are not called otherwise', async () => {
    const rows = await outcome('total fish per lake and the highest one', 'catch.csv');
    expect(pairs(rows, 'lake')).toEqual([['East']]);
  });
});

const desk = overFiles(
  new Map([
    [
      'fees.csv',
      'Member,Kind,Fee,settled\nAda,Row,5,yes\nBo,Row,6,no\nCy,Swim,7,\nDi,Swim,NA,yes\nAda,Swim,20,yes\n',
    ],
    ['parts.csv', 'Part,Group,Cost,Sells at\nSpoke,Wheel,2,5\nTyre,Wheel,8,9\nBell,Bar,1,2\n'],
  ]),
);

describe('what stands in a column and is none of its kind', () => {
  it.each(['total Fee per Kind without NA', 'total Fee per Kind, leave the NA ones out'])(
    'is left out where it is said: %s',
    async (goal) => {
      expect(pairs(await desk.outcome(goal, 'fees.csv'), 'Kind', 'total Fee')).toEqual([
        ['Row', 11],
        ['Swim', 27],
      ]);
    },
  );
  it('is no yes: what is open is all that nobody said yes to', async () => {
    expect(pairs(await desk.outcome('list the unsettled fees', 'fees.csv'), 'Member').flat()).toEqual([
      'Bo',
      'Cy',
    ]);
  });
});

describe('each only once', () => {
  it.each(['count each Member only once, per Kind', 'How many fees per Kind? Count each member only once'])(
    'leaves out what repeats: %s',
    async (goal) => {
      expect(pairs(await desk.outcome(goal, 'fees.csv'), 'Kind', 'count')).toEqual([
        ['Row', 2],
        ['Swim', 2],
      ]);
    },
  );
});

it('"from … to …" of two numbers is between them', async () => {
  const rows = await homes.outcome('homes with a rent of 500 to 1000 euros', 'homes.csv');
  expect(pairs(rows, 'home').flat()).toEqual(['H2', 'H4']);
});

it('a verb is no column, so that what was reckoned hides none', async () => {
  const goal = 'sort the parts in Wheel by margin (sells at minus cost), highest first';
  expect(pairs(await desk.outcome(goal, 'parts.csv'), 'Part', 'margin')).toEqual([
    ['Spoke', 3],
    ['Tyre', 1],
  ]);
});

it('a slip in a small word asks nothing', async () => {
  expect(await desk.outcome('whats teh total cost of teh parts taht hav group Wheel', 'parts.csv')).toBe(10);
});
