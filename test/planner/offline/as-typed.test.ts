/** Goals as strangers type them: the plan has no problem, and runs to its goal on the real files. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkPlan } from '../../../src/check/check.ts';
import type { Json } from '../../../src/lib/json.ts';
import { builtIns, runInMemory } from '../../examples/run-in-memory.ts';
import { planGoal } from './goals.ts';
import { contents, dropped } from './typed-files.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Plans, checks and runs; fails where the plan asks for an input. */
async function outcome(goal: string, ...files: string[]): Promise<Json | undefined> {
  const { document, inputSchema, failure } = await planGoal(goal, { files: dropped(...files) });
  expect(failure).toBeUndefined();
  expect(inputSchema).toBeUndefined();
  expect(checkPlan(document, builtIns).problems).toEqual([]);
  const { state, output } = await runInMemory(document, contents);
  expect([state.status, state.reason]).toEqual(['completed', 'goal_met']);
  return output;
}

const names = (output: Json | undefined) => (output as { name: string }[]).map(({ name }) => name);

describe('rankings', () => {
  it.each([
    ['In products.csv sort by price and keep the 3 most expensive', ['Sofa', 'Desk', 'Chair']],
    ['which 3 products are the most expensive?', ['Sofa', 'Desk', 'Chair']],
    ['Show me the cheapest product', ['Pen']],
    ['The bottom 2 products by price', ['Pen', 'Lamp']],
    ['top two products by stock', ['Pen', 'Lamp']],
    ['Show products with less than 10 in stock, cheapest first', ['Chair', 'Desk', 'Sofa']],
    ['Add a column margin = price * 0.3 and show the 2 best', ['Sofa', 'Desk']],
    ['products in the home category under 100, cheapest first', ['Lamp', 'Desk']],
    ['product with the highest price', ['Sofa']],
  ])('%s', async (goal, expected) => {
    expect(names(await outcome(goal, 'products.csv'))).toEqual(expected);
  });

  it('are by day where they speak of days, and by age where there is one', async () => {
    expect(await outcome('I want the latest 2 orders', 'orders.csv')).toMatchObject([
      { order_id: 4 },
      { order_id: 3 },
    ]);
    expect(names(await outcome('who is the oldest person?', 'team.json'))).toEqual(['Cem']);
  });

  it('rank what was computed for the groups', async () => {
    const top = [
      { region: 'North', 'total amount': 420 },
      { region: 'South', 'total amount': 290 },
    ];
    expect(await outcome('Top 2 regions by total amount', 'sales.csv')).toEqual(top);
    expect(await outcome('total amount per region, biggest first, top 2', 'sales.csv')).toEqual(top);
  });

  it('ask for the column where the table has none they speak of', async () => {
    const plan = await planGoal('Who are the 2 heaviest employees?', { files: dropped('employees.csv') });
    expect(plan.calls.at(-1)).toMatchObject({ column: '†input.column', limit: 2 });
  });
});

describe('conditions', () => {
  it.each([
    ['List the orders since March that are late', [3]],
    ['Show orders between 2026-03-01 and 2026-04-01', [2, 3]],
    ['orders in March', [2, 3]],
    ['orders with total between 50 and 200', [2, 4]],
    ['late or open orders', [1, 3, 4]],
    ['orders that are not late', [2, 4]],
  ])('%s', async (goal, expected) => {
    const rows = (await outcome(goal, 'orders.csv')) as { order_id: number }[];
    expect(rows.map(({ order_id }) => order_id)).toEqual(expected);
  });

  it('do not take a verb for a cell', async () => {
    const plan = await planGoal('Open orders.csv and sort it by total', { files: dropped('orders.csv') });
    expect(plan.tools).not.toContain('filterRows');
  });
});

describe('totals that are implied', () => {
  it('go before a chart of rows that repeat, and are said', async () => {
    const plan = await planGoal('Chart the amount per region', { files: dropped('sales.csv') });
    expect(plan.tools).toEqual(['readCsv', 'groupRows', 'makeChart']);
    expect(plan.calls[1]?._description).toBe('Total amount per region');
  });

  it('are left out where there is one row of each', async () => {
    const plan = await planGoal('plot visitors by day as dots', { files: dropped('jan.csv') });
    expect(plan.tools).not.toContain('groupRows');
    expect(plan.calls.at(-1)).toMatchObject({ x: 'day', y: 'visitors', mark: 'dot' });
  });

  it('are not computed twice', async () => {
    const plan = await planGoal('Total the amount by region and chart the amount by region', {
      files: dropped('sales.csv'),
    });
    expect(plan.tools.filter((tool) => tool === 'groupRows')).toHaveLength(1);
  });
});

describe('measures, sums and days', () => {
  it.each<[string, Json]>([
    ['Convert 5 feet to cm', 152.4],
    ['How many kilometres are 26.2 miles?', 42.1648128],
    ['convert 72 °F to °C', 22.2222222222222],
    ['Add 19% tax to 250', 297.5],
    ['What is 15% of 80?', 12],
    ['Take 15% off 240', 204],
    ['(12.5 + 7) * 3', 58.5],
    ['how many days until 24 December 2026', 33],
    ['What date is 90 days after 2026-11-21?', '2027-02-19'],
    ['What was the date 30 days before 2026-03-15?', '2026-02-13'],
  ])('%s', async (goal, expected) => {
    expect(await outcome(goal)).toEqual(expected);
  });
});

