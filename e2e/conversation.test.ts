/** A plan made by talking: each sentence is a change that is seen before it is taken (issue 17). */

import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectNothingFound } from './support/axe.ts';
import { Obelus } from './support/driver.ts';
import { STATEMENT } from './support/statement.ts';

test('a statement dropped, a goal that is offered, four changes, a test kept, a run, and undo through all of it over a reload', async ({
  page,
}) => {
  const app = new Obelus(page);
  await app.open();
  await app.dropText('statement.csv', STATEMENT);
  await page
    .getByRole('list', { name: 'Goals that fit' })
    .getByRole('button', { name: /^Sum Amount per month/ })
    .click();
  await expect(page.getByText(/^A plan of \d+ calls?\./)).toBeVisible();

  const bar = app.region('Proposed change');
  const title = page.getByRole('textbox', { name: 'Plan title' });
  const thread = page.getByRole('list', { name: 'Thread' });
  const say = async (sentence: string) => {
    await app.goal.fill(sentence);
    await app.goal.press('Enter');
    await expect(bar).toContainText(sentence);
  };
  const has = async (calls: number) => {
    // The list stands in the conversation's place, and gives it back.
    await app.button('Show plans').click();
    await expect(app.planEntry('Sum Amount per month')).toContainText(`${calls} calls`);
    await app.button('Hide plans').click();
    await expect(app.button('Fold the conversation')).toBeVisible();
  };

  await say('only 2026');
  await expect(app.card('filterRows')).toBeVisible();
  // The plan stands until the change is taken: the row at the top acts on it.
  await expect(app.step('Dry run')).toBeEnabled();
  await page.keyboard.press('Alt+Enter');
  await expect(bar).toBeHidden();
  // Nobody has named it: its title says what it has become.
  await expect(title).toHaveValue(/ · only 2026$/);

  await say('per category as well');
  await bar.getByRole('button', { name: 'Choose' }).click();
  await expect(page.getByRole('list', { name: 'Parts of the change' })).toContainText(
    /Group by: .* → .*Category/,
  );
  await bar.getByRole('button', { name: 'Accept all' }).click();
  await expect(bar).toBeHidden();

  await say('as a chart');
  await bar.getByRole('button', { name: 'Accept all' }).focus();
  await page.keyboard.press('Enter');
  // The next sentence is what comes next.
  await expect(app.goal).toBeFocused();
  await has(4);

  await say('warn me if a month is over 1,000');
  await bar.getByRole('button', { name: 'Choose' }).click();
  const parts = page.getByRole('list', { name: 'Parts of the change' }).getByRole('checkbox');
  const all = await parts.count();
  // What it would return goes with what it needs, and the bar says so before anything is taken.
  await parts.nth(all - 2).uncheck();
  await expect(bar).toContainText('The plan goes on returning');
  await parts.nth(all - 1).check();
  await expect(bar).not.toContainText('The plan goes on returning');
  await parts.nth(all - 1).uncheck();
  await bar.getByRole('button', { name: /^Accept \d+ of/ }).click();
  // In part it is not what was said: the title does not say so.
  await expect(title).toHaveValue(/ · as a chart$/);

  await say('only the income');
  await bar.getByRole('button', { name: 'Leave it' }).click();
  await expect(app.sentence(/was left: the plan is as it was/)).toBeVisible();
  await app.button('Say it again').click();
  await expect(app.goal).toBeFocused();
  await expect(app.goal).toHaveValue('only the income');
  await app.goal.fill('');

  await app.goal.fill('why is the chart there?');
  await app.goal.press('Enter');
  await expect(app.sentence(/It came with “as a chart”/)).toBeVisible();

  // Earlier sentences come back with the arrow.
  await app.goal.press('ArrowUp');
  await expect(app.goal).toHaveValue('why is the chart there?');
  await app.goal.press('ArrowUp');
  await expect(app.goal).toHaveValue('only the income');
  await app.goal.fill('');

  await app.keepAsTest();
  // The test, and the change that was taken in part.
  for (const calls of [11, 4]) {
    await app.button('Undo').click();
    await has(calls);
  }
  await expect(thread.getByText('“warn me if a month is over 1,000” was undone')).toBeAttached();

  // The conversation is kept with the plan, and so are its runs and what can be undone of it.
  await page.reload();
  await expect(app.card('makeChart')).toBeVisible();
  await expect(app.sentence(/It came with “as a chart”/)).toBeAttached();
  await expect(thread.getByRole('button', { name: /^Run: Completed/ })).toBeAttached();
  for (const calls of [3, 3, 2]) {
    await app.button('Undo').click();
    await has(calls);
  }
  await expect(title).toHaveValue(/per month[^·]*$/);
  await app.button('Undo').click();
  await expect(app.sentence('No calls yet')).toBeVisible();
  await expect(app.goal).toHaveValue(/^Sum Amount per month/);
  await expect(app.button('Undo')).toBeDisabled();
  await app.button('Redo').click();
  await expect(app.card('groupRows')).toBeVisible();
  await expect(app.goal).toHaveValue('');
});

