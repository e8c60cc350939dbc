/** A large result in the built page: shown as its beginning, more of it on demand, all of it as a file, after a reload too. */

import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { Obelus } from './support/driver.ts';

const ROWS = 60_000;

const plan: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_large',
  title: 'A long table',
  goal: 'Make a long table and look at a row of it',
  mode: 'lazy',
  calls: [
    {
      _id: 'table',
      _tool: 'queryJson',
      _description: 'Make a table of many rows',
      data: {},
      expression: `[1..${ROWS}].{"n": $, "word": "a row of the table"}`,
      _outputPath: '†state.table',
    },
    {
      _id: 'one',
      _tool: 'joinText',
      _description: 'Take the word of one row',
      texts: ['†state.table.41.word', '!'],
      separator: '',
      _outputPath: '†state.one',
    },
  ],
  output: { table: '†state.table', one: '†state.one' },
};

test('a large result is shown as its beginning, and all of it is there', async ({ page }) => {
  const app = new Obelus(page);
  await app.open();
  await app.importPlan(plan);
  await app.approve();
  await app.run();
  await app.expectCompleted(60_000);

  const shows = async () => {
    const result = await app.panel('Result');
    await expect(result.getByText(/MB, 60,000 items\. This is how it begins\./)).toBeVisible();
    await expect(result.getByRole('row')).not.toHaveCount(0);
    expect(await result.getByRole('row').count()).toBeLessThan(100);
    await expect(result.getByText('a row of the table!')).toBeVisible();
    return result;
  };
  await shows();
  await expect(app.card('table')).toContainText('60,000 rows × 2 columns');

  // It is in the database, and nowhere else.
  await page.reload();
  const result = await shows();
  await result.getByRole('button', { name: 'Show all of it' }).click();
  const table = result.getByRole('grid');
  await expect(table).toHaveAttribute('aria-rowcount', '60001');
  await table.focus();
  await page.keyboard.press('Control+End');
  await expect(table.getByRole('gridcell', { name: '60000', exact: true })).toBeVisible();
  expect(await result.getByRole('row').count()).toBeLessThan(100);

  const saving = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Save all as JSON' }).click();
  const saved = JSON.parse(await readFile(await (await saving).path(), 'utf8')) as unknown[];
  expect(saved).toHaveLength(ROWS);
  expect(saved[41]).toEqual({ n: 42, word: 'a row of the table' });

  const state = await app.panel('State');
  await state.getByRole('button', { name: /60,000 items/ }).click();
  await expect(state.getByRole('grid')).toHaveAttribute('aria-rowcount', '60001');
});
