/** A step that a model looks after by itself (L-56): signed by its tools, followed turn by turn, and told to whoever reads the run. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { streamed } from './model-server/script.ts';
import { Obelus } from './support/driver.ts';
import { withModel } from './support/with-model.ts';

const plan: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_agent',
  title: 'Odd cases',
  calls: [
    {
      ...{ _id: 'odd', _tool: 'agent', task: 'Count the words', tools: ['countWords'], maxTurns: 3 },
      _outputPath: '†state.odd',
    },
    { _id: 'end', _tool: 'countWords', text: '†state.odd', _outputPath: '†state.end' },
  ],
};

const turns = [
  {
    calls: [{ _id: 'one', _tool: 'countWords', text: 'one two three', _outputPath: '†state.one' }],
    reflection: 'I begin with the first letter.',
  },
  { calls: [], output: 'Three words', reflection: 'It is counted.' },
];

test('an agent is signed by its tools, its turns stand in its record, and what it found stands at its call', async ({
  page,
}) => {
  const app = new Obelus(page);
  const usage = { prompt_tokens: 100, completion_tokens: 20, cost: 0.01 };
  const replies = turns.map((turn, at) =>
    streamed(JSON.stringify(turn), { usage, dripMs: at === 1 ? 250 : 0 }),
  );
  const { server } = await withModel(app, { replies });
  try {
    await app.importPlan(plan);
    await app.card('odd').click();
    const inspector = app.region('Inspector');
    await expect(inspector).toContainText('A model decides as it goes, within what stands here');
    await app.step('Approve').click();
    const sheet = app.dialog(/Approve/);
    await expect(sheet).toContainText(
      /decides on its calls as it goes, at most 3 turns, 12 calls.*Count the words/,
    );
    await expect(sheet).toContainText('by “Count words”, as often as “odd” wants within its limits');
    await expect(sheet).toContainText(/anything that the run holds by then.*the model at 127\.0\.0\.1/);
    await sheet.getByRole('button', { name: 'Approve and run' }).click();
    // While the model thinks about its second turn.
    await expect(app.card('odd')).toContainText('turn 2 of 3');
    await expect(app.card('odd')).toHaveAccessibleName(/in progress, turn 2 of 3/);
    // What its first turn took is told by now.
    await app.card('odd').click();
    await expect(inspector).toContainText('1 answer (120 tokens, $0.01)');
    await app.expectCompleted();
    await expect(app.card('odd')).not.toContainText('turn');
    // A press on a card that is selected opens what it came to.
    await app.card('odd').press('Enter');
    await inspector.getByText('What its sub-run did').click();
    await expect(inspector).toContainText(/one: .*"words":3/);
    await inspector.getByRole('button', { name: /^Open the run of / }).click();
    const record = app.region('Record');
    await expect(
      record.getByTitle('Turn 1: 1 call. The model says: I begin with the first letter.'),
    ).toBeAttached();
    await expect(
      record.getByTitle('Turn 2: the plan is at its end. The model says: It is counted.'),
    ).toBeAttached();
  } finally {
    await server.close();
  }
});

test('an agent is added where a model is connected, and is in no list without one', async ({ page }) => {
  const app = new Obelus(page);
  const { server } = await withModel(app, { replies: [] });
  const offered = async () => {
    await page.getByRole('button', { name: 'Add call' }).click();
    await app.dialog('Add a call').getByRole('combobox').fill('agent');
    return app.dialog('Add a call').getByRole('option', { name: /^Agent/ });
  };
  try {
    await app.importPlan(plan);
    await expect(await offered()).toBeVisible();
    await page.keyboard.press('Escape');
    await app.button('Change planner').click();
    await app
      .dialog('Planner')
      .getByRole('radio', { name: /Offline|Built-in|This device/ })
      .check();
    await app.dialog('Planner').getByRole('button', { name: 'Use this planner' }).click();
    await expect(await offered()).toHaveCount(0);
  } finally {
    await server.close();
  }
});

test('its turns are shown before anything of them starts, where one wants that; hatched in its own run', async ({
  page,
}) => {
  const app = new Obelus(page);
  const { server } = await withModel(app, { replies: turns.map((turn) => streamed(JSON.stringify(turn))) });
  try {
    await app.importPlan(plan);
    await app.approveWithTurnsShown();
    const question = app.region('The run asks');
    await expect(question).toContainText('Turn 1 would run 1 call');
    await expect(question).toContainText('I begin with the first letter.');
    await expect(question).not.toContainText('hatched');
    // Chosen at the run that holds it, as on the sheet.
    const banner = page.getByRole('button', { name: 'Let it go on' }).and(page.locator('[data-tip]'));
    await expect(banner).toHaveAttribute('data-tip', /Each turn of its agents waits for you/);
    await app.card('odd').press('Enter');
    await app
      .region('Inspector')
      .getByRole('button', { name: /^Open the run of / })
      .click();
    await expect(app.card('one')).toHaveAccessibleName(/proposed, signed by nobody/);
    await expect(question).toContainText('Drawn hatched.');
    await question.getByRole('button', { name: 'Take this turn' }).click();
    await expect(app.card('one')).toHaveAccessibleName(/completed/);
  } finally {
    await server.close();
  }
});

test('its tools are chosen by title with the keyboard, and one that nobody knows is mended where it stands', async ({
  page,
}) => {
  const app = new Obelus(page);
  const { server } = await withModel(app, { replies: [] });
  const [odd, end] = plan.calls;
  try {
    await app.importPlan({ ...plan, calls: [{ ...odd!, tools: ['Count words'] }, end!] });
    await app.button('Command palette').click();
    await page.getByRole('combobox', { name: 'Command palette' }).fill('agent');
    await page.getByRole('option', { name: /^Agent: the tools it may use/ }).click();
    const inspector = app.region('Inspector');
    const field = inspector.getByRole('combobox', { name: 'Tools it may use' });
    await expect(field).toBeFocused();
    await expect(inspector).toContainText('Did you mean "countWords"?');
    await expect(app.step('Approve')).toBeDisabled();
    // What there is to choose from lies over it.
    await field.press('Escape');
    await inspector.getByRole('button', { name: 'Use "countWords"' }).click();
    await expect(inspector).not.toContainText('not known');
    await field.press('ArrowDown');
    await field.pressSequentially('sort');
    await expect(page.getByRole('option', { name: 'Sort rows' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Count words' })).toHaveCount(0);
    await field.press('Enter');
    await inspector.getByRole('button', { name: 'Take Count words away' }).press('Enter');
    await expect(field).toBeFocused();
    await app.step('Approve').click();
    const sheet = app.dialog(/Approve/);
    await expect(sheet).toContainText('by “Sort rows”, as often as “odd” wants within its limits');
    await expect(sheet.getByRole('region', { name: 'Whose the tools are' })).toContainText('sortRows');
    await page.keyboard.press('Escape');
    await app.button('Undo').click();
    await expect(inspector.getByRole('button', { name: 'Take Count words away' })).toBeVisible();
  } finally {
    await server.close();
  }
});
