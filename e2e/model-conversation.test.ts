/** A plan made together with a scripted model, and every fault that one has on the way (issue 17, REVIEW 7). */

import { expect, type Locator, test } from '@playwright/test';
import { failing, type ModelServerScript, type Reply, streamed } from './model-server/script.ts';
import type { ModelServer } from './model-server/server.ts';
import { impatient } from './support/clock.ts';
import { Obelus } from './support/driver.ts';
import { STATEMENT } from './support/statement.ts';
import { KEY, TWO_SUMS as PLAN, withModel } from './support/with-model.ts';

let server: ModelServer;
test.afterEach(() => server.close());

const GROUP = {
  ...{ _id: 'groupRows', _tool: 'groupRows', _description: 'Total per month', by: 'Date', part: 'month' },
  ...{
    rows: '†state.kept',
    column: 'Amount',
    aggregate: 'sum',
    as: 'total',
    _outputPath: '†state.groupRows',
  },
};
const { part: _, ...ALL } = GROUP;
const BY_BOTH = { ...ALL, by: [{ column: 'Date', part: 'month' }, 'Category'] };
const SORT = {
  ...{ _id: 'sort', _tool: 'sortRows', _description: 'Largest first', rows: '†state.groupRows' },
  ...{ column: 'total', direction: 'descending', _outputPath: '†state.sorted' },
};
const CHART = {
  ...{ _id: 'chart', _tool: 'makeChart', _description: 'A bar a month', rows: '†state.groupRows' },
  ...{ x: 'month', y: 'total', mark: 'bar', _outputPath: '†state.chart' },
};

/** What the model answers to a sentence: only what is other, and the ids of what stays. */
const CHANGES: readonly [sentence: string, answer: object, calls: number][] = [
  [
    'only 2026',
    {
      keep: ['readCsv'],
      calls: [
        {
          ...{ _id: 'filterRows', _tool: 'filterRows', _description: 'Only 2026', rows: '†state.readCsv' },
          ...{ column: 'Date', operator: 'between', value: ['2026-01-01', '2026-12-31'] },
          _outputPath: '†state.kept',
        },
        GROUP,
      ],
      output: '†state.groupRows',
    },
    3,
  ],
  [
    'per category as well',
    { keep: ['readCsv', 'filterRows'], calls: [BY_BOTH], output: '†state.groupRows' },
    3,
  ],
  [
    'largest first',
    { keep: ['readCsv', 'filterRows', 'groupRows'], calls: [SORT], output: '†state.sorted' },
    4,
  ],
  [
    'as a chart',
    { keep: ['readCsv', 'filterRows', 'groupRows', 'sort'], calls: [CHART], output: '†state.chart' },
    5,
  ],
  [
    'drawn of the sorted rows',
    {
      keep: ['readCsv', 'filterRows', 'groupRows', 'sort'],
      calls: [{ ...CHART, rows: '†state.sorted' }],
      output: '†state.chart',
    },
    5,
  ],
  [
    'with a title',
    {
      keep: ['readCsv', 'filterRows', 'groupRows', 'sort'],
      calls: [{ ...CHART, rows: '†state.sorted', title: 'Spent and earned' }],
      output: '†state.chart',
    },
    5,
  ],
];
const WARN = {
  keep: ['readCsv', 'filterRows', 'groupRows', 'sort', 'chart'],
  calls: [
    {
      ...{ _id: 'over', _tool: 'filterRows', _description: 'Months over 1,000', rows: '†state.groupRows' },
      ...{ column: 'total', operator: 'greaterThan', value: 1000, _outputPath: '†state.over' },
    },
  ],
  output: { chart: '†state.chart', over: '†state.over' },
};

test('a statement dropped, a goal that is offered, changes by a model as differences, one taken in half, why, a test kept, a run, and ten times undo', async ({
  page,
}) => {
  const app = new Obelus(page);
  const usage = { prompt_tokens: 2_000, completion_tokens: 100 };
  const answers = [...CHANGES.map(([, answer]) => answer), WARN];
  ({ server } = await withModel(app, {
    replies: answers.map((answer) => streamed(JSON.stringify(answer), { usage })),
  }));
  await app.dropText('statement.csv', STATEMENT);
  await page
    .getByRole('list', { name: 'Goals that fit' })
    .getByRole('button', { name: /^Sum Amount per month/ })
    .click();
  await expect(page.getByText(/^A plan of 2 calls?\./)).toBeVisible();
  // What is offered was tried on this device, and is drafted there.
  expect(server.chats()).toHaveLength(0);

  const bar = app.region('Proposed change');
  const has = (calls: number) =>
    expect(app.region('Canvas').getByRole('group', { name: /^.*? \(\w+\), / })).toHaveCount(calls);
  const say = async (sentence: string) => {
    await app.goal.fill(sentence);
    await app.goal.press('Enter');
    await expect(bar).toContainText(sentence);
  };
  for (const [sentence, , calls] of CHANGES) {
    await say(sentence);
    await bar.getByRole('button', { name: 'Accept all' }).click();
    await expect(bar).toBeHidden();
    await has(calls);
  }
  // It was told the plan, what was said of it, and how the file begins.
  const told = server.chats().at(-1)?.body?.messages?.at(-1)?.content ?? '';
  for (const part of ['only 2026', '"_id":"groupRows"', 'statement.csv']) expect(told).toContain(part);

  await say('warn me if a month is over 1,000');
  await bar.getByRole('button', { name: 'Choose' }).click();
  const parts = page.getByRole('list', { name: 'Parts of the change' }).getByRole('checkbox');
  await parts.last().uncheck();
  await bar.getByRole('button', { name: /^Accept 1 of 2/ }).click();
  await expect(bar).toBeHidden();
  await has(6);

  const asked = server.chats().length;
  await app.goal.fill('why is the chart there?');
  await app.goal.press('Enter');
  await expect(app.sentence(/It came with “as a chart”/)).toBeVisible();
  expect(server.chats()).toHaveLength(asked);

  await app.keepAsTest();
  const title = page.getByRole('textbox', { name: 'Plan title' });
  await title.fill('Months');
  await title.press('Enter');

  // The title, the test, the half, six changes, and the draft.
  for (const calls of [6, 6, 5, 5, 5, 4, 3, 3, 2]) {
    await app.button('Undo').click();
    await has(calls);
  }
  await app.button('Undo').click();
  await expect(app.sentence('No calls yet')).toBeVisible();
  await expect(app.goal).toHaveValue(/^Sum Amount per month/);
  await expect(app.button('Undo')).toBeDisabled();
});

