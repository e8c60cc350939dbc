/** Runs that go on are steered: two at once, heard in order of completion, stopped, discarded, run again from a call. */

import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';
import { type Outside, startOutside } from './support/outside.ts';

let outside: Outside;
test.beforeEach(async () => {
  outside = await startOutside();
});
test.afterEach(() => outside.close());

/** It waits outside until the test answers, between two calls that compute. */
const waiting = (id: string, title: string): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: `plan_${id}`,
  title,
  goal: `Fetch ${id} and count`,
  mode: 'lazy',
  policy: { retryLimit: 0, reviewReplans: true },
  calls: [
    {
      _id: 'before',
      _tool: 'calculate',
      _description: `Count ${id}`,
      expression: '1 + 1',
      _outputPath: '†state.before',
    },
    {
      _id: 'fetch',
      _tool: 'httpGet',
      _description: `Fetch ${id}`,
      url: outside.url(id),
      _after: '†state.before',
      _outputPath: '†state.fetched',
    },
    {
      _id: 'after',
      _tool: 'calculate',
      _description: `Multiply ${id}`,
      expression: 'x * 21',
      values: { x: '†state.before' },
      _after: '†state.fetched',
      _outputPath: '†state.after',
    },
  ],
  output: '†state.after',
});

async function started(app: Obelus, plan: Plan): Promise<void> {
  await app.importPlan(plan);
  await app.approve();
  await app.run();
}

const thread = (page: Page) => page.getByRole('list', { name: 'Thread' });

