/** A goal that a model plans in parts, in the page: chosen, watched, run, and told of on the sheet that is signed. */

import { expect, test } from '@playwright/test';
import { type RecordedRequest, type Reply, streamed } from './model-server/script.ts';
import { type ModelServer, startModelServer } from './model-server/server.ts';
import { Obelus } from './support/driver.ts';
import { KEY, plannerDialog } from './support/with-model.ts';

let server: ModelServer;
test.afterEach(() => server.close());

const GOAL = 'Add up the apples and the pears, and say which are more';
const NUMBER = { type: 'number' };
const sum = (_id: string, expression: string) => ({
  ...{ _id, _tool: 'calculate', _description: `Add ${_id}`, expression, _outputPath: `†state.${_id}` },
});
const part = (_id: string) => ({
  ...{ _id, _tool: 'part', _delegate: `#${_id}`, _description: `Add up the ${_id}` },
  _outputPath: `†state.${_id}`,
});
const TOP = {
  title: 'Fruit',
  parts: {
    apples: { goal: 'Add up 20 and 1 apples', input: null, gives: NUMBER },
    pears: { goal: 'Add up 20 and 2 pears', input: null, gives: NUMBER },
  },
  calls: [part('apples'), part('pears')],
  output: { apples: '†state.apples', pears: '†state.pears' },
};
const APPLES = { title: 'Apples', calls: [sum('red', '20 + 1')], output: '†state.red' };
const PEARS = { title: 'Pears', calls: [sum('green', '20 + 2')], output: '†state.green' };

const usage = { prompt_tokens: 1000, completion_tokens: 200, cost: 0.01 };
const say = (plan: unknown, more = {}): Reply => streamed(JSON.stringify(plan), { usage, ...more });

/** @param pears what the one part is answered */
const model =
  (pears: () => Reply) =>
  ({ body }: RecordedRequest): Reply => {
    const text = (body?.messages ?? []).map(({ content }) => content).join('\n');
    const goal = /## Goal\n"(.*)"/.exec(text)?.[1] ?? '';
    if (goal.startsWith('Add up 20 and 1')) return say(APPLES);
    return goal.startsWith('Add up 20 and 2') ? pears() : say(TOP);
  };

async function inParts(app: Obelus, pears: () => Reply): Promise<void> {
  server = await startModelServer({ replies: model(pears) });
  await app.open();
  const dialog = await plannerDialog(app, server, KEY);
  await dialog.getByRole('checkbox', { name: 'Plan in parts what is large' }).check();
  await dialog.getByText('Temperature, prices, size and wishes').click();
  const depth = dialog.getByRole('textbox', { name: 'Parts within parts, at most' });
  await depth.fill('4');
  await expect(dialog.getByText('A whole number from 1 to 3.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Use this planner' })).toBeDisabled();
  await depth.fill('2');
  await dialog.getByRole('button', { name: 'Use this planner' }).click();
}

test('a goal is planned in parts, each seeing its own task alone, and the plan that comes of it runs (T-1)', async ({
  page,
}) => {
  const app = new Obelus(page);
  await inParts(app, () => say(PEARS));
  await app.draft(GOAL);
  await expect(app.sentence(/^A plan of 2 calls, and 2 parts with 2 calls of their own\./)).toBeVisible();
  await expect(app.sentence(/^Asking the model took .*, 3,600 tokens, \$0\.03\.$/)).toBeVisible();
  const asked = server.chats().map(({ body }) => JSON.stringify(body?.messages));
  expect(asked).toHaveLength(3);
  expect(asked.filter((text) => text.includes(GOAL))).toHaveLength(1);

  await app.step('Approve').click();
  const from = app.dialog(/^Approve revision/).getByRole('region', { name: 'Where it came from' });
  await from.getByText('What was asked of it, and what came').click();
  await expect(from.getByRole('listitem')).toHaveText([
    new RegExp(`^${GOAL} ?2 calls, 2 parts · .*1,200 tokens, \\$0\\.01$`),
    /^(?:apples|pears): Add up .*1 call · .*1,200 tokens, \$0\.01$/,
    /^(?:apples|pears): Add up .*1 call · .*1,200 tokens, \$0\.01$/,
  ]);
  await app
    .dialog(/^Approve revision/)
    .getByRole('button', { name: 'Approve', exact: true })
    .click();
  await app.step('Run').click();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('21');
  await expect(app.region('Result')).toContainText('22');
});

test('a part that is refused stands as an open step, is told, and holds the plan back', async ({ page }) => {
  const app = new Obelus(page);
  await inParts(app, () => streamed('', { refusal: 'No pears.', usage }));
  await app.draft(GOAL);
  await expect(
    app.sentence(/^The part "pears" could not be planned and stands as an open step\..*No pears/),
  ).toBeVisible();
  await expect(app.step('Approve')).toBeDisabled();
});

test('stopped in the middle it leaves nothing, and ends what was under way', async ({ page }) => {
  const app = new Obelus(page);
  await inParts(app, () => say(PEARS, { hangAfter: 2 }));
  await app.goal.fill(GOAL);
  await app.button('Draft plan').last().click();
  await expect(app.card('apples')).toContainText('Apples');
  await app.button('Stop drafting').click();
  await expect(app.sentence(/Drafting was stopped/)).toBeVisible();
  await expect(app.card('apples')).toBeHidden();
});
