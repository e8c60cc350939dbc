/** Values while one edits (L-83): on the cards before any run, from this device alone, and never of a plan that nobody let. */

import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { Obelus } from './support/driver.ts';
import { type Outside, startOutside } from './support/outside.ts';

let outside: Outside;
test.beforeEach(async () => {
  outside = await startOutside();
});
test.afterEach(() => outside.close());

const SALES = `region,amount\n${Array.from({ length: 20_000 }, (_, i) => `${['North', 'South'][i % 2]},${i % 10}`).join('\n')}\n`;

const plan = (): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_values',
  title: 'Values',
  // No code is behind it: a model answers.
  tools: [{ name: 'judgeTone', description: 'Judges a tone.', parameters: { type: 'object' } }],
  calls: [
    { _id: 'sales', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.sales' },
    {
      ...{ _id: 'large', _tool: 'filterRows', rows: '†state.sales', column: 'amount' },
      ...{ operator: 'greaterThan', value: 7, _outputPath: '†state.large' },
    },
    { _id: 'page', _tool: 'httpGet', url: outside.url('never'), _outputPath: '†state.page' },
    { _id: 'words', _tool: 'countWords', text: '†state.page', _outputPath: '†state.words' },
    {
      _id: 'sent',
      _tool: 'httpSend',
      url: outside.url('sent'),
      body: '†state.large',
      _outputPath: '†state.sent',
    },
    { _id: 'tone', _tool: 'judgeTone', text: '†state.large', _outputPath: '†state.tone' },
  ],
});

/** A plan that keeps the rows over 7, with its values on the cards. */
async function filtered(page: Page, goal = 'rows of sales.csv where amount is over 7'): Promise<Obelus> {
  const app = await new Obelus(page).open();
  await app.dropText('sales.csv', SALES);
  await app.draft(goal);
  await expect(app.card('filterRows')).toContainText('20,000 → 4,000 rows × 2 columns');
  return app;
}

/** The plan from outside, with its values shown. */
async function fromOutside(page: Page, app: Obelus, calls = plan().calls): Promise<void> {
  await app.dropText('sales.csv', SALES);
  await app.importPlan({ ...plan(), calls });
  await expect(app.card('sales')).not.toContainText('rows ×');
  await app.button('Show its values').click();
  await expect(app.card('large')).toContainText('20,000 → 4,000 rows × 2 columns');
  await expect(app.card('page')).toContainText('from a made-up value');
  await expect(app.card('words')).toContainText('from a made-up value');
  await expect(page.getByRole('button', { name: 'Show its values' })).toBeHidden();
}

test('an edit shows at once what every card it reaches comes to, and nothing leaves the device', async ({
  page,
}) => {
  const app = await filtered(page);
  const filter = app.card('filterRows');
  await expect(app.card('readCsv')).toContainText('20,000 rows × 2 columns');
  // What the card says is what is spoken of it.
  await expect(filter).toHaveAccessibleDescription(/20,000 → 4,000 rows × 2 columns/);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await filter.click();
  const value = app.region('Inspector').getByRole('combobox', { name: /^value/i });
  await value.fill('8');
  await expect(filter).toContainText('20,000 → 2,000 rows × 2 columns');
  await app.button('Undo').click();
  await expect(filter).toContainText('20,000 → 4,000 rows × 2 columns');
  const own = new URL(page.url()).origin;
  expect(asked.filter((url) => !url.startsWith(own) && !url.startsWith('blob:'))).toEqual([]);
});

test('a plan from outside is computed once the person says so, and then nothing of it that reaches outside', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  // A model is there to be asked, and the plan's own hosts are.
  await app.button('Change planner').click();
  const planner = app.dialog('Planner');
  await planner.getByRole('radio', { name: /OpenAI-compatible/ }).check();
  await planner.getByRole('textbox', { name: 'Base URL' }).fill(outside.url('v1'));
  await planner.getByRole('textbox', { name: 'Model' }).fill('scripted');
  await planner.getByRole('button', { name: 'Use this planner' }).click();
  await expect(planner).toBeHidden();
  await fromOutside(page, app);
  await expect(app.card('tone')).toContainText('A model answers it when the plan runs.');
  // It has come to its end: what is returned is known, so far as it can be.
  await expect(page.getByRole('group', { name: 'What the plan returns' })).toContainText('made-up value');
  expect(outside.asked).toEqual([]);
});

