/** A run is paused while a write is in flight, rests over a reload, and goes on without a doubt. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';
import { startOutside } from './support/outside.ts';

const planOf = (url: string): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'plan_pause',
  title: 'Send and tell',
  mode: 'lazy',
  calls: [
    {
      _id: 'send',
      _tool: 'httpSend',
      _description: 'Send the report',
      url,
      body: { n: 1 },
      _outputPath: '†state.sent',
    },
    {
      _id: 'tell',
      _tool: 'template',
      _description: 'Tell about it',
      template: 'Sent {n}',
      values: { n: '†state.sent' },
      _outputPath: '†state.told',
    },
  ],
  output: '†state.told',
});

test('Pause lets the write in flight end, the run rests over a reload, and Go on finishes it', async ({
  page,
}) => {
  const outside = await startOutside();
  try {
    const app = await new Obelus(page).openWithPlans();
    await app.importPlan(planOf(outside.url('report')));
    await app.approve();
    await app.run();
    await outside.visited('report');

    const note = page.getByRole('status').filter({ hasText: '1 write in flight' });
    await expect(note).toContainText('1 write in flight: Send the report');
    await note.getByRole('button', { name: 'Send the report' }).click();
    await expect(page.locator('[data-inspector="send"]')).toBeVisible();

    await page.keyboard.press('Escape');
    await app.button('Pause').click();
    await expect(app.sentence('Pausing')).toBeVisible();
    await expect(note).toContainText('1 write in flight ends first: Send the report');
    await expect(app.button('Go on')).toBeHidden();

    outside.open('report');
    await expect(app.sentence('Nothing runs until you go on.')).toBeVisible();
    await expect(app.card('send')).toHaveAccessibleName(/completed/);
    await expect(app.card('tell')).not.toHaveAccessibleName(/completed/);
    await expect(app.region('Plans').getByText(/^Paused · /)).toBeVisible();
    await expectNothingFound(page);

    await page.reload();
    await expect(app.sentence('Nothing runs until you go on.')).toBeVisible();
    await expect(app.card('tell')).not.toHaveAccessibleName(/completed/);

    // By keyboard, from wherever the focus is.
    await page.keyboard.press('p');
    await app.expectCompleted();
    expect(outside.visitsTo('report')).toHaveLength(1);
    await expect(app.sentence(/in doubt|interrupted/i)).toBeHidden();
  } finally {
    await outside.close();
  }
});
