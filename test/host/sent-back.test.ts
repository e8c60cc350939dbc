/** An answer of a planner that goes back is paid for and kept before the next one is asked for: over a kill, over HTTP. */

import { afterEach, expect, test } from 'vitest';
import { type Reply, streamed } from '../../e2e/model-server/script.ts';
import { type ModelServer, startModelServer } from '../../e2e/model-server/server.ts';
import { sign } from '../../src/flows/sign.ts';
import { memoryLeases, memoryStore } from '../../src/host/memory-place.ts';
import type { Place } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { createOpenAiPlanner } from '../../src/planner/openai/planner.ts';
import { mended } from '../../src/planner/replan.ts';
import { withChecks } from '../../src/planner/with-checks.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { SETTING } from '../run/written-run.ts';
import { turn, virtualPlace } from './virtual-place.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const READ: Call = { _id: 'a', _tool: 'read', _outputPath: '†state.a' };
const WRONG: Call = { _id: 'a', _tool: 'read', _after: '†nonsense', _outputPath: '†state.a' };
const EAGER: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p', goal: 'Read it', mode: 'eager', calls: [], output: null },
  mandate: { tools: ['read'], effects: ['none', 'read'], hosts: [] },
};
const AGENT: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p', mode: 'lazy', output: '†state.ag' },
  calls: [{ _id: 'ag', _tool: 'agent', task: 'Read it', tools: ['read'], _outputPath: '†state.ag' }],
};

const usage = (cost: number) => ({ usage: { prompt_tokens: 10, completion_tokens: 5, cost } });
const told = (calls: readonly Call[], cost = 0.25): Reply =>
  streamed(JSON.stringify({ calls, output: calls.length === 0 ? 'over' : null }), usage(cost));
const PROSE = streamed('I would rather not.', usage(0.25));
const HANGS = streamed(['{"calls":[', ']}'], { hangAfter: 1, ...usage(9) });

/** A run whose planner is a model, and that can be killed while it answers. */
async function runOf(plan: Plan, replies: readonly Reply[]) {
  const model = await startModelServer({ replies: (_, at) => replies[at] ?? told([]) });
  server = model;
  const planner = withChecks(
    createOpenAiPlanner({ baseUrl: model.url, model: 'm' }, { sleep: async () => {} }),
  );
  const store = memoryStore();
  const live = () => {
    const place = virtualPlace({
      ...{ setting: SETTING, store, leases: memoryLeases() },
      play: (_, { id }) =>
        id === 'fails' ? { ms: 1, throws: { code: 'tool-error', message: 'No.' } } : { ms: 1, value: id },
    });
    const replan: Place['replan'] = (request, pass) => {
      const stopping = new AbortController();
      // As the door tells it.
      const sent = pass.record({ n: 1, host: 'model.example', method: 'POST' });
      const asked = { ...request, files: [], again: pass.again };
      return {
        answer: sent.then(() =>
          mended(planner, catalogueOf(SETTING.catalogue.list()), asked, stopping.signal),
        ),
        from: 'm at model.example',
        stop: () => stopping.abort(),
      };
    };
    return { place, runs: openRuns({ ...place, replan }) };
  };
  let now = live();
  const signed = sign(plan, SETTING);
  if (!signed.ok) throw new Error(signed.error);
  const events = async () => {
    const runIds = (await store.open()).map(({ runId }) => runId);
    const all = await Promise.all([...new Set(['r', ...runIds, ...below])].map((id) => store.events(id)));
    return all.flat();
  };
  const below = new Set<string>();
  const until = async (is: () => boolean | Promise<boolean>) => {
    while (!(await is())) {
      for (const { runId } of await store.open()) below.add(runId);
      await now.place.settle();
      await turn();
    }
  };
  await now.runs.start({
    ...{ runId: 'r', planId: 'p', plan, hash: signed.value.hash, input: {}, replans: 'unasked' },
  });
  return {
    events,
    requests: () => model.chats().map(({ body }) => body?.messages),
    asked: (count: number) => until(() => model.chats().length >= count),
    waits: () => until(async () => (await store.run('r'))?.status === 'waiting'),
    ended: () => until(async () => (await store.run('r'))?.open === 0),
    row: () => store.run('r'),
    kill: async () => {
      now.runs.letGo();
      await now.place.settle();
      now = live();
      await now.runs.resumeAll();
    },
  };
}