describe('slips and other names', () => {
  it('find the column, and say so', async () => {
    const plan = await planGoal('mean amuont per regoin', { files: dropped('sales.csv') });
    expect(plan.calls.at(-1)).toMatchObject({ by: 'region', column: 'amount', aggregate: 'mean' });
    expect(plan.events).toContainEqual({
      kind: 'note',
      text: 'I took "amuont" to mean "amount".',
    });
  });

  it('find the file, and say so, but never for a file to be written', async () => {
    const plan = await planGoal('sum up the amount in sals.csv', { files: dropped('sales.csv') });
    expect(plan.calls[0]).toMatchObject({ file: 'sales.csv' });
    expect(plan.events).toContainEqual({
      kind: 'note',
      text: 'There is no file "sals.csv", so I took sales.csv.',
    });
    const saved = await planGoal('Sort sales.csv by amount and save as sales2.csv', {
      files: dropped('sales.csv'),
    });
    expect(saved.calls.at(-1)).toMatchObject({ name: 'sales2.csv' });
  });

  it('find a file by its name without the ending', async () => {
    const plan = await planGoal('Read the page and summarize it', { files: dropped('page.html') });
    expect(plan.tools).toEqual(['readHtml', 'summarizeText']);
  });

  it('take accents and other languages as they are', async () => {
    expect(await outcome('total Quantite by Region', 'ventes.csv')).toEqual([
      { Région: 'Nord', 'total Quantité': 5 },
      { Région: 'Sud', 'total Quantité': 1 },
    ]);
  });
});

describe('two tables', () => {
  it('with the same columns are put one under the other', async () => {
    const goal = 'Put jan.csv and feb.csv together and sum the visitors per city';
    expect(await outcome(goal, 'jan.csv', 'feb.csv')).toMatchObject([
      { city: 'Rome', 'total visitors': 25 },
      {},
      {},
    ]);
  });

  it('with a column in common are joined on it', async () => {
    const goal = 'Combine orders.csv and customers.csv, then show the total per country as a chart';
    expect(await outcome(goal, 'orders.csv', 'customers.csv')).toMatchObject({
      data: [
        { country: 'DE', 'sum of total': 355 },
        { country: 'FR', 'sum of total': 120 },
      ],
    });
  });
});

describe('other wishes', () => {
  it('a report has each part it is asked for, made from the same text', async () => {
    const plan = await planGoal('Make a report with a summary and the keywords of notes.md', {
      files: dropped('notes.md'),
    });
    expect(plan.tools).toEqual(['readText', 'summarizeText', 'keywords', 'makeReport']);
    expect(plan.calls[2]).toMatchObject({ text: '†state.readText' });
  });

  it('a dropped column leaves the others', async () => {
    const plan = await planGoal('drop the email column from customers.csv', {
      files: dropped('customers.csv'),
    });
    expect(plan.calls.at(-1)).toMatchObject({ columns: ['customer_id', 'name', 'country'] });
  });

  it('a number counts past its adjectives', async () => {
    const plan = await planGoal('Give me the 5 most important keywords from my notes', {
      files: dropped('notes.md'),
    });
    expect(plan.calls.at(-1)).toMatchObject({ limit: 5 });
  });

  it('what an earlier step made is saved, not made again', async () => {
    const plan = await planGoal('Compare old.txt with new.txt and save the differences as diff.md', {
      files: dropped('old.txt', 'new.txt'),
    });
    expect(plan.tools).toEqual(['readText', 'readText', 'compareTexts', 'saveFile']);
  });
});

describe('what is not done is said', () => {
  const notes = async (goal: string, ...files: string[]) =>
    (await planGoal(goal, { files: dropped(...files) })).events.flatMap((event) =>
      event.kind === 'note' ? [event.text] : event.kind === 'failed' ? [event.message] : [],
    );

  it.each([
    [
      'a file no step reads',
      'Sort orders.csv by total. Thank customers.csv',
      ['orders.csv', 'customers.csv'],
      'No step reads customers.csv.',
    ],
    [
      'the rest of an essay',
      `Sort sales.csv by amount. ${'x '.repeat(3000)}`,
      ['sales.csv'],
      'first 4,000 characters',
    ],
  ])('%s', async (_, goal, files, expected) => {
    expect((await notes(goal, ...files)).join('\n')).toContain(expected);
  });
});

describe('the title', () => {
  const titleOf = async (goal: string, ...files: string[]) =>
    (await planGoal(goal, { files: dropped(...files) })).events.flatMap((e) =>
      e.kind === 'plan' ? [e.title] : [],
    )[0];

  it('is what the plan comes to when the goal is long', async () => {
    const goal = 'Read sales.csv, total the amount by region, sort it by amount and make a bar chart';
    expect(await titleOf(goal, 'sales.csv')).toBe('Total amount per region');
  });

  it('is cut at a word and addresses nobody', async () => {
    const goal = 'Please replace "red" with "blue" in letter.txt and save it as a new letter';
    const title = await titleOf(goal, 'letter.txt');
    expect(title).toMatch(/^Replace .*…$/u);
    expect(title?.length).toBeLessThanOrEqual(60);
  });
});
