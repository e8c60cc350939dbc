/** A stranger's plan, its files and what its run brings: on no screen does a character of theirs hide or turn a line (L-75). */

import { expect, type Locator, type Page, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';

/** A mark of direction, one of no width, an isolate, a tag, a bell and a line separator. */
const EVIL = 'x\u202ey\u200bz\u2066w\u{e0041}v\u0007u\u2028t';

const PLAN = {
  format: 'obelus/plan',
  version: 1,
  id: 'hostile',
  title: `Title ${EVIL}`,
  goal: `Goal ${EVIL}`,
  input: {
    schema: {
      type: 'object',
      properties: { note: { type: 'string', title: `Label ${EVIL}`, description: `Help ${EVIL}` } },
      required: ['note'],
    },
  },
  calls: [
    {
      _id: 'ask',
      _tool: 'askPerson',
      _description: `Ask ${EVIL}`,
      question: `Question ${EVIL}`,
      details: `Details ${EVIL}`,
      _outputPath: '†state.answer',
    },
    {
      _id: 'join',
      _tool: 'joinText',
      _description: `Join ${EVIL}`,
      texts: [`One ${EVIL}`, '†input.note', '†state.answer'],
      separator: EVIL,
      _outputPath: '†state.joined',
    },
    {
      _id: 'fail',
      _tool: 'readText',
      _description: `Read ${EVIL}`,
      file: `file ${EVIL}.txt`,
      _after: '†state.joined',
      _outputPath: '†state.text',
    },
    {
      _id: 'post',
      _tool: 'postIt',
      _description: `Post ${EVIL}`,
      url: 'http://127.0.0.1:9/x',
      body: `Body ${EVIL}`,
      _after: '†state.text',
      _outputPath: '†state.posted',
    },
  ],
  output: '†state.joined',
  tools: [
    {
      name: 'postIt',
      title: `Tool ${EVIL}`,
      description: `About ${EVIL}`,
      activity: 'httpSend',
      effect: 'write',
      parameters: {
        type: 'object',
        properties: {
          url: { type: 'string', title: `Where ${EVIL}`, description: `To ${EVIL}` },
          body: { type: 'string' },
        },
      },
    },
  ],
  policy: { retryLimit: 0 },
};

/** Whatever the page shows or says of itself that holds such a character raw; what can be typed into is left out. */
const rawTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const raw =
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be shown.
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u206f\u{e0000}-\u{e007f}]/u;
    const found: string[] = [];
    const walker = document.createTreeWalker(
      document.documentElement,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    );
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      const parent = node instanceof Element ? node : node.parentElement;
      const where = `${parent?.tagName.toLowerCase()}.${parent?.className}`;
      if (parent?.closest('script, style, textarea, .cm-editor')) continue;
      if (node instanceof Text && raw.test(node.data)) found.push(`${where}: ${node.data}`);
      if (node instanceof Element)
        for (const { name, value } of node.attributes)
          if (raw.test(value) && !(name === 'value' && node.matches('input')))
            found.push(`${where} [${name}]: ${value}`);
    }
    return found.map((one) => JSON.stringify(one).slice(0, 240));
  });

test('on no screen does a stranger’s text hide or turn a line', async ({ page }) => {
  // Many screens one after the other, each read whole.
  test.slow();
  const app = await new Obelus(page).open();
  const holds = async (screen: string) => expect.soft(await rawTexts(page), screen).toEqual([]);
  const everyTab = async () => {
    for (const tab of await page.getByRole('tablist').getByRole('tab').all()) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await holds(`the tab ${await tab.textContent()}`);
    }
  };
  await app.importText(JSON.stringify(PLAN));
  await expect(app.dialog('Import a plan')).toBeHidden();
  await expect(app.card('join')).toBeVisible();
  await holds('the canvas');
  await app.card('join').click();
  await expect(app.region('Inspector')).toContainText('Join');
  await holds('the inspector');
  // Further calls stand where the view has to go first.
  for (const words of ['Read', 'Post']) {
    await page.keyboard.press('ArrowRight');
    await expect(app.region('Inspector').getByRole('textbox', { name: 'Description' })).toHaveValue(
      new RegExp(`^${words}`),
    );
    await holds(`the inspector of “${words}”`);
  }
  await everyTab();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await holds('the palette');
  await page.keyboard.press('Escape');
  await app.step('Approve').click();
  await expect(app.dialog(/^Approve revision/).getByText('127.0.0.1:9')).toBeVisible();
  await holds('the sheet that is signed');
  const sheet = app.dialog(/^Approve revision/);
  await sheet.getByRole('textbox', { name: /^Label/ }).fill('a note');
  await sheet.getByRole('button', { name: 'Approve and run' }).click();
  const asks = app.region('The run asks');
  await expect(asks).toContainText('Question');
  await holds('a question');
  await asks.getByRole('textbox').fill('an answer');
  await asks.getByRole('button', { name: 'Answer' }).click();
  await expect(asks).toContainText('has failed');
  await holds('a failure');
  await asks.getByRole('button', { name: 'Skip it' }).click();
  await expect(app.step('Stop')).toBeHidden();
  await holds('the run');
  await everyTab();
  // The view stands where the run ended.
  await app.region('Canvas').getByRole('button', { name: 'Fit the plan' }).click();
  await app.card('join').click();
  await expect(app.region('Inspector')).toContainText('Status');
  await holds('a call of the run');
});

test('what is written from right to left is read so, in a page that is not: cells, parameters, descriptions, fields', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.dropText('names.csv', 'name,amount\n"שלום (ok)",3\n');
  await app.importPlan({
    format: 'obelus/plan',
    version: 1,
    id: 'plan_rtl',
    title: 'Names',
    mode: 'lazy',
    calls: [
      {
        ...{ _id: 'names', _tool: 'readCsv', _description: 'שלום (ok)', file: 'names.csv' },
        _outputPath: '†state.names',
      },
      { ...{ _id: 'said', _tool: 'note', text: 'שלום (ok)' }, _outputPath: '†state.said' },
    ],
    output: '†state.names',
  });
  await app.button('Show its values').click();
  await expect(app.card('names')).toContainText('1 row');
  // The Latin word that ends it stands left of the Hebrew one that begins it.
  const isFromTheRight = (place: Locator) =>
    place.evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const leftOf = (character: string) => {
        const range = document.createRange();
        range.setStart(text, text.data.indexOf(character));
        range.setEnd(text, text.data.indexOf(character) + 1);
        return range.getBoundingClientRect().left;
      };
      return leftOf('k') < leftOf('ש');
    });
  for (const place of [
    app.card('names').getByRole('paragraph').filter({ hasText: 'שלום' }),
    app.card('names').getByRole('cell', { name: 'שלום' }),
    app.card('said').locator('bdi'),
  ])
    expect(await isFromTheRight(place.first())).toBe(true);
  await app.card('names').click();
  const field = app.region('Inspector').getByRole('textbox', { name: 'Description' });
  expect(await field.evaluate((one) => getComputedStyle(one).unicodeBidi)).toBe('plaintext');
});
