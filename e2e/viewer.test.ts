/** Values as one works with them: from a card to all its rows, to why one of them is gone, and to a file of the result. */

import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';
import { expectForcedColours } from './support/forced.ts';

const SALES = `id,region,amount\n${Array.from({ length: 3_000 }, (_, i) => `${i},${['North', 'South', 'East'][i % 3]},${i % 10}`).join('\n')}\n`;

test('a card’s rows are searched, a row that is gone says where and why, and the result is taken along', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.dropText('sales.csv', SALES);
  await app.draft('rows of sales.csv where amount is over 7');
  await expect(app.card('readCsv')).toContainText('3,000 rows × 3 columns');
  const read = app.region('Read a CSV table: Read sales.csv');
  await app.card('readCsv').press('v');
  await expect(read).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(app.card('readCsv')).toBeFocused();
  // The corner of a card's value opens all of it as well, beside the canvas.
  await app.button('Open the value of readCsv').click();
  const grid = read.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '3001');
  // A bar keeps its rows.
  await read.getByRole('button', { name: 'About region' }).click();
  await read
    .getByRole('list', { name: 'The commonest values' })
    .getByRole('button', { name: /^South/ })
    .click();
  await expect(read.getByText('1,000 of 3,000 rows')).toBeVisible();
  await expectForcedColours(page);
  await read.getByRole('button', { name: 'Remove the filter region is South' }).click();
  await read.getByRole('button', { name: 'Close region' }).click();
  await read.getByRole('searchbox', { name: 'Find in all cells' }).fill('1234');
  await expect(read.getByText('1 of 3,000 rows')).toBeVisible();
  await expect(grid.getByRole('gridcell').first()).toHaveText('1234');
  // It has the amount 4, and the filter keeps those over 7.
  await read.getByRole('button', { name: 'Where does this row go?' }).click();
  const way = app.region('Where this row goes');
  await expect(way).toContainText('It is gone at “Keep rows where amount is over 7”');
  // In the words of its form and card.
  await expect(way).toContainText('ConditiongreaterThanValue7');
  await way.getByRole('button', { name: 'Show the 2 cards on its way' }).click();
  await expect(app.card('filterRows')).toBeVisible();
  await app.button('Close the value').click();

  await app.approve();
  await app.step('Run').click();
  await expect(app.sentence('Plan complete: 2 of 2 steps completed.')).toBeVisible();
  // The last word says what there is, and no brackets.
  await expect(app.sentence('600 rows of id, region, amount')).toBeVisible();
  await page.getByRole('tab', { name: 'Result' }).click();
  await app.region('Result').getByRole('button', { name: 'Open the result' }).click();
  const result = app.dialog(/^Result of/);
  await result.getByRole('button', { name: 'amount', exact: true }).click();
  await expect(result.getByRole('columnheader', { name: /^amount/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await result.getByRole('gridcell').first().click();
  await result.getByRole('button', { name: 'Where does it come from?' }).click();
  await expect(result.getByText('1 row of 3,000')).toBeVisible();
  const saving = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Save CSV' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('sales-result.csv');
  const text = await readFile((await saved.path()) ?? '', 'utf8');
  expect(text.split('\n').slice(0, 2)).toEqual(['id,region,amount', '8,East,8']);
  expect(text.trim().split('\n')).toHaveLength(601);
  await page.keyboard.press('Escape');

  // So does a row of the panel itself, beside the canvas, where the cards on its way are.
  const panel = app.region('Result');
  await panel.getByRole('gridcell').first().click();
  await panel.getByRole('button', { name: 'Where does it come from?' }).click();
  await expect(app.region('Where this row comes from')).toContainText('1 row of 3,000');
});