/** Types into the palette and presses Enter. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill(text);
  await page.keyboard.press('Enter');
}

test('two runs at once are told apart in the thread, in order of completion, and a click leads to the run (R-7, R-8, R-25, R-27, R-28)', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await started(app, waiting('slow', 'The slow one'));
  await outside.visited('slow');
  await started(app, waiting('quick', 'The quick one'));
  await outside.visited('quick');

  // The goal box stays usable while both go on.
  await expect(app.goal).toBeEditable();
  await expect(thread(page)).toContainText('1. Count slow');
  await expect(thread(page)).toContainText('plan step 2/3: Fetch quick');

  outside.open('quick');
  await expect(thread(page)).toContainText('Plan complete: 3 of 3 steps completed.');
  outside.open('slow');
  const ends = thread(page).getByRole('button', { name: /Plan complete: / });
  await expect(ends).toHaveCount(2);
  await expect(ends.first()).toContainText('The quick one');
  await expect(ends.last()).toContainText('The slow one');
  // The reply is the terminal call's value.
  await expect(thread(page).getByRole('button', { name: 'The quick one 42' })).toBeVisible();

  await thread(page)
    .getByRole('button', { name: /plan step 2\/3: Fetch slow/ })
    .click();
  await expect(app.card('fetch')).toContainText('Fetch slow');
  await expect(app.region('Inspector')).toContainText('Fetch slow');
});

test('a run is discarded after a question, by button: it ends, and nothing of it is left (R-41)', async ({
  page,
}) => {
  const app = await new Obelus(page).openWithPlans();
  await started(app, waiting('slow', 'The slow one'));
  await outside.visited('slow');
  await app.button('Discard').click();
  const asked = app.dialog('Discard this run?');
  await expect(asked).toContainText('its journal, 1 result, its files');
  await asked.getByRole('button', { name: 'Keep it' }).click();
  await expect(app.step('Stop')).toBeVisible();
  await app.button('Discard').click();
  await asked.getByRole('button', { name: 'Discard the run' }).click();
  await expect(app.sentence(/The run of “The slow one” was discarded/)).toBeVisible();
  await expect(app.step('Stop')).toBeHidden();
  await expect(app.runEntry('The slow one')).toBeHidden();
  await page.reload();
  await expect(app.card('fetch')).toBeVisible();
  await expect(app.runEntry('The slow one')).toBeHidden();
});

test('a run whose write is under way is not discarded before that is settled: the dialog names it (L-41)', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  const { calls, ...rest } = waiting('order', 'An order');
  const sending = calls.map((call) =>
    call._id === 'fetch' ? { ...call, _tool: 'httpSend', _description: 'Order it', method: 'POST' } : call,
  );
  await started(app, { ...rest, calls: sending });
  await outside.visited('order');
  await app.button('Discard').click();
  const asked = app.dialog('Discard this run?');
  await expect(asked.getByRole('alert')).toContainText(
    /“Order it” \(httpSend\): POST to 127\.0\.0\.1:\d+\/order, left at/,
  );
  for (const [width, height] of [
    [390, 844],
    [820, 1000],
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(asked.getByRole('button', { name: 'Stop it, settle first' })).toBeInViewport({ ratio: 1 });
    if (process.env.OBELUS_SHOTS)
      await page.screenshot({ path: `${process.env.OBELUS_SHOTS}/discard-${width}.png` });
  }
  await expectNothingFound(page, 'dialog');
  await asked.getByRole('button', { name: 'Stop it, settle first' }).click();
  const question = app.region('The run asks');
  await expect(question).toContainText('Did “Order it” happen?');
  // Nor is its plan run once more before it is named.
  await app.button('Back to the plan').click();
  await app.button('Run').click();
  const again = app.dialog('Run it again?');
  await expect(again.getByRole('alert')).toContainText('“Order it” (httpSend): POST to 127.0.0.1');
  await expectNothingFound(page, 'dialog');
  await again.getByRole('button', { name: 'Settle first' }).click();
  await question.getByRole('button', { name: 'It did not happen' }).click();
  await expect(question).toBeHidden();
  expect(outside.visitsTo('order')).toHaveLength(1);
});

test('the literal commands are answered in the palette, by keyboard alone (R-40 to R-44)', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await type(page, '/plan list');
  await expect(palette).toContainText('(no active plans)');
  await page.keyboard.press('Escape');

  await started(app, waiting('slow', 'The slow one'));
  await outside.visited('slow');
  await type(page, '/plan list');
  const line = palette.getByText(/^[0-9a-f]{8} {2}running {2}The slow one$/);
  await expect(line).toBeVisible();
  const id = (await line.textContent())!.slice(0, 8);

  const box = page.getByRole('combobox', { name: 'Command palette' });
  const answers: readonly [string, string][] = [
    ['/plan', '/plan discard <id>'],
    ['/plan cancel', 'There is no command /plan cancel.'],
    ['/plan discard', '/plan discard needs the id of a plan.'],
    ['/plan discard 00000000', `There is no run 00000000 on this device. There are: ${id}.`],
    [`/plan resume ${id}`, '/plan resume needs --from'],
    [`/plan resume ${id} --from nowhere`, 'The plan has no call nowhere. It has: before, fetch, after.'],
    [`/plan discard ${id}`, `To go ahead: /plan discard ${id} confirm`],
  ];
  for (const [typed, answer] of answers) {
    await box.fill(typed);
    await page.keyboard.press('Enter');
    await expect(palette.getByRole('status')).toContainText(answer);
  }

  await box.fill(`/plan resume ${id} --from before`);
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('status')).toContainText(
    `${id} goes on from before. Run again: before, fetch, after.`,
  );
  await outside.visited('slow', 2);

  await box.fill(`/plan discard ${id} confirm`);
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('status')).toContainText(`Discarded ${id}.`);
  await page.keyboard.press('Escape');
  await expect(app.step('Stop')).toBeHidden();
});

test('a run that goes on is run again from a call, with the list of what that is; its other results stay (R-42)', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await started(app, waiting('slow', 'The slow one'));
  await outside.visited('slow');
  await app.card('fetch').click();
  await page.keyboard.press('Control+Shift+f');
  const dialog = app.dialog('Run again from fetch');
  await expect(dialog.getByRole('listitem')).toHaveText([/^Fetch slow/, /^Multiply slow/]);
  await dialog.getByRole('button', { name: 'Run these again' }).click();
  await outside.visited('slow', 2);
  outside.open('slow');
  await app.expectCompleted();
  const journal = await app.panel('Journal');
  await expect(journal).toContainText('You ran it again from Fetch slow: 2 results are gone.');
  await expect(journal.getByText('Count slow', { exact: true })).toHaveCount(1);
});

test('a run that has ended is run again from a call as a new run, and stays as it was (R-42)', async ({
  page,
}) => {
  outside.open('slow');
  const app = await new Obelus(page).openWithPlans();
  await app.importPlan(waiting('slow', 'The slow one'));
  await app.approve();
  await app.step('Run').click();
  await app.expectCompleted();
  await app.card('after').click();
  await page.keyboard.press('Control+Shift+f');
  await app.dialog('Run again from after').getByRole('button', { name: 'Start a new run' }).click();
  await expect(app.sentence(/A new run has begun; the old one stays as it was/)).toBeVisible();
  await app.expectCompleted();
  await expect(app.region('Plans').getByRole('button', { name: /^The slow one.*Completed/ })).toHaveCount(2);
  expect(outside.visitsTo('slow')).toHaveLength(1);
});

test('a stopped run keeps what was done and says so in the thread (R-46)', async ({ page }) => {
  const app = await new Obelus(page).open();
  await started(app, waiting('slow', 'The slow one'));
  await outside.visited('slow');
  await page.keyboard.press('Control+.');
  await expect(thread(page)).toContainText('Plan stopped: 1 of 3 steps completed, 2 not run.');
  await expect(app.step('Stop')).toBeHidden();
});

test('a call that fails asks as seed 000 does, and each answer does what it says (R-31, L-41)', async ({
  page,
}) => {
  const failing = (id: string): Plan => {
    const plan = waiting(id, `Failing ${id}`);
    const calls = plan.calls.map((call) =>
      call._id === 'fetch' ? { ...call, url: 'http://127.0.0.1:9/' } : call,
    );
    return { ...plan, calls, policy: { retryLimit: 1 } };
  };
  const app = await new Obelus(page).open();
  const asks = app.region('The run asks');
  await started(app, failing('again'));
  await expect(asks).toContainText('“Fetch again” has failed 2 times. Allow 1 more retry?');
  await expect(asks).toContainText('http://127.0.0.1:9/ cannot be reached.');
  await expect(thread(page)).toContainText('retry 1/1: Fetch again');
  // Allow more: the budget grows by the limit, and the question comes again.
  await app.button('Try again').click();
  await expect(asks).toContainText('has failed 3 times');
  // Edit and retry.
  await app.button('Edit values').click();
  await asks.getByRole('textbox', { name: 'Address' }).fill(outside.url('again'));
  outside.open('again');
  await app.button('Try with these').click();
  // No line that was signed leads this call there: it asks first (L-73).
  await expect(asks).toContainText(`Reach ${new URL(outside.url('again')).host}?`);
  await expectNothingFound(page, '[data-asks]');
  await asks.getByRole('button', { name: /^Send it to 127/ }).press('Enter');
  await app.expectCompleted();

  // Give a value, by keyboard.
  await started(app, failing('value'));
  await expect(asks).toBeFocused();
  await app.button('Give a value').press('Enter');
  // It passes the same checks as a returned one.
  const value = asks.getByRole('textbox', { name: 'Its value, as JSON' });
  await value.fill('{"status": 200}');
  await expect(asks).toContainText('It must have the property');
  await expect(app.button('Use this value')).toBeDisabled();
  await value.fill('{"status": 200, "type": "text/plain", "text": "1"}');
  await app.button('Use this value').press('Enter');
  await app.expectCompleted();

  // Skip: what needs it is skipped too, and the run ends with that said.
  await started(app, failing('skip'));
  await app.button('Skip it').click();
  await expect(app.region('Result')).toContainText('Completed with errors');

  // Abort.
  await started(app, failing('abort'));
  await app.button('Stop the run').click();
  await expect(app.region('Result')).toContainText('Failed');
  await expect(thread(page)).toContainText('Plan failed (call failed)');
});
