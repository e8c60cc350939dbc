/** Plans drawn and put right by hand, with no planner; what it takes is counted. The weather example is seed 003's: two ways and one end. */

import { expect, type Locator, type Page, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';
import { free, onEdge, port, pull } from './support/pull.ts';

/** Get the weather; is it sunny? A park, or a movie; ask about whichever it is. */
async function expectDrawn(page: Page): Promise<void> {
  for (const name of [
    'decide reads †state.httpGet.data.sky from httpGet',
    'decide reads †state.httpGet.data from httpGet',
    'template reads †state.decide.yes from decide',
    'template_2 reads †state.decide.no from decide',
    'askPerson reads †state.template from template',
    'askPerson reads †state.template_2 from template_2',
  ])
    await expect(page.getByRole('img', { name, exact: true })).toBeAttached();
  // A number of them would stand behind its name.
  await expect(page.getByRole('tab', { name: 'Problems', exact: true })).toBeVisible();
}

/** What a hand does, each counted: a press, a pull, a text. */
class Hand {
  readonly page: Page;
  actions = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** On the field that has the keyboard, once the one that is meant has it. */
  async type(field: string, text: string): Promise<void> {
    await expect(this.field(field)).toBeFocused();
    this.actions++;
    await this.page.keyboard.type(text);
  }

  /** A field, whether or not it offers something. */
  field(name: string): Locator {
    return this.page
      .getByRole('textbox', { name, exact: true })
      .or(this.page.getByRole('combobox', { name, exact: true }));
  }

  async key(keys: string): Promise<void> {
    this.actions++;
    await this.page.keyboard.press(keys);
  }

  async into(field: string): Promise<void> {
    this.actions++;
    await this.field(field).click();
  }

  async press(name: string): Promise<void> {
    this.actions++;
    await this.page.getByRole('button', { name, exact: true }).click();
  }
}

test('the weather example from an empty canvas, by mouse', async ({ page }) => {
  const app = await new Obelus(page).open();
  const hand = new Hand(page);
  const out = (call: string, at: number) => port(app.card(call), `out:${at}`);
  const pullOut = async (call: string, at: number, tool: string) => {
    hand.actions++;
    await pull(page, out(call, at), () => free(page));
    await hand.type(`Add which call after ${call}?`, tool);
    await hand.key('Enter');
  };

  await hand.press('empty canvas');
  await hand.press('Add the first call');
  await hand.type('Add a call of which tool?', 'get a web');
  await hand.key('Enter');
  await hand.type('Address', 'https://weather.example/today');
  await pullOut('httpGet', 0, 'decide');
  await hand.into('Value');
  await hand.key('End');
  await hand.type('Value', '.data.sky');
  // It stands open: without it no way could be taken.
  await hand.into('Compare to');
  await hand.type('Compare to', 'sunny');
  await hand.press('Add Pass on');
  await hand.type('Pass on', '†state.httpGet.data');
  await pullOut('decide', 0, 'template');
  await hand.type('Template', 'A park, as it is sunny');
  await pullOut('decide', 1, 'template');
  await hand.type('Template', 'A movie');
  await pullOut('template', 0, 'ask the person');
  hand.actions++;
  await pull(page, out('template_2', 0), port(app.card('askPerson'), 'in:question'));
  hand.actions++;
  await page.getByRole('option', { name: /^Or, as the second/ }).click();
  await expectDrawn(page);
  expect(hand.actions).toBeLessThanOrEqual(40);
});

test('the weather example from an empty canvas, by keyboard alone', async ({ page }) => {
  const app = await new Obelus(page).open();
  const hand = new Hand(page);
  const add = async (tool: string) => {
    await hand.key('a');
    await hand.type('Add a call of which tool?', tool);
    await hand.key('Enter');
  };
  const onto = async (of: Locator, key: string) => {
    for (let presses = 0; presses < 30; presses++) {
      if (await of.evaluate((element) => element === document.activeElement)) return;
      await hand.key(key);
    }
    await expect(of).toBeFocused();
  };
  const back = async (call: string) => {
    await expect(app.card(call)).toBeVisible();
    await onto(app.card(call), 'Escape');
  };
  const named = (name: string) => page.getByRole('button', { name, exact: true });

  await onto(named('empty canvas'), 'Tab');
  await hand.key('Enter');
  await add('get a web');
  await hand.type('Address', 'https://weather.example/today');
  await back('httpGet');
  await add('decide');
  await hand.type('Value', '†state.httpGet.data.sky');
  await onto(hand.field('Compare to'), 'Tab');
  await hand.type('Compare to', 'sunny');
  await onto(named('Add Pass on'), 'Tab');
  await hand.key('Enter');
  await hand.type('Pass on', '†state.httpGet.data');
  await back('decide');
  for (const [call, way, words] of [
    ['template', 'yes', 'A park, as it is sunny'],
    ['template_2', 'no', 'A movie'],
  ] as const) {
    await add('template');
    await hand.type('Template', words);
    await onto(hand.field('Values'), 'Tab');
    await hand.type('Values', `†state.decide.${way}`);
    await back(call);
  }
  await add('ask the person');
  await hand.type('Question', '†state.template || †state.template_2');
  await back('askPerson');
  await expectDrawn(page);
});

test('a draft with a wrong column, no filter and one output too few is put right, its rows seen before anything runs', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.dropText('sales.csv', 'region,price\nNorth,10\nSouth,4\nNorth,7\nWest,2\n');
  await app.importPlan({
    format: 'obelus/plan',
    version: 1,
    id: 'plan_wrong',
    calls: [
      { _id: 'sales', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.sales' },
      {
        _id: 'sorted',
        _tool: 'sortRows',
        rows: '†state.sales',
        column: 'pirce',
        _outputPath: '†state.sorted',
      },
    ],
    output: { sorted: '†state.sorted' },
  });
  await app.button('Show its values').click();
  const hand = new Hand(page);

  hand.actions++;
  await app.card('sorted').click();
  await hand.press('Use the column "price"');
  // What opened by itself for a problem is not left standing empty.
  await expect(app.button('Unfold the panels')).toBeVisible();
  await expect(app.card('sorted')).toContainText('4 rows');

  const arrow = await onEdge(page, 'sorted reads †state.sales from sales');
  await page.mouse.move(arrow.x, arrow.y + 40);
  await page.mouse.move(arrow.x, arrow.y, { steps: 8 });
  await hand.press('Insert a step on this reference');
  await hand.type('Insert which call between sales and sorted?', 'filter');
  await hand.key('Enter');
  await hand.type('Column', 'reg');
  await hand.key('Enter');
  await hand.into('Value');
  await hand.type('Value', 'no');
  await expect(page.getByRole('option', { name: /^North/ })).toBeVisible();
  await hand.key('Enter');
  await expect(app.card('filterRows')).toContainText('4 → 2 rows');

  await expect(app.card('sorted')).toContainText('North');
  expect(hand.actions).toBeLessThanOrEqual(10);

  // What was left of the rows is to be returned, too.
  await hand.press('The plan itself');
  hand.actions++;
  await page.getByRole('checkbox', { name: /^Keep rows where region is North/ }).check();
  await page.getByRole('group', { name: 'What the plan returns' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('group', { name: 'What the plan returns' })).toContainText('2 fields');
  expect(hand.actions).toBeLessThanOrEqual(12);
});

test('items over a quantity, out of orders that hold them, by mouse from the file to the rows', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  const order = (id: number, city: string, quantities: readonly number[]) => ({
    id,
    address: { city },
    items: quantities.map((quantity, at) => ({ article: `A${id}${at}`, quantity })),
  });
  const orders = [order(1, 'Bonn', [4, 12]), order(2, 'Kiel', [20]), order(3, 'Ulm', [])];
  await app.dropText('orders.json', JSON.stringify(orders));
  const hand = new Hand(page);
  const choose = async (name: RegExp) => {
    hand.actions++;
    await page.getByRole('option', { name }).click();
  };

  await hand.press('empty canvas');
  await hand.press('Read orders.json');
  await expect(app.card('readJson')).toContainText('3 rows');
  hand.actions++;
  await pull(page, port(app.card('readJson'), 'out:0'), () => free(page));
  await hand.type('Add which call after readJson?', 'filter');
  await hand.key('Enter');
  await choose(/^items › quantity number/);
  await expect(app.card('filterRows')).toContainText('quantity');
  hand.actions += 2;
  await page.getByRole('combobox', { name: 'Condition' }).selectOption('greaterThan');
  await hand.into('Value');
  await hand.type('Value', '10');
  await expect(app.card('filterRows')).toContainText('3 → 2 rows');
  expect(hand.actions).toBeLessThanOrEqual(10);

  // The step that takes the items out is part of that choice, and goes with it.
  await expect(app.card('expandRows')).toContainText('3 rows × 4 columns');
  await app.card('filterRows').click();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(app.card('expandRows')).toBeHidden();
  await expect(app.card('filterRows')).toBeVisible();
});
