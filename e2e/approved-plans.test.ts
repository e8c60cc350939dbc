/** A plan that was approved is offered for the next goal like its own, beside the draft, with the new file (issue 16). */

import { expect, test } from '@playwright/test';
import { Obelus } from './support/driver.ts';

const MARCH = 'region,amount\nNorth,120\nSouth,300\nNorth,40\n';
const APRIL = 'region,amount\nEast,10\nWest,70\nEast,5\n';

test('an approved plan is offered for a goal like its own, and no more once that is switched off', async ({
  page,
}) => {
  const app = new Obelus(page);
  await app.open();
  await app.dropText('march.csv', MARCH);
  await expect(app.sentence('march.csv')).toBeVisible();
  await app.draft('sum amount by region, largest first');
  await expect(app.card('sortRows')).toBeVisible();
  await app.approve();

  const next = async () => {
    await app.button('New plan').first().click();
    await app.dropText('april.csv', APRIL);
    await expect(app.sentence('april.csv')).toBeVisible();
    await app.draft('sum amount by region');
    await expect(app.card('sortRows')).toBeHidden();
  };
  const asks = app.region('The plan asks');
  await next();
  const offer = asks.getByRole('button', { name: /^As in “.*largest first” → West 70 · East 15$/i });
  await expect(offer).toBeVisible();
  await offer.click();
  await expect(app.card('sortRows')).toBeVisible();
  await expect(app.card('readCsv')).toContainText('april.csv');
  await app.button('Undo').click();
  await expect(app.card('sortRows')).toBeHidden();

  await page.keyboard.press('ControlOrMeta+,');
  const settings = app.dialog('Settings of this device');
  await settings.getByRole('checkbox', { name: 'Learn from plans you approve' }).uncheck();
  await page.keyboard.press('Escape');
  await next();
  await expect(app.sentence(/^A plan of 2 calls/)).toBeVisible();
  await expect(asks).toBeHidden();
});
