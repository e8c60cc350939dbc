/** What durability costs a run in a real IndexedDB: one commit a turn against one transaction an event. */

import type { Figure } from './figure.ts';
import { median, rounded } from './median.ts';
import { openPage } from './page.ts';
import type {} from './pages/journal-page.ts';

const ROUNDS = 5;
const COUNT = 10_000;
/** The peer is too slow for all of them, and costs the same for each. */
const PEER_COUNT = 1_000;

export async function journalFigures(): Promise<Figure[]> {
  const { page, close } = await openPage('journal');
  try {
    const grouped: number[] = [];
    const perEvent: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await page.evaluate((count) => window.journalBench.grouped(count), COUNT);
      const theirs = await page.evaluate((count) => window.journalBench.perEvent(count), PEER_COUNT);
      // The first finds cold code.
      if (round === 0) continue;
      grouped.push((ours / COUNT) * 1000);
      perEvent.push((theirs / PEER_COUNT) * 1000);
    }
    const ours = median(grouped);
    const theirs = median(perEvent);
    const ratio = theirs / ours;
    return [
      {
        name: 'journal/10k-vs-tx-per-event',
        value: rounded(ratio, 1),
        unit: 'x',
        goal: '>= 40',
        held: ratio >= 40,
        how: `median of ${ROUNDS}, same run, Chromium; a call of a durable run costs ${rounded(ours, 0)} µs, with a transaction an event ${rounded(theirs, 0)} µs; dependants wait for the commit in both`,
      },
    ];
  } finally {
    await close();
  }
}
