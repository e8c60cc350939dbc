/** A plan that goes on, turn by turn before the person's eyes (L-63): shown, refused, kept over a reload, taken, let go on. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { failing, type Reply, streamed } from './model-server/script.ts';
import { Obelus } from './support/driver.ts';
import { withModel } from './support/with-model.ts';

const plan: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'plan_turns', title: 'Letters', goal: 'Count the words' },
  calls: [{ _id: 'first', _tool: 'countWords', text: 'one two', _outputPath: '†state.first' }],
  output: '†state.first',
};

const count = (_id: string, text: string) => ({
  ...{ _id, _tool: 'countWords', _description: `Count ${_id}`, text, _outputPath: `†state.${_id}` },
});

const turns = [
  { calls: [count('wrong', 'x')], output: null, reflection: 'I look at the wrong letter.' },
  {
    calls: [count('second', 'one two three'), count('third', 'one')],
    output: null,
    reflection: 'Two letters are left.',
  },
  { calls: [count('last', 'a b c d')], output: '†state.last', reflection: 'The last one.' },
];

/** Of a plan that ends with its calls one that goes on, in its own panel, within what it names and five turns. */
async function letGoOn(app: Obelus): Promise<void> {
  await app.button('The plan itself').click();
  const panel = app.region('The plan itself');
  await panel.getByText('Going on by itself').click();
  await panel
    .getByRole('combobox', { name: 'How its calls come' })
    .selectOption('Its planner adds them, a step at a time');
  await expect(panel).toContainText('3 calls at most');
  await expect(panel.getByRole('button', { name: 'Take Count words away' })).toBeVisible();
  await panel.getByRole('textbox', { name: 'Turns at most' }).fill('5');
}

test('each turn is drawn as ghosts and waits to be taken, over a reload, until it is let go on', async ({
  page,
}) => {
  const app = new Obelus(page);
  const { server } = await withModel(app, { replies: turns.map((turn) => streamed(JSON.stringify(turn))) });
  try {
    await app.importPlan(plan);
    await letGoOn(app);
    await app.step('Approve').click();
    await expect(app.dialog(/Approve/)).toContainText('nothing caps what its model may cost');
    await page.keyboard.press('Escape');
    await app.approveWithTurnsShown();

    const question = app.region('The run asks');
    await expect(question).toContainText('Turn 1 would run 1 call');
    await expect(question).toContainText('I look at the wrong letter.');
    await expect(app.card('wrong')).toHaveAccessibleName(/proposed, signed by nobody/);
    await question.getByRole('textbox').fill('Not that letter, the second.');
    await question.getByRole('button', { name: 'Ask for another turn' }).click();

    await expect(question).toContainText('Turn 2 would run 2 calls');
    await expect(app.card('wrong')).toHaveCount(0);
    const told = JSON.stringify(server.requests.at(-1)?.body);
    expect(told).toContain('Not that letter, the second.');
    const asked = server.requests.length;

    await page.reload();
    await expect(question).toContainText('Turn 2 would run 2 calls');
    await expect(app.card('second')).toHaveAccessibleName(/proposed, signed by nobody/);
    expect(server.requests).toHaveLength(asked);

    await question.getByRole('button', { name: 'Take this turn' }).click();
    await expect(question).toContainText('Turn 3 would run 1 call');
    await expect(app.card('third')).toHaveAccessibleName(/completed/);
    await question.getByRole('button', { name: 'Let it go on' }).click();
    await app.expectCompleted();
    await expect(app.card('last')).toHaveAccessibleName(/completed/);
    await expect(app.region('Result')).toContainText('4');

    // What it has become is put into the plan as one that is done: nobody is asked for more of it.
    await expect(page.getByText('it goes on by itself no more')).toBeVisible();
    await app.button('Put it in the plan…').click();
    await app.button('Accept all').click();
    await expect(app.card('last')).toBeVisible();
    await app.button('Command palette').click();
    await page.getByRole('combobox', { name: 'Command palette' }).fill('mandate');
    await page.getByRole('option', { name: /^Going on by itself/ }).click();
    const panel = app.region('The plan itself');
    await expect(panel.locator('summary').filter({ hasText: 'Going on by itself' })).toBeFocused();
    await expect(panel.getByRole('combobox', { name: 'How its calls come' })).toHaveValue('whole');
    await expect(panel).not.toContainText('Tools it may use');
  } finally {
    await server.close();
  }
});

test('a server that gives no answer is told by its words, and asked again when the person says so; its address outlasts Offline', async ({
  page,
}) => {
  const app = new Obelus(page);
  const says: { replies: () => Reply } = { replies: () => failing(402, 'Out of credit.') };
  const { server } = await withModel(app, says);
  const planner = app.dialog('Planner');
  try {
    await app.importPlan(plan);
    await letGoOn(app);
    await app.approve();
    await app.run();

    const question = app.region('The run asks');
    await expect(question).toContainText('The planner gave no answer. Ask it again?');
    await expect(question).toContainText('Out of credit.');
    await expect(question).toContainText('no turn is used up');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(question).toContainText('Out of credit.');
    // On a phone the whole of it is in sight.
    await expect(question.getByRole('heading')).toBeInViewport({ ratio: 1 });
    await expect(question.getByRole('button', { name: 'End the run here' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 720 });
    await question.getByRole('button', { name: 'Choose the planner…' }).click();
    await planner.getByRole('radio', { name: /^Offline/ }).check();
    await planner.getByRole('button', { name: 'Use this planner' }).click();

    // Nothing is connected now: that is asked for before anything is used up.
    await question.getByRole('button', { name: 'Ask again' }).click();
    await expect(question).toContainText('No model was connected');
    await page.reload();
    await question.getByRole('button', { name: 'Connect a model…' }).click();
    await planner.getByRole('radio', { name: /OpenAI-compatible/ }).check();
    await expect(planner.getByRole('textbox', { name: 'Base URL' })).toHaveValue(server.url);
    await expect(planner.getByRole('textbox', { name: 'Model' })).toHaveValue('scripted');
    await planner.getByRole('button', { name: 'Use this planner' }).click();

    let turn = 0;
    says.replies = () => streamed(JSON.stringify(turns[++turn] ?? turns[2]));
    await question.getByRole('button', { name: 'Go on with the model' }).click();
    await app.expectCompleted();
    await expect(app.region('Result')).toContainText('4');
  } finally {
    await server.close();
  }
});
