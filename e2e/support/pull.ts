/** Arrows pulled on the canvas as a hand does it: from what stands still, in steps, onto a card or where the plane is free. */

import { expect, type Locator, type Page } from '@playwright/test';

/** A port, by the name that the canvas has for it. */
export const port = (card: Locator, name: string) =>
  card.locator(`.react-flow__handle[data-handleid="${name}"]`);

export async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Panels come and go with an edit, and the view goes along: only what stands still is pressed where it was seen. */
export async function atRest(page: Page): Promise<void> {
  let [last, times] = ['', 0];
  const look = async () => {
    const now = await page
      .locator('.react-flow__node')
      .evaluateAll((cards) => JSON.stringify(cards.map((card) => card.getBoundingClientRect())));
    times = now === last ? times + 1 : 0;
    last = now;
    return times;
  };
  await expect.poll(look, { intervals: [100] }).toBeGreaterThanOrEqual(4);
}

type Place = { readonly x: number; readonly y: number };

export async function pull(
  page: Page,
  from: Locator,
  onto: Locator | (() => Promise<Place>),
  letGo = true,
): Promise<void> {
  await atRest(page);
  const { x, y } = await middle(from);
  const to = await (typeof onto === 'function' ? onto() : middle(onto));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12);
  await page.mouse.move(to.x, to.y, { steps: 3 });
  if (letGo) await page.mouse.up();
}

/** Where the plane is free, away from its edges: there the view would go along. */
export const free = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('.react-flow')?.getBoundingClientRect();
    if (!box) throw new Error('No canvas is on the screen.');
    for (let y = box.bottom - 80; y > box.top + 80; y -= 10)
      for (let x = box.left + 80; x < box.right - 80; x += 10)
        if ([0, 50].every((by) => document.elementFromPoint(x, y - by)?.matches('.react-flow__pane')))
          return { x, y: y - 25 };
    throw new Error('No part of the plane is free.');
  });

/** The middle of an arrow, on the screen. */
export const onEdge = async (page: Page, name: string) => {
  await atRest(page);
  return page
    .getByRole('img', { name })
    .locator('path')
    .first()
    .evaluate((path) => {
      const line = path as SVGPathElement;
      const at = line
        .getPointAtLength(line.getTotalLength() / 2)
        .matrixTransform(line.getScreenCTM() ?? undefined);
      return { x: at.x, y: at.y };
    });
};
