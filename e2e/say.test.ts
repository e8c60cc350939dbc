/** A healthy run of a plan that was whole when it was signed: a sentence in the conversation changes its rest (L-63). */

import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { streamed } from './model-server/script.ts';
import { Obelus } from './support/driver.ts';
import { withModel } from './support/with-model.ts';

const SALES = 'region,product,amount\nnorth,tea,1\nnorth,coffee,2\nsouth,tea,4\n';

const plan: Plan = {
  ...{
    format: 'obelus/plan',
    version: 1,
    id: 'plan_sales',
    title: 'Sales',
    goal: 'Sum the amount per region',
  },
  calls: [
    {
      _id: 'read',
      _tool: 'readCsv',
      _description: 'Read the sales',
      file: 'sales.csv',
      _outputPath: '†state.sales',
    },
    {
      ...{ _id: 'hold', _tool: 'wait', _description: 'Wait a moment', ms: 8_000 },
      ...{ _after: '†state.sales', _outputPath: '†state.held' },
    },
    {
      ...{ _id: 'group', _tool: 'groupRows', _description: 'Sum them', rows: '†state.sales', by: 'region' },
      ...{ column: 'amount', aggregate: 'sum', _after: '†state.held', _outputPath: '†state.totals' },
    },
  ],
  output: '†state.totals',
};

/** The run as it waits for a time, and a sentence said to it. */
async function said(app: Obelus, sentence: string): Promise<void> {
  await app.importPlan(plan);
  await app.dropText('sales.csv', SALES);
  await app.approve();
  await app.step('Run').click();
  await expect(app.card('hold')).toHaveAccessibleName(/waiting/);
  await app.goal.fill(sentence);
  await app.goal.press('Enter');
  await expect(app.sentence(/^The run has it/)).toBeVisible();
}

test('without a model the sentence is a change of its plan, which waits to be accepted; the same run comes to its end', async ({
  page,
}: {
  page: Page;
}) => {
  const app = await new Obelus(page).open();
  await said(app, 'instead by product');
  const question = app.region('The run asks');
  await expect(question).toContainText('2 kept, 1 changed');
  await question.getByRole('button', { name: 'Accept and go on' }).click();
  await app.expectCompleted(60_000);
  await expect(app.region('Result')).toContainText('coffee');
  await expect(app.region('Result')).not.toContainText('south');
  // No second run: what was done of this one stands in its own record.
  await expect(await app.panel('Journal')).toContainText('You said: instead by product');
});

test('with a model that nobody signed for, the run asks before it is told; what it makes of the rest is shown', async ({
  page,
}) => {
  const app = new Obelus(page);
  const rest = [
    { ...plan.calls[1], ms: 10 },
    { ...plan.calls[2], by: 'product' },
  ];
  const { server } = await withModel(app, {
    replies: [streamed(JSON.stringify({ calls: rest, output: null }))],
  });
  try {
    await said(app, 'By product, and do not wait so long');
    const question = app.region('The run asks');
    await expect(question).toContainText(/127\.0\.0\.1/);
    expect(server.chats()).toHaveLength(0);
    await question
      .getByRole('button', { name: /^Send|^Let|^Allow/ })
      .first()
      .click();
    await question.getByRole('button', { name: 'Accept and go on' }).click();
    await app.expectCompleted(60_000);
    await expect(app.region('Result')).toContainText('coffee');
    expect(JSON.stringify(server.chats()[0]?.body)).toContain('do not wait so long');
  } finally {
    await server.close();
  }
});
