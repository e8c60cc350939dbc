/** What a person feels of values while they edit (L-83): in the built app, its worker and real files, values on. */

import type { Page } from 'playwright-core';
import { type Call, FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import { serveApp } from './crash/app.ts';
import type { Figure } from './figure.ts';
import { chains } from './live/chains.ts';
import { watch, watched } from './live/observer.ts';
import { openSession, type Session } from './live/session.ts';
import { atMost, quantile, selectOne } from './live.ts';
import { rounded } from './median.ts';

const ROWS = 10_000;
const CALLS = 20;
const EDITS = 40;
const LARGE = 10_000;
const IDLE_MS = 10_000;
const PATIENCE_MS = 60_000;
/** All twenty cards are in view at a size at which they are read. */
const SCREEN = { width: 2560, height: 1600 };

export async function valueFigures(): Promise<Figure[]> {
  const app = await serveApp();
  const session = await openSession(app.url, SCREEN);
  // No run is waited for here: what is not on the screen by then is not there, and that is said.
  session.page.setDefaultTimeout(PATIENCE_MS);
  try {
    const rows = await editedRows(session);
    const idle = await idleMs(session.page);
    const large = await editedLarge(session);
    return [
      atMost(
        'live/edit-to-rows-p95-ms',
        quantile(rows, 0.95),
        'ms',
        150,
        0,
        `from an input that changes a literal to one not seen before in a plan of ${CALLS} calls on ${ROWS.toLocaleString('en')} rows to the frame in which all ${CALLS - 1} cards that it reaches show other rows; ${rows.length} edits, median ${rounded(quantile(rows, 0.5), 0)}, worst ${rounded(Math.max(...rows), 0)}`,
      ),
      atMost(
        'live/idle-script-ms',
        idle,
        'ms',
        0,
        1,
        `time in the page's own code in ${IDLE_MS / 1000} s in which nobody touches that plan`,
      ),
      atMost(
        'live/10k-calls-edit-ms',
        Math.max(quantile(large.keys, 0.95), large.gap),
        'ms',
        100,
        0,
        `the worse of a key's way to the frame after it (p95 ${rounded(quantile(large.keys, 0.95), 0)}) and the longest time without a frame while its values come (${rounded(large.gap, 0)}); ${LARGE.toLocaleString('en')} calls, values on`,
      ),
      atMost(
        'live/10k-cards-heap-mb',
        large.heap,
        'MB',
        400,
        0,
        'the page’s heap after a collection, with the heads of 10,000 calls told',
      ),
    ];
  } finally {
    await session.close();
    await app.close();
  }
}

function filters(): Plan {
  const calls: Call[] = [{ _id: 'rows', _tool: 'readCsv', file: 'rows.csv', _outputPath: '†state.rows' }];
  const positions: Record<string, { x: number; y: number }> = { rows: { x: 0, y: 0 } };
  for (let i = 1; i < CALLS; i++) {
    const from = i === 1 ? 'rows' : `f${i - 1}`;
    calls.push({
      ...{ _id: `f${i}`, _tool: 'filterRows', rows: `†state.${from}`, column: 'amount' },
      ...{ operator: 'greaterThan', value: i === 1 ? 1 : 0, _outputPath: `†state.f${i}` },
    });
    positions[`f${i}`] = { x: (i % 7) * 290, y: Math.floor(i / 7) * 380 };
  }
  return { format: FORMAT, version: VERSION, id: 'plan_values', title: 'Filters', calls, layout: positions };
}

/** Of each edit, until all cards that it reaches show other rows, ms. */
async function editedRows(session: Session): Promise<readonly number[]> {
  const { page } = session;
  const lines = Array.from({ length: ROWS }, (_, i) => `${i},${i % 1000},R${i % 7},some words of row ${i}`);
  await session.drop('rows.csv', `id,amount,region,note\n${lines.join('\n')}\n`);
  await session.open(filters());
  await page.getByRole('button', { name: 'Show its values', exact: true }).click();
  await page.keyboard.press('0');
  const first = page.locator('.react-flow__node[data-id="f1"]');
  await first.click({ position: { x: 60, y: 10 }, force: true });
  const field = page
    .getByRole('region', { name: 'Inspector', exact: true })
    .getByRole('combobox', { name: 'Value', exact: true });
  await field.waitFor();
  await page.waitForFunction(
    (cards) => document.querySelectorAll('.react-flow__node-call [id$="-value"]').length === cards,
    CALLS,
    { timeout: 20_000 },
  );
  const found: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    await field.focus();
    await field.selectText();
    await page.evaluate(startWaiting, CALLS - 1);
    // Each for the first time: what was computed before would only be looked up.
    await page.keyboard.insertText(String(100 + edit * 13));
    found.push(await page.evaluate(() => window.changed));
    // Whole values follow where a head was not all; the next edit comes to a plan that rests.
    await page.waitForTimeout(300);
  }
  return found;
}

declare global {
  interface Window {
    /** ms from the input to the frame in which the last card shows something else. */
    changed: Promise<number>;
    /** The longest time without a frame, ms. */
    worst: number;
  }
}

/** In the page. */
function startWaiting(cards: number): void {
  const captions = () =>
    [...document.querySelectorAll('.react-flow__node-call:not([data-id="rows"]) [id$="-value"]')].map(
      (one) => one.textContent,
    );
  const before = captions();
  if (before.length !== cards) throw new Error(`${before.length} of ${cards} cards show a value.`);
  window.changed = new Promise((resolve) => {
    const start = (event: Event) => {
      window.removeEventListener('input', start, true);
      const look = (at: number) => {
        const now = captions();
        if (now.length === before.length && now.every((words, i) => words !== before[i]))
          resolve(at - event.timeStamp);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    window.addEventListener('input', start, true);
  });
}

async function idleMs(page: Page): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  const scripted = async () => {
    const { metrics } = await browser.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
  };
  await page.waitForTimeout(2_000);
  const before = await scripted();
  await page.waitForTimeout(IDLE_MS);
  return (await scripted()) - before;
}

async function editedLarge(session: Session) {
  const { page } = session;
  await session.open(chains(LARGE, 7));
  await page.getByRole('button', { name: 'Show its values', exact: true }).click();
  await selectOne(page);
  await page.locator('.react-flow__node-call [id$="-value"]').first().waitFor();
  const field = page
    .getByRole('region', { name: 'Inspector', exact: true })
    .getByRole('textbox', { name: 'Formula' });
  await field.click();
  await page.keyboard.press('End');
  await watch(page, 'keydown');
  await page.evaluate(() => {
    window.worst = 0;
    let last = performance.now();
    const frame = (at: number) => {
      window.worst = Math.max(window.worst, at - last);
      last = at;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  for (let n = 0; n < 6; n++) {
    await page.keyboard.type(' + 1', { delay: 80 });
    // It is computed once the person rests.
    await page.waitForTimeout(1_500);
  }
  const gap = await page.evaluate(() => window.worst);
  const { inputs } = await watched(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send('HeapProfiler.collectGarbage');
  await browser.send('Performance.enable');
  const { metrics } = await browser.send('Performance.getMetrics');
  const heap = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
  return { keys: inputs, gap, heap };
}
