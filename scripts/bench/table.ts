/** What a person feels of a table of a million rows: the result of a run in the built app, scrolled by wheel and by its thumb. */

import type { Page } from 'playwright-core';
import { FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import { serveApp } from './crash/app.ts';
import type { Figure } from './figure.ts';
import { openSession } from './live/session.ts';
import { atMost, quantile } from './live.ts';
import { rounded } from './median.ts';

const ROWS = 1_000_000;
const MOVES = 240;

const plan: Plan = {
  ...{ format: FORMAT, version: VERSION, id: 'plan_million', title: 'A million rows' },
  calls: [{ _id: 'rows', _tool: 'readCsv', file: 'rows.csv', _outputPath: '†state.rows' }],
  output: '†state.rows',
};

/** Eight columns, 44 MB: a dropped file has 50 at most. */
function csv(): string {
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const n = (i * 7_919) % 100_003;
    return `${i},${n},${n % 97},R${i % 7},${i % 2 ? 'yes' : 'no'},${n / 10},w${i % 1_000},${i % 13}`;
  });
  return `id,amount,part,region,open,price,word,month\n${lines.join('\n')}\n`;
}

export async function tableFigures(): Promise<Figure[]> {
  const app = await serveApp();
  const session = await openSession(app.url);
  const { page } = session;
  try {
    await session.drop('rows.csv', csv());
    await session.open(plan);
    await session.approve();
    await session.listen();
    await (await session.aim('Run'))();
    await session.toldOf('plan_completed', 1);
    await page.getByRole('tab', { name: 'Result' }).click();
    await page.getByRole('button', { name: 'Open the result' }).last().click();
    const grid = page.getByRole('grid', { name: /^Result of/ });
    await grid.waitFor();
    await page.waitForFunction(
      (count) =>
        document.querySelector('dialog [role="grid"]')?.getAttribute('aria-rowcount') === String(count + 1),
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
    await session.close();
    await app.close();
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
