/** What hands bring from other canvases does here what they expect of it, and nothing else. */

import { expect, type Page, test } from '@playwright/test';
import type { Plan } from '../src/plan/document.ts';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';
import { atRest, free, middle, port } from './support/pull.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_habits',
  title: 'Sums',
  mode: 'lazy',
  calls: [
    { _id: 'one', _tool: 'calculate', expression: '1 + 1', _outputPath: '†state.one' },
    {
      _id: 'two',
      _tool: 'template',
      template: 'It is {n}.',
      values: { n: '†state.one' },
      _outputPath: '†state.two',
    },
    {
      _id: 'three',
      _tool: 'template',
      template: 'So: {said}',
      values: { said: '†state.two' },
      _outputPath: '†state.three',
    },
  ],
  output: '†state.three',
};

const cards = (page: Page) => page.locator('.react-flow__node-call');

async function opened(page: Page): Promise<Obelus> {
  const app = await new Obelus(page).open();
  await app.importPlan(PLAN);
  await app.card('one').focus();
  await page.keyboard.press('0');
  await page.waitForLoadState('networkidle');
  await atRest(page);
  return app;
}

test('pressed twice, an output pressed, copied, cut and duplicated with Control, and Undo takes each back', async ({
  page,
}) => {
  const app = await opened(page);
  const place = await free(page);
  await page.mouse.dblclick(place.x, place.y);
  await expect(app.dialog('Add a call of which tool?')).toBeVisible();
  await page.keyboard.type('calculate');
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(4);
  await app.button('Undo').click();
  await expect(cards(page)).toHaveCount(3);
  // What is undone is no longer selected: it would be counted where the next thing is copied.
  await app.card('two').click({ position: { x: 60, y: 10 } });
  await page.keyboard.press('Control+c');
  await expect(app.sentence('Copied two.')).toBeVisible();

  await atRest(page);
  await page.mouse.click(...(await at(port(app.card('one'), 'out:0'))));
  await expect(app.dialog('Add which call after one?')).toBeVisible();
  await expectNothingFound(page);
  // The likeliest stands first.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: / reads †state\.one from one$/ })).toHaveCount(2);
  await app.button('Undo').click();

  await app.card('two').click({ position: { x: 60, y: 10 } });
  await page.keyboard.press('Control+d');
  await expect(cards(page)).toHaveCount(4);
  await app.button('Undo').click();
  await app.card('three').click({ position: { x: 60, y: 10 } });
  await page.keyboard.press('Control+x');
  await expect(cards(page)).toHaveCount(2);
  await page.keyboard.press('Control+v');
  await expect(cards(page)).toHaveCount(3);
  await app.button('Undo').click();
  await app.button('Undo').click();
  await expect(app.button('Undo')).toBeDisabled();
});

test('the second press of two opens the card that the first fell on, and Space moves the view over any card', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const app = await opened(page);
  // At the right edge: what opens beside the canvas takes its place, and the view goes along.
  const box = await app.card('three').boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  const by = innerRight(page) - box.x - box.width;
  await page.keyboard.down('Space');
  const [x, y] = await at(app.card('one'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Space');
  await expect(app.button('Undo')).toBeDisabled();
  await expect.poll(async () => (await app.card('three').boundingBox())?.x).toBeGreaterThan(box.x + 40);
  await atRest(page);

  const pressed = await app.card('three').boundingBox();
  if (!pressed) throw new Error('It is not on the screen.');
  const corner = [pressed.x + 60, pressed.y + 10] as const;
  await page.mouse.click(...corner);
  await atRest(page);
  await page.mouse.move(...corner);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(app.region('Inspector').getByRole('textbox', { name: 'Name of the call' })).toHaveValue(
    'three',
  );
});

test('Control and Enter go on with the plan, step by step; Control and S say that it is kept', async ({
  page,
}) => {
  const app = await opened(page);
  await app.card('one').press('Control+s');
  await expect(app.sentence('Plans are saved as you type.')).toBeVisible();
  await app.card('one').press('Control+Enter');
  await expect(app.region('Dry run')).toBeVisible();
  await app.card('one').press('Control+Enter');
  const sheet = app.dialog(/^Approve revision/);
  await sheet.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(sheet).toBeHidden();
  await app.card('one').press('Control+Enter');
  await app.expectCompleted();
});

const at = async (of: Parameters<typeof middle>[0]) => {
  const { x, y } = await middle(of);
  return [x, y] as const;
};

const innerRight = (page: Page) => (page.viewportSize()?.width ?? 0) - 60;
