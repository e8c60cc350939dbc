/**
 * Plans that go on, agents and streams, killed behind every event of their journals, sub-runs' too: what was paid for is
 * not paid for again, what had ended is not entered again, and the end is the same (L-56, L-60, L-63, L-91).
 */

import { describe, expect, test } from 'vitest';
import type { Case } from '../../src/cli/conformance/case.ts';
import { playedCase } from '../../src/cli/conformance/run-case.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { Call } from '../../src/plan/document.ts';
import type { RunEvent } from '../../src/run/events.ts';

type Model = Pick<
  Case,
  'name' | 'plan' | 'planner' | 'agents' | 'changes' | 'stops' | 'answers' | 'script' | 'policy'
>;

const call = (_id: string, _tool: string, more: Partial<Call> = {}): Call => ({
  ...{ _id, _tool, _outputPath: `†state.${_id}` },
  ...more,
});
const mandate = { effects: ['none', 'read', 'write'], hosts: [], maxSteps: 100, maxTurns: 12 };
const TOOLS = [
  { name: 'find', activity: 'find', effect: 'read', parameters: {}, cost: 1 },
  { name: 'put', activity: 'put', effect: 'write', parameters: {}, cost: 1 },
  { name: 'burn', activity: 'burn', effect: 'irreversible', parameters: {}, cost: 1 },
  { name: 'think', parameters: {}, cost: 2 },
];
const goesOn = (calls: readonly Call[], more: JsonObject = {}): JsonObject => ({
  ...{ calls: calls as unknown as Json, tools: TOOLS, strategy: 'iterative' },
  mandate: { ...mandate, tools: TOOLS.map(({ name }) => name) },
  ...more,
});
const eager = goesOn([], { strategy: 'flat', mode: 'eager' });
const agent = (more: Partial<Call> = {}): Call =>
  call('ag', 'agent', { task: 'See to it', tools: ['find', 'put', 'think'], ...more });

/** What a write that was cut off came to, as whoever looks there says it: what it would have returned. */
const settles = (...ids: readonly string[]): NonNullable<Case['answers']> =>
  ids.map((id) => ({ call: id, choose: 'value', value: { ok: true } }));

