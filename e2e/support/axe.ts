/** What axe finds on the screen as it stands, in both themes: all its rules in the light, those of colour again in the dark. */

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What else axe looks at is the same page in any colours, and looking at all of it twice was a third of the suite. */
const OF_COLOUR = ['color-contrast'];

/**
 * Axe measures colours where they stand: half way through a fade they are nobody's, so the page's motion is reduced first.
 * @param within a selector: what else is on the screen is not looked at
 */
export async function expectNothingFound(page: Page, within?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await themed(page, 'light');
  const light = await axe(page, within).analyze();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await themed(page, 'dark');
  const dark = await axe(page, within).withRules(OF_COLOUR).analyze();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const found = [...light.violations, ...dark.violations].map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(found).toEqual([]);
}

const themed = (page: Page, theme: string) =>
  expect(page.locator('html')).toHaveAttribute('data-theme', theme);

function axe(page: Page, within: string | undefined): AxeBuilder {
  // The page has no frames of others, and the other mode opens a page of its own for every look.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  return within === undefined ? builder : builder.include(within);
}
