/**
 * What a person feels of the page: a run followed with the panels open, a Stop while heavy calls are under way, typing
 * in a large plan, a thumb dragged over a long record. In the built app, its worker and its database, in Chromium.
 */

import type { Page } from 'playwright-core';
import { type Call, FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import { serveApp } from './crash/app.ts';
import type { Figure } from './figure.ts';
import { busyDuring } from './live/busy.ts';
import { chains } from './live/chains.ts';
import { lags, type Watched, watch, watched } from './live/observer.ts';
import { openSession, PANELS, type Session } from './live/session.ts';
import { streamedDraft } from './live/streamed.ts';
import { rounded } from './median.ts';
import { openPage } from './page.ts';
import type {} from './pages/bare-run.ts';

const SMALL = 300;
const MIDDLE = 3_000;
const LARGE = 10_000;

/** How long each panel is shown before the next one is. */
const PANEL_MS = 500;

interface FollowedRun {
  /** From the press of Run until the screen shows the end, ms. */
  readonly ms: number;
  readonly watched: Watched;
  /** Of each event, by the record, ms. */
  readonly lags: readonly number[];
}

/** How long a streamed call waits for its card, with 300 there. */
export async function streamFigures(): Promise<Figure[]> {
  const app = await serveApp();
  try {
    const { frames, ms } = await streamedDraft(app.url);
    return [
      atMost(
        'planner/stream-card-p95-frames',
        quantile(frames, 0.95),
        'frames',
        2,
        0,
        `from the worker's message to the frame that painted its card; ${frames.length} calls, one every 400 ms, with 240 to 300 cards there; worst ${Math.max(...frames)}; in time ${rounded(quantile(ms, 0.95), 0)} ms`,
      ),
    ];
  } finally {
    await app.close();
  }
}

export async function liveFigures(): Promise<Figure[]> {
  const bare = await bareRuns();
  const app = await serveApp();
  const session = await openSession(app.url);
  try {
    await followed(session, chains(SMALL));
    // Where they are is looked for once, and in no figure.
    for (const name of PANELS) await session.panel(name);
    const small = await followed(session, chains(SMALL, 2));
    const middle = await followed(session, chains(MIDDLE));
    const large = await followed(session, chains(LARGE));
    const { gaps } = (await followed(session, chains(LARGE, 5), true)).watched;
    const scrubbing = await scrubbed(session);
    const whileItRuns = await scrubbedWhileItRuns(session);
    const busy = { main: 0, mainOnCore: 0, worker: 0, wall: 0 };
    await followed(session, chains(LARGE, 2), false, async (run) => {
      Object.assign(busy, await busyDuring(session.browser, session.page, run));
    });
    const typing = await typed(session);
    const stops = await stopped(app.url);
    const perCall = large.ms / LARGE / (small.ms / SMALL);
    return [
      atMost(
        'page/run-3k-vs-worker',
        middle.ms / bare.middle,
        'x',
        2,
        2,
        againstBare(middle.ms, bare.middle),
      ),
      atMost('page/run-10k-vs-worker', large.ms / bare.large, 'x', 2, 2, againstBare(large.ms, bare.large)),
      atMost(
        'page/run-10k-per-call-vs-300',
        perCall,
        'x',
        1.5,
        2,
        `a call of 10,000 ${rounded(large.ms / LARGE)} ms, of 300 ${rounded(small.ms / SMALL)} ms; both in the page, warm`,
      ),
      atMost(
        'page/run-10k-busy-share',
        busy.main / busy.wall,
        '',
        0.5,
        2,
        `in tasks of the main thread over the run's time, by the browser's trace; ${rounded(busy.main, 0)} of ${rounded(busy.wall, 0)} ms, ${rounded(busy.mainOnCore, 0)} of them with a core of its own`,
      ),
      atMost(
        'page/run-10k-busy-ms-per-call',
        busy.main / busy.worker,
        'x',
        1,
        2,
        `main thread ${rounded(busy.main / LARGE, 3)} ms a call, the worker of the same run ${rounded(busy.worker / LARGE, 3)} ms, both in tasks by the browser's trace`,
      ),
      atMost(
        'page/run-10k-lag-p95-ms',
        quantile(large.lags, 0.95),
        'ms',
        250,
        0,
        `from a second tab's being told of an event to the painted frame whose record counts it; ${large.lags.length} looks`,
      ),
      atMost(
        'page/run-10k-worst-gap-ms',
        Math.max(...gaps),
        'ms',
        100,
        0,
        'the longest time between two animation frames of the run',
      ),
      atMost(
        'page/stop-worst-ms',
        Math.max(...stops.map(({ ms }) => ms)),
        'ms',
        200,
        0,
        `from the press to the painted frame without Stop; ${stops.map(({ what, ms }) => `${what} ${rounded(ms, 0)}`).join(', ')}`,
      ),
      atMost(
        'page/typing-3k-p95-ms',
        quantile(typing, 0.95),
        'ms',
        50,
        0,
        `from a key to the frame after it, ${typing.length} keys in three fields of the inspector, one every 80 ms; worst ${rounded(Math.max(...typing), 0)}`,
      ),
      atMost(
        'page/scrub-10k-p95-ms',
        Math.max(quantile(scrubbing, 0.95), quantile(whileItRuns, 0.95)),
        'ms',
        50,
        0,
        `from a move of the pointer on the record to the frame after it; at rest ${rounded(quantile(scrubbing, 0.95), 0)}, worst ${rounded(Math.max(...scrubbing), 0)}; while 10,000 calls run ${rounded(quantile(whileItRuns, 0.95), 0)}, worst ${rounded(Math.max(...whileItRuns), 0)}`,
      ),
    ];
  } finally {
    await session.close();
    await app.close();
  }
}

export function atMost(
  name: string,
  value: number,
  unit: string,
  most: number,
  decimals: number,
  how: string,
): Figure {
  return { name, value: rounded(value, decimals), unit, goal: `<= ${most}`, held: value <= most, how };
}

const againstBare = (ms: number, bare: number): string =>
  `from Run to the shown end ${rounded(ms, 0)} ms, panels open in turn; the same worker under a page that only counts ${rounded(bare, 0)} ms`;

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** The worker alone, warm. */
async function bareRuns(): Promise<{ readonly middle: number; readonly large: number }> {
  const { page, close } = await openPage('bare-run');
  // As text: what a plan may hold is too deep a type to be sent as one.
  const run = (plan: Plan) =>
    page.evaluate((one) => window.bareRun.run(JSON.parse(one)), JSON.stringify(plan));
  try {
    await run(chains(SMALL));
    await run(chains(SMALL, 2));
    return { middle: await run(chains(MIDDLE)), large: await run(chains(LARGE)) };
  } finally {
    await close();
  }
}

/** Opens, approves and runs a plan, and turns over the panels until it has ended. */
export async function followed(
  session: Session,
  plan: Plan,
  frames = false,
  around: (run: () => Promise<void>) => Promise<void> = (run) => run(),
): Promise<FollowedRun> {
  const { page } = session;
  await session.open(plan);
  await session.approve();
  await session.listen();
  const run = await session.aim('Run');
  await watch(page, 'pointermove', frames);
  await around(async () => {
    await run();
    let goesOn = true;
    const end = session.ended().then(() => {
      goesOn = false;
    });
    for (let at = 0; goesOn; at++) {
      await session.panel(PANELS[at % (PANELS.length - 1)]!);
      await Promise.race([end, new Promise((resolve) => setTimeout(resolve, PANEL_MS))]);
    }
    await end;
  });
  const told = await session.told();
  // The end may be shown before the record is at it.
  await page.locator('[aria-label="Record"] output', { hasText: `of ${told.length}` }).waitFor();
  await page.waitForTimeout(100);
  const seen = await watched(page);
  const record = lags(told, seen.record);
  if (record.length < told.length) {
    throw new Error(`The record showed ${record.length} of ${told.length} events of the run.`);
  }
  return { ms: seen.stopGone - seen.runPressed, watched: seen, lags: record };
}

/** The thumb of the record, from end to end and back. The record is the one of the run before. */
export async function scrubbed(session: Session): Promise<readonly number[]> {
  const { page } = session;
  await session.panel('Timeline');
  await watch(page, 'pointermove');
  await drag(page, 120);
  return (await watched(page)).inputs;
}

export async function scrubbedWhileItRuns(session: Session): Promise<readonly number[]> {
  const { page } = session;
  await session.open(chains(LARGE, 3));
  await session.approve();
  await session.listen();
  await (await session.aim('Run'))();
  await page.getByRole('slider', { name: 'Moment of the run' }).waitFor();
  await session.panel('Journal');
  await watch(page, 'pointermove');
  let goesOn = true;
  const end = session.ended().finally(() => {
    goesOn = false;
  });
  while (goesOn) await drag(page, 30);
  await end;
  return (await watched(page)).inputs;
}

async function drag(page: Page, moves: number): Promise<void> {
  const box = await page.getByRole('slider', { name: 'Moment of the run' }).boundingBox();
  if (!box) throw new Error('There is no record to drag on.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 8, y);
  await page.mouse.down();
  for (let at = 1; at <= moves; at++) {
    const share = Math.abs(1 - (2 * at) / moves);
    await page.mouse.move(box.x + 8 + (box.width - 16) * share, y);
    await page.waitForTimeout(16);
  }
  // Back at the end: the run is shown as it stands now.
  await page.mouse.up();
}

/** A person's pace: faster than most, so that what a key leaves behind is in the way of the next one. */
const KEY_MS = 80;
const WORDS = 'in the middle of a long plan ';

export async function typed(session: Session): Promise<readonly number[]> {
  const { page } = session;
  await session.open(chains(MIDDLE, 4));
  await selectOne(page);
  const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  const found: number[] = [];
  for (const field of ['Description', 'Formula', 'Expected']) {
    const box = inspector.getByRole('textbox', { name: field }).first();
    if ((await box.count()) === 0) continue;
    await box.click();
    await page.keyboard.press('End');
    await watch(page, 'keydown');
    await page.keyboard.type(WORDS, { delay: KEY_MS });
    await page.waitForTimeout(500);
    found.push(...(await watched(page)).inputs);
  }
  if (found.length < WORDS.length) throw new Error('No field was found to type in.');
  return found;
}

/** Zooms in until there are cards, and presses one that calculates. */
export async function selectOne(page: Page): Promise<void> {
  const canvas = await page.getByRole('region', { name: 'Canvas', exact: true }).boundingBox();
  if (!canvas) throw new Error('There is no canvas.');
  const card = page.locator('.react-flow__node', { hasText: 'alculate' }).first();
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
  await page.keyboard.down('Control');
  for (let n = 0; n < 60 && (await card.count()) === 0; n++) {
    await page.mouse.wheel(0, -120);
    await page.waitForTimeout(50);
  }
  await page.keyboard.up('Control');
  await card.click({ position: { x: 60, y: 10 }, force: true });
  await page.getByRole('region', { name: 'Inspector', exact: true }).waitFor();
}

interface Stopped {
  readonly what: string;
  readonly ms: number;
}

const BIG = 5_000_000;
const LINE = 'never was there so long a line of words ';

/** Each with heavy work under way that no pause would come from. */
const HEAVY: readonly { readonly what: string; readonly calls: readonly Call[] }[] = [
  {
    what: 'a pattern over 5,000,000 characters',
    calls: [
      {
        _id: 'heavy',
        _tool: 'matchText',
        text: '†state.big',
        pattern: '([a-z]+ ){1,100}[0-9]',
        _outputPath: '†state.out',
      },
    ],
  },
  {
    what: 'JSONata',
    calls: [
      {
        _id: 'heavy',
        _tool: 'queryJson',
        data: [1],
        expression: '$sum([1..3000].($a := $; $sum([1..1000].($ * $a % 7))))',
        _outputPath: '†state.out',
      },
    ],
  },
  {
    what: 'a large sort',
    calls: [
      {
        _id: 'rows',
        _tool: 'matchText',
        text: '†state.big',
        pattern: '[a-z]+',
        limit: 100_000,
        _outputPath: '†state.rows',
      },
      ...Array.from(
        { length: 30 },
        (_, at): Call => ({
          _id: `sort${at}`,
          _tool: 'sortRows',
          rows: '†state.rows',
          column: 'match',
          _outputPath: `†state.out${at}`,
        }),
      ),
    ],
  },
];

/** Stop is pressed when the heavy call has been under way for that long. */
const UNDER_WAY_MS = 300;
/** A page that does not stop within that is not waited for: it counts as this long. */
const STOP_AT_MOST_MS = 30_000;

/** Each in a browser of its own: one that does not stop would be in the way of the next. */
export async function stopped(url: string): Promise<readonly Stopped[]> {
  const found: Stopped[] = [];
  for (const { what, calls } of HEAVY) {
    const session = await openSession(url);
    try {
      found.push({ what, ms: await stopOf(session, what, calls) });
    } finally {
      await session.close();
    }
  }
  return found;
}

async function stopOf(session: Session, what: string, calls: readonly Call[]): Promise<number> {
  const { page } = session;
  const readsBig = calls.some(({ text }) => text === '†state.big');
  const read: Call = { _id: 'read', _tool: 'readText', file: 'big.txt', _outputPath: '†state.big' };
  const all = readsBig ? [read, ...calls] : calls;
  await session.open({
    format: FORMAT,
    version: VERSION,
    id: 'plan_heavy',
    title: `Heavy: ${what}`,
    calls: all,
    policy: { maxSteps: all.length },
  });
  if (readsBig) await session.drop('big.txt', LINE.repeat(BIG / LINE.length));
  await session.approve();
  await session.listen();
  const run = await session.aim('Run');
  await watch(page, 'pointermove');
  await run();
  const before = all.findIndex(({ _id }) => /^(heavy|sort0)$/.test(_id));
  await session.toldOf('plan_step_completed', before);
  await page.waitForTimeout(UNDER_WAY_MS);
  await (await session.aim('Stop'))();
  const cap = new Promise<'not yet'>((resolve) => setTimeout(() => resolve('not yet'), STOP_AT_MOST_MS));
  if ((await Promise.race([session.ended(), cap])) === 'not yet') return STOP_AT_MOST_MS;
  const { stopPressed, stopGone } = await watched(page);
  if (stopPressed === 0 || stopGone === 0) throw new Error(`${what} had ended before it was stopped.`);
  return stopGone - stopPressed;
}
