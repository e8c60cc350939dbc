/** What is held against a figure is held against it after it is reckoned; a limit that is said anew moves; one way of money is asked for. */

import { describe, expect, it } from 'vitest';
import { overFiles } from './over-files.ts';
import { talkOver } from './talked.ts';

const FILES = new Map([
  [
    'sales.csv',
    'Order,Customer,Region,Amount\n1,Ada,N,300\n2,Bob,S,120\n3,Ada,N,260\n4,Cem,S,80\n5,Bob,S,90\n6,Ada,N,40\n7,Ada,S,10\n',
  ],
  ['contacts.csv', 'Name,Email\nAda,a@x.example\nAda N,a@x.example\nBob,b@x.example\n'],
]);
const { outcome } = overFiles(FILES);

describe('a condition on what is counted or added up', () => {
  it.each([
    [
      'count by Email, keep those where count is over 1',
      'contacts.csv',
      [{ Email: 'a@x.example', count: 2 }],
    ],
    ['Anzahl je Email, nur die mit Anzahl über 1', 'contacts.csv', [{ Email: 'a@x.example', count: 2 }]],
    ['customers having more than 3 orders', 'sales.csv', [{ Customer: 'Ada', count: 4 }]],
    ['number of orders per customer having more than 3', 'sales.csv', [{ Customer: 'Ada', count: 4 }]],
    ['nombre de lignes par Customer, seulement plus de 3', 'sales.csv', [{ Customer: 'Ada', count: 4 }]],
    ['only customers with a total over 500', 'sales.csv', [{ Customer: 'Ada', 'total Amount': 610 }]],
  ])('leaves groups out, and no rows before them: %s', async (goal, file, rows) => {
    expect(await outcome(goal, file)).toEqual(rows);
  });
  it('stays one of the rows where a column stands in it', async () => {
    const goal = 'number of orders per customer where amount is over 100';
    expect(await outcome(goal, 'sales.csv')).toEqual([
      { Customer: 'Ada', count: 2 },
      { Customer: 'Bob', count: 1 },
    ]);
  });
});

describe('a limit said anew', () => {
  const say = talkOver(new Map([['sales.csv', FILES.get('sales.csv') ?? '']]));
  const limits = (calls: readonly object[]) =>
    calls.flatMap((call) => ('operator' in call && 'value' in call && 'column' in call ? [call.value] : []));

  it.each([
    ['only rows where amount is over 100', 'rather 200', [200]],
    ['nur Zeilen mit Amount über 100', 'lieber 200', [200]],
    ['only rows where amount is over 100', 'make it over 250', [250]],
  ])('takes the place of the one there is: %s, %s', async (goal, change, values) => {
    expect(limits((await say(goal, change)).calls)).toEqual(values);
  });
  it('moves that of a warning, and what it says', async () => {
    const goal = ['total amount per customer', 'warn me if a customer is over 500'];
    const { calls } = await say(...goal, 'make it over 900');
    expect(limits(calls)).toEqual([900]);
    expect(JSON.stringify(calls)).not.toContain('over 500');
  });
  it('is no figure: the highest takes the place of the total', async () => {
    const { values } = await say('total amount per customer', 'the highest instead of the total');
    expect(values.at(-1)?.value).toMatchObject([
      { 'max Amount': 300 },
      { 'max Amount': 120 },
      { 'max Amount': 80 },
    ]);
  });
});

describe('what was spent, of a column that holds what came in, too', () => {
  const say = talkOver(
    new Map([
      ['bank.csv', 'Date,Payee,Amount\n2026-07-02,Rent,-800\n2026-07-15,Salary,2500\n2026-08-02,Rent,-810\n'],
    ]),
  );
  it.each(['what did we spend per month', 'wie viel haben wir pro Monat ausgegeben'])(
    'is asked: %s',
    async (goal) => {
      const { question } = await say(goal);
      expect(question).toMatchObject({ undecided: {}, readings: [{}, {}] });
      expect(JSON.stringify(question)).toContain('"operator":"lessThan","value":0');
    },
  );
  it('is not, where a total is asked for', async () => {
    expect((await say('total amount per month')).question).toBeUndefined();
  });
});

describe('a condition on a column by its own name', () => {
  const bank =
    'Datum;Wer;Betrag\n02.07.2026;Miete;-800,50\n15.07.2026;Lohn;2500,00\n02.08.2026;Miete;-810,50\n';
  const say = talkOver(new Map([['bank.csv', bank]]));
  it('is of the rows, and not of what is added up from them', async () => {
    const { tools } = await say('total Betrag per month where Betrag is below 0');
    expect(tools).toEqual(['readCsv', 'filterRows', 'groupRows']);
  });
  it('is asked for where money is said to go one way, however it is written', async () => {
    expect((await say('spending per month')).question).toMatchObject({ undecided: {}, readings: [{}, {}] });
  });
});
