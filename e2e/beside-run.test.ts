/** What is said while a run is looked at: a changed plan beside it, begun as a new run from what is done (issue 17, 2). */

import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { streamed } from './model-server/script.ts';
import { type ModelServer, startModelServer } from './model-server/server.ts';
import { Obelus } from './support/driver.ts';
import { type Outside, startOutside } from './support/outside.ts';

let outside: Outside;
let server: ModelServer;
test.beforeEach(async () => {
  outside = await startOutside();
});
test.afterEach(async () => {
  await outside.close();
  await server.close();
});

/** Port 9 is where nobody listens. */
const NOBODY = 'http://127.0.0.1:9/rates';

const RATES = (url: string) => ({
  _id: 'rates',
  _tool: 'httpGet',
  _description: 'Fetch the rates',
  url,
  _after: '†state.order',
  _outputPath: '†state.rates',
});

/** A write that is done, a call that fails, and one that waits for it. */
const PLAN = (): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_beside',
  title: 'Order by the rates',
  mode: 'lazy',
  policy: { retryLimit: 0 },
  calls: [
    {
      _id: 'order',
      _tool: 'httpSend',
      _description: 'Send the order',
      method: 'POST',
      url: outside.url('order'),
      body: { amount: 1 },
      _outputPath: '†state.order',
    },
    RATES(NOBODY),
    {
      _id: 'words',
      _tool: 'template',
      _description: 'Put it in words',
      template: 'Rates from {where}.',
      values: { where: '†state.rates' },
      _outputPath: '†state.words',
    },
  ],
  output: '†state.words',
});

/** The app with a scripted model, and the plan's run up to the call that fails. */
async function failed(page: Page, answer: () => unknown): Promise<Obelus> {
  outside.open('order');
  outside.open('rates');
  server = await startModelServer({
    models: ['scripted'],
    replies: () => streamed(JSON.stringify(answer())),
  });
  const app = await new Obelus(page).open();
  await app.button('Change planner').click();
  const dialog = app.dialog('Planner');
  await dialog.getByRole('radio', { name: /OpenAI-compatible/ }).check();
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(server.url);
  await dialog.getByRole('textbox', { name: 'Model' }).fill('scripted');
  await dialog.getByRole('button', { name: 'Use this planner' }).click();
  await expect(dialog).toBeHidden();
  await app.importPlan(PLAN());
  await app.approve();
  await app.step('Run').click();
  await expect(app.region('The run asks')).toContainText('“Fetch the rates” has failed');
  return app;
}

async function say(app: Obelus, sentence: string): Promise<void> {
  await app.goal.fill(sentence);
  await app.goal.press('Enter');
  await expect(app.region('Proposed change')).toContainText(sentence);
}

/** The call that failed is to ask another server. */
async function offeredOurOwn(page: Page): Promise<Obelus> {
  const app = await failed(page, () => ({
    title: 'Order by the rates',
    calls: [RATES(outside.url('rates'))],
    keep: ['order', 'words'],
    output: '†state.words',
  }));
  await say(app, 'take the rates from our own server');
  return app;
}