test('the conversation travels only where it is asked to, and is said elsewhere where it comes', async ({
  page,
  browser,
}) => {
  const app = new Obelus(page);
  await app.open();
  await app.dropText('statement.csv', STATEMENT);
  await expect(app.sentence('statement.csv')).toBeVisible();
  await app.draft('sum the amount per month');
  const link = page.getByRole('textbox', { name: 'Link' });
  const without = await app.shareLink();
  const tick = page.getByRole('checkbox', { name: /^Send the conversation along/ });
  await expect(tick).not.toBeChecked();
  await expectNothingFound(page);
  await tick.check();
  await expect(link).not.toHaveValue(without);
  await expect(link).toHaveValue(/#plan=./);
  const along = await link.inputValue();

  for (const [address, comes] of [
    [without, false],
    [along, true],
  ] as const) {
    const context = await browser.newContext();
    const theirs = new Obelus(await context.newPage());
    await theirs.page.goto(address);
    await expect(theirs.card('groupRows')).toBeVisible();
    await expect(theirs.sentence('Opened a plan from a link. Nothing was run.')).toBeVisible();
    const told = theirs.page.getByText('Said elsewhere, by a person: “sum the amount per month”');
    await expect(told).toHaveCount(comes ? 1 : 0);
    // Nor is it theirs to send again.
    await theirs.goal.press('ArrowUp');
    await expect(theirs.goal).toHaveValue('');
    await context.close();
  }
});

test('another goal is another plan: the one on the table stays', async ({ page }) => {
  const app = new Obelus(page);
  await app.open();
  await app.dropText('statement.csv', STATEMENT);
  await expect(app.sentence('statement.csv')).toBeVisible();
  await app.draft('sum the amount per month');
  await app.goal.fill('count the rows by category');
  await app.button('Begin another plan').click();
  await expect(app.card('groupRows')).toContainText('Category');
  await app.button('Show plans').click();
  await expect(app.planEntry('Sum the amount per month')).toBeVisible();
  await expect(app.planEntry('Count the rows by category')).toBeVisible();
});

/** Phone, tablet, desk. */
const SIZES = [
  [390, 844],
  [768, 1024],
  [1280, 720],
] as const;

/** Whether a press on each of its corners and its middle is a press on it: it is not cut, and nothing lies over it. */
const isPressable = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const points = [
      [left + 3, top + 3],
      [right - 3, top + 3],
      [left + 3, bottom - 3],
      [right - 3, bottom - 3],
      [(left + right) / 2, (top + bottom) / 2],
    ] as const;
    return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });

