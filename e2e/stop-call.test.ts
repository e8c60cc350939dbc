/** A person stops one call that is under way and does it themselves, while the run goes on (L-41): a model's answer, and a write. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { Obelus } from './support/driver.ts';
import { startOutside } from './support/outside.ts';
import { withModel } from './support/with-model.ts';

const plan: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'plan_stop', title: 'An answer by hand' },
  calls: [
    {
      ...{ _id: 'think', _tool: 'writeByModel', task: 'A friendly answer', about: 'A letter' },
      _description: 'Answer the letter',
      _outputPath: '†state.answer',
    },
    { _id: 'count', _tool: 'countWords', text: '†state.answer', _outputPath: '†state.count' },
  ],
  output: '†state.count.words',
};

test('a model that does not come to an end is stopped, over a reload, and what the person writes goes on', async ({
  page,
}) => {
  const app = new Obelus(page);
  const { server } = await withModel(app, { replies: [{ kind: 'silent' }] });
  try {
    await app.importPlan(plan);
    await app.step('Approve').click();
    await app
      .dialog(/Approve/)
      .getByRole('button', { name: 'Approve and run' })
      .click();
    await expect(app.card('think')).toHaveAccessibleName(/in progress/);
    await expect.poll(() => server.chats().length).toBe(1);
    await app.card('think').click();
    await app.region('Inspector').getByRole('button', { name: 'Stop it, I’ll do this one' }).click();

    const question = app.region('The run asks');
    await expect(question).toContainText('You have stopped “Answer the letter”. What becomes of it?');
    await page.reload();
    await expect(question).toContainText('You have stopped');
    expect(server.chats()).toHaveLength(1);
    await question.getByRole('button', { name: 'Give a value' }).click();
    await question.getByRole('textbox').fill('"Dear friend, thank you"');
    await question.getByRole('button', { name: 'Use this value' }).click();
    await app.expectCompleted();
    await expect(app.region('Result')).toContainText('4');
    await app.card('think').click();
    await expect(app.region('Inspector')).toContainText('you: it was given by hand');
    await expect(app.region('Inspector')).toContainText(/Attempt 1.*stopped by you after/);
    expect(server.chats()).toHaveLength(1);
  } finally {
    await server.close();
  }
});

test('a write that is stopped asks whether it happened, from its menu, and is not sent again', async ({
  page,
}) => {
  const outside = await startOutside();
  try {
    const app = await new Obelus(page).open();
    await app.importPlan({
      ...{ format: 'obelus/plan', version: 1, id: 'plan_stop_write', title: 'A write' },
      calls: [
        {
          ...{ _id: 'send', _tool: 'httpSend', url: outside.url('send'), body: { n: 1 } },
          _outputPath: '†state.sent',
        },
      ],
      output: '†state.sent',
    });
    await app.approve();
    await app.run();
    await outside.visited('send');
    await app.card('send').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Stop it, I’ll do this one' }).click();
    await expect(app.region('The run asks')).toContainText('Did “');
    await expect(app.region('The run asks')).toContainText('no answer had come when it was stopped');
    await app.region('The run asks').getByRole('button', { name: 'Skip it' }).click();
    await expect(app.card('send')).toHaveAccessibleName(/skipped/);
    expect(outside.visitsTo('send')).toHaveLength(1);
  } finally {
    await outside.close();
  }
});
