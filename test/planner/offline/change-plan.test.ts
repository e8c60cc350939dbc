import { describe, expect, test } from 'vitest';
import { FORMAT, type Plan, VERSION } from '../../../src/plan/document.ts';
import { makeTryPlan } from '../../../src/preview/preview-plan.ts';
import { planGoal } from './goals.ts';
import { dropped } from './typed-files.ts';

const TOTALS: Plan = {
  format: FORMAT,
  version: VERSION,
  id: 'p',
  mode: 'lazy',
  calls: [
    { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.sales' },
    {
      _id: 'group',
      _tool: 'groupRows',
      rows: '†state.sales',
      by: 'region',
      column: 'amount',
      aggregate: 'sum',
      _outputPath: '†state.totals',
    },
  ],
  output: '†state.totals',
} as Plan;

const change = (sentence: string, plan = TOTALS) =>
  planGoal(sentence, { files: dropped('sales.csv'), change: { plan, selected: [] } });

test.each([
  ['instead by product', { by: 'product' }],
  ['lieber nach product', { by: 'product' }],
  ['take the average instead of the sum', { aggregate: 'mean' }],
  ['per month as well', { by: ['region', { column: 'date', part: 'month' }] }],
])('"%s" changes the group and keeps its id', async (sentence, expected) => {
  const { calls } = await change(sentence);
  expect(calls.map(({ _id }) => _id)).toEqual(['read', 'group']);
  expect(calls[1]).toMatchObject(expected);
});

test.each(['only the rows of the year 2026', 'nur die Zeilen aus dem Jahr 2026'])(
  '"%s" keeps rows, and groups by what it did',
  async (sentence) => {
    const { calls, tools } = await change(sentence);
    expect(tools).toEqual(['readCsv', 'filterRows', 'groupRows']);
    expect(calls[2]).toMatchObject({ by: 'region' });
  },
);

const MONTHLY = {
  ...TOTALS,
  calls: [TOTALS.calls[0], { ...TOTALS.calls[1], by: ['region', { column: 'date', part: 'month' }] }],
} as Plan;

test.each([
  ['without the month', { by: 'region' }],
  ['ohne den Monat', { by: 'region' }],
  ['not per month', { by: 'region' }],
  ['without the region', { by: [{ column: 'date', part: 'month' }] }],
])('"%s" takes one of the keys away', async (sentence, expected) => {
  const { calls } = await change(sentence, MONTHLY);
  expect(calls.map(({ _id }) => _id)).toEqual(['read', 'group']);
  expect(calls[1]).toMatchObject(expected);
});

test.each(['keep the customers without orders, too', 'also keep customers without any orders'])(
  '"%s" keeps the rows that have no partner',
  async (sentence) => {
    const plan = {
      ...TOTALS,
      calls: [
        { _id: 'people', _tool: 'readCsv', file: 'customers.csv', _outputPath: '†state.people' },
        { _id: 'orders', _tool: 'readCsv', file: 'orders.csv', _outputPath: '†state.orders' },
        {
          ...{ _id: 'join', _tool: 'joinRows', left: '†state.people', right: '†state.orders' },
          ...{ on: 'customer_id', _outputPath: '†state.joined' },
        },
      ],
      output: '†state.joined',
    } as unknown as Plan;
    const files = dropped('customers.csv', 'orders.csv');
    const { calls } = await planGoal(sentence, { files, change: { plan, selected: [] } });
    expect(calls.map(({ _id }) => _id)).toEqual(['people', 'orders', 'join']);
    expect(calls[2]).toMatchObject({ how: 'left' });
  },
);

test('a chart of groups that get a time as a key is drawn over it, and what it was drawn by is told by colour', async () => {
  const drawn = await change('as a bar chart');
  const plan = { ...TOTALS, title: 'Sales', calls: drawn.calls, output: drawn.output } as Plan;
  const chart = plan.calls.at(-1) as unknown as Record<string, unknown>;
  const titled = {
    ...plan,
    calls: [...plan.calls.slice(0, -1), { ...chart, title: 'Sales' }],
  } as unknown as Plan;
  const { calls } = await change('per month as well', titled);
  expect(calls.at(-1)).toMatchObject({ x: 'month', color: 'region', y: 'sum' });
  expect((calls.at(-1) as unknown as { title: string }).title).toMatch(/month of date/u);
  // A title that followed what was said since is the goal's as well, and so is the goal's own.
  for (const now of [{ title: 'Sales · only 2026' }, { title: 'Mine', goal: 'sales' }]) {
    const { calls: later } = await change('per month as well', { ...titled, ...now });
    expect((later.at(-1) as unknown as { title: string }).title).toMatch(/month of date/u);
  }
  const { calls: others } = await change('by product as well', plan);
  expect(others.at(-1)).toMatchObject({ x: 'region', color: 'product' });
  expect(others.at(-1)).not.toHaveProperty('title');
});

describe('what is so already', () => {
  const perMonth = {
    ...TOTALS,
    calls: [TOTALS.calls[0], { ...TOTALS.calls[1], by: 'date', part: 'month' }],
  } as Plan;

  test.each([
    ['per month as well', perMonth],
    ['per month as well', MONTHLY],
    ['instead by region', TOTALS],
  ])('"%s" is said to be, and proposes nothing', async (sentence, plan) => {
    const { calls, failure } = await change(sentence, plan);
    expect(calls).toEqual([]);
    expect(failure?.message).toMatch(/^That is so already/u);
  });

  test('is no advice either: a chart of any kind is a chart, and what was said is not recommended', async () => {
    const drawn = await change('as a line chart');
    const plan = { ...TOTALS, calls: drawn.calls, output: drawn.output } as Plan;
    expect((await change('as a chart', plan)).failure?.message).toMatch(/^That is so already/u);
    expect((await change('as bars', plan)).calls.at(-1)).toMatchObject({ mark: 'bar' });
    const filtered = await change('only 2026');
    const twice = await change('only 2026', { ...TOTALS, calls: filtered.calls } as Plan);
    expect(twice.failure?.message).toContain('2026');
    expect(twice.failure?.message).toMatch(/^That is so already/u);
    const nothing = { ...TOTALS, calls: [], output: null } as Plan;
    const { failure } = await change('as a chart', nothing);
    expect(failure?.message.match(/as a chart/gu)).toHaveLength(1);
  });
});

test('where the file that the plan reads is not there, the refusal names it', async () => {
  const asked = { files: [], change: { plan: TOTALS, selected: [] } };
  const { failure } = await planGoal('only North', asked);
  expect(failure?.message).toMatch(/sales\.csv, which is not beside the box/u);
});

test('a condition goes before what it narrows, and is read instead of it', async () => {
  const { calls, output } = await change('only North');
  expect(calls.map(({ _tool }) => _tool)).toEqual(['readCsv', 'filterRows', 'groupRows']);
  expect(calls[1]).toMatchObject({ rows: '†state.sales', column: 'region', value: 'North' });
  expect(calls[2]).toMatchObject({ _id: 'group', rows: '†state.filterRows' });
  expect(output).toBe('†state.totals');
});

test('a plan without groups gets them', async () => {
  const plain = { ...TOTALS, calls: TOTALS.calls.slice(0, 1), output: '†state.sales' } as Plan;
  const { calls } = await change('the sum of the amount per product', plain);
  expect(calls[1]).toMatchObject({ by: 'product', aggregate: 'sum', column: 'amount' });
});

test('without duplicates, and with a new column, the rows are made before they are grouped', async () => {
  const once = await change('without duplicates');
  expect(once.calls.map(({ _tool }) => _tool)).toEqual(['readCsv', 'removeDuplicates', 'groupRows']);
  const more = await change('add a column double = amount * 2');
  expect(more.calls[1]).toMatchObject({ _tool: 'addColumn', expression: 'amount * 2' });
});

test('a chart and a file are put at the end', async () => {
  const charted = await change('as a line chart');
  expect(charted.calls.at(-1)).toMatchObject({ x: 'region', y: 'sum', mark: 'line' });
  expect(charted.output).toBe('†state.makeChart');
  const saved = await change('save it as totals.xlsx');
  expect(saved.calls.at(-1)).toMatchObject({ name: 'totals.xlsx', content: '†state.totals' });
});

test('what it does not understand leaves the plan and says so', async () => {
  const { calls, failure } = await change('send it to Slack');
  expect(calls).toEqual([]);
  expect(failure?.message).toContain('send it to Slack');
});

const READ = { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.sales' };
const withCalls = (...calls: object[]): Plan =>
  ({ ...TOTALS, calls, output: (calls.at(-1) as { _outputPath: string })._outputPath }) as unknown as Plan;
const FILTERED = withCalls(READ, {
  _id: 'filter',
  _tool: 'filterRows',
  rows: '†state.sales',
  column: 'amount',
  operator: 'greaterThan',
  value: 100,
  _outputPath: '†state.few',
});
const SORTED = withCalls(...(TOTALS.calls as unknown as object[]), {
  _id: 'sort',
  _tool: 'sortRows',
  rows: '†state.totals',
  column: 'sum',
  direction: 'descending',
  limit: 5,
  _outputPath: '†state.sorted',
});

test.each([
  ['three is enough', { limit: 3 }],
  ['drei reichen', { limit: 3 }],
  ['10 instead of 5', { limit: 10 }],
  ['the lowest 4', { limit: 4, direction: 'ascending' }],
  ['the other way round', { limit: 5, direction: 'ascending' }],
])('"%s" changes how many are kept, and from which end', async (sentence, expected) => {
  const { calls } = await change(sentence, SORTED);
  expect(calls.map(({ _id }) => _id)).toEqual(['read', 'group', 'sort']);
  expect(calls[2]).toMatchObject(expected);
});

test.each([
  ['over 250', { operator: 'greaterThan', value: 250 }],
  ['above 250, not above 100', { operator: 'greaterThan', value: 250 }],
  ['the threshold should be 250', { operator: 'greaterThan', value: 250 }],
  ['die Schwelle soll 250 sein', { operator: 'greaterThan', value: 250 }],
])('"%s" changes what is compared with, in the step that compares', async (sentence, expected) => {
  const { calls } = await change(sentence, FILTERED);
  expect(calls.map(({ _id }) => _id)).toEqual(['read', 'filter']);
  expect(calls[1]).toMatchObject(expected);
});

test('a bound of the other side comes beside the one there is', async () => {
  const { calls } = await change('less than 500 as well', FILTERED);
  expect(calls.slice(1)).toMatchObject([{ value: 100 }, { operator: 'lessThan', value: 500 }]);
});

test.each(['take the filter away again', 'no filter'])('"%s" takes the step out', async (sentence) => {
  const { calls, output } = await change(sentence, FILTERED);
  expect(calls.map(({ _id }) => _id)).toEqual(['read']);
  expect(output).toBe('†state.sales');
});

test('another figure stands beside the first, which keeps its name', async () => {
  const { calls } = await change('also the number of sales', TOTALS);
  expect(calls[1]).toMatchObject({
    figures: [
      { aggregate: 'sum', column: 'amount', as: 'sum' },
      { aggregate: 'count', as: 'count' },
    ],
  });
});

test('a bound without a column is of what was computed, and goes behind it', async () => {
  const { calls, output } = await change('only those above 200', TOTALS);
  expect(calls[2]).toMatchObject({ _tool: 'filterRows', rows: '†state.totals', column: 'sum', value: 200 });
  expect(output).toBe('†state.filterRows');
});

test('columns alone are chosen, or left out', async () => {
  expect((await change('only show region and amount', FILTERED)).calls.at(-1)).toMatchObject({
    columns: ['region', 'amount'],
  });
  expect((await change('without the date', FILTERED)).calls.at(-1)).toMatchObject({
    columns: ['region', 'product', 'amount'],
  });
});

test('so many of each group', async () => {
  const both = withCalls(READ, { ...TOTALS.calls[1], by: ['region', 'product'] } as object, {
    ...SORTED.calls[2],
  });
  const { calls } = await change('the top 2 of each region instead of the top 5 overall', both);
  expect(calls[1]).toMatchObject({ by: ['region', 'product'] });
  expect(calls[2]).toMatchObject({ limit: 2, per: 'region' });
});

test('a text takes the place of the one it is to replace', async () => {
  const { calls } = await change(
    'say "Hooray" instead of "Done"',
    withCalls(READ, { _id: 'note', _tool: 'note', text: 'Done', _outputPath: '†state.note' }),
  );
  expect(calls[1]).toMatchObject({ text: 'Hooray' });
});

test('what is saved gets another name or kind', async () => {
  const saved = withCalls(...(TOTALS.calls as unknown as object[]), {
    _id: 'save',
    _tool: 'saveFile',
    name: 'totals.csv',
    content: '†state.totals',
    _outputPath: '†state.saved',
  });
  expect((await change('as json instead', saved)).calls.at(-1)).toMatchObject({ name: 'totals.json' });
  expect((await change('call it sums.csv', saved)).calls.at(-1)).toMatchObject({
    _id: 'save',
    name: 'sums.csv',
  });
});

test('half a change is none: a value that no step took is asked about', async () => {
  const { calls, failure } = await change('per month, and 17 of the best', TOTALS);
  expect(calls).toEqual([]);
  expect(failure).toBeDefined();
});

const NAMED = withCalls(
  READ,
  { ...TOTALS.calls[1], _description: 'Total per region', as: 'total' } as object,
  { ...SORTED.calls[2], _description: 'Best first', column: 'total' },
);

test.each([
  ['sort by the total, smallest first', { direction: 'ascending' }],
  ['sort by the sum of the amount, ascending', { direction: 'ascending' }],
  ['the total ascending', { direction: 'ascending' }],
])('"%s" sorts, and what is sorted stays as it is', async (sentence, expected) => {
  const { calls } = await change(sentence, NAMED);
  expect(calls.slice(0, 2)).toEqual(NAMED.calls.slice(0, 2));
  expect(calls[2]).toMatchObject({ column: 'total', limit: 5, ...expected });
});

test('another figure that a sort names beside it leaves the first one its name', async () => {
  const { calls } = await change('the number of sales as well, sorted by the total', NAMED);
  const figures = [{ aggregate: 'sum', column: 'amount', as: 'total' }, { aggregate: 'count' }];
  expect(calls.slice(1)).toMatchObject([{ figures }, { column: 'total', direction: 'descending' }]);
});

/** Two groups of the same rows, a chart of the second. */
const TWO = {
  ...TOTALS,
  calls: [
    ...TOTALS.calls,
    { ...TOTALS.calls[1], _id: 'second', _outputPath: '†state.second' },
    {
      _id: 'chart',
      _tool: 'makeChart',
      data: '†state.second',
      x: 'region',
      y: 'sum',
      _outputPath: '†state.c',
    },
  ],
} as unknown as Plan;
const selecting = async (sentence: string, ...selected: string[]) => {
  const { calls, output } = await planGoal(sentence, {
    files: dropped('sales.csv'),
    change: { plan: TWO, selected },
  });
  const before = new Map(TWO.calls.map((call) => [call._id, JSON.stringify(call)]));
  const others = calls.filter((call) => before.get(call._id) !== JSON.stringify(call));
  return { calls, output, others };
};

test.each([
  ['instead by product', 'group', { by: 'product' }],
  ['instead by product', 'second', { by: 'product' }],
  ['take the average instead of the sum', 'group', { aggregate: 'mean' }],
])('"%s" is said of the call that is selected', async (sentence, id, expected) => {
  const { calls, others } = await selecting(sentence, id);
  expect(calls.map(({ _id }) => _id)).toEqual(['read', 'group', 'second', 'chart']);
  expect(others.filter(({ _tool }) => _tool === 'groupRows')).toMatchObject([{ _id: id, ...expected }]);
});

test('what is put before a selected call is read by that one alone', async () => {
  const { calls, others, output } = await selecting('only North', 'second');
  const filter = { _tool: 'filterRows', rows: '†state.sales', column: 'region', value: 'North' };
  expect(others).toMatchObject([filter, { _id: 'second', rows: '†state.filterRows' }]);
  expect([calls.length, output]).toEqual([5, '†state.totals']);
});

test('what is put behind a selected call is read by all that read it', async () => {
  const { others } = await selecting('sort by the sum, largest first', 'second');
  const sort = { _tool: 'sortRows', rows: '†state.second', column: 'sum', direction: 'descending' };
  expect(others).toMatchObject([sort, { _id: 'chart', data: '†state.sortRows' }]);
  const { others: ofChart, output } = await selecting('only North', 'chart');
  expect(ofChart).toMatchObject([{ rows: '†state.second' }, { _id: 'chart', data: '†state.filterRows' }]);
  expect(output).toBe('†state.totals');
});

test('what could only be said of a call that is not selected is no change', async () => {
  const { calls } = await selecting('take the average instead of the sum', 'chart');
  expect(calls).toEqual([]);
});

test('what a changed call says of itself is what it does now; the words of a person are gone with what they told of', async () => {
  const [read, group] = TOTALS.calls;
  const ours = { ...TOTALS, calls: [read, { ...group, _description: 'Total amount per region' }] } as Plan;
  expect((await change('instead by product', ours)).calls[1]).toMatchObject({
    _description: 'Total amount per product',
  });
  const theirs = { ...TOTALS, calls: [read, { ...group, _description: 'What the regions make' }] } as Plan;
  expect((await change('instead by product', theirs)).calls[1]?._description).toBeUndefined();
});

describe('"warn me if …" over what a plan comes to', () => {
  const TEXT = 'region,amount,date\nNorth,120,2026-01-05\nSouth,80,2026-01-06\nNorth,20,2026-02-01\n';
  const files = [{ name: 'sales.csv', type: 'text/csv', size: TEXT.length, head: TEXT }];
  const tryPlan = makeTryPlan(
    { now: () => 0 },
    { files: new Map([['sales.csv', new Blob([TEXT])]]), signal: new AbortController().signal },
  );
  const warned = (sentence: string, plan = TOTALS) =>
    planGoal(sentence, { files, tryPlan, change: { plan, selected: [] } });

  test.each([
    ['warn me if a region is over 100', { column: 'sum', operator: 'greaterThan', value: 100 }],
    ['warne mich, wenn eine region unter 100 liegt', { column: 'sum', operator: 'lessThan', value: 100 }],
  ])('"%s" decides about its rows, behind it: all that was there stays', async (sentence, condition) => {
    const { calls, tools, output, unusedWords } = await warned(sentence);
    expect(calls.slice(0, 2)).toEqual(TOTALS.calls);
    expect(tools.slice(2)).toEqual(['filterRows', 'queryJson', 'decide', 'makeTable', 'note', 'note']);
    expect(calls[2]).toMatchObject({ rows: '†state.totals', ...condition });
    expect(output).toMatchObject({ result: '†state.totals' });
    expect(unusedWords).toEqual([]);
  });

  test('a second decision has ways of its own', async () => {
    const once = await warned('warn me if a region is over 100');
    const plan = { ...TOTALS, calls: once.calls, output: once.output } as Plan;
    const twice = await warned('warn me if a region is under 50', plan);
    expect(twice.calls.filter(({ _tool }) => _tool === 'decide').map((call) => call._outputPath)).toEqual([
      '†state.decide1.yes || †state.decide1.no',
      '†state.decide2.yes || †state.decide2.no',
    ]);
  });
});
