import { describe, expect, it } from 'vitest';
import { keyPairs } from '../../../src/planner/offline/key-pairs.ts';
import { knownFile } from '../../../src/planner/offline/known-files.ts';
import { ColumnTally, columnProfiles } from '../../../src/tools/column-tally.ts';

const side = (name: string, head: string) => {
  const { tables, words } = knownFile({ name, type: '', size: head.length, head });
  return { columns: tables[0]?.columns ?? [], called: words };
};
/** As the door judges a whole file, of which a head knows the first rows only. */
const knownFromRows = (name: string, header: string, rows: string) => {
  const names = header.split(',');
  const cells = rows.split('\n').map((row) => row.split(','));
  const columns = names.map((column, at) => {
    const tally = new ColumnTally(column);
    for (const row of cells) tally.add(row[at] ?? null);
    return tally;
  });
  const table = { place: '', rows: cells.length, whole: true, columns: columnProfiles(columns) };
  const profile = { name, kind: 'csv' as const, size: 0, tables: [table] };
  const { tables, words } = knownFile({ name, type: '', size: 0, profile });
  return { columns: tables[0]?.columns ?? [], called: words };
};
const pairs = (left: readonly [string, string], right: readonly [string, string]) =>
  keyPairs(side(...left), side(...right)).map(({ on, rightOn }) => `${on} = ${rightOn}`);

