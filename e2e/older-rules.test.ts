/** A run that an earlier version began (the kept database) is interrupted, and goes on as a new run that asks (L-95). */

import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import type { KeptDatabase } from '../test/journal/kept-database.ts';
import { Obelus } from './support/driver.ts';

/** The database as it was kept, without any code of the app; files apart, which no run of this test reads. */
async function putBack(page: Page): Promise<void> {
  const text = await readFile(new URL('../test/journal/kept/v2.json', import.meta.url), 'utf8');
  // Of this origin, and without the app, which would open the database first.
  await page.goto('./examples/index.json');
  await page.evaluate(async (kept) => {
    const stores = kept.stores.filter(({ name }) => name !== 'files');
    const request = indexedDB.open('obelus', kept.version);
    request.onupgradeneeded = () => {
      for (const { name, keyPath, indexes } of kept.stores) {
        const made = request.result.createObjectStore(name, { keyPath });
        for (const { name: index, keyPath: path, unique, multiEntry } of indexes)
          made.createIndex(index, path, { unique, multiEntry });
      }
    };
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const names = stores.map(({ name }) => name);
    const transaction = database.transaction(names, 'readwrite');
    for (const { name, rows } of stores) for (const row of rows) transaction.objectStore(name).add(row);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  }, JSON.parse(text) as KeptDatabase);
}

test('it is shown as interrupted, and what it did and may have done goes on in a new run', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await putBack(page);
  const app = await new Obelus(page).open('#run/cut');
  await expect(app.sentence(/began under the rules of an earlier Obelus/)).toBeVisible();
  await expect(app.sentence('Interrupted')).toBeVisible();
  await expect(app.step('Stop')).toBeHidden();
  await expect(app.button('Pause')).toBeHidden();
  // On a phone too, nothing of it is cut off.
  await expect(app.button('Go on as a new run')).toBeInViewport({ ratio: 1 });
  await expect(app.button('Back to the plan')).toBeInViewport({ ratio: 1 });

  await app.button('Go on as a new run').click();
  // What was signed under the rules of before is no approval of today's (L-70, L-74).
  const approval = app.dialog('Approve what this run does');
  await approval.getByRole('button', { name: 'Approve and run' }).click();
  const asks = app.region('The run asks');
  await expect(asks).toContainText('Did “c” happen?');
  await expect(page).not.toHaveURL(/#run\/cut$/);

  await page.goBack();
  await expect(app.sentence(/It goes on as another run/)).toBeVisible();
  await expect(app.button('Go on as a new run')).toBeHidden();
  await app.button('Open that run').click();
  await expect(asks).toBeVisible();
});
