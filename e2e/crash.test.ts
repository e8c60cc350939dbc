/** The browser killed twenty times in one run, at different moments: nothing that was told is lost or done twice. */

import { expect, test } from '@playwright/test';
import type { Call, Plan } from '../src/plan/document.ts';
import type { RunEvent } from '../src/run/events.ts';
import { killableBrowser } from './support/browser.ts';
import { Obelus } from './support/driver.ts';
import { collectAcknowledged, journalOf } from './support/journal.ts';
import { type Outside, startOutside } from './support/outside.ts';

const KILLS = 20;

/** One stage a kill: something is computed, read and written, each after the stage before. */
function stages(outside: Outside): Plan {
  const calls: Call[] = [];
  for (let n = 1; n <= KILLS; n++) {
    const after = n === 1 ? {} : { _after: `†state.write${n - 1}` };
    calls.push(
      { _id: `sum${n}`, _tool: 'calculate', expression: `${n} + 1`, ...after, _outputPath: `†state.sum${n}` },
      {
        _id: `read${n}`,
        _tool: 'httpGet',
        url: outside.url(`read${n}`),
        ...after,
        _outputPath: `†state.read${n}`,
      },
      {
        _id: `write${n}`,
        _tool: 'httpSend',
        url: outside.url(`write${n}`),
        body: { sum: `†state.sum${n}` },
        _after: `†state.read${n}`,
        _outputPath: `†state.write${n}`,
      },
    );
  }
  return {
    format: 'obelus/plan',
    version: 1,
    id: 'plan_stages',
    title: 'Twenty stages',
    mode: 'lazy',
    calls,
    output: `†state.write${KILLS}`,
    policy: { maxSteps: calls.length },
  };
}

type Moment = (outside: Outside, told: Told, n: number) => Promise<void>;

/** Where in stage n the browser is killed. `told` waits for what the page has heard. */
const MOMENTS: readonly Moment[] = [
  // A read is in flight.
  async (outside, _, n) => void (await outside.visited(`read${n}`)),
  // A read was answered; its result may or may not be in the journal yet.
  async (outside, _, n) => {
    await outside.visited(`read${n}`);
    outside.open(`read${n}`);
  },
  // A read is told to be completed.
  async (outside, told, n) => {
    outside.open(`read${n}`);
    await told(({ type, call }) => type === 'plan_step_completed' && call === `read${n}`);
  },
  // A write is in flight.
  async (outside, _, n) => {
    outside.open(`read${n}`);
    await outside.visited(`write${n}`);
  },
  // A write was answered; its result may or may not be in the journal yet.
  async (outside, _, n) => {
    outside.open(`read${n}`);
    await outside.visited(`write${n}`);
    outside.open(`write${n}`);
  },
];

type Heard = { readonly type: string; readonly seq: number; readonly call?: string };
/** Waits for an event, and says its number. */
type Told = (is: (event: Heard) => boolean) => Promise<number>;

/** What was waited for last: a wait that nothing ends is named by it, for the test's own limit names none. */
let waitsFor = '';
test.afterEach(() => {
  if (test.info().status === 'timedOut') console.log(`  It waited: ${waitsFor}.`);
});