test('a sentence beside a run that waits: accepted and signed, a new run takes over what is done', async ({
  page,
}) => {
  const app = await offeredOurOwn(page);
  const bar = app.region('Proposed change');
  await expect(bar).toContainText('2 kept, 1 changed');
  await expect(bar).toContainText('1 result of this run is taken over. This run stays as it is.');
  await expect(page.locator('[data-mark="revised"]')).toHaveCount(1);
  // What would be done anew has no status of this run; what is taken over has.
  await expect(app.card('order').locator('[data-status="completed"]')).toBeAttached();
  await expect(app.card('rates').locator('[data-status]')).toHaveCount(0);
  // The model is told how the run stands, and of no result.
  const told = JSON.stringify(server.chats().at(-1)?.body);
  expect(told).toContain('How a run of this plan stands');

  await bar.getByRole('button', { name: 'Accept all' }).click();
  // A proposal is no approval: this very revision is signed, as the part that can start.
  const sheet = app.dialog('Approve what this run does');
  await expect(sheet.getByText(/^You sign 2 of the 3 calls of/)).toBeVisible();
  expect(outside.visitsTo('rates')).toHaveLength(0);
  await sheet.getByRole('button', { name: 'Approve and run' }).click();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('Rates from');
  expect(outside.visitsTo('order')).toHaveLength(1);
  expect(outside.visitsTo('rates')).toHaveLength(1);
  await expect(app.region('Proposed change')).toBeHidden();

  // The bar at the top names what ran, and what stands on the table was done with nothing of that.
  const top = page.getByRole('banner');
  await expect(top).toContainText('Changed plan');
  await expect(top).not.toContainText('Revision');

  // What ran is offered to the plan: a change like any other, and undone like any other.
  await page.getByRole('button', { name: 'Put it in the plan…' }).click();
  await expect(top).toContainText('Revision 1');
  await expect(bar).toContainText('“take the rates from our own server”');
  await expect(bar).toContainText('As it ran');
  await bar.getByRole('button', { name: 'Accept all' }).click();
  await expect(app.card('rates')).toContainText(outside.url('rates'));
  await app.button('Undo').click();
  await expect(app.card('rates')).toContainText(NOBODY);

  // The first run still asks, and the plan on the table is the one it was.
  await app.button('Show plans').click();
  await app.openPlan('Order by the rates');
  await expect(app.card('rates')).toContainText(NOBODY);
  await app
    .region('Plans')
    .getByText(/^Waiting/)
    .first()
    .click();
  await expect(app.region('The run asks')).toContainText('“Fetch the rates” has failed');
  await expect(app.card('rates')).toContainText(NOBODY);
  await expect(app.region('Proposed change')).toBeHidden();
});

test('left, or not signed, a change beside a run changes nothing; a write that comes back asks first', async ({
  page,
}) => {
  const app = await failed(page, () => ({
    title: 'Order by the rates',
    calls: [
      { ...PLAN().calls[0], _id: 'orderAgain', _outputPath: '†state.again' },
      { ...RATES(outside.url('rates')), _after: '†state.again' },
    ],
    keep: ['words'],
    output: '†state.words',
  }));
  const bar = app.region('Proposed change');
  await say(app, 'order first');
  await bar.getByRole('button', { name: 'Leave it' }).click();
  await expect(app.sentence(/was left: the run and its plan are as they were/)).toBeVisible();
  await expect(bar).toBeHidden();

  await say(app, 'order once more');
  await bar.getByRole('button', { name: 'Accept all' }).click();
  const sheet = app.dialog('Approve what this run does');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(bar).toBeVisible();
  await expect(app.region('The run asks')).toContainText('has failed');

  await bar.getByRole('button', { name: 'Accept all' }).click();
  await sheet.getByRole('button', { name: /^Approve/ }).click();
  // The same order under another name was sent by the other run.
  await expect(app.region('The run asks')).toContainText('Send the order');
  expect(outside.visitsTo('order')).toHaveLength(1);
  expect(outside.visitsTo('rates')).toHaveLength(0);
});

test('a parameter corrected in a question is offered to the plan once the run is over', async ({ page }) => {
  const app = await failed(page, () => ({}));
  const asks = app.region('The run asks');
  await asks.getByRole('button', { name: /^Edit/ }).click();
  await asks
    .getByRole('textbox', { name: /URL|Address/i })
    .first()
    .fill(outside.url('rates'));
  await asks.getByRole('button', { name: 'Try with these' }).click();
  // Another address than the one that was signed is asked about first.
  await asks.getByRole('button', { name: /^Send it to/ }).click();
  await app.expectCompleted();
  await expect(app.sentence('Your correction of “Fetch the rates” is not in the plan.')).toBeVisible();
  await page.getByRole('button', { name: 'Put it in the plan…' }).press('Enter');
  const bar = app.region('Proposed change');
  await expect(bar).toContainText('Your correction of “Fetch the rates”');
  await expect(bar.getByRole('button', { name: 'Accept all' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(app.card('rates')).toContainText(outside.url('rates'));
  // What was approved is another now.
  await expect(page.getByRole('banner')).toContainText('Revision 2');
  await expect(page.getByRole('banner')).toContainText('Draft');
});

test('a change proposed beside a run whose page was closed is in the box again', async ({ page }) => {
  const app = await offeredOurOwn(page);
  await page.reload();
  await expect(app.goal).toHaveValue('take the rates from our own server');
  await expect(app.region('Proposed change')).toBeHidden();
});
