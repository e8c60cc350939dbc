/** Each sentence of L-40a and L-41 about what a failure says of the effect, with L-29 and L-42 where they meet it. */

import type { ScriptEntry } from '../../../src/cli/conformance/case.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { boom, call, fails, gives, plan, type RunCase, takes, tool } from './writing.ts';

const one = (effect: string, more: JsonObject = {}, output = '†state.x') =>
  plan([call('a', output, { _tool: 'pay' })], { tools: [tool('pay', effect, more)] });
const write = one('write');
const irreversible = one('irreversible');
const read = one('read');
const RETRIES = { onFailure: 'ask', retryLimit: 3 } as const;

/** `a` fails once in a way, and would succeed if it were entered again. */
const after = (name: string, given: JsonObject, first: ScriptEntry, expect: JsonObject): RunCase => ({
  name,
  rules: ['L-40a'],
  plan: given,
  policy: RETRIES,
  script: { a: [first, gives('done')] },
  expect,
});

const AGAIN = { attempts: { a: 2 }, status: 'completed' };
const IN_DOUBT = { attempts: { a: 1 }, status: 'waiting', calls: { a: 'in_doubt' } };
const ASKED = { attempts: { a: 1 }, status: 'waiting', calls: { a: 'waiting' } };

const outcomeCases: readonly RunCase[] = [
  after('what was not sent is sent', write, fails('not-sent'), AGAIN),
  after('what was refused is tried again', irreversible, fails('refused'), AGAIN),
  after('what is unknown is in doubt', write, fails('unknown'), IN_DOUBT),
  after(
    'what is unknown is tried again where it is idempotent',
    one('write', { idempotent: true }),
    fails('unknown'),
    AGAIN,
  ),
  after(
    'what is unknown is in doubt although it has an error alternative',
    one('write', {}, '†state.x || †state.error'),
    fails('unknown'),
    IN_DOUBT,
  ),
  after('what a write throws is unknown', write, boom(), IN_DOUBT),
  after(
    'what an irreversible call throws is unknown, listed or not',
    one('irreversible', { errors: ['boom'] }),
    boom(),
    IN_DOUBT,
  ),
  after(
    'a code that the contract lists says that a write did nothing',
    one('write', { errors: ['boom'] }),
    boom(),
    AGAIN,
  ),
  after(
    'a time-out is unknown, listed or not',
    one('write', { timeoutMs: 5, errors: ['timeout'] }),
    gives(1, 50),
    IN_DOUBT,
  ),
  after('a time-out of a read is tried again', one('read', { timeoutMs: 20 }), gives(1, 50), AGAIN),
  after('what a read throws is tried again', read, boom(), AGAIN),
  after('a read whose result is unusable has failed', read, fails('done', { code: 'bad-json' }), {
    ...ASKED,
    failures: { a: 'bad-json' },
  }),
  after('a redirect is not asked for again by a read', read, fails('unknown', { code: 'redirected' }), ASKED),
  after(
    'a page that is not there is not asked for again',
    read,
    fails('refused', { code: 'http-404' }),
    ASKED,
  ),
  after('a server that is busy is asked again', read, fails('refused', { code: 'http-429' }), AGAIN),
  after(
    'a write that is refused for good is not tried again',
    write,
    fails('refused', { code: 'http-422' }),
    ASKED,
  ),
  after(
    'a write that is refused for now is tried again',
    write,
    fails('refused', { code: 'http-503' }),
    AGAIN,
  ),
];

