/** A dropped file offers goals with what they give; a press makes the plan. */

import { expect, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';

test('a dropped file offers goals with their results, and a press drafts one', async ({ page }) => {
  const app = await new Obelus(page).open();
  await app.dropText('shops.csv', 'shop,paid\nA,2.5\nB,3\nA,4\n');
  const offer = page
    .getByRole('list', { name: 'Goals that fit' })
    .getByRole('button', { name: /A 6\.5 · B 3/ });
  await offer.click();
  await expect(app.card('groupRows')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Thread' })).toContainText('Sum paid by shop in shops.csv');
});