test.each([
  ['the run', EAGER],
  ['an agent', AGENT],
])(
  'an answer of the planner of %s that was under way at a kill is told as lost, and so is the kill',
  async (_, plan) => {
    const run = await runOf(plan, [HANGS, told([READ]), told([])]);
    await run.asked(1);
    await run.kill();
    await run.ended();
    expect(await run.row()).toMatchObject({ status: 'completed', cost: 0.5, lost: 1 });
    expect((await run.events()).map(({ type }) => type)).toContain('plan_run_interrupted');
  },
);

test('what is sent to a planner says for which turn, and for none where it mends the rest', async () => {
  const turns = async (plan: Plan) => {
    const run = await runOf(plan, [told([READ])]);
    await run.ended();
    return (await run.events()).flatMap((event) =>
      event.type === 'plan_replan_sent' ? [[event.replan, event.turn]] : [],
    );
  };
  const both = [
    [1, 1],
    [2, 2],
  ];
  expect(await turns(EAGER)).toEqual(both);
  await server?.close();
  expect(await turns(AGENT)).toEqual(both);
  await server?.close();
  const { mandate: _, ...whole } = EAGER;
  const policy = { onFailure: 'replan', retryLimit: 0 } as const;
  expect(await turns({ ...whole, mode: 'lazy', calls: [{ ...READ, _id: 'fails' }], policy })).toEqual([
    [1, undefined],
  ]);
});

const again = (events: Awaited<ReturnType<Awaited<ReturnType<typeof runOf>>['events']>>) =>
  events.filter(({ type }) => type === 'plan_replan_again');

test.each([
  ['the run, that could not be read', EAGER, PROSE],
  ['the run, that was wrong', EAGER, told([WRONG])],
  ['an agent, that could not be read', AGENT, PROSE],
  ['an agent, that was wrong', AGENT, told([WRONG])],
])(
  'an answer of the planner of %s is paid for once, whatever is cut off after it',
  async (_, plan, first) => {
    const run = await runOf(plan, [first, HANGS, told([READ]), told([])]);
    await run.asked(2);
    expect(again(await run.events())).toMatchObject([
      { cause: 'tick', cost: 0.25, tokens: { input: 10, output: 5 }, from: 'm at model.example' },
    ]);
    await run.kill();
    await run.ended();
    expect(await run.row()).toMatchObject({ status: 'completed', cost: 0.75 });
    // The question that was cut off is asked anew, and not the one before it.
    const requests = run.requests();
    expect(requests).toHaveLength(4);
    expect(requests[2]).toEqual(requests[1]);
    expect(again(await run.events())).toHaveLength(1);
  },
);

test('how often an answer may go back holds over kills', async () => {
  const run = await runOf(EAGER, [PROSE, HANGS, PROSE, HANGS, PROSE]);
  await run.asked(2);
  await run.kill();
  await run.asked(4);
  await run.kill();
  // Three that were heard gave no plan, and the two that were cut off are not among them.
  await run.waits();
  const asks = (await run.events()).findLast(({ type }) => type === 'plan_replan_waiting');
  expect(asks).toMatchObject({ told: expect.stringContaining('no plan'), cost: 0.25 });
  expect(run.requests()).toHaveLength(5);
  expect(again(await run.events())).toMatchObject([{ cost: 0.25 }, { cost: 0.25 }]);
});

test('what an answer cost that went back counts for the cap after a kill', async () => {
  const capped: Plan = { ...EAGER, mandate: { ...EAGER.mandate!, maxCost: 0.4 } };
  const run = await runOf(capped, [PROSE, HANGS, PROSE, told([READ])]);
  await run.asked(2);
  await run.kill();
  await run.ended();
  expect(await run.row()).toMatchObject({ status: 'failed', reason: 'cost_budget', cost: 0.5 });
  expect(run.requests()).toHaveLength(3);
});
