/** Drafting with the browser's own model: scripted, as Debian's Chromium has none, through the browser's true API. */

import { expect, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';
import { type ModelLog, type ModelScript, scriptLanguageModel } from './support/scripted-language-model.ts';

const PLAN = JSON.stringify({
  title: 'Two sums',
  calls: [
    { _id: 'one', _tool: 'calculate', expression: '1 + 1', _outputPath: '†state.one' },
    {
      ...{ _id: 'two', _tool: 'calculate', expression: 'x * 21' },
      ...{ values: { x: '†state.one' }, _outputPath: '†state.two' },
    },
  ],
  output: '†state.two',
});

const SCRIPT: ModelScript = {
  availability: 'downloadable',
  replies: [
    { pieces: ['{"calls": ['], fault: 'UnknownError' },
    { pieces: ['Here is the plan:\n', PLAN.slice(0, 90), PLAN.slice(90)] },
  ],
};

const NEVER_FETCHED: ModelScript = { ...SCRIPT, neverFetched: true };

test('the browser’s own model is offered where there is one, fetched, asked, and met when it fails', async ({
  page,
}) => {
  const app = new Obelus(page);
  // The browser here has one of its own that says it is not there; a page may have none at all.
  await page.addInitScript(() => Object.assign(globalThis, { LanguageModel: undefined }));
  await app.open();
  await app.button('Change planner').click();
  const dialog = app.dialog('Planner');
  await expect(dialog.getByRole('radio', { name: /OpenAI-compatible/ })).toBeVisible();
  const own = dialog.getByRole('radio', { name: /browser’s own model/ });
  await expect(own).toBeHidden();

  await page.addInitScript(scriptLanguageModel, NEVER_FETCHED);
  await page.reload();
  await app.button('Change planner').click();
  await own.check();
  const use = dialog.getByRole('button', { name: 'Use this planner' });
  await expect(use).toBeDisabled();
  await dialog.getByRole('button', { name: 'Fetch the model' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Fetching the model' })).toHaveAttribute(
    'value',
    '42',
  );
  await dialog.getByRole('button', { name: 'Stop fetching' }).click();
  await expect(dialog.getByRole('button', { name: 'Fetch the model' })).toBeVisible();

  await page.addInitScript(scriptLanguageModel, SCRIPT);
  await page.reload();
  await app.button('Change planner').click();
  await own.check();
  await dialog.getByRole('button', { name: 'Fetch the model' }).click();
  await expect(dialog.getByText('The model is ready.')).toBeVisible();
  await use.click();
  await expect(app.sentence('The browser’s own model – no key, nothing is sent by this page')).toBeVisible();

  await app.goal.fill('Add one and one, and multiply by 21');
  await app.button('Draft plan').last().click();
  await expect(app.sentence(/own model failed: .* Try again/)).toBeVisible();
  await expect(app.goal).toHaveValue('Add one and one, and multiply by 21');
  await app.button('Send goal').click();
  await expect(app.sentence(/^A plan of 2 calls/)).toBeVisible();
  await expect(app.card('two')).toBeVisible();
  await expect(app.sentence(/^Asking the model took .* tokens\.$/)).toBeVisible();
  const log = await page.evaluate(
    () => (globalThis as unknown as { languageModelLog: ModelLog }).languageModelLog,
  );
  expect(log.open).toBe(0);
  expect(log.prompts).toHaveLength(2);

  await app.approve();
  await app.step('Run').click();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('42');
});
