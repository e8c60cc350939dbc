/** A plan that fails is planned anew in the middle of its run: by the offline planner, a model, or the person. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { failing as refused, streamed } from './model-server/script.ts';
import { type ModelServer, startModelServer } from './model-server/server.ts';
import { Obelus } from './support/driver.ts';
import { type Outside, startOutside } from './support/outside.ts';

let outside: Outside;
let server: ModelServer | undefined;
test.beforeEach(async () => {
  outside = await startOutside();
});
test.afterEach(async () => {
  await outside.close();
  await server?.close();
  server = undefined;
});

/** Port 9 is where nobody listens. */
const NOBODY = 'http://127.0.0.1:9/rates';

/** One call that is done, one that can't be, and one that waits for it. */
const failing = (goal: string): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_failing',
  title: 'Rates and sums',
  goal,
  mode: 'lazy',
  policy: { retryLimit: 0, reviewReplans: true },
  calls: [
    {
      _id: 'sum',
      _tool: 'calculate',
      _description: 'Add one and one',
      expression: '1 + 1',
      _outputPath: '†state.sum',
    },
    {
      _id: 'rates',
      _tool: 'httpGet',
      _description: 'Fetch the rates',
      url: NOBODY,
      _outputPath: '†state.rates',
    },
    {
      _id: 'last',
      _tool: 'calculate',
      _description: 'Multiply by 21',
      expression: 'x * 21',
      values: { x: '†state.sum' },
      _after: '†state.rates',
      _outputPath: '†state.last',
    },
  ],
  output: '†state.last',
});

async function failed(app: Obelus, plan: Plan): Promise<void> {
  await app.importPlan(plan);
  await app.approve();
  await app.step('Run').click();
  await expect(app.region('The run asks')).toContainText('“Fetch the rates” has failed. Allow 1 more retry?');
}

test('a person rewrites the rest on the canvas, sees the difference there, accepts it, and it completes (L-42, P-9)', async ({
  page,
}) => {
  outside.open('rates');
  const app = await new Obelus(page).open();
  await failed(app, failing('Sum by the rates'));
  await app.button('Change the plan').click();

  const bar = app.region('Change the plan');
  await expect(bar).toContainText('Nothing is changed yet.');
  await expect(app.button('Show what changes')).toBeDisabled();
  await app.region('Inspector').getByRole('textbox', { name: 'Address' }).fill(outside.url('rates'));
  await expect(bar).toContainText('1 done and kept, 2 calls to run.');
  await app.button('Show what changes').click();

  await expect(app.region('The run asks')).toContainText('New plan: 2 kept, 1 changed');
  // What it widens is shown as lines of the table that was signed (L-71).
  await expect(app.page.getByRole('list', { name: 'Added to what goes where' })).toContainText(
    new URL(outside.url('rates')).host,
  );
  const card = app.card('rates');
  await expect(card).toContainText(NOBODY);
  await expect(card).toContainText(outside.url('rates'));
  await expect(page.locator('[data-mark="revised"]')).toHaveCount(1);
  expect(outside.visitsTo('rates')).toHaveLength(0);

  await app.button('Accept and go on').click();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('42');
  expect(outside.visitsTo('rates')).toHaveLength(1);
  // What was done was not run again, and the revision was no secret (P-10).
  const journal = await app.panel('Journal');
  await expect(journal).toContainText('The plan was revised: 1 changed.');
  // Only lines in sight are in the page: the first ones are above.
  await journal.getByRole('list', { name: 'Journal lines' }).hover();
  await page.mouse.wheel(0, -100_000);
  await expect(journal.getByText('Add one and one', { exact: true })).toHaveCount(1);
});

test('a removed call is struck out and an added one marked; a draft that is rejected ends the run, and nothing of it ran', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await failed(app, failing('Sum by the rates'));
  await app.button('Change the plan').click();
  await app.button('Remove this call').click();
  await app.card('last').click();
  // What waited for it waits for nothing now.
  await app.region('Inspector').getByRole('combobox', { name: 'After' }).fill('');
  await app.button('Show what changes').click();
  await expect(app.region('The run asks')).toContainText('1 removed');
  await expect(page.locator('[data-mark="removed"]')).toHaveCount(1);
  await expect(app.card('rates')).toBeVisible();
  await app.button('Reject and end the run').click();
  const result = await app.panel('Result');
  await expect(result).toContainText('You rejected it.');
  await expect(result).not.toContainText('42');
});

test('leaving the rewriting leaves the run as it was, with its question (L-41)', async ({ page }) => {
  const app = await new Obelus(page).open();
  await failed(app, failing('Sum by the rates'));
  await app.button('Change the plan').click();
  await app.region('Inspector').getByRole('textbox', { name: 'Address' }).fill(outside.url('rates'));
  await page.keyboard.press('Control+z');
  await app.region('Change the plan').getByRole('button', { name: 'Cancel' }).click();
  await expect(app.region('The run asks')).toContainText('has failed');
  await app.button('Back to the plan').click();
  await expect(app.card('rates')).toContainText(NOBODY);
});

test('the offline planner drafts the rest, the person accepts, and the run completes without the call that failed', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await failed(app, failing('Calculate 6 * 7'));
  await app.button('Replan').click();
  await expect(app.region('The run asks')).toContainText(/New plan: .*removed/);
  await expect(page.locator('[data-mark="removed"]')).not.toHaveCount(0);
  await app.button('Accept and go on').click();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('42');
});

test('a model drafts the rest, told what was done and what failed; what it refuses is said, with what helps', async ({
  page,
}) => {
  const rest = {
    calls: [
      {
        _id: 'instead',
        _tool: 'calculate',
        _description: 'Multiply without rates',
        expression: 'x * 21',
        values: { x: '†state.sum' },
        _outputPath: '†state.last',
      },
    ],
    output: '†state.last',
  };
  server = await startModelServer({
    models: ['scripted'],
    replies: [refused(401, 'No such key.'), streamed(JSON.stringify(rest))],
  });
  const app = await new Obelus(page).open();
  await app.button('Change planner').click();
  const dialog = app.dialog('Planner');
  await dialog.getByRole('radio', { name: /OpenAI-compatible/ }).check();
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(server.url);
  await dialog.getByRole('textbox', { name: 'Model' }).fill('scripted');
  await dialog.getByRole('button', { name: 'Use this planner' }).click();
  await failed(app, failing('Sum by the rates'));
  await app.button('Replan').click();
  const asks = app.region('The run asks');
  await expect(asks).toContainText(/No new plan was made: .*wants a key \(401\)/);
  await asks.getByRole('button', { name: 'Enter the key…' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await app.button('Replan').click();
  await expect(asks).toContainText('New plan: 1 kept, 1 added, 2 removed');
  await expect(page.locator('[data-mark="added"]')).toHaveCount(1);
  expect(JSON.stringify(server.chats()[1]?.body)).toContain('cannot be reached');
  await app.button('Accept and go on').click();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('42');
});
