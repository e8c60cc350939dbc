/** From a file to its result in hand, before any run: every press, drop, typed text and Enter is counted, and may not become more. */

import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { carried } from './support/carried-file.ts';
import { Obelus } from './support/driver.ts';

/** A person at work, who counts. */
class Person {
  acts = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(on: Locator): Promise<void> {
    this.acts += 1;
    await on.click();
  }

  async write(on: Locator, text: string): Promise<void> {
    this.acts += 2;
    await on.fill(text);
    await on.press('Enter');
  }

  async drop(on: string, name: string, text: string): Promise<void> {
    this.acts += 1;
    const dataTransfer = await carried(this.page, name, text);
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await this.page.locator(on).dispatchEvent(type, { dataTransfer });
      // What it would be dropped on is lit once the veil has come.
      if (type === 'dragenter') await expect(this.page.getByText(/^Drop a /).first()).toBeVisible();
    }
  }

  offer(goal: RegExp): Locator {
    return this.page.getByRole('list', { name: 'Goals that fit' }).getByRole('button', { name: goal });
  }

  /** @returns the file's name, and what is in it */
  async save(): Promise<readonly [string, string]> {
    const coming = this.page.waitForEvent('download');
    await this.press(this.page.getByRole('button', { name: 'Save CSV of the result' }));
    const file = await coming;
    return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
  }
}

/** More rows than are read at first. */
const STATEMENT = `date,payee,reference,amount\n${Array.from(
  { length: 2_400 },
  (_, at) =>
    `2026-${String((at % 12) + 1).padStart(2, '0')}-03,${['Grocer', 'Landlord'][at % 2]},r${at},${at % 12}.50`,
).join('\n')}\n`;

test('a bank statement by month: drop, offer, save; and all its rows are in the sums', async ({ page }) => {
  await new Obelus(page).open();
  const person = new Person(page);
  await person.drop('main', 'statement.csv', STATEMENT);
  await person.press(person.offer(/per month of date/));
  const [name, text] = await person.save();
  expect(name).toBe('statement-result.csv');
  expect(text.split('\n').slice(0, 4)).toEqual([
    'month,total amount',
    '2026-01,100',
    '2026-02,300',
    '2026-03,500',
  ]);
  expect(person.acts).toBe(3);
  await expect(page.getByText('Saved as statement-result.csv: 12 rows × 2 columns.')).toBeVisible();
});

test('customers that stand there twice: the first offer is the list without them', async ({ page }) => {
  await new Obelus(page).open();
  const person = new Person(page);
  await person.drop('main', 'customers.csv', 'id,name,city\n1,Ada,Bern\n2,Bo,Rome\n2,Bo,Rome\n3,Cy,Bern\n');
  await person.press(person.offer(/./).first());
  const [name, text] = await person.save();
  expect([name, text]).toEqual(['customers-result.csv', 'id,name,city\n1,Ada,Bern\n2,Bo,Rome\n3,Cy,Bern\n']);
  expect(person.acts).toBe(3);
});

test('next month’s file in the place of last month’s: drop, save, and the file says the new month', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  const person = new Person(page);
  await person.drop('main', 'sales-october.csv', 'region,revenue\nNorth,1\nSouth,2\nNorth,3\n');
  await person.write(app.goal, 'sum revenue by region in sales-october.csv');
  await expect(app.card('groupRows')).toContainText('North');
  person.acts = 0;
  await person.drop(
    '.react-flow__node[data-id="readCsv"]',
    'sales-november.csv',
    'region,revenue\nNorth,10\nEast,5\n',
  );
  await expect(page.getByText(/^sales-november\.csv is read in the place of/)).toBeVisible();
  const [name, text] = await person.save();
  expect([name, text]).toEqual(['sales-november-result.csv', 'region,total revenue\nNorth,10\nEast,5\n']);
  expect(person.acts).toBe(2);
});

test('next month’s file dropped beside the plan: one press puts it in the place of last month’s', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  const person = new Person(page);
  await person.drop('main', 'sales-october.csv', 'region,revenue\nNorth,1\nSouth,2\nNorth,3\n');
  await person.write(app.goal, 'sum revenue by region in sales-october.csv');
  await expect(app.card('groupRows')).toContainText('North');
  person.acts = 0;
  await person.drop('main', 'sales-november.csv', 'region,revenue,note\nNorth,10,a\nEast,5,b\n');
  await person.press(
    page.getByRole('button', { name: 'Read sales-november.csv in the place of sales-october.csv' }),
  );
  await expect(page.getByText(/^sales-november\.csv is read in the place of/)).toBeVisible();
  const [name, text] = await person.save();
  expect([name, text]).toEqual(['sales-november-result.csv', 'region,total revenue\nNorth,10\nEast,5\n']);
  expect(person.acts).toBe(3);
});

test('a value is taken by keyboard, and copied whole', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await new Obelus(page).open();
  await app.dropText('statement.csv', STATEMENT);
  await app.draft('sum amount per month of date in statement.csv');
  await expect(page.getByRole('button', { name: 'Save CSV of the result' })).toBeVisible();
  const coming = page.waitForEvent('download');
  await app.card('groupRows').press('s');
  expect((await coming).suggestedFilename()).toBe('statement-result.csv');
  await app.card('readCsv').press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Copy its value' }).click();
  await expect(page.getByText(/^Copied: 2,400 rows/)).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text.split('\n')).toHaveLength(2_401);
});
