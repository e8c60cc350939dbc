/** A draft that a model's server streams, looked at from outside: how many frames a call that arrived waits for its card. */

import { type BrowserContext, chromium } from 'playwright-core';
import { streamed } from '../../../e2e/model-server/script.ts';
import { startModelServer } from '../../../e2e/model-server/server.ts';
import { chromiumExecutable, chromiumFlags } from '../../chromium.ts';
import { rememberedPlanner } from '../crash/model.ts';

/** Cards that are there before the first call is timed; with those that come it is 300. */
const BEFORE = 240;
const TIMED = 60;
/** Between two calls, ms; and so many times that for the first ones to be laid out. */
const DRIP_MS = 400;
const REST = 30;

export interface StreamedDraft {
  /** From the message that brought a call to the frame that painted its card, in frames, one a call. */
  readonly frames: readonly number[];
  readonly ms: readonly number[];
}

/** @param url where the built app is served */
export async function streamedDraft(url: string): Promise<StreamedDraft> {
  const server = await startModelServer({ replies: [streamed(deltas(), { dripMs: DRIP_MS })] });
  const browser = await chromium.launch({ executablePath: chromiumExecutable(), args: chromiumFlags });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await prepare(context, server.url);
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`page: ${error.message}`));
    await page.goto(url);
    const goal = page.locator('#goal');
    await goal.fill('Count on from one to three hundred');
    await page.getByRole('button', { name: 'Draft plan' }).last().click();
    await page.getByText(/^A plan of \d+ calls/).waitFor({ timeout: 180_000 });
    const timed = await page.evaluate(
      ([from, to]) =>
        Array.from({ length: to - from }, (_, at) => window.arrivals.painted.get(`c${from + at}`)),
      [BEFORE, BEFORE + TIMED] as const,
    );
    const painted = timed.filter((one) => one !== undefined);
    if (painted.length < TIMED)
      throw new Error(`${TIMED - painted.length} calls came and were never painted.`);
    return { frames: painted.map(([frames]) => frames), ms: painted.map(([, ms]) => ms) };
  } finally {
    await browser.close();
    await server.close();
  }
}

declare global {
  interface Window {
    /** By call id: frames and milliseconds from its message to its card. */
    arrivals: { readonly painted: Map<string, readonly [frames: number, ms: number]> };
  }
}

async function prepare(context: BrowserContext, modelUrl: string): Promise<void> {
  await context.addInitScript('globalThis.__name = (what) => what');
  const choice = { ...JSON.parse(rememberedPlanner(modelUrl)), more: { mostCalls: BEFORE + TIMED } };
  await context.addInitScript((kept) => localStorage.setItem('obelus.planner', kept), JSON.stringify(choice));
  await context.addInitScript(noteArrivals);
}

/** Sent to the page as text: it uses nothing around it. */
function noteArrivals(): void {
  let frame = 0;
  const waiting = new Map<string, readonly [frame: number, at: number]>();
  const painted = new Map<string, readonly [frames: number, ms: number]>();
  window.arrivals = { painted };
  const look = () => {
    frame += 1;
    // What stands in the page when a frame begins is painted by it.
    for (const [id, [since, at]] of waiting) {
      if (document.querySelector(`.react-flow__node[data-id="${id}"]`) === null) continue;
      waiting.delete(id);
      painted.set(id, [frame - since, performance.now() - at]);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const Real = window.Worker;
  window.Worker = class extends Real {
    constructor(...all: ConstructorParameters<typeof Worker>) {
      super(...all);
      this.addEventListener('message', ({ data }) => {
        if (data?.kind === 'planner' && data.event.kind === 'call')
          waiting.set(data.event.call._id, [frame, performance.now()]);
      });
    }
  };
}

/** The plan as a server sends it: most of it at once, then call by call. */
function deltas(): readonly string[] {
  const calls = Array.from({ length: BEFORE + TIMED }, (_, at) =>
    JSON.stringify({
      ...{ _id: `c${at}`, _tool: 'calculate', _description: `Step ${at}`, expression: 'x + 1' },
      values: { x: at < 10 ? 1 : `†state.c${at - 10}` },
      _outputPath: `†state.c${at}`,
    }),
  );
  return [
    `{"title":"Counting","calls":[${calls.slice(0, BEFORE).join(',')}`,
    ...Array.from({ length: REST }, () => ' '),
    ...calls.slice(BEFORE).map((call) => `,${call}`),
    '],"output":null}',
  ];
}
