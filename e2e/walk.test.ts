/** The walk: from a goal and a file to a finished run, through a killed browser, and the plan again from a link; and the README's. */

import { expect, test } from '@playwright/test';
import { killableBrowser } from './support/browser.ts';
import { Obelus } from './support/driver.ts';
import { startOutside } from './support/outside.ts';

const ORDERS = 'public/samples/orders.csv';

test('a goal and a file become a plan, a run that survives a killed browser, and a link', async ({
  baseURL,
}) => {
  const outside = await startOutside();
  const browser = await killableBrowser(baseURL);
  try {
    let context = await browser.launch();
    let app = await new Obelus(context.pages()[0]!).openWithPlans();

    await app.dropFile(ORDERS);
    await expect(app.page.getByRole('list', { name: 'Files' })).toContainText('orders.csv');
    await app.draft(
      `Get ${outside.url('rates')}, read orders.csv, total the total by status and save it as totals.csv`,
    );
    await expect(app.card('groupRows')).toBeVisible();
    await app.button('Fit the plan').click();
    for (const id of ['httpGet', 'readCsv', 'saveFile'])
      await expect(app.card(id)).toBeInViewport({ ratio: 0.99 });

    await app.card('saveFile').click();
    await app.region('Inspector').getByRole('textbox', { name: 'File name' }).fill('sums.csv');
    await expect(app.card('saveFile')).toContainText('sums.csv');

    await app.step('Dry run').click();
    await expect(app.region('Dry run')).toContainText('4 calls');
    await expect(app.region('Dry run')).toContainText('No tool is called.');
    expect(outside.asked).toEqual([]);
    await app.button('Back to the plan').click();

    await app.approve();
    await app.run();
    await outside.visited('rates');
    await expect(app.card('saveFile')).toHaveAccessibleName(/completed/);
    await browser.kill();

    context = await browser.launch();
    app = await new Obelus(context.pages()[0]!).openWithPlans();
    await outside.visited('rates', 2);
    outside.open('rates');
    await app.openRun('Sum of total per status');
    await app.expectCompleted();
    for (const id of ['readCsv', 'groupRows', 'saveFile', 'httpGet']) {
      await expect(app.card(id)).toHaveAccessibleName(/completed/);
    }

    await app.openPlan('Sum of total per status');
    const theirs = new Obelus(await context.newPage());
    await theirs.page.goto(await app.shareLink());
    await expect(theirs.card('saveFile')).toContainText('sums.csv');
    await expect(theirs.page.getByRole('list', { name: 'Thread' })).toContainText('Nothing was run.');
    expect(outside.visitsTo('rates')).toHaveLength(2);
  } finally {
    await browser.dispose();
    await outside.close();
  }
});

test('the first five minutes: an example, then whatever is filled, four presses to a run that can be killed in its middle', async ({
  baseURL,
}) => {
  const browser = await killableBrowser(baseURL);
  try {
    const context = await browser.launch();
    const app = await new Obelus(context.pages()[0]!).open();
    await app.button('Refund an order').click();
    await expect(app.card('orders')).toBeVisible();
    // Nobody has to read: at each step one button is filled, and it is the next one.
    const filled = app.page
      .locator('dialog[open], body:not(:has(dialog[open]))')
      .locator('[data-main]:enabled, [data-next]:enabled');
    for (const next of ['Dry run', 'Approve', 'Approve and run']) {
      await expect(filled).toHaveText([next]);
      await filled.click();
    }
    await expect(app.card('orders')).toHaveAccessibleName(/completed/);
    await expect(app.region('Timeline')).toContainText('Waiting for its time');
    await browser.kill();

    const again = await new Obelus((await browser.launch()).pages()[0]!).open();
    // The run is shown; where the killed browser could not keep that it was, it is first among the runs.
    const entry = again.runEntry('Refund an order');
    await expect(async () => {
      if (await entry.isVisible()) await entry.click({ timeout: 2_000 });
      // It goes on: it waits, and then asks.
      await expect(again.step('Stop')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(again.card('orders')).toHaveAccessibleName(/completed/);
  } finally {
    await browser.dispose();
  }
});
