/** Two files of which each knows half: by which columns they are put together, and what stands beside what. */

import { describe, expect, it } from 'vitest';
import { overFiles } from './over-files.ts';
import { talkOver } from './talked.ts';

const FILES = new Map([
  ['orders.csv', 'Order No,Customer,Amount\n1001,7,20\n1002,8,35\n1003,7,12\n1004,11,50\n'],
  ['customers.csv', 'Customer No,Name,City\n7,Ada,Oslo\n8,Bob,Rome\n9,Cem,Bonn\n'],
  ['rechnungen.csv', 'Rechnung;Empfänger;Betrag\nR1;77;12\nR2;78;99\nR3;77;5\n'],
  ['firmen.csv', 'Kundennummer;Firma;Ort\n77;Adler;Bonn\n78;Bauer;Kiel\n79;Cramer;Ulm\n'],
  ['trips.csv', 'Trip,From,To,Km\n1,A,B,12\n2,B,C,7\n3,A,C,20\n4,C,A,21\n'],
  ['stops.csv', 'Code,Town\nA,Ayr\nB,Bath\nC,Cork\n'],
  ['sales.csv', 'id,customer,amount,paid\n1,3,20,yes\n2,1,35,no\n3,3,12,yes\n4,2,50,no\n'],
  ['bills.csv', 'no,guest,paid\nB1,3,yes\nB2,1,no\nB3,3,yes\n'],
  ['guests.csv', 'no,name,active\n1,Ada,yes\n2,Bob,no\n3,Cem,yes\n'],
  ['customer.csv', 'id,name,paid\n1,Ada,yes\n2,Bob,no\n3,Cem,yes\n4,Dee,no\n'],
]);
const { outcome, planned } = overFiles(FILES);
const BOTH = 'orders.csv customers.csv';

describe('what another file knows', () => {
  it.each([
    ["put the customer's city beside each order", 'City', ['Oslo', 'Rome', 'Oslo', null]],
    ['add the name from customers.csv to orders.csv', 'Name', ['Ada', 'Bob', 'Ada', null]],
  ])('comes to stand in each row, and no row is lost: %s', async (goal, column, values) => {
    const rows = (await outcome(goal, BOTH)) as Record<string, unknown>[];
    expect(rows.map((row) => row[column])).toEqual(values);
    expect(Object.keys(rows[0] ?? {})).toEqual(['Order No', 'Customer', 'Amount', column]);
  });
  it('is put there in German, too', async () => {
    const rows = await outcome('schreib den Ort neben jede Rechnung', 'rechnungen.csv firmen.csv');
    expect(rows).toEqual([
      { Rechnung: 'R1', Empfänger: 77, Betrag: 12, Ort: 'Bonn' },
      { Rechnung: 'R2', Empfänger: 78, Betrag: 99, Ort: 'Kiel' },
      { Rechnung: 'R3', Empfänger: 77, Betrag: 5, Ort: 'Bonn' },
    ]);
  });
});

describe('a key that both tables repeat', () => {
  const say = talkOver(
    new Map([
      ['orders.csv', 'order_id,client,amount\n1,K7,20\n2,K8,35\n3,K7,12\n'],
      ['customers.csv', 'customer_no,name,city\nK7,Ada,Oslo\nK8,Bob,Rome\nK7,Ada,Bergen\n'],
    ]),
  );
  it.each([
    'add the city from customers.csv to orders.csv',
    'join the orders with the city of each customer',
  ])('is asked about, and the rows are those that something is put beside: %s', async (goal) => {
    const { question } = await say(goal);
    expect(question?.text).toMatch(/"K7" stands 2 times in customers\.csv/u);
    expect(JSON.stringify(question)).toContain('"on":"client","rightOn":"customer_no"');
  });
});