const MODELS: readonly Model[] = [
  {
    name: 'a plan that goes on for three turns, one of which is refused',
    plan: goesOn([call('a', 'find')]),
    planner: [
      { calls: [call('b', 'put', { p: '†state.a' })], output: null, reflection: 'one' },
      { calls: [call('c', 'find', { p: '†state.nowhere' })], output: null, reflection: 'two' },
      { calls: [call('d', 'think', { p: '†state.b' })], output: '†state.d', reflection: 'three' },
    ],
    answers: settles('b'),
  },
  {
    name: 'a turn beyond the mandate, and one that fails',
    plan: goesOn([call('a', 'find')], { mandate: { ...mandate, tools: ['find'] } }),
    planner: [
      { calls: [call('w', 'put'), call('b', 'find')], output: null, reflection: 'one' },
      { calls: [call('c', 'find')], output: ['†state.w', '†state.c'], reflection: 'two' },
    ],
    script: { b: [{ throw: { code: 'boom', message: 'It broke' } }] },
    answers: [{ mandate: 'w', choose: 'allow' }, ...settles('w')],
  },
  {
    name: 'an agent of two turns beside other calls',
    plan: goesOn([call('a', 'put'), agent(), call('z', 'find', { p: '†state.ag' })], {
      strategy: 'flat',
      output: '†state.z',
    }),
    agents: {
      ag: [
        { calls: [call('c1', 'find'), call('c2', 'put')], output: null, reflection: 'one' },
        { calls: [call('t', 'think', { p: '†state.c1' })], output: '†state.t', reflection: 'two' },
      ],
    },
    answers: settles('a', 'ag/c2'),
  },
  {
    name: 'an agent that asks and fails inside',
    plan: goesOn([agent({ tools: ['find', 'burn'] })], { strategy: 'flat', output: '†state.ag' }),
    agents: {
      ag: [
        { calls: [call('c1', 'find'), call('x', 'burn')], output: null, reflection: 'one' },
        { calls: [call('c2', 'find')], output: ['†state.c2', '†state.x'], reflection: 'two' },
      ],
    },
    script: { 'ag/c1': [{ throw: { code: 'boom', message: 'It broke' } }] },
    answers: [{ mandate: 'ag/x', choose: 'allow' }, ...settles('ag/x')],
  },
  {
    name: 'an agent for each element',
    plan: goesOn([call('d', 'sub', { _delegate: '#s', _forEach: '†state.l' })], {
      ...{ strategy: 'flat', output: '†state.d', state: { initial: { l: [1, 2] } } },
      plans: { s: { calls: [agent() as unknown as Json], tools: TOOLS, output: '†state.ag' } },
    }),
    agents: { 'd[*]/ag': [{ calls: [call('c1', 'put')], output: '†state.c1', reflection: 'one' }] },
    answers: settles('d[0]/ag/c1', 'd[1]/ag/c1'),
  },
  {
    name: 'a person who wants another rest, twice',
    plan: goesOn([call('a', 'find'), call('b', 'find', { p: '†state.a' })]),
    changes: [
      { ms: 4, say: 'c instead' },
      { ms: 25, say: 'and then d' },
    ],
    planner: [
      { calls: [call('c', 'find', { p: '†state.a' })], reflection: 'one' },
      { calls: [call('d', 'put', { p: '†state.c' })], reflection: 'two' },
      { calls: [], output: '†state.d', reflection: 'three' },
    ],
    script: { c: [{ ms: 30, value: 3 }] },
    answers: settles('d'),
  },
  {
    name: 'a person who does a call themselves that a model was asked for, and an agent’s',
    plan: goesOn([call('a', 'find'), agent(), call('t', 'think', { p: '†state.a' })], {
      ...{ strategy: 'flat', output: ['†state.t', '†state.ag'] },
    }),
    agents: { ag: [{ calls: [call('c1', 'find')], output: '†state.c1', reflection: 'one' }] },
    script: { t: [{ ms: 1000, value: 'late' }], 'ag/c1': [{ ms: 1000, value: 'late' }] },
    stops: [
      { ms: 20, call: 'ag' },
      { ms: 30, call: 't' },
    ],
    answers: [
      { call: 'ag', choose: 'value', value: 'mine' },
      { call: 't', choose: 'value', value: 'mine too' },
    ],
  },
];

/** Of these another answer follows a kill than would have come: the end is another, and all else holds. */
const STREAMS: readonly Model[] = [
  {
    name: 'an eager turn that streams in, and another',
    plan: eager,
    planner: [
      {
        stream: [
          { ms: 5, call: call('a', 'find') },
          { ms: 12, call: call('b', 'put', { p: '†state.a' }) },
          { ms: 40, call: call('c', 'think', { p: '†state.b' }) },
          { ms: 60, output: null, reflection: 'one' },
        ],
      },
      { calls: [call('d', 'find')], output: '†state.d', reflection: 'two' },
      { calls: [], output: 'done', reflection: 'three' },
    ],
    answers: settles('b'),
  },
  {
    name: 'a stream that is refused at its end',
    plan: eager,
    planner: [
      {
        stream: [
          { ms: 5, call: call('a', 'put') },
          { ms: 12, call: call('b', 'find', { p: '†state.nowhere' }) },
          { ms: 30, output: '†state.b', reflection: 'one' },
        ],
      },
      { calls: [call('d', 'find', { p: '†state.a' })], output: '†state.d', reflection: 'two' },
      { calls: [], output: 'done', reflection: 'three' },
    ],
    answers: settles('a'),
  },
  {
    name: 'an agent whose turn streams in',
    plan: goesOn([agent()], { strategy: 'flat', output: '†state.ag' }),
    agents: {
      ag: [
        {
          stream: [
            { ms: 5, call: call('c1', 'put') },
            { ms: 30, call: call('c2', 'find', { p: '†state.c1' }) },
            { ms: 35, output: '†state.c2', reflection: 'one' },
          ],
        },
        { calls: [call('c3', 'find')], output: '†state.c3', reflection: 'two' },
        { calls: [], output: 'done', reflection: 'three' },
      ],
    },
    answers: settles('ag/c1'),
  },
];