test('twenty kills lose no acknowledged event, run no completed call again and start no write twice', async ({
  baseURL,
}) => {
  test.setTimeout(240_000);
  const outside = await startOutside();
  const browser = await killableBrowser(baseURL);
  const acknowledged: RunEvent[] = [];
  /** How often each call had been asked for when it was told to be completed. */
  const visitsAtEnd = new Map<string, number>();
  const waiting = new Set<() => void>();
  const record = Object.assign(acknowledged, {
    push: (...events: RunEvent[]) => {
      for (const event of events) {
        acknowledged[acknowledged.length] = event;
        if (event.type === 'plan_step_completed') {
          visitsAtEnd.set(event.call, outside.visitsTo(event.call).length);
        }
      }
      for (const look of [...waiting]) look();
      return acknowledged.length;
    },
  });
  const told: Told = (is) =>
    new Promise((resolve) => {
      const look = () => {
        const event = acknowledged.find(is);
        if (!event) return;
        waiting.delete(look);
        resolve(event.seq);
      };
      waiting.add(look);
      look();
    });

  const start = async (): Promise<Obelus> => {
    waitsFor = 'for a browser';
    const context = await browser.launch();
    await collectAcknowledged(context, record);
    waitsFor = 'for the app';
    return new Obelus(context.pages()[0]!).openWithPlans();
  };

  try {
    /** The first event of each browser but the first, by its number: where the one before was killed. */
    const takenUp: number[] = [];
    let app = await start();
    await app.importPlan(stages(outside));
    await app.approve();
    await app.run();
    for (let n = 1; n <= KILLS; n++) {
      waitsFor = `for the moment of stage ${n}, told ${acknowledged.at(-1)?.type} last`;
      await MOMENTS[n % MOMENTS.length]!(outside, told, n);
      waitsFor = `for the end of the browser in stage ${n}`;
      await browser.kill();
      const last = acknowledged.at(-1)!;
      app = await start();
      waitsFor = `for the run to be taken up in stage ${n}, told ${last.type} before`;
      takenUp.push(await told(({ seq }) => seq > last.seq));
      await settleDoubt(app, outside, told, n);
    }
    waitsFor = 'for the end of the run';
    await told(({ type }) => type === 'plan_completed');

    const journal = await journalOf(app.page);
    expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, at) => at + 1));
    for (const event of acknowledged) expect(journal[event.seq - 1]).toEqual(event);
    // A kill between two calls cuts nothing off, and nothing is said of it.
    const cutOff = takenUp.filter((seq) => inFlight(journal.slice(0, seq - 1)).size > 0);
    const interrupted = journal.filter(({ type }) => type === 'plan_run_interrupted');
    expect(interrupted.map(({ seq }) => seq)).toEqual(cutOff);
    for (const [call, visits] of visitsAtEnd) expect(outside.visitsTo(call)).toHaveLength(visits);
    for (let n = 1; n <= KILLS; n++) {
      expect(outside.visitsTo(`write${n}`)).toHaveLength(1);
    }
    await app.openRun('Twenty stages');
    await app.expectCompleted();
  } finally {
    await browser.dispose();
    await outside.close();
  }
});

/** Calls that a journal leaves begun. */
function inFlight(events: readonly RunEvent[]): ReadonlySet<string> {
  const calls = new Set<string>();
  for (const event of events) {
    if (event.type === 'plan_run_interrupted') calls.clear();
    else if (event.type === 'plan_step_started') calls.add(event.call);
    else if ('call' in event && /_(completed|failed|waiting|retry)$/.test(event.type))
      calls.delete(String(event.call));
  }
  return calls;
}

/** After the n-th kill, a write of stage n that was under way is in doubt: a person looks outside whether it was done. */
async function settleDoubt(app: Obelus, outside: Outside, told: Told, n: number): Promise<void> {
  outside.open(`read${n}`);
  outside.open(`write${n}`);
  const isEnd = ({ type, call }: Heard) => type === 'plan_step_completed' && call === `write${n}`;
  // Its result may have become durable before the kill, and then nothing more is heard of it.
  if ((await journalOf(app.page)).some(isEnd)) return;
  waitsFor = `for the write of stage ${n} to end or to be doubted`;
  const ended = told(isEnd);
  const doubted = told(({ type, call }) => type === 'plan_step_waiting' && call === `write${n}`);
  if ((await Promise.race([ended, doubted.then(() => 'doubted')])) !== 'doubted') return;
  waitsFor = `for the question about stage ${n}`;
  await app.openRun('Twenty stages');
  const question = app.region('The run asks');
  if (outside.visitsTo(`write${n}`).length === 0) {
    await question.getByRole('button', { name: 'Run it again' }).click();
  } else {
    await question.getByRole('button', { name: 'It happened: give its value' }).click();
    await question
      .getByRole('textbox')
      .fill(JSON.stringify({ status: 200, type: 'application/json', text: '{}' }));
    await question.getByRole('button', { name: 'Use this value' }).click();
  }
  waitsFor = `for the end of stage ${n}, its doubt settled by the person`;
  await ended;
}