test('a dry run keeps the rows that are known without it, and nothing that it makes up can be saved', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  // No model is there to be asked.
  const read = plan().calls.flatMap((call) =>
    call._id === 'tone' ? [] : call._id === 'words' ? { ...call, text: '†state.page.body' } : call,
  );
  await fromOutside(page, app, read);
  await app.step('Dry run').click();
  // Computed here, and no choice of the dry run reaches it; what comes from outside is made up, and says so.
  await expect(app.card('large')).toContainText('20,000 → 4,000 rows × 2 columns');
  await expect(app.card('page')).toContainText('made up or pinned');
  await app.card('large').click();
  await expect(app.card('large').getByRole('button', { name: 'Save CSV of large' })).toBeVisible();
  await expect(app.card('words').getByRole('button', { name: /^Save / })).toHaveCount(0);
  // Its memory says the same of each.
  const state = await app.panel('State');
  const row = (path: string) => state.getByRole('row', { name: new RegExp(`^†state\\.${path} `) });
  await expect(row('page')).toContainText('made up or pinned');
  await expect(row('large')).not.toContainText('made up');
  await row('large').getByRole('button', { name: '20,000 → 4,000 rows × 2 columns' }).click();
  await expect(row('large').getByRole('grid').getByRole('row', { name: 'North 8' }).first()).toBeVisible();
  const result = app.region('Result');
  await page.getByRole('tab', { name: 'Result' }).click();
  await expect(result).toContainText('the values are invented or pinned');
  await expect(result.getByRole('button', { name: /^Save/ })).toHaveCount(0);
});

test('where all that is returned is known without a run, a dry run shows that and nothing else', async ({
  page,
}) => {
  const app = await filtered(page);
  await app.step('Dry run').click();
  await page.getByRole('tab', { name: 'Result' }).click();
  const result = app.region('Result');
  await expect(result).toContainText('what is returned is computed here');
  await expect(result).toContainText('4,000 rows × 2 columns');
  await expect(result.getByRole('button', { name: 'Save CSV' })).toBeVisible();
});

test('a pinned result says that it was pinned before a change, and is let go where the call is edited', async ({
  page,
}) => {
  const app = await filtered(page);
  const filter = app.card('filterRows');
  for (const step of ['Approve', 'Approve and run'] as const) await app.button(step).last().click();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /^Completed/ })
      .first(),
  ).toBeVisible();
  await filter.click();
  const inspector = app.region('Inspector');
  await inspector.getByRole('button', { name: 'Pin for dry runs' }).click();
  await app.button('Back to the plan').first().click();
  await filter.click();
  await expect(inspector).toContainText('Its result is pinned');
  await inspector.getByRole('combobox', { name: /^value/i }).fill('8');
  await expect(inspector).toContainText('pinned before this change');
  await expect(filter).toContainText('pinned before this change');
  await inspector.getByRole('button', { name: 'Unpin' }).click();
  await expect(filter).toContainText('20,000 → 2,000 rows × 2 columns');
  await expect(filter).not.toContainText('pinned');
});

test('a filter that is switched off is gone around by one press where it was switched off', async ({
  page,
}) => {
  const app = await filtered(
    page,
    'keep the rows of sales.csv where amount is over 7, then sum amount by region',
  );
  await expect(app.card('groupRows')).toContainText('4,000 → 2 rows');
  await app.card('filterRows').click();
  const inspector = app.region('Inspector');
  await inspector.getByRole('button', { name: 'Switch off' }).click();
  await expect(app.card('groupRows')).not.toContainText('→ 2 rows');
  await inspector.getByRole('button', { name: /^Go around it/ }).click();
  await expect(app.card('groupRows')).toContainText('20,000 → 2 rows');
  await app.button('Undo').click();
  await app.button('Undo').click();
  await expect(app.card('groupRows')).toContainText('4,000 → 2 rows');
});

test('on a phone the open row of a call shows its first rows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const app = await filtered(page);
  await app.card('filterRows').click();
  const rows = page.getByRole('main').getByRole('table');
  await expect(rows.getByRole('row', { name: 'North 8' }).first()).toBeInViewport();
});

test('on a phone what a run made is in sight without scrolling, and Canvas then shows the cards', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const app = await filtered(
    page,
    'keep the rows of sales.csv where amount is over 7, then sum amount by region',
  );
  for (const step of ['Approve', 'Approve and run'] as const) await app.button(step).last().click();
  const result = app.region('Result');
  // The last of its rows, and no press or scroll in between.
  await expect(result.getByText('South', { exact: true }).first()).toBeInViewport({ ratio: 1 });
  await page
    .getByRole('group', { name: 'How the plan is shown' })
    .getByRole('button', { name: 'Canvas' })
    .click();
  await expect(result).toBeHidden();
  await expect(page.locator('.react-flow__node[data-id="readCsv"]')).toBeInViewport({ ratio: 1 });
});

test('values are switched off for good, and cards have no room for them then', async ({ page }) => {
  const app = await filtered(page);
  const card = app.card('readCsv');
  const tall = (await card.boundingBox())!.height;
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('Show values on cards');
  await page.keyboard.press('Enter');
  await expect(card).not.toContainText('20,000 rows');
  expect((await card.boundingBox())!.height).toBeLessThan(tall);
  await app.goal.fill('only South');
  await page.reload();
  await expect(card).toBeVisible();
  // What was typed and not sent is still there to be sent.
  await expect(app.goal).toHaveValue('only South');
  await expect(card).not.toContainText('20,000 rows');
});
