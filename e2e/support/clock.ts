/** The device's clock as a person sets it: the page and its workers read another time; what measures time goes on. */

import type { Page } from '@playwright/test';

export async function setClock(page: Page, byMs: number): Promise<void> {
  const jump = (ms: number): void => {
    Date.now = (
      (before) => () =>
        before() + ms
    )(Date.now.bind(Date));
  };
  await Promise.all([
    page.evaluate(jump, byMs),
    // One that has just ended needs no clock any more.
    ...page.workers().map((worker) => worker.evaluate(jump, byMs).catch(() => undefined)),
  ]);
}
