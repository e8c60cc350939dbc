/** What words ask of rows, each rule with goals over files of its own: the plan runs to the value, or says what it would need. */

import { describe, expect, it } from 'vitest';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'loans.csv',
    'loan_id,borrowed_on,returned_on,title,branch,member_id\nL1,2026-03-01,2026-03-11,Emma,East,M1\nL2,2026-03-05,,Dune,East,M2\nL3,2026-04-01,2026-04-21,Emma,West,M1\nL4,2026-04-09,2026-04-12,Momo,East,M3\n',
  ],
  ['members.csv', 'member_id,name,town\nM1,Ada,Kiel\nM2,Ben,Plön\nM3,Cleo,Kiel\nM4,Dirk,Kiel\n'],
  [
    'race.csv',
    'runner,club,minutes,finished\nAmy,Hill,31.5,yes\nBo,Hill,24,yes\nCy,Lake,28,no\nDi,Lake,26.5,yes\n',
  ],
  [
    'bills.csv',
    'bill,supplier,gross,paid,method\nR1,Acme,100,yes,card\nR2,Acme,300,no,card\nR3,Bolt,50,no,cash\nR4,Bolt,50,yes,card\n',
  ],
  ['lines.csv', 'order_no,customer,product_id,qty\nO1,Lund,P1,2\nO1,Lund,P2,1\nO2,Kim,P2,5\n'],
  ['catalogue.csv', 'product_id,product,unit_price,category\nP1,Mug,10,Home\nP2,Tea,4,Food\n'],
  ['rooms_2025.csv', 'room,arrival,total\nA,2025-02-01,100\nB,2025-03-01,300\n'],
  ['rooms_2026.csv', 'room,arrival,total\nA,2026-02-01,200\nB,2026-03-01,400\n'],
  ['jobs.csv', 'job,done_by,hours\nJ1,Ada Lund,2\nJ2,Bo Kim,3.5\nJ3,Ada Lund,1\n'],
  ['power.csv', 'room,kwh\nkitchen,80\noffice,20\n'],
  [
    'weather.csv',
    'station,date,temp_max,temp_min\nPorto,2026-06-01,30,12\nVigo,2026-06-02,24,15\nFaro,2026-06-03,28,5\n',
  ],
  ['ausgaben.csv', 'Kategorie,Betrag\nMiete,800\nAuto,120\nAuto,80\n'],
  [
    'sold.csv',
    'day,shop,seller,amount\n2026-01-01,East,Bo,10\n2026-01-02,East,Ada,6\n2026-01-03,East,Ada,6\n2026-01-02,West,Bo,4\n',
  ],
  ['marks.csv', 'guest,shop,satisfaction\nG1,East,4\nG2,East,2\nG3,West,5\n'],
  ['films.csv', 'title,director,length\nHeat,Mann,170\nAlien,Scott,117\nGladiator,Scott,155\n'],
]);

const { openOf, outcome, planned } = overFiles(FILES);

describe('how many', () => {
  it.each([
    ['How many titles are there at East?', 'loans.csv', 3],
    ['How many members borrowed at East?', 'loans.csv', 3],
    ['How many loans are there?', 'loans.csv', 4],
    ['How many hours were done?', 'jobs.csv', 6.5],
  ] as const)('%s', async (goal, files, value) => {
    expect(await outcome(goal, files)).toBe(value);
  });

  it('is how often where something is the most done', async () => {
    expect(await outcome('Which title was borrowed most often?', 'loans.csv')).toMatchObject([
      { title: 'Emma', count: 2 },
    ]);
    expect(await outcome('the most borrowed title', 'loans.csv')).toMatchObject([
      { title: 'Emma', count: 2 },
    ]);
  });
});

describe('the good and the bad end', () => {
  it('of times is the shortest', async () => {
    expect(await outcome('best time per club', 'race.csv')).toMatchObject([
      { club: 'Hill', minutes: 24 },
      { club: 'Lake', minutes: 26.5 },
    ]);
    expect(await outcome('runners slower than 27 minutes', 'race.csv')).toMatchObject([
      { runner: 'Amy' },
      { runner: 'Cy' },
    ]);
  });

  it('is asked where the column does not tell', async () => {
    expect((await openOf('Which room has the best kwh?', 'power.csv')).join()).toContain('highest "kwh"');
  });

  it('of measured ends is the one that is so called', async () => {
    expect(await outcome('coldest day', 'weather.csv')).toMatchObject([{ station: 'Faro' }]);
    expect(await outcome('hottest day', 'weather.csv')).toMatchObject([{ station: 'Porto' }]);
  });
});

describe('shares', () => {
  it.each([
    ['What percentage of the bills are unpaid?', 50],
    ['How many percent of the bills were paid by card?', 50],
  ])('%s', async (goal, value) => {
    expect(await outcome(goal, 'bills.csv')).toBeCloseTo(value);
  });

  it('of what is measured, and of each group', async () => {
    expect(await outcome('What percentage of the gross is unpaid?', 'bills.csv')).toEqual([
      { 'average percent': 70 },
    ]);
    expect(await outcome('share of paid bills per supplier', 'bills.csv')).toMatchObject([
      { supplier: 'Acme', 'average percent': 50 },
      { supplier: 'Bolt', 'average percent': 50 },
    ]);
  });

  it('stands open where each is the whole', async () => {
    expect(await openOf('what percentage of each room was used', 'power.csv')).not.toEqual([]);
  });
});

