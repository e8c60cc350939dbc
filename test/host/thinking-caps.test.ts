/** What a run may cost and how long it may take holds to one answer (L-47): over HTTP, where each answer says what it cost. */

import { afterEach, describe, expect, test } from 'vitest';
import { type Reply, streamed } from '../../e2e/model-server/script.ts';
import { type ModelServer, startModelServer } from '../../e2e/model-server/server.ts';
import { sign } from '../../src/flows/sign.ts';
import { memoryLeases } from '../../src/host/memory-place.ts';
import { openRuns } from '../../src/host/runs.ts';
import { type MemoryAnswer, memoryHost, type RunReport } from '../../src/package/memory-host.ts';
import type { Call, Mandate, Plan } from '../../src/plan/document.ts';
import { createOpenAiPlanner } from '../../src/planner/openai/planner.ts';
import { withChecks } from '../../src/planner/with-checks.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { PlannerAnswer } from '../../src/run/replan.ts';
import { SETTING } from '../run/written-run.ts';
import { type Script, virtualPlace } from './virtual-place.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const say = (_id: string, more: Partial<Call> = {}): Call => ({
  ...{ _id, _tool: 'template', template: 'Hello', values: {}, _outputPath: `†state.${_id}` },
  ...more,
});
const boom = (_id: string): Call => ({ _id, _tool: 'boom', _outputPath: `†state.${_id}` });
const mandate: Mandate = { tools: ['template'], effects: ['none', 'read'], hosts: [] };
const base = { format: 'obelus/plan', version: 1, id: 'p', goal: 'Greet them' } as const;
const eager = (maxCost: number): Plan => ({
  ...{ ...base, mode: 'eager', calls: [], output: null, mandate: { ...mandate, maxCost } },
});

/** An answer that costs so much. @param calls what it would run; none: what it returns */
const told = (cost: number, calls: readonly Call[], more: Parameters<typeof streamed>[1] = {}): Reply =>
  streamed(JSON.stringify({ calls, output: calls.length === 0 ? 'over' : null }), {
    usage: { prompt_tokens: 10, completion_tokens: 5, cost },
    ...more,
  });

async function run(plan: Plan, turns: readonly Reply[], answers: readonly MemoryAnswer[] = []) {
  server = await startModelServer({ replies: (_, at) => turns[at] ?? told(0, []) });
  const events: RunEvent[] = [];
  const host = memoryHost({
    planner: withChecks(createOpenAiPlanner({ baseUrl: server.url, model: 'm' }, { sleep: async () => {} })),
    onEvent: (event) => events.push(event),
    tools: [{ name: 'boom', effect: 'read' }],
    activities: {
      boom: () => {
        throw new Error('It broke.');
      },
    },
  });
  let report: RunReport = await host.run(plan, {
    ...{ approved: host.sign(plan), replans: 'unasked', runId: 'r' },
  });
  for (const answer of answers) report = await host.answer('r', answer);
  const paid = events
    .filter(({ type }) => type !== 'plan_sub_run_ended')
    .reduce((sum, event) => sum + (('cost' in event && event.cost) || 0), 0);
  return { report, events, paid, requests: server.chats().length };
}

const CAPPED = { status: 'failed', reason: 'cost_budget' };

describe('turns of a plan that goes on', () => {
  test('are charged, and at the cap none is asked for', async () => {
    const turns = [told(0.25, [say('a')]), told(0.25, [say('b')])];
    const { report, requests, paid } = await run(eager(0.5), turns);
    expect(report).toMatchObject(CAPPED);
    expect(report.state).toMatchObject({ state: { a: 'Hello', b: 'Hello' } });
    expect([requests, paid]).toEqual([2, 0.5]);
  });

  test('are asked for while anything is left, and the one that passes the cap is the last', async () => {
    const turns = [told(0.25, [say('a')]), told(9, [say('b')]), told(9, [say('c')])];
    const { report, requests, paid } = await run(eager(0.250001), turns);
    expect(report).toMatchObject(CAPPED);
    expect([requests, paid]).toEqual([2, 9.25]);
  });

  test('of which the last brings the result is no run that ran out', async () => {
    const { report } = await run(eager(0.5), [told(0.25, [say('a')]), told(9, [])]);
    expect(report).toMatchObject({ status: 'completed', output: 'over' });
  });

  test.each([
    [0.5, 1],
    [5, 3],
  ])('that are wrong are sent back while something is left of $%f', async (cap, asked) => {
    const wrong = told(0.6, [say('a', { template: 7 })]);
    const { report, requests } = await run(eager(cap), [wrong, wrong, wrong, told(0, [])]);
    expect(requests).toBe(asked + (cap > 1 ? 1 : 0));
    expect(requests).toBe(asked + (cap > 1 ? 1 : 0));
    expect(report.reason).toBe(cap > 1 ? 'goal_met' : 'cost_budget');
  });

  test('that no plan could be read in are paid for like the others', async () => {
    const prose = streamed('I would rather not.', {
      usage: { prompt_tokens: 1, completion_tokens: 1, cost: 1 },
    });
    const { report, requests, paid } = await run(eager(1), [prose, prose]);
    expect(report).toMatchObject(CAPPED);
    expect([requests, paid]).toEqual([1, 1]);
  });
});

