/** What is kept on the device is the person's: seen, taken along, deleted for good; a plan that is removed comes back. */

import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';

const SUM: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'sum', title: 'Add two numbers' },
  calls: [
    {
      _id: 'sum',
      _tool: 'calculate',
      expression: 'a + b',
      values: { a: 1, b: 2 },
      _outputPath: '†state.sum',
    },
  ],
  output: '†state.sum',
};

const storage = async (app: Obelus) => {
  await app.page.keyboard.press('ControlOrMeta+K');
  await app.page.getByRole('option', { name: /^Storage/ }).click();
  return app.dialog('Storage on this device');
};

const kept = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const [database] = await indexedDB.databases();
    if (database?.name === undefined) return [];
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database.name ?? '');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const found: string[] = [];
    for (const store of db.objectStoreNames) {
      const count = await new Promise<number>((resolve) => {
        const request = db.transaction(store).objectStore(store).count();
        request.onsuccess = () => resolve(request.result);
      });
      if (count > 0) found.push(store);
    }
    db.close();
    return [...found, ...Object.keys(localStorage)];
  });

test('everything on the device is deleted, once that is said twice, and nothing is left of it', async ({
  page,
}) => {
  const app = await new Obelus(page).openWithPlans();
  await app.importPlan(SUM);
  await app.approve();
  await app.run();
  await app.expectCompleted();
  const dialog = await storage(app);
  await dialog.getByRole('button', { name: 'Delete everything on this device…' }).click();
  await expectNothingFound(page);
  await dialog.getByRole('button', { name: 'Keep it', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Delete everything on this device…' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete everything on this device…' }).click();
  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export everything first' }).click(),
  ]);
  expect(copy.suggestedFilename()).toBe('obelus-everything.json');
  const before = await kept(page);
  expect(before.length).toBeGreaterThan(3);
  await Promise.all([
    page.waitForEvent('load'),
    dialog.getByRole('button', { name: 'Delete it for good' }).click(),
  ]);
  await page.getByRole('banner').waitFor();
  await expect(app.goal).toBeVisible();
  await expect(app.sentence('Add two numbers')).toBeHidden();
  // What a fresh visit writes by itself: no plan, no run, no approval.
  expect((await kept(page)).filter((name) => /plan|run|event|receipt|version|file/iu.test(name))).toEqual([]);
});

test('a plan that is removed comes back as it was, with what was approved of it', async ({ page }) => {
  const app = await new Obelus(page).openWithPlans();
  await app.importPlan(SUM);
  await app.approve();
  await app.button('Remove Add two numbers').click();
  await expect(app.planEntry('Add two numbers')).toBeHidden();
  await app.button('Undo').click();
  await expect(app.planEntry('Add two numbers')).toBeVisible();
  await app.openPlan('Add two numbers');
  await app.step('Run').click();
  await app.expectCompleted();
});
