/** A plan over the rows of a file (L-55): started, gated after the first, repaired for all at once, run again, killed on the way; by mouse, by keyboard, on a phone. */

import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';

const plan: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'plan_share', title: 'Share by city', goal: 'Share a hundred' },
  input: {
    schema: {
      type: 'object',
      properties: { city: { type: 'string' }, amount: { type: 'number' } },
      required: ['city', 'amount'],
    },
  },
  output: { share: '†state.share', city: '†input.city' },
  calls: [
    {
      ...{ _id: 'share', _tool: 'calculate', _description: 'Share a hundred', _outputPath: '†state.share' },
      ...{ expression: '100 / amount', values: { amount: '†input.amount' } },
    },
  ],
};

/** The fourth and the sixth can't be shared. */
const CSV =
  'City;Amount;Zone\nBerlin;4;a\nRome;10;b\nOslo;20;c\nParis;0;d\nLisbon;50;e\nVienna;0;f\nMadrid;25;g\n';
const file = { name: 'cities.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };

async function begun(page: Page): Promise<Obelus> {
  const app = await new Obelus(page).open();
  await app.importPlan(plan);
  await expect(app.step('Dry run')).toBeEnabled();
  return app;
}

const asks = (app: Obelus) => app.region('The run asks');
const bar = (app: Obelus) => app.region('Instances').first();

/** What stands on the card of the first input. */
const given = (page: Page) => page.locator('[data-control]').first();

test('by mouse: a file, a canary, a reload, two failures repaired at once, a table, the failed again', async ({
  page,
}) => {
  const app = await begun(page);
  await app.step('Approve').click();
  await app.button('Run over a list…').click();
  const dialog = app.dialog('Run over a list');
  await dialog.getByLabel('Choose a file…').setInputFiles(file);
  // By name, whatever their case; and each can be another.
  await expect(dialog.getByLabel('Column for amount')).toHaveValue('Amount');
  await dialog.getByLabel('Column for amount').selectOption('Zone');
  await expect(dialog.getByText('7 rows do not fit what the plan asks for:')).toBeVisible();
  await expect(dialog.getByText('The input "amount" of Berlin must be a number, not "a".')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Run over 7 rows' })).toBeDisabled();
  await dialog.getByLabel('Column for amount').selectOption('Amount');
  await expectNothingFound(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Run over 7 rows' }).click();

  const sheet = app.dialog(/^Approve revision/);
  await expect(
    sheet.getByText(/once for each of 7 rows: Berlin, Rome, .* The first 3 go ahead/),
  ).toBeVisible();
  await sheet.getByRole('button', { name: 'Approve and run over 7 rows' }).click();
  await expect(asks(app).getByRole('heading', { name: 'The first 3 are through. Go on?' })).toBeVisible();
  await expect(asks(app).getByRole('row', { name: /Berlin share 25/ })).toBeVisible();
  await expect(app.card('share')).toHaveAccessibleName(/3 of 7/);
  await expect(given(page)).toHaveText('of each row of the list');

  // The gate stands in the journal, and so does the list.
  await page.reload();
  await asks(app).getByRole('button', { name: 'Go on with the other 4' }).click();
  await expect(asks(app).getByText('2 instances ask the same.')).toBeVisible();
  await expect(app.card('share')).toHaveAccessibleName(/5 of 7 · 2 failed/);
  await asks(app).getByRole('button', { name: 'Give a value' }).click();
  await asks(app).getByRole('textbox').fill('0');
  await asks(app).getByRole('button', { name: 'Use this value' }).click();
  await expect(bar(app).getByText('7 of 7 through')).toBeVisible();

  await page.getByRole('tab', { name: 'Result' }).click();
  const results = app.region('Results of the list');
  await expect(results.getByRole('row', { name: /Paris Completed Paris 0 d 0 Paris/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await results.getByRole('button', { name: 'Save as CSV' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved.split(/\r?\n/).slice(0, 2)).toEqual([
    'label,status,city,amount,Zone,share,output.city,error',
    'Berlin,Completed,Berlin,4,a,25,Berlin,',
  ]);
});

test('by keyboard: a pasted table, one instance on the screen, one let go alone, and the failed run again', async ({
  page,
}) => {
  const app = await begun(page);
  await page.keyboard.press('ControlOrMeta+Shift+L');
  const dialog = app.dialog('Run over a list');
  await expect(dialog.getByLabel('Or paste a table')).toBeFocused();
  await page.keyboard.insertText(CSV);
  await page.keyboard.press('ControlOrMeta+Enter');
  await dialog.getByRole('checkbox', { name: /^Stop after the first/ }).press('Space');
  await dialog.getByRole('button', { name: 'Run over 7 rows' }).press('Enter');
  await app.button('Approve and run over 7 rows').press('Enter');
  await expect(asks(app).getByText('2 instances ask the same.')).toBeVisible();

  await asks(app).focus();
  await page.keyboard.press('j');
  await expect(app.dialog('Which instance?').getByLabel('Find by label')).toBeFocused();
  await page.keyboard.type('vie');
  await expect(app.dialog('Which instance?').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(bar(app).getByRole('button', { name: 'Vienna' })).toBeVisible();
  // Canvas, timeline and question are of that instance.
  await expect(given(page)).toHaveText('Vienna');
  await expect(app.card('share')).not.toHaveAccessibleName(/of 7/);
  const timeline = await app.panel('Timeline');
  await expect(timeline.getByRole('listitem')).toHaveCount(1);
  await expect(asks(app).getByRole('radio', { name: /^Vienna/ })).toBeChecked();
  await asks(app).getByRole('button', { name: 'Skip it' }).press('Enter');
  // The other still asks, alone now.
  await expect(
    asks(app).getByRole('heading', { name: /^“Share a hundred \(Paris\)” has failed/ }),
  ).toBeVisible();
  await asks(app).getByRole('button', { name: 'Skip it' }).press('Enter');

  await expect(app.region('Result of Vienna').getByText('Completed with errors')).toBeVisible();
  await app.region('Result of Vienna').getByRole('button', { name: 'All results' }).press('Enter');
  await app.button('Failed 2').press('Enter');
  await expect(app.region('Results of the list').getByRole('row')).toHaveCount(3);
  await app
    .region('Results of the list')
    .getByRole('button', { name: 'Run the 2 failed again' })
    .press('Enter');
  await expect(asks(app).getByText('2 instances ask the same.')).toBeVisible();
  // What was done is taken over.
  await expect(bar(app).getByText('5 of 7 through · 2 wait for you')).toBeVisible();
});

test('on a phone the dialog and the table are as wide as the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const app = await begun(page);
  await page.keyboard.press('ControlOrMeta+Shift+L');
  const dialog = app.dialog('Run over a list');
  await dialog.getByLabel('Choose a file…').setInputFiles(file);
  await expectNoWider(page);
  await dialog.getByRole('checkbox', { name: /^Stop after the first/ }).uncheck();
  await dialog.getByRole('button', { name: 'Run over 7 rows' }).click();
  await app.button('Approve and run over 7 rows').click();
  await expect(asks(app).getByText('2 instances ask the same.')).toBeVisible();
  await expectNoWider(page);
  await asks(app).getByRole('button', { name: 'Skip it' }).click();
  await page.getByRole('tab', { name: 'Result' }).click();
  await expect(app.region('Results of the list').getByRole('row', { name: /^Berlin/ })).toBeVisible();
  await expectNoWider(page);
});

/** Nothing sticks out of the screen: what is wider scrolls in its own place. */
async function expectNoWider(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}
