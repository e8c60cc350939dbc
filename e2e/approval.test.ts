/** The sheet that a person signs (L-73): what it says, what signing does to the plan, where its lines lead. */

import { expect, type Locator, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';
import { startOutside } from './support/outside.ts';

const SENDING: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'sending',
  title: 'Send\u202e the sales\n to the shop',
  goal: 'Send the sales',
  input: {
    schema: {
      type: 'object',
      properties: { note: { type: 'string' }, shop: { type: 'string' } },
      required: ['shop'],
    },
  },
  calls: [
    { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.rows' },
    { _id: 'sort', _tool: 'sortRows', rows: '†state.rows', column: 'amount', _outputPath: '†state.sorted' },
    {
      _id: 'send',
      _tool: 'httpSend',
      _description: 'Send the sorted rows',
      url: 'https://api.example.com/sales',
      body: { rows: '†state.sorted', shop: '†input.shop' },
      _outputPath: '†state.sent',
    },
    { _id: 'judge', _tool: 'judgeTheSales', rows: '†state.sorted', _outputPath: '†state.verdict' },
    {
      _id: 'save',
      _tool: 'saveFile',
      name: 'verdict.md',
      content: '†state.verdict',
      _outputPath: '†state.file',
    },
  ],
  tools: [{ name: 'judgeTheSales', description: 'Judges', parameters: { type: 'object' } }],
};

const SHOTS = process.env.OBELUS_SHOTS;
const SIZES = [
  [1440, 900],
  [1280, 720],
  [820, 1000],
  [390, 844],
] as const;

test('axe finds nothing in the sheet, and nothing of it is cut at any size', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.importPlan(SENDING);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await app.step('Approve').click();
    const dialog = app.dialog(/^Approve revision/);
    await expect(dialog.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport({
      ratio: 1,
    });
    await expect(dialog.getByText('api.example.com')).toBeVisible();
    const wide = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await expectNothingFound(page, 'dialog');
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/approve-${width}.png` });
    await page.keyboard.press('Escape');
    // Nothing of the top bar lies on another of its buttons.
    const boxes = await page
      .locator('header button:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    const overlaps = boxes.filter((a, at) =>
      boxes
        .slice(at + 1)
        .some(
          (b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
        ),
    );
    expect(overlaps).toEqual([]);
  }
});

test('the sheet says where everything goes, and a stranger’s title can hide nothing', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.importPlan(SENDING);
  await app.step('Approve').click();
  const dialog = app.dialog(/^Approve revision/);
  await expect(dialog.getByRole('listitem')).toHaveText([
    /sales\.csv is not here\. “read” reads it\./,
    /your file sales\.csv and your input shop.*api\.example\.com.*“Send the sorted rows” POST \/sales.*changes things there.*can’t be taken back from here/,
    /your file sales\.csv.*a model, of which none is connected/,
    /what “judge” brings.*the file verdict\.md.*written/,
    /your file sales\.csv.*this device.*read here/,
    /this device.*worked on here/,
  ]);
  await expect(dialog).toHaveAccessibleName('Approve revision 1 of “Send⟨U+202E⟩ the sales to the shop”');
  await expect(dialog.getByText('Nothing is sent')).toHaveCount(0);
});

test('approving changes nothing in the plan; a limit changed in the sheet is a new revision', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(SENDING);
  await app.step('Approve').click();
  const dialog = app.dialog(/^Approve revision/);
  await expect(dialog).toHaveAccessibleName(/^Approve revision 1 of “/);
  await dialog.getByText('Limits', { exact: true }).click();
  await dialog.getByLabel('Most replans').fill('2');
  await expect(dialog).toHaveAccessibleName(/^Approve revision 2 of “/);
  await expect(dialog.getByText('this is revision 2 now')).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(app.sentence('Revision 2 is approved.')).toBeVisible();
  await app.step('Approve').click();
  await expect(dialog).toHaveAccessibleName(/^Approve revision 2 of “/);
  await expect(dialog.getByRole('button', { name: 'Approved' })).toBeDisabled();
});

test('every line leads to its calls, by keyboard too', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.importPlan(SENDING);
  await app.step('Approve').click();
  const dialog = app.dialog(/^Approve revision/);
  await dialog.getByRole('button', { name: /api\.example\.com/ }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(app.region('Inspector')).toContainText('Send the sorted rows');
});

test('after the run, what happened stands beside what was signed: a request nobody knows of, a file', async ({
  page,
}) => {
  const outside = await startOutside();
  outside.cut('order');
  const app = await new Obelus(page).open();
  const send = {
    _id: 'send',
    _tool: 'httpSend',
    _description: 'Order it',
    url: outside.url('order'),
    _outputPath: '†state.sent',
  };
  const save = {
    _id: 'save',
    _tool: 'saveFile',
    name: 'note.md',
    content: 'Ordered',
    _outputPath: '†state.note',
  };
  const more = { calls: [send, save], policy: { retryLimit: 0 }, mode: 'lazy' as const };
  await app.importPlan({ format: 'obelus/plan', version: 1, id: 'order', title: 'An order', ...more });
  await app.step('Approve').click();
  const sheet = app.dialog(/^Approve revision/);
  await expect(sheet).toContainText('a request that changes nothing');
  await sheet.getByRole('button', { name: 'Approve and run' }).click();
  const asks = app.region('The run asks');
  await expect(asks).toContainText('Did “Order it” happen?');
  await expect(asks).toBeFocused();
  // The safe one is the main one, and whatever there is to read, it is in sight.
  const main = asks.getByRole('button', { name: /^Look first at / });
  await expect(main).toBeInViewport({ ratio: 1 });
  await expect(main).toHaveClass(/primary/);
  await expectNothingFound(page, '[data-asks]');
  await asks.getByRole('button', { name: 'Skip it' }).click();
  const result = await app.panel('Result');
  await expect(result).toContainText('Completed with errors');
  await result.getByText('What was signed, and what happened').click();
  const rows = result.getByRole('row');
  await expect(rows.nth(1)).toContainText(/Order it.*To 127\.0\.0\.1.*POST.*it failed, no answer came/);
  await expect(rows.nth(2)).toContainText(/save.*To the file note\.md.*“note\.md” was written/);
  await outside.close();
});

/** Whether a person sees it: nothing lies over its middle. */
const isSeen = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('what asks before and after a write, and what is told of it, is whole at every size, and axe finds nothing in it', async ({
  page,
}) => {
  const outside = await startOutside();
  outside.cut('order');
  const app = await new Obelus(page).open();
  const send = {
    _id: 'send',
    _tool: 'httpSend',
    _description: 'Order it',
    url: outside.url('order'),
    body: { item: 'A lamp', count: 3 },
    _outputPath: '†state.sent',
  };
  const more = { calls: [send], policy: { retryLimit: 0, askBefore: 'effects' }, mode: 'lazy' } as const;
  await app.importPlan({ format: 'obelus/plan', version: 1, id: 'order', title: 'An order', ...more });
  await app.button('Fold the conversation').click();
  const atEverySize = async (look: () => Promise<void>) => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await look();
    }
  };
  await app.step('Approve').click();
  await app
    .dialog(/^Approve revision/)
    .getByRole('button', { name: 'Approve and run' })
    .click();
  const asks = app.region('The run asks');
  const answers = asks.getByRole('button');
  await asks.getByRole('button', { name: 'Take another tool' }).click();
  await atEverySize(async () => {
    await expect.poll(() => isSeen(asks.getByLabel('Tool'))).toBe(true);
    await expect.poll(() => isSeen(answers.last())).toBe(true);
  });
  await asks.getByRole('button', { name: 'Keep its tool' }).click();
  await asks.getByRole('button', { name: 'Approve this call' }).click();

  await expect(asks).toContainText('Did “Order it” happen?');
  const summary = asks.getByText('Look with a tool that only reads');
  await atEverySize(async () => {
    await expect.poll(() => isSeen(answers.last())).toBe(true);
    // What the banner offers stays within reach.
    for (const name of ['Discard', 'Back to the plan'])
      await expect.poll(() => isSeen(app.button(name))).toBe(true);
    await summary.click();
    await expect.poll(() => isSeen(asks.getByLabel('Tool'))).toBe(true);
    const look = asks.getByRole('button', { name: 'Look', exact: true });
    await expect.poll(() => isSeen(look)).toBe(true);
    await expectNothingFound(page, '[data-asks]');
    await summary.click();
  });
  // Where the system sets the colours, the main button is told from the others all the same.
  const colours = () =>
    answers.evaluateAll(
      (all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))].length,
    );
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await colours()).toBe(2);
  await page.emulateMedia({ forcedColors: 'none' });

  await page.setViewportSize({ width: 1440, height: 900 });
  await app.button('Back to the plan').click();
  await app.step('Run').click();
  await expect(app.dialog('Run it again?')).toContainText('waits for you: nobody has said');
  await app.button('Settle first').click();
  await asks.getByRole('button', { name: 'Stop the run' }).click();
  await app.step('Run').click();
  await expect(app.dialog('Run it again?')).toContainText('One call may have changed something outside');
  await expectNothingFound(page, 'dialog');
  await app.button('Settle first').click();
  const result = await app.panel('Result');
  await result.getByText('What was signed, and what happened').click();
  await expect(result.getByRole('row').nth(1)).toContainText('it may have happened');
  await atEverySize(() => expectNothingFound(page, 'section[aria-label="Result"]'));
  await outside.close();
});

test('after a run a loop’s line is the sum of what its runs sent and did, with the way to each', async ({
  page,
}) => {
  const outside = await startOutside();
  outside.open('order');
  const one = [
    { _id: 'send', _tool: 'httpSend', url: outside.url('order'), body: {}, _outputPath: '†state.sent' },
    { _id: 'note', _tool: 'saveFile', name: 'n.json', content: '†state.sent', _outputPath: '†state.file' },
  ];
  const each = { _id: 'each', _tool: 'do', _delegate: '#one', _forEach: '†input.items' };
  const app = await new Obelus(page).open();
  await app.importPlan({
    ...{ format: 'obelus/plan', version: 1, id: 'loop', title: 'Orders', mode: 'lazy' },
    input: { schema: { type: 'object', properties: { items: { type: 'array', default: [1, 2, 3] } } } },
    plans: { one: { calls: one } },
    calls: [{ ...each, _outputPath: '†state.all' }],
  } as Plan);
  await app.step('Approve').click();
  await app.button('Approve and run').click();
  await app.expectCompleted();
  const result = app.region('Result');
  await result.getByText('What was signed, and what happened').click();
  const rows = result.getByRole('row');
  await expect(rows.nth(1)).toContainText(/each.*Its 3 runs.*To 127\.0\.0\.1.*3 × POST to .*; it happened/);
  await expect(rows.nth(2)).toContainText(/To the file n\.json.*3 × “n\.json” was written/);
  await expectNothingFound(page, 'section[aria-label="Result"]');
  await result.getByRole('button', { name: 'Open run 2' }).click();
  await expect(result).toContainText('Completed');
  await expect(app.card('send')).toBeVisible();
  await outside.close();
});
