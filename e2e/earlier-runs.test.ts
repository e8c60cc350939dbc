/** Before one signs, the sheet says what the last runs of the plan took, and nothing where there was none. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { streamed } from './model-server/script.ts';
import { Obelus } from './support/driver.ts';
import { withModel } from './support/with-model.ts';

const plan: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'plan_mood', title: 'Mood', goal: 'Tell the mood' },
  output: '†state.mood',
  calls: [
    {
      ...{ _id: 'mood', _tool: 'askModel', _description: 'Ask for the mood', instruction: 'Which mood?' },
      ...{ about: 'It broke again.', shape: { type: 'string' }, _outputPath: '†state.mood' },
    },
  ],
};

const costing = (cost: number) =>
  streamed(JSON.stringify({ value: 'cross' }), {
    usage: { prompt_tokens: 100, completion_tokens: 20, cost },
  });

test('the sheet says what the runs before took, over a reload, and that they were before a change', async ({
  page,
}) => {
  const app = new Obelus(page);
  const { server } = await withModel(app, { replies: [costing(0.01), costing(0.03)] });
  const sheet = app.dialog(/Approve/);
  const takes = sheet.getByText(/^The last .*That is no promise/);
  const again = async () => {
    await app.expectCompleted();
    await app.button('Back to the plan').click();
    await app.step('Approve').click();
    await expect(sheet).toBeVisible();
  };
  try {
    await app.importPlan(plan);
    await app.step('Approve').click();
    await expect(sheet).toBeVisible();
    await expect(takes).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Approve and run' }).click();
    await again();
    await expect(takes).toHaveText(
      /^The last run of it took \$0\.01, 120 tokens and .* of work\. That is no promise/,
    );
    // What is approved is run as it is.
    await page.keyboard.press('Escape');
    await app.step('Run').click();
    await again();
    await expect(takes).toHaveText(/^The last 2 runs of it took \$0\.01 to \$0\.03, 120 tokens and /);

    await page.reload();
    await app.card('mood').click();
    await app
      .region('Inspector')
      .getByRole('textbox', { name: /instruction/i })
      .fill('Which mood, in a word?');
    await app.step('Approve').click();
    await expect(takes).toHaveText(/^The last 2 runs of it, before the plan was changed, took /);
  } finally {
    await server.close();
  }
});
