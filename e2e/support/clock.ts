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

/** Waits of two minutes are over at once in the page's workers: nobody's silence is waited for. */
export async function impatient(page: Page): Promise<void> {
  const hurry = (): void => {
    const wait = setTimeout;
    const hurried = (does: () => void, ms?: number) => wait(does, ms === 120_000 ? 50 : ms);
    globalThis.setTimeout = hurried as typeof setTimeout;
  };
  await Promise.all(page.workers().map((worker) => worker.evaluate(hurry)));
}
