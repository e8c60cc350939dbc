/** What was done and comes back (L-42), where it meets what a failure says of the effect. L-40a and L-41 by themselves: `test/conformance`. */

import type { JsonObject } from '../../../src/lib/json.ts';
import { boom, call, fails, gives, plan, type RunCase, takes, tool } from './writing.ts';

const one = (effect: string, more: JsonObject = {}, output = '†state.x') =>
  plan([call('a', output, { _tool: 'pay' })], { tools: [tool('pay', effect, more)] });
const write = one('write');
const order = (id: string, headers: JsonObject, lamp = 7) =>
  call(id, `†state.${id}`, { _tool: 'pay', url: 'https://shop.example/orders', body: { lamp }, headers });
const RETRIES = { onFailure: 'ask', retryLimit: 3 } as const;

export const onceCases: readonly RunCase[] = [
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
    name: 'a completed request that comes back asks first, whatever headers go with it',
    rules: ['L-42'],
    plan: plan([order('a', {}), call('bad', '†state.b', { _tool: 'bad' })], {
      tools: [tool('pay', 'write'), tool('bad', 'read')],
    }),
    policy: { onFailure: 'replan', retryLimit: 0 },
    script: { bad: [boom(50)] },
    planner: [[order('a', { 'X-Try': '2' }), order('b', { 'X-Try': '3' }), order('c', {}, 8)]],
    expect: {
      status: 'waiting',
      calls: { a: 'waiting', b: 'waiting', c: 'completed' },
      executions: { a: 1, c: 1 },
    },
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
