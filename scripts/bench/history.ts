/** What a person waits for when they look back on a year of runs. */

import type { Figure } from './figure.ts';
import { median, rounded } from './median.ts';
import { openPage } from './page.ts';
import type {} from './pages/journal-page.ts';

const RUNS = 1_000;
const LISTINGS = 5;
const OPENINGS = 20;

export async function historyFigures(): Promise<Figure[]> {
  const { page, close } = await openPage('journal');
  try {
    const ask = (question: 'fill' | 'list' | 'open', count: number) =>
      page.evaluate(([what, many]) => window.journalBench.ask(what, many), [question, count] as const);
    await ask('fill', RUNS);
    const listings: number[] = [];
    for (let n = 0; n < LISTINGS; n++) listings.push(await ask('list', RUNS));
    const openings: number[] = [];
    for (let n = 0; n < OPENINGS; n++) openings.push(await ask('open', pick(n)));
    const list = median(listings);
    const open = Math.max(...openings);
    return [
      {
        name: 'history/list-1000-ms',
        value: rounded(list, 1),
        unit: 'ms',
        goal: '<= 100',
        held: list <= 100,
        how: `median of ${LISTINGS}, Chromium; ${RUNS} runs and 600 sub-runs, from opening the database to the list; the longest took ${rounded(Math.max(...listings), 1)} ms`,
      },
      {
        name: 'history/open-ms',
        value: rounded(open, 1),
        unit: 'ms',
        goal: '<= 300',
        held: open <= 300,
        how: `worst of ${OPENINGS} among ${RUNS} runs, one of them of 1,000 calls, Chromium; from the database to what the screen draws of it; median ${rounded(median(openings), 1)} ms`,
      },
    ];
  } finally {
    await close();
  }
}

/** The large run in the middle, then others spread over the year, the same every time. */
const pick = (n: number): number => (n === 0 ? RUNS >> 1 : (n * 7_919) % RUNS);
