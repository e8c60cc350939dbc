/** Every main screen under axe, light and dark: WCAG 2.2 AA and good practice, with nothing let through. */

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';

async function expectNothingFound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
  expect(found).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    // Axe measures colours where they stand; half way through a fade they are nobody's.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing from the first screen to the approval', async ({ page }) => {
      const app = await new Obelus(page).open();
      await expect(app.button('Sales by region')).toBeVisible();
      await expectNothingFound(page);

      await app.button('Sales by region').click();
      await expect(app.card('chart')).toBeVisible();
      await expectNothingFound(page);

      await app.card('totals').click();
      await expect(app.region('Inspector')).toBeVisible();
      await expectNothingFound(page);

      await app.step('Dry run').click();
      await expect(app.region('Dry run')).toBeVisible();
      await expectNothingFound(page);

      await app.step('Approve').click();
      await expect(app.dialog(/^Approve revision/)).toBeVisible();
      await expectNothingFound(page);
    });

    test('axe finds nothing on a finished run and its panels', async ({ page }) => {
      const app = await new Obelus(page).open();
      await app.button('Sales by region').click();
      await expect(app.card('chart')).toBeVisible();
      await app.approve();
      await app.step('Run').click();
      await app.expectCompleted();
      for (const name of ['Result', 'Timeline', 'State', 'Journal', 'Checklist', 'Problems']) {
        const panel = await app.panel(name);
        await expect(panel).not.toBeEmpty();
        await expectNothingFound(page);
      }
    });

    test('axe finds nothing in the dialogs', async ({ page }) => {
      const app = await new Obelus(page).open();
      await app.button('Sales by region').click();
      await expect(app.card('chart')).toBeVisible();
      for (const name of ['Import', 'Share', 'Change planner', 'Command palette']) {
        await app.button(name).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectNothingFound(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
    });
  });
}
