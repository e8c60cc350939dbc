/** The words of a step that thinks, tried on rows before anything is signed: two wordings, one taken. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { streamed } from './model-server/script.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';
import { withModel } from './support/with-model.ts';

const MAIL = 'from,text\nAda,The cellar is flooded\nBob,Happy birthday\nCem,Where is my parcel\n';

const plan: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_mail',
  title: 'Mail',
  calls: [
    { _id: 'mail', _tool: 'readCsv', file: 'mail.csv', _outputPath: '†state.mail' },
    {
      _id: 'sort',
      _tool: 'askModel',
      instruction: 'Is it urgent?',
      about: '†state.mail',
      _outputPath: '†state.sort',
    },
  ],
};

test('two wordings are held against each other on rows, by keyboard too, and one of them is taken', async ({
  page,
}) => {
  const app = new Obelus(page);
  const { server } = await withModel(app, {
    replies: ({ body }) => {
      const text = JSON.stringify(body);
      const said = text.includes('yes or no') ? (text.includes('flooded') ? 'yes' : 'no') : 'It depends.';
      return streamed(JSON.stringify({ value: said }), {
        usage: { prompt_tokens: 100, completion_tokens: 3 },
      });
    },
  });
  try {
    await app.importPlan(plan);
    await app.dropText('mail.csv', MAIL);
    await app.card('sort').click();
    const open = app.region('Inspector').getByRole('button', { name: 'Try its words…' });
    await open.click();
    // A stranger's plan computes nothing before the person says so, and so has nothing to send.
    await expect(app.dialog(/^Try/)).toContainText('came from outside');
    await page.keyboard.press('Escape');
    await app.button('Show its values').click();
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = app.dialog(/^Try/);
    await dialog.getByRole('button', { name: 'Hold another wording against it' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Instruction B' }).fill('Is it urgent? Say yes or no.');
    await dialog.getByRole('combobox', { name: 'On' }).selectOption({ label: 'each of its first 3 rows' });
    await expect(dialog.getByRole('status')).toContainText(/Asks scripted at 127\.0\.0\.1:\d+ 6 times/);
    expect(server.requests).toEqual([]);
    await dialog.getByRole('button', { name: 'Ask the model' }).press('Enter');
    const answers = dialog.getByRole('group', { name: 'What the model answered' });
    await expect(answers.getByRole('row', { name: /flooded/ }).getByRole('cell')).toHaveText([
      'It depends.',
      'yes',
    ]);
    await expect(answers.getByRole('row', { name: /birthday/ }).getByRole('cell')).toHaveText([
      'It depends.',
      'no',
    ]);
    await expect(answers).toContainText('309 tokens');
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(6);
    await expectNothingFound(page);
    await answers.getByRole('button', { name: 'Use wording B' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(app.region('Inspector').getByRole('textbox', { name: 'Instruction' })).toHaveValue(
      'Is it urgent? Say yes or no.',
    );
    await app.button('Undo').click();
    await expect(app.region('Inspector').getByRole('textbox', { name: 'Instruction' })).toHaveValue(
      'Is it urgent?',
    );
  } finally {
    await server.close();
  }
});