describe('the columns by which two tables belong together', () => {
  it('are found by what they hold, whatever they are called', () => {
    expect(
      pairs(
        ['loans.csv', 'Slip,Card\nL1,B22\nL2,B31\nL3,B22\n'],
        ['readers.csv', 'Number,Surname\nB22,Noor\nB31,Lind\nB40,Park\n'],
      ),
    ).toEqual(['Card = Number']);
    expect(
      pairs(
        ['rechnungen.csv', 'Rechnung;Empfaenger;Betrag\nR1;77;12,50\nR2;78;99,00\nR3;77;5,00\n'],
        ['firmen.csv', 'Kundennummer;Firma\n77;Adler\n78;Bauer\n79;Cramer\n'],
      ),
    ).toEqual(['Empfaenger = Kundennummer']);
  });
  it('may be named after the other file', () => {
    expect(
      pairs(
        ['orders.csv', 'Order,Customer,Amount\n1,1,20\n2,3,35\n3,1,12\n'],
        ['customers.csv', 'No,City\n1,Oslo\n2,Rome\n3,Bonn\n'],
      ),
    ).toEqual(['Customer = No']);
  });
  const rows = (count: number, row: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => row(at + 1)).join('\n');
  it.each([
    ['customer_id', 'customers.csv'],
    ['customer', 'customers.csv'],
    ['Client No', 'customers_2026.csv'],
  ])(
    'are the one that is named after the other file, where each has an id of its own: %s',
    (column, file) => {
      const orders = `id,${column},amount\n${rows(9, (at) => `${at},${(at % 4) + 1},${at * 7}`)}`;
      const customers = `id,name\n${rows(6, (at) => `${at},Name ${at}`)}`;
      expect(pairs(['orders.csv', orders], [file, customers])).toEqual([`${column} = id`]);
      expect(pairs([file, customers], ['orders.csv', orders])).toEqual([`id = ${column}`]);
    },
  );
  it('are asked for where two are named after the other file', () => {
    expect(
      pairs(
        [
          'orders.csv',
          `id,bill_customer,ship_customer\n${rows(6, (at) => `${at},${(at % 3) + 1},${(at % 4) + 1}`)}`,
        ],
        ['customers.csv', `id,name\n${rows(6, (at) => `${at},Name ${at}`)}`],
      ),
    ).toEqual(['bill_customer = id', 'ship_customer = id']);
  });
  it('are the names of the other file where a column called like it holds those', () => {
    const customers = 'id,name\n1,Ada\n2,Bob\n3,Cem\n';
    expect(
      pairs(['orders.csv', 'id,customer,amount\n1,Bob,5\n2,Ada,6\n3,Bob,8\n'], ['customers.csv', customers]),
    ).toEqual(['customer = name']);
  });
  it('are no number of the own rows beside one of the others, and none of which nothing is shared', () => {
    const orders = `order_id,paid\n${rows(9, (at) => `${at},${at * 7}`)}`;
    expect(pairs(['orders.csv', orders], ['shops.csv', 'id,city\n1,Oslo\n2,Rome\n'])).toEqual([]);
    expect(
      pairs(['a.csv', 'sku,paid\nA1,5\nA2,6\n'], ['b.csv', 'product sku,city\nB1,Rome\nB2,Bonn\n']),
    ).toEqual([]);
    const both = 'customer,since\nAda,2020-01-02\nBob,2021-01-02\n';
    expect(
      pairs(['customers.csv', both], ['customer_visits.csv', 'customer,visits\nBob,3\nAda,4\n']),
    ).toEqual(['customer = customer']);
  });
  it('are an id of both only where they number the same, or rows of one kind', () => {
    const people = (count: number) => `id,name\n${rows(count, (at) => `${at},Name ${at}`)}`;
    const scores = (count: number) => `id,score\n${rows(count, (at) => `${at},${at * 7}`)}`;
    expect(pairs(['people.csv', people(9)], ['scores.csv', scores(9)])).toEqual(['id = id']);
    expect(pairs(['people.csv', people(9)], ['scores.csv', scores(30)])).toEqual([]);
    expect(pairs(['old.csv', people(9)], ['new.csv', people(12)])).toContain('id = id');
    const some = 'id,score\n1,20\n4,31\n90,12\n';
    expect(pairs(['people.csv', people(9)], ['scores.csv', some])).toEqual(['id = id']);
  });
  it.each([
    ['yes and no', 'paid', 'active', (at: number) => (at % 2 ? 'yes' : 'no')],
    ['yes and no', 'active', 'active', (at: number) => (at % 2 ? 'ja' : 'nein')],
    ['a few words', 'grade', 'level', (at: number) => 'abc'[at % 3] ?? ''],
    ['amounts', 'amount', 'total', (at: number) => String(at * 50)],
    ['amounts', 'price', 'price', (at: number) => String(at * 50)],
    ['numbers that count up', 'slip no', 'ticket no', (at: number) => String(1000 + at)],
    ['small numbers', 'age', 'bonus', (at: number) => String((at % 5) + 20)],
  ])('are never %s alone: %s, %s', (_, one, other, cell) => {
    expect(
      pairs(
        ['till.csv', `${one},shift\n${rows(12, (at) => `${cell(at)},S${at}`)}`],
        ['staff.csv', `${other},person\n${rows(12, (at) => `${cell(at)},P${at}`)}`],
      ),
    ).toEqual([]);
  });
  it('are found among many thousands of values', () => {
    const cards = rows(9_000, (at) => `K${at * 7},Reader ${at}`);
    const left = knownFromRows(
      'loans.csv',
      'slip,card',
      rows(40, (at) => `L${at},K${at * 1_400}`),
    );
    const right = knownFromRows('readers.csv', 'number,surname', cards);
    expect(keyPairs(left, right)).toEqual([{ on: 'card', rightOn: 'number' }]);
    expect(keyPairs(right, left)).toEqual([{ on: 'number', rightOn: 'card' }]);
  });
  it('are not told by small numbers that count from one', () => {
    expect(
      pairs(
        ['till.csv', 'Slip,Quantity\nS1,1\nS2,2\nS3,2\n'],
        ['staff.csv', 'Id,Name\n1,Ada\n2,Bob\n3,Cem\n'],
      ),
    ).toEqual([]);
  });
  it('are several where several fit as well', () => {
    expect(
      pairs(
        ['trips.csv', 'Trip,From,To\n1,A,B\n2,B,C\n3,C,A\n4,A,C\n'],
        ['stops.csv', 'Code,Town\nA,Ayr\nB,Bath\nC,Cork\n'],
      ),
    ).toEqual(['From = Code', 'To = Code']);
  });
});