/** A wait that is left to the person: a shorter one is waited for, and then it is asked again. */
const LATER = {
  // A page sees it only where the server lets it.
  headers: { 'retry-after': '3600', 'access-control-expose-headers': 'retry-after' },
};

/** What the server does, the sentence it comes to, and the way that stands first beside it. */
const FAULTS: readonly [Reply, RegExp, string][] = [
  [
    failing(400, 'Blue moon required'),
    /refused the request \(400\).*Blue moon.*base URL/,
    'Check the connection…',
  ],
  [failing(401, 'Bad key'), /refused the key \(401\).*Check the planner’s key/, 'Enter the key…'],
  [failing(404, 'No such model'), /no model "scripted" at this address \(404\)/, 'Check the connection…'],
  [failing(429, 'Busy', LATER), /no more requests for now \(429\).*Try again in 3600 s/, 'Try again'],
  [failing(503, 'Down', LATER), /fault of its own \(503\).*Down.*Try again later/, 'Try again'],
  [failing(400, 'The prompt is too long.'), /finds the request too long/, 'Try with fewer tools'],
  [streamed(PLAN, { cutAfter: 20 }), /broke off in the middle of its answer/, 'Try again'],
  [streamed(PLAN, { finish: 'length' }), /limit of tokens for one answer/, 'Try with fewer tools'],
  [streamed('', { refusal: 'I cannot.' }), /refused to answer: "I cannot."/, 'Choose the planner…'],
  [streamed('I would rather not.'), /answer is no plan/, 'Try again'],
  [streamed(''), /gave an empty answer/, 'Try again'],
];

const FIELDS: Readonly<Record<string, string>> = {
  'Check the connection…': 'Base URL',
  'Enter the key…': 'Key',
};

test('every fault of a server is told in a sentence, without the key, with what helps, and what was said is in the box again', async ({
  page,
}) => {
  const app = new Obelus(page);
  const script: { -readonly [K in keyof ModelServerScript]: ModelServerScript[K] } = {
    replies: () => now,
  };
  let now: Reply = streamed(PLAN);
  ({ server } = await withModel(app, script));
  const thread = page.getByRole('list', { name: 'Thread' });
  const faults = thread.locator('[data-tone="danger"]');
  let told = 0;
  const isTold = async (sentence: RegExp, way: string): Promise<Locator> => {
    told += 1;
    await expect(faults).toHaveCount(told);
    const line = faults.last();
    await expect(line).toHaveText(sentence);
    await expect(line).not.toContainText(KEY);
    await expect(line).toContainText(/^The server at http|^The model|^Nothing readable came from http/);
    await expect(app.goal).toHaveValue('Add one and one');
    await expect(app.goal).toBeEditable();
    await expect(app.step('Draft plan')).toBeEnabled();
    const ways = line.getByRole('button');
    await expect(ways.first()).toHaveText(way);
    await expect(ways.last()).toHaveText('Plan it offline');
    return ways.first();
  };
  const isMet = async (sentence: RegExp, way: string): Promise<void> => {
    const first = await isTold(sentence, way);
    // Where the page is not allowed, asking ends with the question whether it is: that counts.
    const asked = server.requests.length;
    await first.click();
    if (way.endsWith('…')) {
      const dialog = app.dialog('Planner');
      await expect(dialog).toBeVisible();
      // It opens where what helps is typed.
      const field = FIELDS[way];
      if (field !== undefined)
        await expect(dialog.getByRole('textbox', { name: field, exact: true })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      return;
    }
    await isTold(sentence, way);
    expect(server.requests.length).toBeGreaterThan(asked);
  };
  await app.goal.fill('Add one and one');
  for (const [reply, sentence, way] of FAULTS) {
    now = reply;
    await app.goal.press('Enter');
    await isMet(sentence, way);
  }
  // Two minutes of silence in the middle of an answer.
  await impatient(page);
  now = streamed(PLAN, { hangAfter: 3 });
  await app.goal.press('Enter');
  await isMet(/stopped sending for 120 s in the middle of its answer/, 'Try again');
  script.cors = 'preflight-refused';
  await app.goal.press('Enter');
  await isMet(/does not allow this page/, 'Try again');

  // It comes to its senses, and another answers in its place: that is told, and the plan is there.
  script.cors = 'any';
  now = streamed(PLAN, { answeredBy: 'understudy' });
  await faults.last().getByRole('button', { name: 'Try again' }).click();
  await expect(app.card('two')).toBeVisible();
  const other = thread.getByRole('listitem').filter({ hasText: 'says that “understudy” answers' });
  await other.getByRole('button', { name: 'Choose the planner…' }).click();
  await expect(app.dialog('Planner')).toBeVisible();
});
