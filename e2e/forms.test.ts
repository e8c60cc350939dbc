/** Forms that know the data: a wrong draft is put right from what is offered, and a column is made by two examples. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { Obelus } from './support/driver.ts';

const SALES =
  'region,product,price,quantity\nNorth,Tea,10,3\nSouth,Cups,4,2\nNorth,Pots,7,11\nWest,Tea,2,8\n';
const plan = (): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_forms',
  title: 'Forms',
  calls: [
    { _id: 'sales', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.sales' },
    {
      _id: 'some',
      _tool: 'filterRows',
      rows: '†state.sales',
      column: 'regoin',
      value: 'Nort',
      _outputPath: '†state.some',
    },
    {
      _id: 'more',
      _tool: 'addColumn',
      rows: '†state.some',
      name: 'total',
      expression: 'price',
      _outputPath: '†state.more',
    },
  ],
});

test('a wrong column and a wrong value are put right by what the form offers, and a column is made by two examples', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.dropText('sales.csv', SALES);
  await app.importPlan(plan());
  await app.button('Show its values').click();
  await expect(app.card('sales')).toContainText('4 rows × 4 columns');
  await expect(app.card('some')).toHaveAccessibleName(
    /^Filter rows \(some\), .*1 problem that a run would fail for/,
  );

  // The column: said at its field, mended by one press.
  await app.card('some').click();
  const inspector = app.region('Inspector');
  await expect(inspector.getByRole('heading', { name: 'Filter rows' })).toBeVisible();
  await inspector.getByRole('button', { name: 'Use the column "region"' }).click();

  // The value: those that are there, with how often, by keyboard.
  const value = inspector.getByRole('combobox', { name: 'Value', exact: true });
  await value.fill('');
  await expect(inspector.getByRole('listbox', { name: 'Values of region' }).getByRole('option')).toHaveText([
    'North 2',
    'South 1',
    'West 1',
  ]);
  await value.press('Enter');
  await expect(value).toHaveValue('North');
  await expect(app.card('some')).toContainText('4 → 2 rows × 4 columns');

  // A formula by what two rows come to.
  await app.card('more').click();
  await app.button('Find the formula by examples…').click();
  await inspector.getByRole('textbox', { name: 'Result of row 1' }).fill('30');
  await inspector.getByRole('textbox', { name: 'Result of row 2' }).fill('77');
  await app.button('Find a formula').click();
  await expect(app.button('Use it').first()).toBeVisible();
  await app.button('Use it').first().click();
  await expect(inspector.getByRole('textbox', { name: 'Formula' })).toHaveValue('price * quantity');
});
