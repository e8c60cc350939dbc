/** Whatever can be pressed, at every width and at 200 %: at least 24 by 24 pixels, and nothing lies over it (WCAG 2.5.8). */

import { expect, type Page, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';

const SIZES = [
  ...[1280, 1024, 900, 860, 820, 768].map((width) => ({ width, height: 800 })),
  ...[390, 320].map((width) => ({ width, height: 844 })),
  // A window of 1440 by 900, and one of 1280 by 1024, at twice the size.
  { width: 720, height: 450 },
  { width: 640, height: 512 },
];

/** With every panel open: a window of each kind. */
const FULL = SIZES.filter(({ width }) => [1280, 1024, 768, 390, 320].includes(width));

/**
 * What is too small, or lies under something else, in words. Words in a sentence may be as high as their line, and what is
 * scrolled out of sight is pressed once it is scrolled there.
 */
const wrong = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const inSight = (element: Element, x: number, y: number): boolean => {
      for (let above = element.parentElement; above; above = above.parentElement) {
        const box = above.getBoundingClientRect();
        const cuts = getComputedStyle(above).overflow !== 'visible';
        if (cuts && (x < box.left || x > box.right || y < box.top || y > box.bottom)) return false;
      }
      return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    };
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, [role="tab"], input, select, textarea',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
      // A card is pressed as a whole, and the canvas is zoomed.
      if (element.closest('.react-flow__node') || element.closest('p')) continue;
      // Pressed by a button in its place.
      if (element instanceof HTMLInputElement && element.type === 'file') continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width === 0 || !inSight(element, x, y)) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.tagName;
      const isBox = element instanceof HTMLInputElement && /checkbox|radio|range/.test(element.type);
      const box = (isBox && element.closest('label')) || element;
      const size = box.getBoundingClientRect();
      if (size.width < 24 || size.height < 24)
        found.push(`${name}: ${Math.round(size.width)} × ${Math.round(size.height)}`);
      const over = document.elementFromPoint(x, y);
      // A sheet that takes the whole of a small screen is left before anything behind it is pressed.
      const sheet = over?.closest('[data-inspector], [data-plan-panel]');
      if (sheet && !sheet.contains(element) && getComputedStyle(sheet).position === 'fixed') continue;
      if (over && !element.contains(over) && !over.contains(element))
        found.push(`${name} lies under ${over.tagName} ${over.getAttribute('class')}`);
    }
    return found;
  });

test('whatever can be pressed is large enough and under nothing, at eight widths and at 200 %: plan, inspector, run', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const app = await new Obelus(page).open();
  await app.button('Sales by region').click();
  await expect(app.card('chart')).toBeVisible();
  await page.keyboard.press('l');
  await expect(app.region('Outline')).toBeVisible();
  const atAllWidths = async (where: string, sizes = SIZES) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expect.poll(() => wrong(page), `${where} at ${size.width} × ${size.height}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await atAllWidths('the plan');
  await app
    .region('Outline')
    .getByRole('group', { name: /\(totals\)/ })
    .click();
  await expect(app.region('Inspector')).toBeVisible();
  await atAllWidths('a call');
  await app.button('Draft').click();
  await expect(app.region('The plan itself')).toBeVisible();
  await expect(app.button('Fold the conversation')).toBeVisible();
  await atAllWidths('the plan itself, with the conversation', FULL);
  await app.button('Close the plan’s panel').click();
  await app.approve();
  await app.step('Run').click();
  await app.expectCompleted();
  await atAllWidths('a run');
});