export const onceCases: readonly RunCase[] = [
  ...outcomeCases,
  {
    name: 'a refusal goes to the error alternative, after its retries',
    rules: ['L-40a', 'L-24'],
    plan: one('write', {}, '†state.x || †state.error'),
    policy: { onFailure: 'ask', retryLimit: 1 },
    script: { a: [fails('refused')] },
    expect: {
      status: 'completed',
      attempts: { a: 2 },
      state: { 'state.error': { code: 'boom', message: 'boom' } },
    },
  },
  {
    name: 'a result without a code of its own takes no error alternative',
    rules: ['L-40a'],
    plan: one('read', {}, '†state.x || †state.error'),
    policy: { onFailure: 'skip', retryLimit: 3 },
    script: { a: [fails('done', { code: 'bad-result' })] },
    expect: { calls: { a: 'failed' }, attempts: { a: 1 } },
  },
  {
    name: 'what is done and says nothing is null to its readers',
    rules: ['L-40a'],
    plan: plan(
      [call('a', '†state.x', { _tool: 'pay' }), call('b', '†state.y', { _tool: 'r', p: '†state.x' })],
      {
        tools: [tool('pay', 'irreversible'), tool('r', 'read')],
      },
    ),
    script: { a: [fails('done')] },
    expect: { status: 'completed', attempts: { a: 1 }, seen: { b: { p: null } } },
  },
  {
    name: 'a write whose way out is unknown has happened: it is not run again, and a value settles it',
    rules: ['L-40a', 'L-23'],
    plan: one('write', {}, '†state.x || †state.y'),
    policy: RETRIES,
    script: { a: [takes('nowhere'), takes(0)] },
    answers: [
      { call: 'a', choose: 'retry' },
      { call: 'a', choose: 'value', value: 'paid' },
    ],
    expect: { attempts: { a: 1 }, status: 'waiting', failures: { a: 'bad-branch' } },
  },
  {
    name: 'a write whose result does not fit its path is settled by a value',
    rules: ['L-40a', 'L-21'],
    plan: plan([call('a', '†state.n', { _tool: 'pay', _outputMethod: 'push' })], {
      tools: [tool('pay', 'write')],
      state: { initial: { n: 'no list' } },
    }),
    policy: RETRIES,
    script: { a: [gives(1)] },
    answers: [{ call: 'a', choose: 'skip' }],
    expect: { attempts: { a: 1 }, calls: { a: 'skipped' }, failures: { a: 'method-type' } },
  },
  {
    name: 'an abort leaves an entered write in doubt, one that was never entered cancelled',
    rules: ['L-41'],
    plan: plan(
      [
        call('pay', '†state.p', { _tool: 'pay' }),
        call('again', '†state.g', { _tool: 'again' }),
        call('bad', '†state.b', { _tool: 'bad' }),
        call('later', '†state.l', { _tool: 'pay', p: '†state.b' }),
      ],
      { tools: [tool('pay', 'write'), tool('again', 'write', { idempotent: true }), tool('bad', 'read')] },
    ),
    policy: { onFailure: 'abort' },
    script: { pay: [gives(1, 100)], again: [gives(1, 100)], bad: [boom()] },
    expect: {
      status: 'failed',
      reason: 'call_failed',
      calls: { pay: 'in_doubt', again: 'cancelled', later: 'cancelled' },
    },
  },
  {
    name: 'a write is left in doubt where time is up',
    rules: ['L-41', 'L-47'],
    plan: one('irreversible'),
    policy: { maxDurationMs: 50 },
    script: { a: [gives(1, 100)] },
    expect: { status: 'failed', reason: 'time_budget', calls: { a: 'in_doubt' } },
  },
  {
    name: 'a doubt that a person stops at stays one',
    rules: ['L-41', 'L-42'],
    plan: write,
    policy: RETRIES,
    script: { a: [fails('unknown')] },
    answers: [{ call: 'a', choose: 'abort' }],
    expect: { status: 'failed', calls: { a: 'in_doubt' } },
  },
  {
    name: 'a replan drops no doubt',
    rules: ['L-42'],
    plan: write,
    policy: RETRIES,
    script: { a: [fails('unknown')] },
    answers: [{ call: 'a', choose: 'replan' }],
    planner: [[call('b', '†state.y', { _tool: 'pay' })]],
    expect: { status: 'waiting', calls: { a: 'in_doubt' }, plannerCalls: 0 },
  },
  {
    name: 'a completed write that comes back under another id asks first',
    rules: ['L-42'],
    plan: plan([call('a', '†state.x', { _tool: 'pay', to: 1 }), call('bad', '†state.b', { _tool: 'bad' })], {
      tools: [tool('pay', 'write'), tool('bad', 'read')],
    }),
    policy: { onFailure: 'replan', retryLimit: 0 },
    script: { bad: [boom(50)] },
    planner: [
      [call('b', '†state.y', { _tool: 'pay', to: 1 }), call('c', '†state.z', { _tool: 'pay', to: 2 })],
    ],
    expect: { status: 'waiting', calls: { b: 'waiting', c: 'completed' }, executions: { a: 1, c: 1 } },
  },
  {
    name: 'a completed write asks too where its own call has become another one meanwhile',
    rules: ['L-42'],
    plan: plan([call('a', '†state.x', { _tool: 'pay', to: 1 }), call('bad', '†state.b', { _tool: 'bad' })], {
      tools: [tool('pay', 'write'), tool('bad', 'read')],
    }),
    policy: { onFailure: 'replan', retryLimit: 0 },
    script: { bad: [boom(50)] },
    planner: [
      [call('a', '†state.x', { _tool: 'pay', to: 2 }), call('b', '†state.y', { _tool: 'pay', to: 1 })],
    ],
    expect: { status: 'waiting', calls: { a: 'completed', b: 'waiting' }, executions: { a: 2 } },
  },
  {
    name: 'a completed write asks where its call comes back with another definition and the same parameters',
    rules: ['L-42'],
    plan: plan([call('a', '†state.x', { _tool: 'pay', to: 1 }), call('bad', '†state.b', { _tool: 'bad' })], {
      tools: [tool('pay', 'write'), tool('bad', 'read')],
    }),
    policy: { onFailure: 'replan', retryLimit: 0 },
    script: { bad: [boom(50)] },
    planner: [[call('a', '†state.other', { _tool: 'pay', to: 1 })]],
    expect: { status: 'waiting', calls: { a: 'waiting' }, executions: { a: 1 } },
  },
  {
    name: 'what happened and did not fit asks before it is made again',
    rules: ['L-40a', 'L-42'],
    plan: plan([call('a', '†state.x || †state.y', { _tool: 'pay', to: 1 })], {
      tools: [tool('pay', 'write')],
    }),
    policy: { onFailure: 'replan', retryLimit: 0 },
    script: { a: [takes('nowhere')] },
    planner: [[call('b', '†state.x', { _tool: 'pay', to: 1 })]],
    expect: { status: 'waiting', calls: { b: 'waiting' }, executions: { a: 1 } },
  },
  {
    name: 'a retry is no write that comes back, though another like it is completed meanwhile',
    rules: ['L-40', 'L-42'],
    plan: plan([call('bad', '†state.b', { _tool: 'bad' })], {
      tools: [tool('pay', 'write'), tool('bad', 'read')],
    }),
    policy: { onFailure: 'replan', retryLimit: 1 },
    script: { bad: [boom(), boom()], b: [fails('not-sent'), gives(1)], c: [gives(2)] },
    planner: [
      [call('b', '†state.y', { _tool: 'pay', to: 1 }), call('c', '†state.z', { _tool: 'pay', to: 1 })],
    ],
    expect: {
      status: 'completed',
      attempts: { b: 2, c: 1 },
      calls: { b: 'completed', c: 'completed' },
    },
  },
  {
    name: 'a write without an output path is retried, and waited for',
    rules: ['L-29'],
    plan: plan([call('a', undefined, { _tool: 'pay' })], { tools: [tool('pay', 'write')] }),
    policy: { retryLimit: 1 },
    script: { a: [fails('not-sent'), gives(1, 60_000)] },
    expect: { status: 'completed', attempts: { a: 2 }, calls: { a: 'completed' } },
  },
];
