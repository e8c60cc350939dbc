/** Plans within a plan (L-52) as a person meets them: seen on a card, opened whole, changed, undone, and left again. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';

const MAILING: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'mailing',
  title: 'Write to each customer',
  input: {
    schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
  calls: [
    {
      _id: 'greet',
      _tool: 'template',
      template: 'Dear {name}',
      values: { name: '†input.name' },
      _outputPath: '†state.greeting',
    },
    {
      _id: 'letter',
      _tool: 'part',
      _delegate: '#letter',
      greeting: '†state.greeting',
      _outputPath: '†state.letter',
    },
  ],
  plans: {
    letter: {
      title: 'Send a letter',
      input: {
        schema: {
          type: 'object',
          properties: { greeting: { type: 'string' }, sender: { type: 'string' } },
          required: ['greeting'],
        },
      },
      calls: [
        {
          _id: 'body',
          _tool: 'template',
          template: '{greeting}, we wrote.',
          values: { greeting: '†input.greeting' },
          _outputPath: '†state.body',
        },
        {
          _id: 'signed',
          _tool: 'part',
          _delegate: '#sign',
          text: '†state.body',
          _outputPath: '†state.signed',
        },
      ],
      output: '†state.signed',
    },
    sign: {
      title: 'Sign it',
      input: { schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
      calls: [
        {
          _id: 'add',
          _tool: 'template',
          template: '{text} Yours',
          values: { text: '†input.text' },
          _outputPath: '†state.all',
        },
      ],
      output: '†state.all',
    },
  },
  output: '†state.letter',
};

const SHOTS = process.env.OBELUS_SHOTS;

test('a plan within the plan is seen on its card, opened whole, changed, undone and left again', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(MAILING);
  const letter = app.card('letter');
  await expect(letter).toContainText('Send a letter');
  await expect(letter).toHaveAccessibleName(/^Send a letter \(letter\), a plan of 2 calls, /);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/within-root.png` });

  // By its button, and further down by a key.
  await letter.getByRole('button', { name: 'Open the plan of letter' }).click();
  const trail = page.getByRole('navigation', { name: 'Where you are' });
  await expect(trail).toContainText('Write to each customer');
  await expect(app.card('body')).toBeVisible();
  await expect(app.card('greet')).toBeHidden();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/within-letter.png` });
  await expectNothingFound(page, 'main');
  await app.card('signed').click();
  await page.keyboard.press('w');
  await expect(app.card('add')).toBeVisible();
  await expect(trail.getByRole('listitem')).toHaveCount(3);

  // What is done in it is done to the plan on the table, and undone there.
  await app.card('add').click();
  const field = app.region('Inspector').getByRole('textbox', { name: 'Template' });
  await field.fill('{text} Sincerely');
  await expect(app.card('add')).toContainText('Sincerely');
  await app.button('Close the inspector').click();
  await page.keyboard.press('Shift+W');
  await expect(app.card('signed')).toBeVisible();
  await trail.getByRole('button', { name: 'Write to each customer' }).click();
  await expect(trail).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(app.sentence(/^Undone: Change template of add/)).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(app.sentence(/^Done again: Change template of add/)).toBeVisible();

  // It runs as it stands.
  await app.approve();
});

test('a problem within a plan leads there, and its fix is of the plan on the table', async ({ page }) => {
  const app = await new Obelus(page).open();
  const plans = structuredClone(MAILING.plans) as unknown as Record<
    string,
    { calls: Record<string, unknown>[] }
  >;
  plans.sign!.calls[0]!.values = { text: '†input.txet' };
  await app.importPlan({ ...MAILING, plans: plans as never });
  const problems = await app.panel('Problems');
  await problems
    .getByRole('button', { name: /^Sub-plan “?"?sign/ })
    .first()
    .click();
  await expect(app.card('add')).toBeVisible();
  await expect(app.region('Inspector')).toBeVisible();
  // From the field to the card, let go of it, one up, and up again.
  for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
  await expect(app.card('signed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.card('letter')).toBeVisible();
});

test('calls become a plan of their own and come out of it again, by a key and by the menu, and it runs to the same', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(MAILING);
  await app.card('greet').click();
  await app.card('letter').click({ modifiers: ['Shift'] });
  await page.keyboard.press('u');
  await expect(app.sentence('2 calls are a plan of their own now. Undo takes it back.')).toBeVisible();
  const made = app.card('letter_plan');
  await expect(made).toHaveAccessibleName(/a plan of 2 calls/);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/within-made.png` });

  await made.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Open its plan/ }).click();
  await expect(app.card('greet')).toBeVisible();
  await expect(app.card('letter')).toBeVisible();
  // In it, a plan within the plan within the plan.
  await app.card('greet').click();
  await page.keyboard.press('u');
  await expect(app.card('greet_plan')).toBeVisible();
  await page.keyboard.press('Shift+U');
  await expect(app.card('greet')).toBeVisible();
  await expect(app.card('greet_plan')).toBeHidden();
  await page.keyboard.press('Shift+W');
  await expect(made).toBeVisible();

  await app.step('Approve').click();
  const sheet = app.dialog(/^Approve revision/);
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await sheet.getByRole('button', { name: 'Approve', exact: true }).click();
  await app.step('Run').click();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('Dear Ada, we wrote. Yours');
  await app.button('Back to the plan').click();

  await made.click();
  await page.keyboard.press('Shift+U');
  await expect(app.card('letter')).toBeVisible();
  await expect(made).toBeHidden();
  for (let n = 0; n < 4; n++) await page.keyboard.press('Control+z');
  await expect(app.card('letter')).toBeVisible();
  await expect(app.card('greet')).toBeVisible();
});

test('a plan within is copied to the library with what it runs, and stands on a phone as on a desk', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(MAILING);
  await app.card('letter').getByRole('button', { name: 'Open the plan of letter' }).click();
  await expect(app.card('signed')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingFound(page, 'main');
  await expect(app.button('Back')).toBeInViewport();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/within-phone.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
  if (SHOTS) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${SHOTS}/within-dark.png` });
  }
  await app.button('Copy to the library').click();
  await expect(app.sentence(/^Opened a plan within “Write to each customer”/)).toBeVisible();
  await expect(app.region('A plan within the plan')).toBeHidden();
  await app.card('signed').getByRole('button', { name: 'Open the plan of signed' }).click();
  await expect(app.card('add')).toBeVisible();
  await page.keyboard.press('Shift+W');
  // The plan that has it is kept as it was.
  await app.button('Show plans').click();
  await app.openPlan('Write to each customer');
  await expect(app.card('letter')).toBeVisible();
});

test('a call in a plan within is found and gone to; a plan of the library is opened to be read', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  const { letter, sign } = MAILING.plans!;
  await app.importPlan({
    ...(letter as Plan),
    format: 'obelus/plan',
    version: 1,
    id: 'letters',
    plans: { sign: sign! },
  });
  await expect(app.card('body')).toBeVisible();
  const calls = MAILING.calls.map((call) =>
    call._id === 'letter' ? { ...call, _delegate: 'plan:letters' } : call,
  );
  await app.importPlan({ ...MAILING, calls });
  // Its card is known once all that is needed to open a plan has come.
  await expect(app.card('letter')).toHaveAccessibleName(/a plan of 2 calls/);
  await app.card('greet').press('Control+f');
  await expect(page.getByRole('combobox', { name: /^Find in the plan/ })).toBeFocused();
  await page.keyboard.type('{text} Yours');
  await page.keyboard.press('Enter');
  await expect(app.card('add')).toBeVisible();
  await expect(app.region('Inspector')).toContainText('{text} Yours');
  await page.keyboard.press('Escape');
  await app.button('Back').click();

  await app.card('letter').getByRole('button', { name: 'Open the plan of letter' }).click();
  await expect(app.sentence(/of the library: it is read here/)).toBeVisible();
  await expect(app.card('body')).toBeVisible();
  await expect(app.button('Add call')).toBeHidden();
  await app.card('body').click();
  await page.keyboard.press('Delete');
  await expect(app.card('body')).toBeVisible();
  await app.button('Open it in the library').click();
  await expect(app.region('A plan within the plan')).toBeHidden();
  await expect(app.button('Add call')).toBeVisible();
});