describe('an agent', () => {
  const agent = (maxCost: number | undefined, policy: Plan['policy'] = {}): Plan => ({
    ...{
      ...base,
      mode: 'lazy',
      output: '†state.ag',
      policy: { retryLimit: 0, onFailure: 'skip', ...policy },
    },
    calls: [
      {
        ...{ _id: 'ag', _tool: 'agent', task: 'Greet', tools: ['template'], _outputPath: '†state.ag' },
        ...(maxCost === undefined ? {} : { maxCost }),
      },
    ],
  });
  const turns = [told(0.25, [say('a')]), told(0.25, [say('b')]), told(0.25, [say('c')])];

  test.each([
    ['its own cap', agent(0.3)],
    ['the cap of the run above it', agent(undefined, { maxCost: 0.3 })],
  ])('asks for no turn beyond %s, and what it took is charged to the run', async (_, plan) => {
    const { report, events, requests } = await run(plan, turns);
    expect(report.calls).toMatchObject([{ id: 'ag', failure: { code: 'budget-exceeded' } }]);
    expect(requests).toBe(2);
    expect(events.find(({ type }) => type === 'plan_sub_run_ended')).toMatchObject({ cost: 0.5 });
  });
});

describe('agents side by side', () => {
  const agents = (policy: Plan['policy'], own: Partial<Call> = {}): Plan => ({
    ...{ ...base, mode: 'lazy', output: null, policy: { retryLimit: 0, onFailure: 'skip', ...policy } },
    calls: ['x', 'y', 'z'].map((_id) => ({
      ...{ _id, _tool: 'agent', task: 'Greet', tools: ['template'], _outputPath: `†state.${_id}`, ...own },
    })),
  });
  // Slow enough for the others to be asked meanwhile, if nothing held them back.
  const turn = (id: string): Reply => {
    const reply = told(0.25, [say(id)], { dripMs: 50 });
    if (reply.kind !== 'streamed') return reply;
    const text = reply.deltas.join('');
    return { ...reply, deltas: [text.slice(0, 10), text.slice(10)] };
  };
  const turns = ['a', 'b', 'c', 'd', 'e', 'f'].map(turn);

  test.each([
    ['0.2', 0.2, 1],
    ['0.5', 0.5, 2],
    ['0.6', 0.6, 3],
  ])('pass a cap of $%s together by no more than one answer', async (_, maxCost, most) => {
    const { requests, paid, report } = await run(agents({ maxCost }), turns);
    expect([requests, paid]).toEqual([most, most * 0.25]);
    expect(report.calls.map(({ failure }) => failure?.code)).toEqual(Array(3).fill('budget-exceeded'));
  });

  test('each with a cap of its own do not wait for one another', async () => {
    const hanging = told(0, [say('a')], { hangAfter: 1 });
    const { requests } = await run(agents({ maxDurationMs: 500 }, { maxCost: 0.2 }), [
      ...[hanging, hanging, hanging],
    ]);
    expect(requests).toBe(3);
  });
});

describe('a replan after a failure', () => {
  const failing = (onFailure: 'ask' | 'replan'): Plan => ({
    ...{ ...base, mode: 'lazy', calls: [boom('a')], output: '†state.a' },
    policy: { retryLimit: 0, onFailure, maxCost: 0.5 },
  });

  test('is asked for until the cap, and not at it', async () => {
    const { report, requests, paid } = await run(failing('replan'), [
      told(0.4, [boom('b')]),
      told(0.4, [boom('c')]),
      told(0.4, [boom('d')]),
    ]);
    expect(report).toMatchObject(CAPPED);
    expect([requests, paid]).toEqual([2, 0.8]);
  });

  test('that a person wants at the cap gives the question back and says why', async () => {
    const { report, events, requests } = await run(
      failing('ask'),
      [told(0.6, [boom('b')])],
      [
        { call: 'a', choose: 'replan' },
        { call: 'b', choose: 'replan' },
      ],
    );
    expect(requests).toBe(1);
    expect(report.questions).toMatchObject([{ kind: 'failure', call: 'b', noPlan: true }]);
    expect(events.findLast(({ type }) => type === 'plan.draft')).toMatchObject({
      calls: [],
      told: 'What this run may cost is used up, so no model is asked. What needs none can still be done.',
    });
  });
});

