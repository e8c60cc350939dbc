/** Another file for a plan that stands: a missing one is told before the run, other columns are mapped, and a result leads to the next run. */

import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { carried } from './support/carried-file.ts';
import { Obelus } from './support/driver.ts';

const MAY = 'region,amount,note\nNorth,120,a\nSouth,80,b\nNorth,30,c\n';
const JUNE = 'Gebiet;Betrag;vat\nNorth;200;1\nWest;70;2\nNorth;45;3\n';
const JULY = 'Gebiet;Betrag;vat\nNorth;7;1\nWest;70;2\n';
const plan: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'plan_another_file', title: 'North' },
  calls: [
    { _id: 'orders', _tool: 'readCsv', file: 'may.csv', _outputPath: '†state.orders' },
    {
      ...{ _id: 'north', _tool: 'filterRows', rows: '†state.orders', column: 'region', value: 'North' },
      _outputPath: '†state.north',
    },
    {
      ...{
        _id: 'sum',
        _tool: 'groupRows',
        rows: '†state.north',
        by: 'region',
        column: 'amount',
        as: 'total',
      },
      _outputPath: '†state.sum',
    },
  ],
  output: '†state.sum',
};

/** As from the picker of the button that is called so. */
const choose = (page: Page, label: string, name: string, text: string) =>
  page
    .getByLabel(label, { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** From the desktop, onto a part of the page. */
async function dropOn(page: Page, on: string, name: string, text: string): Promise<void> {
  const dataTransfer = await carried(page, name, text);
  const does = (type: string) => page.locator(on).dispatchEvent(type, { dataTransfer });
  await does('dragenter');
  await expect(page.getByText(/^Drop a file on the call that reads one/)).toBeVisible();
  await does('dragover');
  await expect(page.locator(on)).toHaveAttribute('data-drop');
  await does('drop');
}

test('a file that is not here is asked for; another takes its place, its columns mapped; the result leads on to the next', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(plan);

  // Told before any run, with the columns, and with a button that takes it.
  await expect(
    app.sentence(/reads a file that is not here: may\.csv, of which it names the columns region, amount\./),
  ).toBeVisible();
  const problems = await app.panel('Problems');
  await expect(problems).toContainText('no such file was given');
  await choose(page, 'The file for orders', 'of may.csv', MAY);
  await expect(problems).toContainText('No problems.');
  await app.button('Show its values').click();
  await expect(app.card('sum')).toContainText('150');

  // Other columns are put before the person, the likely ones filled in.
  await dropOn(page, '.react-flow__node[data-id="orders"]', 'june.csv', JUNE);
  const dialog = app.dialog('june.csv in the place of may.csv');
  await expect(dialog.getByLabel('region in the new file')).toHaveValue('Gebiet');
  await expect(dialog.getByLabel('amount in the new file')).toHaveValue('Betrag');
  await expect(dialog.getByLabel('note in the new file')).toHaveValue('');
  await expect(dialog.getByRole('region', { name: 'First rows' })).toContainText('West');
  await dialog.getByLabel('region in the new file').selectOption('');
  await expect(dialog.getByRole('status')).toContainText('Missing: region.');
  await dialog.getByLabel('region in the new file').selectOption('Gebiet');
  await expect(dialog.getByRole('region', { name: 'First rows' }).getByRole('columnheader')).toHaveText([
    'region',
    'amount',
  ]);
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Take it' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(app.card('sum')).toContainText('245');
  await expect(page.getByRole('list', { name: 'Files' })).toHaveText(/^june\.csv/);

  // One step, and the file of before comes back with it.
  await app.button('Undo').click();
  await expect(app.card('sum')).toContainText('150');
  await expect(page.getByRole('list', { name: 'Files' })).toHaveText(/^may\.csv/);
  await app.button('Redo').click();
  await expect(app.card('sum')).toContainText('245');

  // From the result to the next one: the columns are known, and nothing is asked but the signature.
  await app.approve();
  await app.step('Run').click();
  await app.expectCompleted();
  await choose(page, 'A new file in the place of june.csv', 'july.csv', JULY);
  await app
    .dialog(/^Approve revision/)
    .getByRole('button', { name: 'Approve', exact: true })
    .click();
  await app.step('Run').click();
  await expect(app.card('sum')).toContainText('7');
  await app.expectCompleted();
  await expect(page.getByRole('list', { name: 'Files' })).toHaveText(/^july\.csv/);
});

test('a version is named, compared on the canvas and brought back; what was approved is among them', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(plan);
  await app.button('The plan itself').click();
  const versions = page.getByRole('region', { name: 'The plan itself' });
  await versions.getByText('Versions', { exact: true }).click();
  await versions.getByRole('textbox', { name: 'Name this version' }).fill('North only');
  await page.keyboard.press('Enter');
  await expect(versions.getByText('“North only”')).toBeVisible();
  await app.approve();
  await expect(versions.getByText('Approved as revision 1')).toBeVisible();

  await app.card('north').click();
  await page.keyboard.press('Delete');
  await expect(app.card('north')).toBeHidden();
  await versions.getByText('“North only”').click();
  await expect(versions.getByText(/Would .*add north/).last()).toBeVisible();
  await versions.getByRole('button', { name: 'Compare on the canvas' }).last().click();
  const bar = page.getByRole('region', { name: 'Proposed change' });
  await expect(bar).toContainText('North only');
  await app.button('Leave it').click();
  await expect(app.card('north')).toBeHidden();
  await versions.getByRole('button', { name: 'Bring it back' }).last().click();
  await expect(app.card('north')).toBeVisible();
  await app.button('Undo').click();
  await expect(app.card('north')).toBeHidden();

  await versions.getByRole('button', { name: /^Remove the version “/ }).click();
  await expect(versions.getByText('“North only”')).toBeHidden();
});
