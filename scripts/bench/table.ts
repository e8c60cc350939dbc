/** What a person feels of a table of a million rows: the viewer's, built as the app is, scrolled by wheel and by its thumb. */

import type { Page } from 'playwright-core';
import type { Figure } from './figure.ts';
import { atMost, quantile } from './live.ts';
import { rounded } from './median.ts';
import { openPage } from './page.ts';

const ROWS = 1_000_000;
const MOVES = 240;

export async function tableFigures(): Promise<Figure[]> {
  const { page, close } = await openPage('table');
  try {
    // What runs the TypeScript of these scripts wraps functions to keep their names, those that are sent to a page too.
    await page.evaluate('globalThis.__name = (what) => what');
    const grid = page.getByRole('grid');
    await page.waitForFunction(
      (count) => document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') === String(count + 1),
      ROWS,
    );
    const box = await grid.boundingBox();
    if (!box) throw new Error('There is no table.');
    await page.mouse.move(box.x + 300, box.y + 300);
    const interval = quantile(await frames(page, async () => void (await page.waitForTimeout(2_000))), 0.5);
    const wheel = await frames(page, async () => {
      for (let n = 0; n < MOVES; n++) {
        await page.mouse.wheel(0, n % 60 < 45 ? 180 : -240);
        await page.waitForTimeout(16);
      }
    });
    const x = box.x + box.width - 6;
    const thumb = await frames(page, async () => {
      await page.mouse.move(x, box.y + 40);
      await page.mouse.down();
      for (let n = 1; n <= MOVES; n++) {
        const share = 1 - Math.abs(1 - (2 * n) / MOVES);
        await page.mouse.move(x, box.y + 40 + (box.height - 80) * share);
        await page.waitForTimeout(16);
      }
      await page.mouse.up();
    });
    await grid.focus();
    await page.keyboard.press('Control+End');
    await page.locator(`[role="row"][aria-rowindex="${ROWS + 1}"]`, { hasText: String(ROWS - 1) }).waitFor();
    const [byWheel, byThumb] = [quantile(wheel, 0.95), quantile(thumb, 0.95)];
    return [
      atMost(
        'table/1m-rows-scroll-p95-vs-interval',
        Math.max(byWheel, byThumb) / interval,
        'x',
        1.5,
        2,
        `time between frames while ${ROWS.toLocaleString('en')} rows of 8 columns are scrolled, over that of the same page at rest (${rounded(interval, 1)} ms); by wheel p95 ${rounded(byWheel, 1)}, worst ${rounded(Math.max(...wheel), 0)}; by the thumb ${rounded(byThumb, 1)}, worst ${rounded(Math.max(...thumb), 0)}`,
      ),
    ];
  } finally {
    await close();
  }
}

declare global {
  interface Window {
    between: number[];
  }
}

/** ms between the frames of what is done meanwhile. */
async function frames(page: Page, work: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const between: number[] = [];
    window.between = between;
    let last = 0;
    const frame = (at: number) => {
      if (window.between !== between) return;
      if (last > 0) between.push(at - last);
      last = at;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await work();
  return page.evaluate(() => {
    const { between } = window;
    window.between = [];
    return between;
  });
}
