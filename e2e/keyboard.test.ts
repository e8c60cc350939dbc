/** The walk again with no mouse: every step by a key, from the goal to the finished run and the link. */

import { expect, type Locator, type Page, test } from '@playwright/test';
import { killableBrowser } from './support/browser.ts';
import { Obelus } from './support/driver.ts';
import { startOutside } from './support/outside.ts';

/** More would be a keyboard user's afternoon. */
const MOST_TABS = 60;

/** Presses Tab until the element has the focus, as a person looks for it. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  for (let n = 0; n < MOST_TABS; n++) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MOST_TABS} times Tab did not lead to ${target}.`);
}

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

test('the whole walk works by keyboard alone', async ({ baseURL }) => {
  const outside = await startOutside();
  const browser = await killableBrowser(baseURL);
  try {
    let context = await browser.launch();
    let app = await new Obelus(context.pages()[0]!).openWithPlans();
    let { keyboard } = app.page;

    await expect(app.goal).toBeFocused();
    await keyboard.type(
      `Get ${outside.url('rates')}, read orders.csv, total the total by status and save it as totals.csv`,
    );
    const chooser = app.page.waitForEvent('filechooser');
    await tabTo(app.button('Add files'));
    await keyboard.press('Enter');
    await (await chooser).setFiles('public/samples/orders.csv');
    await expect(app.page.getByRole('list', { name: 'Files' })).toContainText('orders.csv');
    await keyboard.press('Control+Enter');
    await expect(app.card('saveFile')).toBeVisible();

    await tabTo(app.region('Canvas').getByRole('application'));
    // To the first call, to the one below it, and along its references to the last.
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await keyboard.press(key);
    await expect(app.region('Inspector').getByRole('heading', { name: 'Save a file' })).toBeVisible();
    await keyboard.press('Enter');
    const field = app.region('Inspector').getByRole('textbox', { name: 'File name' });
    await tabTo(field);
    await keyboard.press('Control+a');
    await keyboard.type('sums.csv');
    await expect(app.card('saveFile')).toContainText('sums.csv');
    await keyboard.press('Tab');

    await tabTo(app.step('Dry run'));
    await keyboard.press('Enter');
    await expect(app.region('Dry run')).toContainText('4 calls');

    await tabTo(app.step('Approve'));
    await keyboard.press('Enter');
    const dialog = app.dialog(/^Approve revision/);
    await tabTo(dialog.getByRole('button', { name: 'Approve', exact: true }));
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();

    await tabTo(app.step('Run'));
    await keyboard.press('Enter');
    // What was pressed is open no more: the keyboard is not nowhere.
    await expect(app.step('Stop')).toBeFocused();
    await outside.visited('rates');
    await browser.kill();

    context = await browser.launch();
    app = await new Obelus(context.pages()[0]!).openWithPlans();
    keyboard = app.page.keyboard;
    await outside.visited('rates', 2);
    outside.open('rates');
    await tabTo(app.runEntry('Sum of total per status'));
    await keyboard.press('Enter');
    await keyboard.press('Alt+6');
    await expect(
      app
        .region('Result')
        .getByRole('status')
        .filter({ hasText: /^Completed in/ }),
    ).toBeVisible();

    await tabTo(app.planEntry('Sum of total per status'));
    await keyboard.press('Enter');
    await command(app.page, 'Share as a link');
    await expect(app.page.getByRole('textbox', { name: 'Link' })).toHaveValue(/#plan=./);
    await keyboard.press('Escape');
    await expect(app.page.getByRole('dialog')).toBeHidden();
  } finally {
    await browser.dispose();
    await outside.close();
  }
});

test('a doubt is settled and an approval taken back by keyboard alone', async ({ context, page }) => {
  const outside = await startOutside();
  let app = await new Obelus(page).openWithPlans();
  let { keyboard } = page;
  const order = { _id: 'send', _tool: 'httpSend', _description: 'Order it', url: outside.url('order') };
  await command(page, 'Import a plan');
  await expect(page.getByRole('textbox', { name: 'Plan as text' })).toBeFocused();
  await keyboard.insertText(
    JSON.stringify({ format: 'obelus/plan', version: 1, id: 'order', title: 'An order', calls: [order] }),
  );
  await tabTo(app.button('Open the plan'));
  await keyboard.press('Enter');
  await tabTo(app.step('Approve'));
  await keyboard.press('Enter');
  await tabTo(app.dialog(/^Approve revision/).getByRole('button', { name: 'Approve and run' }));
  await keyboard.press('Enter');
  await outside.visited('order');
  await page.close();

  app = await new Obelus(await context.newPage()).openWithPlans();
  keyboard = app.page.keyboard;
  const asks = app.region('The run asks');
  await expect(asks).toContainText('Did “Order it” happen?');
  // What asks has the focus already.
  await expect(asks).toBeFocused();
  await tabTo(app.button('Skip it'));
  await keyboard.press('Enter');
  await expect(app.runEntry('An order')).toContainText('Completed');
  // Left aside is not settled: the run has ended, and asks until somebody knows.
  await tabTo(app.button('It did not happen'));
  await keyboard.press('Enter');
  await expect(asks).toBeHidden();

  await command(app.page, 'Approvals of this plan');
  const dialog = app.dialog('Approvals on this device');
  await tabTo(dialog.getByRole('button', { name: /^Take back the approval/ }));
  await keyboard.press('Enter');
  await expect(dialog.getByText(/taken back/)).toBeVisible();
  expect(outside.visitsTo('order')).toHaveLength(1);
  await outside.close();
});