describe('the time it may take', () => {
  const slow = told(0, [say('a')], { hangAfter: 1 });

  test('ends a turn that does not end', async () => {
    const plan = { ...eager(1), policy: { maxDurationMs: 300 } };
    expect((await run(plan, [slow])).report).toMatchObject({ status: 'failed', reason: 'time_budget' });
  });

  test('ends an agent whose turn does not end', async () => {
    const calls = [
      { _id: 'ag', _tool: 'agent', task: 'Greet', tools: ['template'], _outputPath: '†state.ag' },
    ];
    const plan: Plan = { ...base, mode: 'lazy', output: '†state.ag', calls, policy: { maxDurationMs: 300 } };
    const { report, requests } = await run(plan, [slow]);
    expect(report).toMatchObject({ status: 'failed', reason: 'time_budget' });
    expect(requests).toBe(1);
  });
});

describe('over kills', () => {
  const one = (_id: string): Call => ({ _id, _tool: 'read', _outputPath: `†state.${_id}` });
  const plan: Plan = { ...eager(0.5), mandate: { ...mandate, tools: ['read'], maxCost: 0.5 } };

  async function started(answers: readonly PlannerAnswer[], more: Partial<Plan> = {}) {
    let asked = 0;
    const script: Script = {
      setting: SETTING,
      play: (_, { id }) => ({ ms: 10, value: id }),
      replan: () => answers[asked++] ?? { calls: [], output: 'over' },
    };
    const signed = { ...plan, ...more };
    const { store } = virtualPlace(script);
    const live = async () => {
      const place = virtualPlace({ ...script, store, leases: memoryLeases() });
      return { place, runs: openRuns(place) };
    };
    let now = await live();
    const hash = sign(signed, SETTING);
    if (!hash.ok) throw new Error(hash.error);
    const start = { runId: 'run', planId: 'p', plan: signed, hash: hash.value.hash, input: {} };
    await now.runs.start({ ...start, replans: 'unasked' });
    await now.place.settle();
    return {
      asked: () => asked,
      events: () => store.events('run'),
      row: () => store.run('run'),
      steer: async (decision: Parameters<typeof now.runs.steer>[0]) => {
        await now.runs.steer(decision);
        await now.place.settle();
      },
      kill: async () => {
        now.runs.letGo();
        await now.place.settle();
        now = await live();
        await now.runs.resumeAll();
        await now.place.settle();
      },
    };
  }

  test('nothing of what was spent is forgotten', async () => {
    const tokens = { input: 1, output: 1 };
    const run = await started(
      [
        { calls: [one('a')], output: null, tokens, cost: 0.3 },
        { calls: [one('b')], output: null, tokens, cost: 0.3 },
      ],
      { policy: { askBefore: 'all' } },
    );
    await run.kill();
    await run.steer({ kind: 'answer', runId: 'run', call: 'a', choose: 'approve' });
    await run.kill();
    await run.steer({ kind: 'answer', runId: 'run', call: 'b', choose: 'approve' });
    expect(await run.row()).toMatchObject({ status: 'failed', reason: 'cost_budget', cost: 0.6 });
    expect(run.asked()).toBe(2);
  });

  test('a sentence said at the cap asks nobody, leaves the run as it was, and says why', async () => {
    const run = await started(
      [{ calls: [one('a')], output: null, tokens: { input: 1, output: 1 }, cost: 0.5 }],
      {
        policy: { askBefore: 'all' },
      },
    );
    await run.steer({ kind: 'wish', runId: 'run', said: 'Do it otherwise.' });
    expect(run.asked()).toBe(1);
    expect((await run.events()).findLast(({ type }) => type === 'plan.draft')).toMatchObject({
      ...{ cause: 'person', calls: [], told: expect.stringContaining('is used up') },
    });
    expect(await run.row()).toMatchObject({ open: 1 });
    await run.steer({ kind: 'answer', runId: 'run', call: 'a', choose: 'approve' });
    expect(await run.row()).toMatchObject({ status: 'failed', reason: 'cost_budget' });
  });
});
