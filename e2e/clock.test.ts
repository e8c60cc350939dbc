/** The device's clock is set while a run waits: nothing ends too early, nothing waits for the lost hour. */

import { expect, test } from '@playwright/test';
import { setClock } from './support/clock.ts';
import { Obelus } from './support/driver.ts';
import { startOutside } from './support/outside.ts';

const HOUR_MS = 3_600_000;

for (const [what, byMs] of [
  ['an hour back', -HOUR_MS],
  ['a day ahead', 24 * HOUR_MS],
] as const) {
  test(`a run whose retry waits ends though the clock is set ${what} (L-40)`, async ({ page }) => {
    const outside = await startOutside();
    try {
      const app = await new Obelus(page).open();
      await app.importPlan({
        format: 'obelus/plan',
        version: 1,
        id: 'plan_clock',
        title: 'A wait',
        mode: 'lazy',
        calls: [{ _id: 'read', _tool: 'httpGet', url: outside.url('read'), _outputPath: '†state.read' }],
        output: '†state.read.data',
      });
      await app.approve();
      outside.refuseNext('read');
      await app.run();
      await expect(app.card('read')).toHaveAccessibleName(/waiting|retry/i);

      await setClock(page, byMs);
      await outside.visited('read', 2);
      outside.open('read');
      await app.expectCompleted();
      expect(outside.visitsTo('read')).toHaveLength(2);
    } finally {
      await outside.close();
    }
  });
}
