/**
 * A model for one thing, an agent for the odd cases, a rest that the run's own planner makes after the third call and that a
 * person's sentence changes, a wait, and the browser killed twice: below its cap, with no answer paid twice, and told.
 */

import { expect, test } from '@playwright/test';
import type { RunEvent } from '../src/run/events.ts';
import { startModelServer } from './model-server/server.ts';
import { killableBrowser } from './support/browser.ts';
import { Obelus } from './support/driver.ts';
import { journalOf } from './support/journal.ts';
import {
  type Asker,
  askerOf,
  CAP,
  EACH,
  SENTENCE,
  THINKING,
  thinkingModel,
} from './support/thinking-walk.ts';
import { plannerDialog } from './support/with-model.ts';

test('a plan that thinks and goes on is changed by a sentence, killed twice, and comes to its end below its cap', async ({
  baseURL,
}) => {
  test.setTimeout(300_000);
  const server = await startModelServer({ replies: thinkingModel({ agent: 150 }, 900_000) });
  const browser = await killableBrowser(baseURL);
  const asked = (who: Asker) => server.chats().filter((one) => askerOf(one) === who).length;
  const opened = async () => new Obelus((await browser.launch()).pages()[0]!).openWithPlans();
  try {
    let app = await opened();
    const dialog = await plannerDialog(app, server, '');
    await dialog.getByRole('button', { name: 'Use this planner' }).click();
    await expect(dialog).toBeHidden();
    await app.importPlan(THINKING);
    await app.step('Approve').click();
    const sheet = app.dialog(/Approve/);
    await expect(sheet).toContainText(
      'by “Count words” and “Wait”, as often as the plan wants within its limits',
    );
    await sheet.getByRole('button', { name: 'Approve and run' }).click();

    // The agent thinks about its second turn.
    await expect.poll(() => asked('agent'), { timeout: 60_000 }).toBe(2);
    await browser.kill();
    app = await opened();
    await app.openRun('Letters of a day');

    await expect(app.card('pause')).toHaveAccessibleName(/waiting/, { timeout: 60_000 });
    await app.goal.fill(SENTENCE);
    await app.goal.press('Enter');
    await app.region('The run asks').getByRole('button', { name: 'Accept and go on' }).click();
    await expect(app.card('thanks')).toBeVisible();
    await expect(app.card('rest')).toHaveCount(0);
    await browser.kill();
    app = await opened();
    await app.openRun('Letters of a day');
    const question = app.region('The run asks');
    // It would wait for a quarter of an hour: whoever sits there need not.
    await app.card('pause').click();
    await app.region('Inspector').getByRole('button', { name: 'Stop it, I’ll do this one' }).click();
    await question.getByRole('button', { name: 'Give a value' }).click();
    await question.getByRole('textbox').fill('1');
    await question.getByRole('button', { name: 'Use this value' }).click();
    await app.expectCompleted(60_000);
    await expect(app.region('Result')).toContainText('3');

    // One answer was lost with the first kill, and asked for again; nothing else was.
    expect([asked('mood'), asked('agent'), asked('planner'), asked('changed')]).toEqual([1, 3, 1, 1]);
    const journal = await journalOf(app.page);
    const cost = journal.reduce((sum, event) => sum + paidFor(event), 0);
    expect(cost).toBeCloseTo(5 * EACH);
    expect(cost).toBeLessThan(CAP);

    // What was lost has a price nobody knows: no sum without it reads as whole.
    await expect(app.region('Result')).toContainText(
      'It cost at least $0.05 (1 answer was lost; what it cost is not known).',
    );
    const told = app.region('Result');
    await told.getByText('What was signed, and what happened').click();
    await expect(told).toContainText(/Its planner.*Turn 1: 2 calls\..*The rest comes after a pause\./);
    await expect(told).not.toContainText('anew');
    await expect(app.card('pause')).toHaveAccessibleName(/done by you/);
    const timeline = await app.panel('Timeline');
    const story = timeline.getByRole('list', { name: 'Calls over time' });
    for (const words of [
      /Turn 1: .*The rest comes after a pause\./,
      /Cut off after this, and taken up .* later\. Resumed/,
      `You said: ${SENTENCE}`,
      /A new plan of 2 calls was drafted by .*Ada is thanked instead of the rest\./,
      'You accepted the new plan.',
      'You stopped Wait a moment, to say what becomes of it.',
      'You did “Wait a moment” yourself: 1',
      'Done by you',
    ])
      await expect(story.getByText(words).first()).toBeVisible();
    // The agent was at work when the browser was killed first, and the pause had not begun.
    const rows = (await story.getByRole('listitem').allTextContents()).map((text) => text.slice(0, 12));
    expect(rows.findIndex((text) => text.startsWith('Cut off'))).toBeLessThan(
      rows.findIndex((text) => text.startsWith('Wait a momen')),
    );

    // What a stranger reads.
    const record = app.region('Record');
    const mark = record.getByTitle(/^Turn 1: .*The rest comes after a pause\./);
    await expect(mark).toBeAttached();
    // Pointed at it says that, pressed it goes there; and the keyboard is told by what stands above it.
    await mark.click();
    await expect(app.sentence('Looking back')).toBeVisible();
    const slider = record.getByRole('slider');
    await expect(slider).toHaveAttribute('aria-valuetext', /Turn 1: /);
    const above = record.getByText(/^Turn 1: .*The rest comes after a pause\./);
    await expect(above).toBeHidden();
    await slider.press('PageDown');
    await slider.press('PageUp');
    await expect(above).toBeVisible();
    await slider.press('End');
    await expect(above).toBeHidden();
    const journalPanel = await app.panel('Journal');
    for (const words of [
      `You said: ${SENTENCE}`,
      'Ada is thanked instead of the rest.',
      'You approved it: the new plan',
    ])
      await expect(journalPanel).toContainText(words);

    // And what each step took.
    // The panels below have taken the canvas's room.
    await app.button('Fit the plan').click();
    await app.card('mood').click();
    await expect(app.region('Inspector')).toContainText(/Spent\s*1 answer \(.*\$0\.01\)/);
  } finally {
    await browser.dispose();
    await server.close();
  }
});

const paidFor = (event: RunEvent): number =>
  event.type === 'llm_recorded' || event.type === 'plan_turn' || event.type === 'plan.draft'
    ? (event.cost ?? 0)
    : 0;
