/** A write whose request has not left is no doubt (L-40a): the journal knows of it before it goes. Real servers. */

import { afterEach, expect, test, vi } from 'vitest';
import { memoryHost } from '../../src/package/host.ts';
import type { Plan } from '../../src/plan/document.ts';
import { knownOfDoubt } from '../../src/run/doubt.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { callView } from '../../src/run/view.ts';
import { folded, planOf, twoHosts } from './two-hosts.ts';

const two = twoHosts();
const { known } = two;

afterEach(() => vi.unstubAllGlobals());

/** What a page has been answered it does not ask again, by the names of headers: each test has its own. */
const order = (header: string, tool = 'httpSend') =>
  planOf([
    {
      _id: 'a',
      _tool: tool,
      url: `http://${known()}/order`,
      headers: { [`x-${header}`]: '1' },
      _outputPath: '†state.a',
    },
  ]);

/** What the journal has when the server hears of the write: its own record, and it is in the store already. */
test('what changes something is in the journal before it leaves', async () => {
  const told: RunEvent[] = [];
  const knew: boolean[] = [];
  two.reply = () => {
    knew.push(told.some(({ type }) => type === 'plan_step_sent'));
    return { body: '{}' };
  };
  const host = memoryHost({ onEvent: (event) => void told.push(event) });
  const plan = order('first');
  await host.run(plan, { approved: host.sign(plan) });
  expect(knew).toEqual([true]);
});

/** A journal cut off after `length` events, and taken up again. */
function cutAfter(events: readonly RunEvent[], length: number, then: RunEventBody): string {
  const kept = events.slice(0, length);
  const last = { ...then, runId: 'r', seq: length + 1, time: 9 } as RunEvent;
  const state = folded({}, [...kept, last]);
  return callView(state, 'a')?.status ?? '';
}

test('cut off before the write itself, by a kill or by Stop, it is no doubt; after it, it is one', async () => {
  vi.stubGlobal('location', { origin: 'https://page.example' });
  const host = memoryHost();
  const plan = order('cut');
  const { events } = await host.run(plan, { approved: host.sign(plan) });
  const at = (method: string): number =>
    events.findIndex((one) => one.type === 'plan_step_sent' && one.method === method) + 1;
  expect(events[at('HEAD') - 2]).toMatchObject({ type: 'plan_step_started', announced: true });
  const killed: RunEventBody = { type: 'plan_run_interrupted' };
  const stopped: RunEventBody = { type: 'plan_aborted', reason: 'aborted' };
  for (const length of [at('HEAD') - 1, at('HEAD'), at('POST') - 1]) {
    expect(cutAfter(events, length, killed)).toBe('ready');
    expect(cutAfter(events, length, stopped)).toBe('cancelled');
  }
  expect(cutAfter(events, at('POST'), killed)).toBe('in_doubt');
  expect(cutAfter(events, at('POST'), stopped)).toBe('in_doubt');
  // Journals of before, and code that tells nothing, leave it open as they did.
  const untold = events.map((event) => {
    if (event.type !== 'plan_step_started') return event;
    const { announced: _, ...rest } = event;
    return rest as RunEvent;
  });
  expect(cutAfter(untold, at('HEAD'), killed)).toBe('in_doubt');
});

test('a doubt says which request left for where, and what came of it', async () => {
  const host = memoryHost();
  const plan = order('said');
  const { events } = await host.run(plan, { approved: host.sign(plan) });
  const told = events.flatMap((one, at) => (one.type === 'plan_step_sent' ? [at + 1] : []));
  const said = told.map((length) => {
    const last = { type: 'plan_run_interrupted', runId: 'r', seq: length + 1, time: 9 } as const;
    return knownOfDoubt(folded({}, [...events.slice(0, length), last]), 'a');
  });
  expect(said).toEqual([
    `Its request (POST) left for ${known()}/order, and no answer had come when the run was interrupted. So it may have had its effect already.`,
    `Its request (POST) left for ${known()}/order, and was answered with 200, but the rest of that answer was not kept when the run was interrupted. So it may have had its effect already.`,
  ]);
});

test('a look that nobody answers fails as not sent, and is tried again', async () => {
  vi.stubGlobal('location', { origin: 'https://page.example' });
  let looks = 0;
  two.silent = () => {
    looks += 1;
    return looks === 1;
  };
  const slow = { name: 'slow order', activity: 'httpSend', timeoutMs: 300, effect: 'write' };
  const plan = {
    ...order('late', slow.name),
    policy: { retryLimit: 1 },
    tools: [{ ...slow, parameters: { type: 'object' } }],
  } as Plan;
  const host = memoryHost();
  const { events, status } = await host.run(plan, { approved: host.sign(plan) });
  expect(events).toContainEqual(expect.objectContaining({ type: 'plan_step_failed', code: 'timeout' }));
  expect(status).toBe('completed');
  expect(two.heard[0]?.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('Stop while the look is in flight leaves no doubt, and nothing is sent', async () => {
  vi.stubGlobal('location', { origin: 'https://page.example' });
  const host = memoryHost();
  const plan = order('stop');
  let looked = () => {};
  const looking = new Promise<void>((resolve) => {
    looked = resolve;
  });
  two.silent = () => {
    looked();
    return true;
  };
  const running = host.run(plan, { approved: host.sign(plan), runId: 'stopped' });
  await looking;
  await host.stop('stopped');
  const report = await running;
  expect(report.calls).toMatchObject([{ id: 'a', status: 'cancelled' }]);
  expect(report.questions).toEqual([]);
  expect(two.heard[0]?.map(({ method }) => method)).toEqual(['HEAD']);
});
