/** Ends what runs a page's plans, as a browser does that is short of memory: without a word. */

import type { Page } from '@playwright/test';

export async function endWorkers(page: Page): Promise<void> {
  await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.close())));
}
