/** A call's menu on the canvas, in a run and beside it: by mouse and by keyboard, and nothing in it that axe would mind. */

import { expect, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';
import { twoSums } from './support/two-sums.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_two',
  mode: 'lazy',
  ...twoSums,
};

test("a call's menu runs again from it, pins its result and opens it in the inspector (R-42)", async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await app.approve();
  await app.step('Run').click();
  await app.expectCompleted();

  const menu = page.getByRole('menu');
  const entry = (name: string) => menu.getByRole('menuitem', { name });
  await app.card('two').click({ button: 'right' });
  await expect(menu).toHaveAccessibleName('What can be done with two');
  await expectNothingFound(page);
  await entry('Pin this result').click();
  await expect(app.sentence('The result now stands in the dry runs of its plan.')).toBeVisible();

  // What a card shows is found by it, too.
  await app.card('one').press('Control+f');
  await page.keyboard.type('42');
  await expect(app.dialog('Find in the plan').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(app.card('two')).toBeFocused();

  await app.card('two').press('Shift+F10');
  await expect(entry('Unpin this result')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(app.card('two')).toBeFocused();

  await app.card('one').click({ button: 'right' });
  await entry('Run again from here…').click();
  const dialog = app.dialog('Run again from one');
  await expect(dialog).toContainText('2 calls are entered');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await app.card('two').click({ button: 'right' });
  await entry('Open in the inspector').click();
  await expect(app.region('Inspector')).toContainText('two');
});

test('the menu opens at the pointer, or at the card, and within the window', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  const menu = page.getByRole('menu');
  const window = page.viewportSize() ?? { width: 0, height: 0 };
  const atRest = (id: string) => app.card(id).hover({ trial: true });
  // Beside the point, whichever side has room, and all of it to be seen.
  const opensAt = (x: number, y: number) =>
    expect(async () => {
      const box = await menu.boundingBox();
      if (!box) throw new Error('No menu is on the screen.');
      const [right, bottom] = [box.x + box.width, box.y + box.height];
      expect(Math.min(Math.abs(box.x - x), Math.abs(right - x))).toBeLessThan(5);
      expect(y > box.y - 5 && y < bottom + 5).toBe(true);
      expect(box.x >= 0 && box.y >= 0 && right <= window.width && bottom <= window.height).toBe(true);
      // Nothing lies over its corners.
      for (const at of [box.y + 8, bottom - 8])
        expect(
          await page.evaluate(
            ([x, y]) => document.elementFromPoint(x, y)?.closest('[role="menu"]') !== null,
            [box.x + 8, at] as const,
          ),
        ).toBe(true);
    }).toPass({ timeout: 15_000 });

  for (const [id, formula] of [
    ['one', '1 + 1'],
    ['two', 'x * 21'],
  ] as const) {
    await atRest(id);
    const card = await app.card(id).boundingBox();
    if (!card) throw new Error('No card is on the screen.');
    const [x, y] = [card.x + card.width - 20, card.y + 20];
    await page.mouse.click(x, y, { button: 'right' });
    await expect(menu).toHaveAccessibleName(`What can be done with ${id}`);
    await opensAt(x, y);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    // The inspector of what is selected comes, and moves the view: a menu that opens meanwhile opens where the card was.
    await expect(app.region('Inspector')).toContainText(formula);
    await atRest(id);
    await app.card(id).press('Shift+F10');
    await expect(menu).toBeVisible();
    const now = (await app.card(id).boundingBox()) ?? card;
    await opensAt(now.x + 12, now.y + Math.min(36, now.height));
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }

  // Low on the canvas there is no room below.
  const canvas = await app.region('Canvas').boundingBox();
  if (!canvas) throw new Error('No canvas is on the screen.');
  const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height - 30];
  await page.mouse.click(x, y, { button: 'right' });
  await expect(menu).toHaveAccessibleName('What can be done with the plan');
  await opensAt(x, y);
});

test('a comment on a call is a request about it: from its menu, its inspector and the palette', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  const menu = page.getByRole('menu');
  const asks = menu.getByRole('menuitem', { name: 'Ask for a change of this call…' });

  // Folded, the conversation has no room to say what a sentence is about.
  await app.button('Fold the conversation').click();
  await app.card('two').click({ button: 'right' });
  await expectNothingFound(page);
  await asks.click();
  await expect(app.button('Fold the conversation')).toBeVisible();
  await expect(app.goal).toBeFocused();
  await expect(app.sentence('About Calculate (two)')).toBeVisible();

  await app.card('one').click({ button: 'right' });
  await asks.press('Enter');
  await expect(app.goal).toBeFocused();
  await expect(app.sentence('About Calculate (one)')).toBeVisible();

  await app.region('Inspector').getByRole('button', { name: 'Ask for a change of this call' }).click();
  await expect(app.goal).toBeFocused();

  await app.button('Close the inspector').click();
  await expect(app.sentence(/^About Calculate/)).toBeHidden();
});

test('on a phone the inspector does not cover the box in which a change of a call is asked for', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await app.card('one').press('Enter');
  await app.region('Inspector').getByRole('button', { name: 'Ask for a change of this call' }).click();
  await expect(app.goal).toBeFocused();
  await expect(app.sentence('About Calculate (one)')).toBeVisible();
  await expect(app.region('Inspector')).toBeHidden();
  await app.goal.press('Escape');
  await app.card('one').press('Enter');
  await expect(app.region('Inspector')).toBeVisible();
});