/** Whether two things on the page share a pixel. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

async function drafted(page: Page): Promise<Obelus> {
  const app = await new Obelus(page).open();
  await app.dropText('statement.csv', STATEMENT);
  await expect(app.sentence('statement.csv')).toBeVisible();
  await app.draft('sum the amount per month');
  return app;
}

test('the conversation stands beside the canvas or below it, never over it, and is remembered as it was left', async ({
  page,
}) => {
  const app = await drafted(page);
  const [talk, canvas] = [app.region('Conversation'), app.region('Canvas')];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const name of ['Fold the conversation', 'Unfold the conversation']) {
      expect(await overlap(talk, canvas)).toBe(false);
      // There is a drawing to look at, whichever it is.
      expect((await canvas.boundingBox())!.height).toBeGreaterThan(250);
      await expect.poll(() => isPressable(app.goal)).toBe(true);
      await expect.poll(() => isPressable(app.button('Add files'))).toBe(true);
      await app.button(name).click();
      // What was pressed is still there: the keyboard is not nowhere.
      await expect(
        app.button(name.startsWith('Fold') ? 'Unfold the conversation' : 'Fold the conversation'),
      ).toBeFocused();
    }
  }
  await app.button('Fold the conversation').click();
  await page.reload();
  await expect(app.card('groupRows')).toBeVisible();
  await expect(app.button('Unfold the conversation')).toBeVisible();
  // Folded, it takes sentences all the same.
  await app.goal.fill('only 2026');
  await app.goal.press('Enter');
  await expect(app.region('Proposed change')).toContainText('only 2026');
});

test('Fit counts the conversation: every card lies in what is left of the canvas, folded or not', async ({
  page,
}) => {
  const app = await drafted(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  const areInside = async (): Promise<boolean> => {
    const canvas = (await app.region('Canvas').boundingBox())!;
    const cards = await Promise.all(['readCsv', 'groupRows'].map((id) => app.card(id).boundingBox()));
    return cards.every(
      (card) =>
        card !== null &&
        card.x >= canvas.x &&
        card.y >= canvas.y &&
        card.x + card.width <= canvas.x + canvas.width &&
        card.y + card.height <= canvas.y + canvas.height,
    );
  };
  await app.button('Fit the plan').click();
  await expect.poll(areInside).toBe(true);
  await app.button('Fold the conversation').click();
  await expect.poll(areInside).toBe(true);
  await app.button('Unfold the conversation').click();
  await expect.poll(areInside).toBe(true);
});

test('by keyboard: a key leads to the box, Escape back to the canvas, and a sheet folds on the way', async ({
  page,
}) => {
  const app = await drafted(page);
  await app.card('groupRows').focus();
  await page.keyboard.press('g');
  await expect(app.goal).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(app.region('Canvas').locator(':focus')).toHaveCount(1);
  await expect(app.button('Fold the conversation')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('g');
  await expect(app.goal).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(app.button('Unfold the conversation')).toBeVisible();
  await expect(app.region('Canvas').locator(':focus')).toHaveCount(1);
});

test('the bar of a difference is whole at every size: its words, its ways on, its parts', async ({
  page,
}) => {
  const app = await drafted(page);
  await app.goal.fill(
    'only 2026, and warn me if a month is over 1,000, and show it as a chart with a long title',
  );
  await app.goal.press('Enter');
  const bar = app.region('Proposed change');
  await expect(bar).toContainText('added');
  const ways = ['Leave it', 'Choose', 'Accept all'].map((name) =>
    bar.getByRole('button', { name, exact: true }),
  );
  const arePressable = async (all: readonly Locator[]) => {
    for (const one of all) await expect.poll(() => isPressable(one)).toBe(true);
  };
  const parts = bar.getByRole('checkbox');
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await arePressable([...ways, bar.getByRole('status')]);
    expect(await overlap(bar, app.region('Canvas'))).toBe(false);
    await ways[1]!.click();
    await arePressable([...ways, parts.first()]);
    await parts.last().scrollIntoViewIfNeeded();
    await arePressable([parts.last()]);
    // Below its parts there is still something of the plan to see.
    expect((await app.region('Canvas').boundingBox())!.height).toBeGreaterThan(120);
    await expectNothingFound(page, 'section[aria-label="Proposed change"]');
    await ways[1]!.click();
  }
});
