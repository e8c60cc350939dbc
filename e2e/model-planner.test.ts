/** Drafting and running with a model, against a scripted server that speaks the true protocol, under the real policy. */

import { expect, test } from '@playwright/test';
import { type ModelServerScript, streamed } from './model-server/script.ts';
import { type ModelServer, startModelServer } from './model-server/server.ts';
import { killableBrowser } from './support/browser.ts';
import { Obelus } from './support/driver.ts';
import { startOutside } from './support/outside.ts';
import { KEY, TWO_SUMS as PLAN, plannerDialog, withModel } from './support/with-model.ts';

let server: ModelServer;
test.afterEach(() => server.close());

/** Answered by the model, as nothing else is there to answer for it. */
const JUDGE = {
  name: 'judgeTone',
  description: 'Judges the tone of a text.',
  parameters: { type: 'object' as const },
};

/** An app that drafts with the scripted server; what breaks the policy ends up in what it gives. */
async function connected(app: Obelus, script: ModelServerScript): Promise<readonly string[]> {
  const model = await withModel(app, script);
  server = model.server;
  return model.broken;
}

test('a streamed draft lands on the canvas, and runs, under the policy that is served', async ({ page }) => {
  const policies: (string | null)[] = [];
  page.on('response', (response) => {
    // Not `headerValue`: what the service worker takes from the browser's cache has no headers of the wire.
    if (/\/$|\/assets\/(?:runs|pool)\//.test(new URL(response.url()).pathname)) {
      policies.push(response.headers()['content-security-policy'] ?? null);
    }
  });
  const app = new Obelus(page);
  const broken = await connected(app, { replies: [streamed(PLAN)], key: KEY });
  await app.draft('Add one and one, and multiply by 21');
  await expect(app.card('one')).toBeVisible();
  await expect(app.card('two')).toBeVisible();
  expect(server.chats()).toHaveLength(1);
  expect(server.chats()[0]?.body).toMatchObject({ model: 'scripted', stream: true });

  await app.approve();
  await app.step('Run').click();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('42');
  expect(broken).toEqual([]);
  expect(policies.length).toBeGreaterThan(0);
  for (const policy of policies) expect(policy).toContain("default-src 'none'");
});

test('a call is on the canvas while the rest is still on its way', async ({ page }) => {
  const app = new Obelus(page);
  const cut = PLAN.indexOf('{"_id":"two"');
  const half = streamed([PLAN.slice(0, cut), PLAN.slice(cut)], { hangAfter: 1 });
  await connected(app, { replies: [half, half, streamed(PLAN)] });
  await app.goal.fill('Add one and one, and multiply by 21');
  await app.button('Draft plan').last().click();
  await expect(app.card('one')).toBeVisible();
  await expect(app.card('two')).toBeHidden();
  // Its server says at the end what it took: until then the count is ours.
  await expect(app.sentence(/^Drafting · 1 call · .*about [\d,]+ tokens…$/)).toBeVisible();
  await app.button('Stop drafting').click();
  await expect(app.sentence(/Drafting was stopped/)).toBeVisible();

  // Killed in the middle, it leaves no half plan that could be approved: the plan is as it was, and the goal in the box.
  await app.button('Draft plan').last().click();
  await expect(app.card('one')).toBeVisible();
  await page.reload();
  await expect(app.sentence(/was cut off before the plan was whole: the plan is as it was/)).toBeVisible();
  await expect(app.goal).toHaveValue('Add one and one, and multiply by 21');
  await expect(app.card('one')).toBeHidden();
  await expect(app.step('Approve')).toBeDisabled();
  await app.button('Try again').last().click();
  await expect(app.card('two')).toBeVisible();
});

test('what asking the model took is said, kept with the plan, and summed on the sheet that is signed', async ({
  page,
}) => {
  const app = new Obelus(page);
  const usage = { prompt_tokens: 3000, completion_tokens: 400 };
  await connected(app, { replies: [streamed(PLAN, { usage })] });
  await app.draft('Add one and one, and multiply by 21');
  await expect(app.sentence(/^Asking the model took .*, 3,400 tokens\.$/)).toBeVisible();
  await app.button('Show plans').click();
  await expect(app.planEntry('Two sums')).toBeVisible();
  await page.reload();
  await app.openPlan('Two sums');
  await app.step('Approve').click();
  await expect(
    app.dialog(/^Approve revision/).getByRole('region', { name: 'Where it came from' }),
  ).toContainText(/Asking a model for it took .*, 3,400 tokens over 1 sentence\./);
});