test('on a phone what is asked of a card opens over its inspector, and within the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  for (const [way, call] of [
    ['Outline', 'one'],
    ['Canvas', 'two'],
  ] as const) {
    await app.button(way).click();
    await app.card(call).click({ button: 'right', position: { x: 40, y: 10 } });
    await page.getByRole('menuitem', { name: 'Rename what it writes…' }).click();
    const asked = app.dialog('Rename †state.');
    await expect(asked.getByRole('combobox')).toBeFocused();
    // What is pressed on the drawing is selected, and its inspector covers all of it.
    if (way === 'Canvas') await expect(app.region('Inspector')).toBeVisible();
    const { x, y, width, height } = (await asked.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
    expect(x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844).toBe(true);
    for (const at of [y + 6, y + height - 6])
      expect(
        await page.evaluate(
          ([left, top]) => document.elementFromPoint(left, top)?.closest('[role="dialog"]') !== null,
          [x + width / 2, at] as const,
        ),
      ).toBe(true);
    await page.keyboard.type(`${way.toLowerCase()}Sum`);
    await page.keyboard.press('Enter');
    await expect(asked).toBeHidden();
    if (way === 'Canvas') await app.button('Close the inspector').click();
    await expect(app.card(call)).toContainText(`${way.toLowerCase()}Sum`);
  }
});

test('a part of the plan is run from the menu, by key and from the inspector; what leaves the device is signed first (L-76)', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.importPlan({
    ...PLAN,
    calls: [
      ...PLAN.calls,
      {
        ...{ _id: 'send', _tool: 'httpSend', url: 'https://example.com/sums' },
        ...{ body: { sum: '†state.two' }, _outputPath: '†state.sent' },
      },
      // What is wrong elsewhere hinders no part.
      { _id: 'draft', _tool: 'calculate', expression: 'x', values: { x: '†state.nobody' } },
    ],
    output: '†state.sent',
  });
  await expect(app.step('Run')).toBeDisabled();

  const sheet = app.dialog('Approve what this run does');
  const signed = () => sheet.getByRole('button', { name: 'Approve and run' }).click();
  await app.card('one').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Run to here' }).click();
  // It came from outside, so even what only computes is signed.
  await expect(sheet).toContainText('You sign 1 call of “Two sums”');
  await expect(sheet).toContainText('3 calls are no part of this run and will not run.');
  await signed();
  await app.expectCompleted();
  await expect(app.sentence(/ · the part up to one$/)).toBeVisible();
  await expect(app.card('two')).toHaveAccessibleName(/no part of this run/i);
  await expect(await app.panel('Journal')).toContainText('Revision 1 (the part that');

  await app.button('Back to the plan').first().click();
  await app.card('two').press('t');
  await expect(sheet).toContainText('You sign 1 of the 2 calls of “Two sums”');
  await signed();
  await app.expectCompleted();
  await expect(await app.panel('Result')).toContainText('42');

  await app.button('Back to the plan').first().click();
  await app.card('send').click();
  await app.region('Inspector').getByRole('button', { name: 'Run to this call' }).click();
  await expect(sheet).toContainText('You sign 1 of the 3 calls of “Two sums”');
  await expect(sheet).toContainText('1 call is no part of this run and will not run.');
  await expect(sheet).toContainText('example.com');
  await expectNothingFound(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('in a plan of one’s own what stays on the device runs at the press, and a value is changed as a table and replayed (L-76)', async ({
  page,
}) => {
  const app = await new Obelus(page).open();
  await app.dropText('sales.csv', 'shop,amount\nNorth,5\nSouth,9\n');
  await app.draft('rows of sales.csv where amount is over 7');
  await app.card('filterRows').press('t');
  await expect(app.sentence('Run to filterRows: 2 calls run.')).toBeVisible();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('South');
  await expect(app.region('Result')).not.toContainText('North');

  await (await app.panel('State')).getByRole('button', { name: 'Change what readCsv gave and fork' }).click();
  const fork = app.dialog('Change a value and fork');
  await fork.getByRole('textbox', { name: 'amount, row 1' }).fill('12');
  await fork.getByRole('button', { name: 'Leave row 2 out' }).click();
  await expect(fork.getByText('1 value changed:')).toBeVisible();
  await expectNothingFound(page);
  await fork.getByRole('button', { name: 'Start a new run' }).click();
  await app.dialog('Approve what this run does').getByRole('button', { name: 'Approve and run' }).click();
  await app.expectCompleted();
  await expect(app.region('Result')).toContainText('North');
  await expect(app.region('Result')).not.toContainText('South');
});

test('a plan leaves as a picture, as sentences and as Mermaid, made on this device', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await app.button('Share').click();
  await app.button('Show it otherwise').click();
  const dialog = app.dialog('The plan to show');
  await expect(dialog.getByRole('img', { name: 'The plan Two sums, drawn' })).toHaveJSProperty(
    'complete',
    true,
  );
  await expectNothingFound(page);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save PNG' }).click();
  expect((await saved).suggestedFilename()).toBe('Two sums.png');
  await dialog.getByRole('button', { name: 'Words' }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue(
    /2\. Calculate.*works on what 1 gives[\s\S]*It gives back what 2 gives\./,
  );
  await dialog.getByRole('button', { name: 'Mermaid' }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue(/call1 -->\|"one"\| call2/);
});