describe('what is yet to be', () => {
  it.each([
    ['How much do we still have to pay?', 350],
    ['What is left to pay to Acme in total?', 300],
  ])('%s', async (goal, value) => {
    expect(await outcome(goal, 'bills.csv')).toBe(value);
  });
});

describe('what was paid', () => {
  it('is a price times how many, in two files as well', async () => {
    expect(await outcome('revenue per category', 'lines.csv catalogue.csv')).toMatchObject([
      { category: 'Home', 'total amount': 20 },
      { category: 'Food', 'total amount': 24 },
    ]);
    expect(await outcome('Which customer spent the most?', 'lines.csv catalogue.csv')).toMatchObject([
      { customer: 'Lund', 'total amount': 24 },
    ]);
  });

  it('is added up where the file is called so', async () => {
    expect(await outcome('Ausgaben pro Kategorie', 'ausgaben.csv')).toMatchObject([
      { Kategorie: 'Miete', 'total Betrag': 800 },
      { Kategorie: 'Auto', 'total Betrag': 200 },
    ]);
  });
});

describe('each', () => {
  it('person is told by the column of who', async () => {
    expect(await outcome('how many hours did each person do', 'jobs.csv')).toMatchObject([
      { done_by: 'Ada Lund', 'total hours': 3 },
      { done_by: 'Bo Kim', 'total hours': 3.5 },
    ]);
  });

  it('has the totals of those in it, and its last day', async () => {
    expect(await outcome('for each shop the seller who sold the most', 'sold.csv')).toMatchObject([
      { shop: 'East', seller: 'Ada', 'total amount': 12 },
      { shop: 'West', seller: 'Bo', 'total amount': 4 },
    ]);
    expect(
      await outcome('for each shop: total amount, number of sales and the latest one', 'sold.csv'),
    ).toMatchObject([
      { shop: 'East', 'total amount': 22, count: 3, 'max day': '2026-01-03' },
      { shop: 'West', 'total amount': 4, count: 1 },
    ]);
  });

  it('has no share of marks', async () => {
    expect((await openOf('for each shop the share of satisfied people', 'marks.csv')).join()).toContain(
      'share',
    );
  });

  it('person of nobody stands open', async () => {
    expect((await openOf('total kwh for each person', 'power.csv')).join()).toContain('person');
  });

  it('shows who is asked for, and by what', async () => {
    expect(await outcome('For each club, which runner has the lowest minutes?', 'race.csv')).toMatchObject([
      { club: 'Hill', runner: 'Bo', minutes: 24 },
      { club: 'Lake', runner: 'Di', minutes: 26.5 },
    ]);
  });
});

describe('two files of two years', () => {
  it('are set against each other', async () => {
    expect(await outcome('total 2025 against 2026', 'rooms_2025.csv rooms_2026.csv')).toEqual({
      'rooms_2025.csv': 400,
      'rooms_2026.csv': 600,
    });
    expect(await outcome('By how much percent did the total grow?', 'rooms_2025.csv rooms_2026.csv')).toBe(
      50,
    );
  });
});

describe('orders, dates and lists', () => {
  it('from the largest to the smallest is an order', async () => {
    expect(await outcome('gross per supplier, from largest to smallest', 'bills.csv')).toMatchObject([
      { supplier: 'Acme' },
      { supplier: 'Bolt' },
    ]);
  });

  it('the longest film is a row, whatever is asked of it', async () => {
    expect(await outcome('Which director made the longest film?', 'films.csv')).toMatchObject([
      { title: 'Heat', director: 'Mann' },
    ]);
  });

  it('how long it took is from the one date to the other', async () => {
    expect(await outcome('How long did it take on average per branch?', 'loans.csv')).toMatchObject([
      { branch: 'East', 'average days': 6.5 },
      { branch: 'West', 'average days': 20 },
    ]);
  });

  it('of two dates the one that every row has is taken, and the other is offered', async () => {
    const { calls, events } = await planned('loans per month', 'loans.csv');
    expect(calls.find(({ _tool }) => _tool === 'groupRows')).toMatchObject({ by: 'borrowed_on' });
    expect(JSON.stringify(events)).toContain('returned_on');
  });

  it('what is shown of rows tells them apart', async () => {
    expect(await outcome('runners slower than 27 minutes with their club', 'race.csv')).toMatchObject([
      { runner: 'Amy', club: 'Hill' },
      { runner: 'Cy', club: 'Lake' },
    ]);
  });
});

it('a pie that is drawn as bars is not called a pie', async () => {
  const { calls, events } = await planned('pie chart of gross by supplier', 'bills.csv');
  const chart = calls.find(({ _tool }) => _tool === 'makeChart');
  expect(chart).toMatchObject({ mark: 'bar' });
  expect(JSON.stringify(chart)).not.toContain('pie');
  expect(JSON.stringify(events)).toContain('these are bars');
});

it('a refusal says what was understood, and only the rest as not known', async () => {
  const { events } = await planned('What percentage of the loans are lost souls?', 'loans.csv');
  const said = events.flatMap((event) => (event.kind === 'note' ? [event.text] : [])).join(' ');
  expect(said).toContain('I understood');
  expect(said).not.toMatch(/do not know what[^.]*"loans"/u);
});