const toCase = (model: Model, count?: number): Case => ({
  ...model,
  kind: count === undefined ? 'run' : 'resume',
  expect: {},
  ...(count === undefined ? {} : { killAfter: { event: '*', count } }),
});

/** Calls that were entered again after their end. */
function enteredAgain(journal: readonly RunEvent[]): string[] {
  const ended = new Set<string>();
  const again: string[] = [];
  for (const event of journal) {
    if (event.type !== 'plan_step_completed' && event.type !== 'plan_step_started') continue;
    const name = `${event.runId} ${event.call}`;
    if (event.type === 'plan_step_completed') ended.add(name);
    else if (ended.has(name)) again.push(name);
  }
  return again;
}

const object = (value: unknown): JsonObject => value as JsonObject;

/** How often each write was entered. */
function writes(model: Model, outcome: JsonObject): readonly (readonly [string, Json])[] {
  const text = JSON.stringify(model);
  return Object.entries(object(outcome.executions)).filter(([id]) =>
    new RegExp(`"_id":"${id.split('/').at(-1)}","_tool":"(?:put|burn)"`).test(text),
  );
}

/** Holds however a run was cut off: of what was paid for nothing is paid for again. */
async function killed(model: Model, count: number) {
  const come = await playedCase(toCase(model, count));
  const { outcome, journal } = come;
  const where = `${model.name}, killed behind event ${count}`;
  expect([where, enteredAgain(journal)]).toEqual([where, []]);
  // A hole would be an event that was told and is lost.
  for (const runId of new Set(journal.map((event) => event.runId)))
    expect([where, runId, journal.filter((event) => event.runId === runId).map(({ seq }) => seq)]).toEqual([
      where,
      runId,
      journal.filter((event) => event.runId === runId).map((_, at) => at + 1),
    ]);
  const turns = Object.values(object(outcome.turns)).reduce<number>((sum, one) => sum + Number(one), 0);
  return { where, come, turns };
}

describe.each(MODELS.map((model) => [model.name, model] as const))('%s', (_, model) => {
  test('comes to the same end from every prefix of its journal', async () => {
    const whole = await playedCase(toCase(model));
    expect(whole.outcome.status).toMatch(/^completed/);
    for (let count = 1; count < whole.journal.length; count++) {
      const { where, come } = await killed(model, count);
      const { outcome } = come;
      const end = ({ status, reason, output, calls, turns, reflections }: JsonObject) =>
        JSON.parse(JSON.stringify({ status, reason, output, calls, turns, reflections }));
      expect([where, end(outcome)]).toEqual([where, end(whole.outcome)]);
      for (const [id, times] of writes(model, outcome)) expect([where, id, times]).toEqual([where, id, 1]);
    }
  });
});

describe.each(STREAMS.map((model) => [model.name, model] as const))('%s', (_, model) => {
  test('ends from every prefix of its journal, with no turn paid for twice', async () => {
    const whole = await playedCase(toCase(model));
    expect(whole.outcome.status).toBe('completed');
    for (let count = 1; count < whole.journal.length; count++) {
      const { where, come, turns } = await killed(model, count);
      expect([where, come.outcome.status]).toEqual([where, 'completed']);
      const recorded = come.journal.filter(({ type }) => type === 'plan_turn').length;
      const last = come.journal.slice(0, count).findLast(({ type }) => /^plan_turn/.test(type));
      // Of an answer of which nothing had come the kill has lost the question: that alone is asked again.
      const lost = last?.type === 'plan_turn_call' ? 0 : 1;
      expect([where, turns - recorded === 0 || turns - recorded === lost]).toEqual([where, true]);
    }
  });
});
