/**
 * A screen where the system sets the colours: axe's look at what is read, and that what has an edge or a mark has one still.
 * Shadows are not drawn then and backgrounds are all one: an edge has to be a line, a mark the system's own.
 */

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export async function expectForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Marked in the page: it is the same elements that are asked again.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { boxShadow } = getComputedStyle(element);
      // Around all of it, and neither blurred nor moved: drawn as an edge.
      const isEdge = /(^|[^\d.])0px 0px 0px (?!0px)[\d.]+px/.test(boxShadow);
      if (isEdge && element.checkVisibility()) element.dataset.wasEdged = '';
    }
  });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withRules(['color-contrast'])
    .analyze();
  expect(violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')))).toEqual([]);
  const lost = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: Canvas';
    const { backgroundColor: highlight, color: canvas } = getComputedStyle(probe);
    probe.remove();
    const named = (element: Element) =>
      `${element.tagName} ${element.getAttribute('class')} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    const isLine = (style: string, width: string, colour: string) =>
      style !== 'none' && Number.parseFloat(width) >= 1 && colour !== canvas && !/^rgba.*, 0\)$/.test(colour);
    const hasEdge = (element: Element) => {
      const at = getComputedStyle(element);
      return (
        isLine(at.outlineStyle, at.outlineWidth, at.outlineColor) ||
        isLine(at.borderTopStyle, at.borderTopWidth, at.borderTopColor)
      );
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll('[data-was-edged]')) {
      if (!hasEdge(element)) found.push(`no edge: ${named(element)}`);
      element.removeAttribute('data-was-edged');
    }
    const chosen =
      '[data-main]:enabled, [data-next]:enabled, [aria-selected="true"], button[aria-pressed="true"], [aria-current]';
    for (const element of document.querySelectorAll(chosen)) {
      const { backgroundColor, outlineColor, outlineStyle } = getComputedStyle(element);
      const isMarked =
        backgroundColor === highlight || (outlineStyle !== 'none' && outlineColor === highlight);
      if (element.checkVisibility() && !isMarked) found.push(`no mark: ${named(element)}`);
    }
    return found;
  });
  expect([...new Set(lost)]).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
}
