/** Who is asked for anything in a whole session, seen from outside of the browser: the app's own server, and who was named. */

import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { printWorkbook } from '../src/activities/workbook.ts';
import type { Plan } from '../src/plan/document.ts';
import { pdfWith } from '../test/pdf-with.ts';
import { streamed } from './model-server/script.ts';
import { startModelServer } from './model-server/server.ts';
import { Obelus } from './support/driver.ts';
import { startOutside } from './support/outside.ts';
import { type WatchedNetwork, watchNetwork } from './support/watched-network.ts';
import { KEY, plannerDialog, TWO_SUMS } from './support/with-model.ts';

interface Session {
  readonly network: WatchedNetwork;
  readonly context: BrowserContext;
  readonly page: Page;
  /** `host:port` of the app. */
  readonly home: string;
  /** What broke a policy, in the words of the browser. */
  readonly broken: readonly string[];
}

/** A browser of its own kind: all it asks for goes by the watch, and the service worker keeps the app as it does for a person. */
const test = base.extend<{ session: Session }>({
  session: async ({ browser, baseURL, viewport }, use) => {
    const network = await watchNetwork();
    const context = await browser.newContext({
      proxy: { server: network.server },
      serviceWorkers: 'allow',
      viewport,
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    const broken: string[] = [];
    context.on('console', (message) => {
      if (/Content Security Policy|Trusted|Permissions-Policy/i.test(message.text()))
        broken.push(`${message.text()} ${message.location().url}:${message.location().columnNumber}`);
    });
    const page = await context.newPage();
    await use({ network, context, page, home: new URL(baseURL ?? '').host, broken });
    await context.close();
    await network.close();
  },
});

/** Whom it asked beside the app's own server. */
const others = ({ network, home }: Session): string[] => [
  ...new Set(network.asked.filter((host) => host !== home)),
];

/** Everywhere a text could have somebody asked: addresses, pictures, a link, a character by its name. */
const LURE = 'https://lure.example';
const TEMPTING = `# Report &eacute;

![pixel](${LURE}/pixel.png) <img src="${LURE}/html.png"> [a link](${LURE}/link) ${LURE}/plain

| city | logo |
| --- | --- |
| Rome | ![logo](${LURE}/logo.svg) |
`;

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_tempting',
  title: `Letters of ${LURE}/title`,
  goal: `Read what is at ${LURE}/goal`,
  mode: 'lazy',
  calls: [
    { _id: 'letter', _tool: 'readPdf', file: 'letter.pdf', _outputPath: '†state.letter' },
    { _id: 'fees', _tool: 'readXlsx', file: 'fees.xlsx', _outputPath: '†state.fees' },
    {
      _id: 'drawn',
      _tool: 'makeChart',
      rows: '†state.fees',
      x: 'city',
      y: 'fee',
      _outputPath: '†state.drawn',
    },
    {
      _id: 'said',
      _tool: 'template',
      _description: `As ${LURE}/described says`,
      template: '{lure}\n\n{letter}',
      values: { lure: TEMPTING, letter: '†state.letter' },
      _outputPath: '†state.said',
    },
  ],
  output: { said: '†state.said', drawn: '†state.drawn', fees: '†state.fees' },
};

const FEES = [
  { city: 'Rome', fee: 12, logo: `${LURE}/cell.png` },
  { city: 'Bern', fee: 7, logo: `=IMAGE("${LURE}/formula.png")` },
];

test('a whole session asks the app’s own server, and nobody else', async ({ session }) => {
  const { page, context } = session;
  const app = await new Obelus(page).openWithPlans();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

  // A goal, its files, a draft, a dry run, a run.
  await app.dropText('fees.csv', `city,fee,logo\nRome,12,${LURE}/a.png\nBern,7,${LURE}/b.png\n`);
  await app.draft('Read fees.csv and total the fee by city');
  await app.step('Dry run').click();
  await page.keyboard.press('Escape');
  await app.approve();
  await app.run();
  await app.expectCompleted();
  await app.button('Back to the plan').first().click();

  // A plan that came as a link, with a PDF and a workbook, its results drawn, its files saved.
  await app.importPlan(PLAN);
  await app.dropText('letter.pdf', new TextEncoder().encode(pdfWith('Dear all')));
  await app.dropText('fees.xlsx', await printWorkbook(FEES, ['city', 'fee', 'logo']));
  const link = await app.shareLink();
  await page.keyboard.press('Escape');
  await app.approve();
  await app.run();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('Dear all');
  for (const panel of ['Timeline', 'State', 'Journal']) await app.panel(panel);
  await app.button('Back to the plan').first().click();
  const saved = page.waitForEvent('download');
  await app.button('Export').click();
  await saved;

  const other = await context.newPage();
  await other.goto(link);
  await expect(new Obelus(other).card('letter')).toBeVisible();
  await other.close();

  // Dialogs, each of which could look something up.
  for (const words of ['Storage', 'Secrets', 'Keyboard shortcuts']) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill(words);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').first().waitFor();
    await page.keyboard.press('Escape');
  }
  await page.reload();
  await app.region('Plans').waitFor();

  expect(others(session)).toEqual([]);
  expect(session.network.asked.length).toBeGreaterThan(20);
  expect(session.broken).toEqual([]);
});

test('with a model its server is asked once it is connected, and a host of a plan when that runs', async ({
  session,
}) => {
  const { page } = session;
  const model = await startModelServer({ replies: [streamed(TWO_SUMS)], key: KEY });
  const outside = await startOutside();
  try {
    const modelHost = new URL(model.url).host;
    const host = new URL(outside.url('')).host;
    const app = await new Obelus(page).openWithPlans();
    const dialog = await plannerDialog(app, model, KEY);
    // Typed is not yet said.
    expect(others(session)).toEqual([]);
    await dialog.getByRole('button', { name: 'Use this planner' }).click();
    await expect(dialog).toBeHidden();
    await app.draft('Add one and one, and multiply by 21');
    expect(others(session)).toEqual([modelHost]);

    await app.importPlan({
      format: 'obelus/plan',
      version: 1,
      id: 'plan_asks',
      mode: 'lazy',
      calls: [{ _id: 'look', _tool: 'httpGet', url: outside.url('look'), _outputPath: '†state.look' }],
    });
    await expect(app.card('look')).toBeVisible();
    await app.step('Dry run').click();
    await page.keyboard.press('Escape');
    await app.step('Approve').click();
    await app
      .dialog(/^Approve revision/)
      .getByText(host)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    expect(others(session)).toEqual([modelHost]);
    await app.approve();
    await app.step('Run').click();
    await outside.visited('look');
    expect(others(session)).toEqual([modelHost, host]);
  } finally {
    await model.close();
    await outside.close();
  }
});

test('the watch sees what a page, a worker and a service worker ask for', async ({ session }) => {
  const { page } = session;
  const app = await new Obelus(page).openWithPlans();
  await app.button('Sales by region').first().click();
  const found = () => page.workers().find((worker) => worker.url().includes('/assets/runs/'));
  await expect.poll(() => found() !== undefined).toBe(true);
  await found()!.evaluate(() =>
    Promise.allSettled([fetch('http://plain.example/'), fetch('https://sealed.example/')]),
  );
  // It goes nowhere, and was asked.
  await page.goto('http://page.example/').catch(() => null);
  expect(others(session).sort()).toEqual(['page.example:80', 'plain.example:80', 'sealed.example:443']);
});
