/** A plan is wired on the canvas: by mouse, by keyboard alone, and by touch; what does not fit says why, and every step is undone. */

import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';
import { atRest, free, middle, onEdge, port, pull } from './support/pull.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_wiring',
  title: 'Orders',
  mode: 'lazy',
  input: { schema: { type: 'object', properties: { file: { type: 'string' } } } },
  calls: [
    { _id: 'orders', _tool: 'readCsv', file: '†input.file', _outputPath: '†state.orders' },
    { _id: 'sorted', _tool: 'sortRows', rows: '†state.orders', column: 'day', _outputPath: '†state.sorted' },
    { _id: 'joined', _tool: 'joinRows', on: 'day', _outputPath: '†state.joined' },
    { _id: 'chart', _tool: 'makeChart', x: 'day', y: 'amount', _outputPath: '†state.chart' },
  ],
  output: '†state.chart',
};

async function opened(page: Page): Promise<Obelus> {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await app.card('orders').focus();
  await page.keyboard.press('0');
  // What is pulled comes once the plan is drawn, and the view has to stand still to be pressed.
  await expect(page.locator('[data-moving]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  return app;
}

test('by mouse: a card takes an arrow, a taken port asks, what does not fit says why, a step goes on an arrow', async ({
  page,
}) => {
  const app = await opened(page);
  const list = app.dialog(/./);
  const option = (name: string | RegExp) => page.getByRole('option', { name });

  // While it is pulled: lit, dimmed, and the reason under the pointer.
  await pull(page, port(app.card('sorted'), 'out:0'), app.card('orders'), false);
  await expect(page.locator('[data-pull-fits="chart"]').first()).toBeVisible();
  await expect(page.locator('[data-pull-refused="orders"]')).toBeVisible();
  await expect(
    app.sentence("sorted already waits for orders, so orders can't wait for sorted."),
  ).toBeVisible();
  await page.mouse.up();

  // On the body of a card where several parameters could take it.
  await pull(page, port(app.card('sorted'), 'out:0'), app.card('joined'));
  await expect(list).toHaveAccessibleName('Connect sorted to which parameter of joined?');
  await expect(option(/./).first()).toHaveText(/^First table.*needed$/);
  await expectNothingFound(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'joined reads †state.sorted from sorted' })).toBeAttached();
  // And one alone: at once.
  await pull(page, port(app.card('sorted'), 'out:0'), app.card('chart'));
  await expect(page.getByRole('img', { name: 'chart reads †state.sorted from sorted' })).toBeAttached();

  // At a port that reads already.
  await pull(page, port(app.card('orders'), 'out:0'), port(app.card('chart'), 'in:rows'));
  await expect(list).toHaveAccessibleName('“Rows” of chart reads already. Connect orders how?');
  await option(/^Instead/).click();
  await expect(page.getByRole('img', { name: 'chart reads †state.orders from orders' })).toBeAttached();

  // A step on the arrow: by its plus, and from its menu. The plus lies where one points, and the menu comes over it too.
  const edge = await onEdge(page, 'sorted reads †state.orders from orders');
  await page.mouse.move(edge.x, edge.y);
  await expect(app.button('Insert a step on this reference')).toBeVisible();
  await page.mouse.click(edge.x, edge.y, { button: 'right' });
  await expect(page.getByRole('menu')).toHaveAccessibleName(
    'What can be done with the reference: sorted reads †state.orders from orders',
  );
  await expectNothingFound(page);
  await page.getByRole('menuitem', { name: 'Insert a step here…' }).click();
  await expect(list).toHaveAccessibleName('Insert which call between orders and sorted?');
  await page.keyboard.press('Escape');
  // The pointer has not left it: what shows as it comes has to see it come.
  await page.mouse.move(edge.x, edge.y + 150);
  await page.mouse.move(edge.x, edge.y, { steps: 8 });
  await app.button('Insert a step on this reference').click();
  await page.keyboard.type('duplicate');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'sorted reads †state.removeDuplicates' })).toBeAttached();

  // Its head is pulled off, onto nothing.
  await pull(page, port(app.card('sorted'), 'in:rows'), () => free(page));
  await expect(page.getByRole('img', { name: 'sorted reads' })).toHaveCount(0);
  for (let steps = 0; steps < 5; steps++) await app.button('Undo').click();
  await expect(app.button('Undo')).toBeDisabled();
});

test('by keyboard alone: a reference is gone to, moved, a step put on it, a path renamed, a call found', async ({
  page,
}) => {
  const app = await opened(page);
  const press = (keys: string) => page.keyboard.press(keys);
  const said = (text: string | RegExp) =>
    expect(app.region('Canvas').getByRole('status').filter({ hasText: text })).toBeVisible();

  await press('Control+f');
  await page.keyboard.type('makeChart');
  await press('Enter');
  await expect(app.card('chart')).toBeFocused();
  // It is to read: which parameter, from which call.
  await press('c');
  await page.keyboard.type('from sorted');
  await press('Enter');
  await page.keyboard.type('Rows');
  await press('Enter');
  await expect(app.card('chart')).toBeFocused();
  await press('e');
  await said('chart reads †state.sorted from sorted');
  await press('n');
  await page.keyboard.type('duplicate');
  await press('Enter');
  await expect(page.getByRole('img', { name: 'chart reads †state.removeDuplicates' })).toBeAttached();

  await app.card('orders').focus();
  await press('Control+f');
  await page.keyboard.type('orders');
  await press('Enter');
  await press('F2');
  await expect(app.dialog('Rename †state.orders, for all who read it')).toBeVisible();
  await page.keyboard.type('sales');
  await press('Enter');
  await expect(page.getByRole('img', { name: 'sorted reads †state.sales from orders' })).toBeAttached();
  await press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Rename what it writes…' })).toBeVisible();
  await press('Escape');
});