describe('a file that is spoken of without its name', () => {
  const customers = ['Ada', 'Bob', 'Ada', null];
  it.each([
    ['add the name from the other file to the orders', customers],
    ['join orders.csv with the other file and keep all orders', customers],
    ['join both files', customers],
    ['verbinde beide Dateien', customers],
    ['verbinde orders.csv mit der anderen Datei', customers],
  ])('is the one of two that is not named, and both are all there are: %s', async (goal, names) => {
    const { unusedWords, open } = await planned(goal, BOTH);
    expect([unusedWords, open]).toEqual([[], []]);
    const rows = (await outcome(goal, BOTH)) as Record<string, unknown>[];
    expect(rows.map(({ Name }) => Name ?? null)).toEqual(names);
  });
  it('is asked for where neither is named', async () => {
    expect((await planned('how many rows are in the other file', BOTH)).open).not.toEqual([]);
  });
});

describe('an id that each file has for its own rows', () => {
  const TWO = 'sales.csv customer.csv';
  it.each([
    ['join sales with customer', ['Cem', 'Ada', 'Cem', 'Bob']],
    ['put the name beside each of the sales', ['Cem', 'Ada', 'Cem', 'Bob']],
  ])('is no key where a column is named after the other file: %s', async (goal, names) => {
    const rows = (await outcome(goal, TWO)) as Record<string, unknown>[];
    expect(rows.map(({ name }) => name)).toEqual(names);
  });
  it('leaves alone who has no row that is named after it', async () => {
    const rows = (await outcome('customers without sales', TWO)) as Record<string, unknown>[];
    expect(rows.map(({ name }) => name)).toEqual(['Dee']);
  });
});

describe('two files of which no column of one holds what one of the other does', () => {
  const till = 'slip,paid,amount\n1,yes,20\n2,no,35\n3,yes,12\n';
  const team = 'member,active,since\nAda,yes,2021-01-02\nBob,no,2022-02-03\nCem,yes,2022-05-06\n';
  const { openOf } = overFiles(
    new Map([
      ['till.csv', till],
      ['team.csv', team],
    ]),
  );
  it.each([
    ['join till.csv with team.csv', /^Join t\w+.csv and t\w+.csv: by which column of the one/u],
    ['Put till.csv and team.csv together', /^Join t\w+.csv and t\w+.csv: by which column of the one/u],
    ['verbinde die Zeilen aus till.csv mit team.csv', /verbinden: über welche Spalte der einen/u],
  ])('are not put together, and the rows of one are not given for it: %s', async (goal, words) => {
    expect(await openOf(goal, 'till.csv team.csv')).toEqual([expect.stringMatching(words)]);
  });
});

describe('the columns that are named', () => {
  it.each([
    ['join sales with customer on paid', 'sales.csv customer.csv', 'paid', 'paid'],
    ['verbinde sales mit customer über id', 'sales.csv customer.csv', 'id', 'id'],
    ['join orders with customers on Customer and Customer No', BOTH, 'Customer', 'Customer No'],
    [
      'verbinde die Rechnungen mit den Firmen über Empfänger und Kundennummer',
      'rechnungen.csv firmen.csv',
      'Empfänger',
      'Kundennummer',
    ],
    ['join both files on paid and active', 'bills.csv guests.csv', 'paid', 'active'],
    ['verbinde beide Dateien über paid und active', 'bills.csv guests.csv', 'paid', 'active'],
    ['join trips with stops on To and Code', 'trips.csv stops.csv', 'To', 'Code'],
    ['join trips with stops on Code = To', 'trips.csv stops.csv', 'To', 'Code'],
    ['join trips with stops on To', 'trips.csv stops.csv', 'To', 'Code'],
  ])('are the key, and are not shown alone: %s', async (goal, files, on, rightOn) => {
    const { calls, open } = await planned(goal, files);
    expect(open).toEqual([]);
    expect(calls.at(-1)).toMatchObject({ _tool: 'joinRows', on, ...(on === rightOn ? {} : { rightOn }) });
  });
  it('are asked for where two fit as well', async () => {
    const say = talkOver(new Map([...FILES].filter(([name]) => /trips|stops/u.test(name))));
    const { question } = await say('put the town beside each trip');
    expect(question).toMatchObject({ readings: [{ took: 'From' }, { took: 'To' }] });
  });
});