test('what a connection lacks is said before it is used, and what is set for it goes along', async ({
  page,
}) => {
  const app = new Obelus(page);
  server = await startModelServer({ models: ['scripted'], key: KEY, replies: [streamed(PLAN)] });
  await app.open();
  const dialog = await plannerDialog(app, server, 'sk-another');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText(/refused the key \(401\)/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Key', exact: true }).fill(KEY);
  await expect(dialog.getByText(/refused the key/)).toBeHidden();
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText('"scripted" answers', { exact: false })).toBeVisible();

  await dialog.getByText('Temperature, prices, size and wishes').click();
  await dialog.getByRole('textbox', { name: 'Temperature' }).fill('3');
  await expect(dialog.getByText('From 0 to 2.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Use this planner' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Temperature' }).fill('0.2');
  await dialog.getByRole('textbox', { name: 'What you want of every plan' }).fill('No decimals.');
  await dialog.getByRole('button', { name: 'Use this planner' }).click();
  await app.draft('Add one and one, and multiply by 21');
  const body = server.chats().at(-1)?.body;
  expect(body?.temperature).toBe(0.2);
  expect(body?.messages?.at(-1)?.content).toContain('No decimals.');
});

test('a server that passes requests on to another is followed neither by a test nor by a draft', async ({
  page,
}) => {
  const app = new Obelus(page);
  const other = await startModelServer({ replies: [streamed(PLAN)] });
  const location = `${other.url.replace('127.0.0.1', 'localhost')}/chat/completions`;
  server = await startModelServer({
    replies: [{ kind: 'raw', status: 307, headers: { location }, body: '' }],
  });
  await app.open();
  const dialog = await plannerDialog(app, server, KEY);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText(/wants to pass the request on to another address/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Use this planner' }).click();
  await app.goal.fill('Add one and one');
  await app.button('Draft plan').last().click();
  await expect(app.sentence(/wants to pass the request on to another address/)).toBeVisible();
  await expect(app.button('Check the connection…')).toBeVisible();
  expect(other.requests).toEqual([]);
  await other.close();
});

test('approved plans are shown to a model only where that is ticked, and it is said', async ({ page }) => {
  const app = new Obelus(page);
  server = await startModelServer({ models: ['scripted'], replies: [streamed(PLAN), streamed(PLAN)] });
  await app.open();
  await app.dropText('march.csv', 'region,amount\nNorth,120\nSouth,300\n');
  await expect(app.sentence('march.csv')).toBeVisible();
  await app.draft('sum amount by region, largest first');
  await app.approve();

  const drafts = async (ticks: boolean): Promise<string | undefined> => {
    await app.button('New plan').first().click();
    const dialog = await plannerDialog(app, server, '');
    const tick = dialog.getByRole('checkbox', { name: /Show the model up to two plans/ });
    await expect(tick).not.toBeChecked();
    await tick.setChecked(ticks);
    await dialog.getByRole('button', { name: 'Use this planner' }).click();
    if (ticks) await expect(app.sentence(/up to two approved plans like it/)).toBeVisible();
    await app.draft('sum amount by region');
    await expect(app.card('two')).toBeVisible();
    return server.chats().at(-1)?.body?.messages?.at(-1)?.content as string | undefined;
  };
  const example = '"goal":"sum amount by region, largest first"';
  expect(await drafts(false)).not.toContain(example);
  const told = await drafts(true);
  expect(told).toContain(example);
  expect(told).not.toContain('North,120');
  await expect(app.sentence(/^The model was shown a plan you approved: /)).toBeVisible();
});

test('steps that think say that a model answers, are signed with its server, and are paid for once; the key is in no export', async ({
  page,
}) => {
  const app = new Obelus(page);
  const outside = await startOutside();
  const usage = { prompt_tokens: 1000, completion_tokens: 1000 };
  await connected(app, {
    replies: [
      streamed('{"value": {"tone": "friendly"}}', { usage }),
      streamed('{"outcome": "kind", "value": "They are friendly."}', { usage }),
    ],
  });
  const dialog = await plannerDialog(app, server, KEY);
  await dialog.getByText('Temperature, prices, size and wishes').click();
  await dialog.getByRole('textbox', { name: 'Price of a million tokens in, US$' }).fill('10');
  await dialog.getByRole('textbox', { name: 'Price of a million tokens out, US$' }).fill('20');
  await dialog.getByRole('button', { name: 'Use this planner' }).click();
  await app.importPlan({
    format: 'obelus/plan',
    version: 1,
    id: 'plan_thinks',
    title: 'A judgement',
    mode: 'lazy',
    calls: [
      {
        _id: 'ask',
        _tool: 'askModel',
        instruction: 'In which tone is this written?',
        about: 'Dear all',
        shape: { type: 'object', properties: { tone: { type: 'string' } }, required: ['tone'] },
        _outputPath: '†state.tone',
      },
      {
        _id: 'way',
        _tool: 'chooseByModel',
        question: 'Is that kind?',
        about: '†state.tone',
        _outputPath: '†state.kind || †state.rude',
      },
      {
        _id: 'page',
        _tool: 'httpGet',
        url: outside.url('page'),
        _after: '†state.kind',
        _outputPath: '†state.page',
      },
    ],
    output: '†state.kind',
  });
  for (const id of ['ask', 'way'])
    await expect(app.card(id).getByTitle('The model itself answers')).toBeVisible();
  await app.step('Approve').click();
  const sheet = app.dialog(/^Approve revision/);
  await expect(sheet).toContainText(`the model at ${new URL(server.url).host}`);
  await sheet.getByRole('button', { name: 'Approve', exact: true }).click();
  await app.run();
  await outside.visited('page');
  await page.reload();
  await outside.visited('page', 2);
  await expect(app.sentence('This resume saved 2 calls and 2 model calls, about $0.06.')).toBeVisible();
  outside.open('page');
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('They are friendly.');
  await app.button('Show plans').click();
  await expect(app.runEntry('A judgement')).toContainText('$0.06');
  expect(server.chats()).toHaveLength(2);
  expect(server.chats()[1]?.body?.messages?.at(-1)?.content).toContain('"about":{"tone":"friendly"}');
  await outside.close();
  const kept = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('obelus');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const rows = await Promise.all(
      [...database.objectStoreNames].map(
        (name) =>
          new Promise((resolve, reject) => {
            const request = database.transaction(name).objectStore(name).getAll();
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          }),
      ),
    );
    database.close();
    return JSON.stringify([rows, { ...localStorage }]);
  });
  expect(kept).toContain('They are friendly.');
  expect(kept).not.toContain(KEY);
});

test('after the browser was killed, the run goes on and says which model call it did not pay for again (L-93, R-20)', async ({
  baseURL,
}) => {
  const outside = await startOutside();
  const browser = await killableBrowser(baseURL);
  try {
    const app = new Obelus((await browser.launch()).pages()[0]!);
    await connected(app, { replies: [streamed('{"value": "They are friendly."}')] });
    await app.importPlan({
      format: 'obelus/plan',
      version: 1,
      id: 'plan_killed',
      title: 'A judgement and a page',
      mode: 'lazy',
      tools: [JUDGE],
      calls: [
        { _id: 'judge', _tool: 'judgeTone', text: 'Dear all', _outputPath: '†state.tone' },
        {
          _id: 'page',
          _tool: 'httpGet',
          url: outside.url('page'),
          _after: '†state.tone',
          _outputPath: '†state.page',
        },
      ],
      output: '†state.tone',
    });
    await app.approve();
    await app.run();
    await outside.visited('page');
    await browser.kill();

    const again = await new Obelus((await browser.launch()).pages()[0]!).openWithPlans();
    await outside.visited('page', 2);
    await again.openRun('A judgement and a page');
    await expect(again.sentence('This resume saved 1 call and 1 model call.')).toBeVisible();
    outside.open('page');
    await again.expectCompleted();
    await expect(again.region('Result')).toContainText('They are friendly.');
    expect(server.chats()).toHaveLength(1);
  } finally {
    await browser.dispose();
    await outside.close();
  }
});