test('a frame around cards selects them and no words, Shift adds one, and they are brought in line', async ({
  page,
}) => {
  const app = await opened(page);
  const cards = page.locator('.react-flow__node.selected');
  const [first, last] = [await app.card('orders').boundingBox(), await app.card('sorted').boundingBox()];
  if (!first || !last) throw new Error('No cards are on the screen.');
  await page.keyboard.down('Shift');
  await page.mouse.move(first.x - 8, Math.min(first.y, last.y) - 12);
  await page.mouse.down();
  await page.mouse.move(last.x + last.width + 8, Math.max(first.y + first.height, last.y + last.height) + 8, {
    steps: 4,
  });
  await page.mouse.up();
  await expect(cards).toHaveCount(2);
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await app.card('chart').click({ position: { x: 100, y: 12 } });
  await expect(cards).toHaveCount(3);
  await page.keyboard.up('Shift');

  await app.card('chart').click({ button: 'right', position: { x: 100, y: 12 } });
  await page.getByRole('menuitem', { name: 'Align their tops' }).click();
  const tops = async () =>
    new Set(
      await Promise.all(
        ['orders', 'sorted', 'chart'].map(async (id) =>
          Math.round((await app.card(id).boundingBox())?.y ?? 0),
        ),
      ),
    );
  await expect.poll(async () => (await tops()).size).toBe(1);

  // A frame around them takes them along; a note is written and moved by keyboard; a comment stands at its card.
  await app.card('chart').click({ button: 'right', position: { x: 100, y: 12 } });
  await page.getByRole('menuitem', { name: 'Put a frame around 3 calls' }).click();
  await page.getByRole('textbox', { name: 'The title of the frame' }).fill('Sales');
  await page.keyboard.press('Enter');
  const frame = page.getByRole('group', { name: 'Frame: Sales' });
  await expect(frame).toBeFocused();
  await atRest(page);
  const [was, box] = [await app.card('orders').boundingBox(), await frame.boundingBox()];
  if (!was || !box) throw new Error('It is not on the screen.');
  await page.mouse.move(box.x + 40, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 70, box.y + 50, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await app.card('orders').boundingBox())?.y ?? 0).toBeGreaterThan(was.y + 30);

  await app.card('orders').press('Shift+N');
  await page.getByRole('textbox', { name: 'What the note says' }).fill('Ask Ada');
  await page.keyboard.press('Escape');
  const note = page.getByRole('group', { name: 'Note: Ask Ada' });
  const before = await note.boundingBox();
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await note.boundingBox())?.y ?? 0).toBeGreaterThan(before?.y ?? 0);
  await app.card('orders').press('Escape');
  await app.card('orders').press('m');
  await expect(app.dialog('Comment on orders')).toBeVisible();
  await page.keyboard.type('Whose?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Comment on orders: Whose?' }).click();
  await expect(page.getByRole('button', { name: 'Write the comment anew' })).toBeVisible();
  await expectNothingFound(page);
  await expect(app.card('orders')).toHaveAccessibleName(/, comment “Whose\?”; /);
  await page.getByRole('button', { name: 'Ask for this change' }).click();
  await expect(app.goal).toBeFocused();
  await expect(app.goal).toHaveValue('Whose?');
  await note.press('Delete');
  await expect(note).toHaveCount(0);
  await app.button('Undo').click();
  await expect(note).toBeVisible();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });
  test('an arrow is pulled with a finger onto a card; a finger that stays opens the menu of what is under it', async ({
    page,
  }) => {
    const app = await opened(page);
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    await atRest(page);
    const from = await middle(port(app.card('sorted'), 'out:0'));
    const to = await middle(app.card('chart'));
    await touch('touchStart', from);
    await touch('touchMove', { x: from.x + 20, y: from.y + 20 });
    await touch('touchMove', to);
    await expect(page.locator('[data-pull-fits="chart"]').first()).toBeVisible();
    await touch('touchEnd');
    await expect(page.getByRole('img', { name: 'chart reads †state.sorted from sorted' })).toBeAttached();

    const menu = page.getByRole('menu');
    const held = async (at: { x: number; y: number }, name: string, entry: string) => {
      await touch('touchStart', at);
      await expect(menu).toHaveAccessibleName(`What can be done with ${name}`);
      await touch('touchEnd');
      // The finger that leaves presses nothing: the menu stays, and what is in it can be chosen.
      await page.getByRole('menuitem', { name: entry }).hover();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    };
    await held(await middle(app.card('joined')), 'joined', 'Rename what it writes…');
    await held(
      await onEdge(page, 'sorted reads †state.orders from orders'),
      'the reference: sorted reads †state.orders from orders',
      'Insert a step here…',
    );
    await held(await free(page), 'the plan', 'Add a call here…');
    // One that moves pans the view, however long it takes.
    const plane = await free(page);
    await touch('touchStart', plane);
    await touch('touchMove', { x: plane.x + 40, y: plane.y });
    await touch('touchEnd');
    await expect(menu).toBeHidden();
  });
});
