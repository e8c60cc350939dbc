/** A change says what it is about: what is shown, what is added to it, what comes apart further. Nothing else of the plan goes. */

import { expect, it } from 'vitest';
import { profileOf } from '../../../src/activities/profile/profile.ts';
import { FORMAT, type Plan, VERSION } from '../../../src/plan/document.ts';
import { planGoal } from './goals.ts';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'shifts.csv',
    'worker,day,service,hours,tips\nLena,2026-09-02,lunch,20,5\nLena,2026-09-26,dinner,15,7\nOmar,2026-09-27,lunch,8,9\n',
  ],
]);
const { dropped, planned } = overFiles(FILES);

const changed = async (before: Plan, sentence: string) =>
  planGoal(sentence, { files: dropped(['shifts.csv']), change: { plan: before, selected: [] } });
const hours = async () => (await planned('hours per worker', 'shifts.csv')).document;

it.each(['only those who worked more than 30 hours', 'only workers with more than 30 hours'])(
  '%s: those who are shown, by what is shown of them',
  async (sentence) => {
    const { tools, calls } = await changed(await hours(), sentence);
    expect(tools).toEqual(['readCsv', 'groupRows', 'filterRows']);
    expect(calls[2]).toMatchObject({ column: 'total hours', operator: 'greaterThan', value: 30 });
  },
);

it('of what is not shown nobody can say who has more: rows are not left out instead', async () => {
  const { failure } = await changed(await hours(), 'only those with more than 6 tips');
  expect(failure?.code).toBe('no_plan');
});

it('rows that are named are what a limit is of', async () => {
  const { tools } = await changed(await hours(), 'only shifts over 10 hours');
  expect(tools).toEqual(['readCsv', 'filterRows', 'groupRows']);
});

it('what is split comes apart further', async () => {
  const { calls } = await changed(await hours(), 'split by service');
  expect(calls[1]).toMatchObject({ by: ['worker', 'service'] });
  const other = await changed(await hours(), 'split by service instead');
  expect(other.calls[1]).toMatchObject({ by: 'service' });
});

it('what is added takes no place', async () => {
  const { calls } = await changed(await hours(), 'add the average tips');
  expect(calls[1]).toMatchObject({
    figures: [
      { aggregate: 'sum', column: 'hours' },
      { aggregate: 'mean', column: 'tips' },
    ],
  });
});

it.each([
  ['only the last week of September', '2026-09-24', '2026-09-30'],
  ['nur die letzten zwei Wochen im September', '2026-09-17', '2026-09-30'],
  ['only the second half of September', '2026-09-16', '2026-09-30'],
  ['only the first ten days of September', '2026-09-01', '2026-09-10'],
])('%s is one time', async (sentence, from, to) => {
  const { calls } = await changed(await hours(), sentence);
  expect(calls.find(({ _tool }) => _tool === 'filterRows')).toMatchObject({
    operator: 'between',
    value: [from, to],
  });
});

it.each(['also a bar chart', 'add a bar chart', 'a bar chart, too', 'zeichne auch ein Balkendiagramm'])(
  'what is drawn beside the rows leaves them where they are: %s',
  async (sentence) => {
    const { tools, output, unusedWords } = await changed(await hours(), sentence);
    expect(unusedWords).toEqual([]);
    expect(tools).toEqual(['readCsv', 'groupRows', 'makeChart']);
    expect(output).toEqual({ table: '†state.groupRows', chart: '†state.makeChart' });
  },
);

it('what is drawn instead takes their place, and a third part stands beside both', async () => {
  const drawn = await changed(await hours(), 'as a bar chart');
  expect(drawn.output).toBe('†state.makeChart');
  const both = await changed(await hours(), 'also a bar chart');
  const all = await changed(both.document, 'also save it as hours.csv');
  expect(Object.keys(all.output as object)).toEqual(['table', 'chart', 'file']);
});

it('a limit of what a step takes out of lists stands behind that step', async () => {
  const text = JSON.stringify([
    {
      id: 1,
      customer: 'Ada',
      lines: [
        { sku: 'A', qty: 12 },
        { sku: 'B', qty: 2 },
      ],
    },
    { id: 2, customer: 'Bob', lines: [{ sku: 'A', qty: 30 }] },
  ]);
  const profile = await profileOf(new TextEncoder().encode(text), 'orders.json');
  const file = { name: 'orders.json', type: '', size: text.length, head: text, profile };
  const plan = {
    format: FORMAT,
    version: VERSION,
    id: 'p',
    calls: [
      { _id: 'read', _tool: 'readJson', file: 'orders.json', _outputPath: '†state.orders' },
      {
        _id: 'lines',
        _tool: 'expandRows',
        rows: '†state.orders',
        column: 'lines',
        _outputPath: '†state.lines',
      },
    ],
    output: '†state.lines',
  } as unknown as Plan;
  for (const selected of [[], ['lines']]) {
    const { calls, output } = await planGoal('only qty over 10', {
      files: [file],
      change: { plan, selected },
    });
    expect(calls.map(({ _tool, rows }) => [_tool, rows])).toEqual([
      ['readJson', undefined],
      ['expandRows', '†state.orders'],
      ['filterRows', '†state.lines'],
    ]);
    expect(output).toBe('†state.filterRows');
  }
  const { tools } = await planGoal('only customer Ada', { files: [file], change: { plan, selected: [] } });
  expect(tools).toContain('filterRows');
});

it.each(['highest tips first', 'the highest tips on top'])(
  '%s: an order by the figure of that column',
  async (words) => {
    const before = (await planned('average tips per worker', 'shifts.csv')).document;
    const { calls } = await changed(before, `and say how many shifts each has as well, ${words}`);
    expect(calls.at(-1)).toMatchObject({
      _tool: 'sortRows',
      column: 'average tips',
      direction: 'descending',
    });
  },
);

it('what is counted only once is another row, and no other figure', async () => {
  const before = (await planned('number of shifts per service', 'shifts.csv')).document;
  const { calls } = await changed(before, 'some are in there twice. count each worker only once');
  expect(calls.map(({ _tool, columns, aggregate }) => [_tool, columns ?? aggregate])).toEqual([
    ['readCsv', undefined],
    ['removeDuplicates', ['worker']],
    ['groupRows', 'count'],
  ]);
});

it('what is said not to be the group any more is met by the other one', async () => {
  const { calls, events } = await changed(await hours(), 'not per worker but per service');
  expect(calls.at(-1)).toMatchObject({ _tool: 'groupRows', by: 'service' });
  expect(events.find(({ kind }) => kind === 'question')).toBeUndefined();
});
