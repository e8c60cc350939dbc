/** L-20 to L-27, L-34: how results join the state. */

import { boom, call, gives, plan, type RunCase, takes } from './writing.ts';

const push = { _outputMethod: 'push' };
const joined = (method: string, initial: unknown, value: unknown) => ({
  plan: plan([call('a', '†state.v', { _outputMethod: method })], {
    state: { initial: { v: initial as never } },
  }),
  script: { a: [gives(value as never)] },
});

export const writingCases: readonly RunCase[] = [
  {
    name: 'merge is deep, lists and scalars replaced',
    rules: ['L-21', 'A-5'],
    ...joined('merge', { a: { x: 1, l: [1] }, k: 1 }, { a: { y: 2, l: [2] } }),
    expect: { state: { 'state.v': { a: { x: 1, y: 2, l: [2] }, k: 1 } } },
  },
  {
    name: 'assign is one level',
    rules: ['L-21'],
    ...joined('assign', { a: { x: 1 }, k: 1 }, { a: { y: 2 } }),
    expect: { state: { 'state.v.a': { y: 2 }, 'state.v.k': 1 }, absent: ['state.v.a.x'] },
  },
  {
    name: 'concat joins texts',
    rules: ['L-21'],
    ...joined('concat', 'ab', 'cd'),
    expect: { state: { 'state.v': 'abcd' } },
  },
  {
    name: 'concat joins lists',
    rules: ['L-21'],
    ...joined('concat', [1], [2, 3]),
    expect: { state: { 'state.v': [1, 2, 3] } },
  },
  {
    name: 'push adds one element, be it a list',
    rules: ['L-21'],
    ...joined('push', [1], [2]),
    expect: { state: { 'state.v': [1, [2]] } },
  },
  {
    name: 'push on a text fails and leaves it',
    rules: ['L-21', 'L-40'],
    policy: { retryLimit: 3 },
    ...joined('push', 'text', 1),
    expect: {
      calls: { a: 'failed' },
      failures: { a: 'method-type' },
      state: { 'state.v': 'text' },
      attempts: { a: 1 },
    },
  },
  {
    name: 'merge on a list fails',
    rules: ['L-21'],
    ...joined('merge', [1], { a: 1 }),
    expect: { failures: { a: 'method-type' } },
  },
  {
    name: 'concat of a list and a text fails',
    rules: ['L-21'],
    ...joined('concat', [1], 'a'),
    expect: { failures: { a: 'method-type' } },
  },
  {
    name: 'null is a base of the wrong type, not an absent one',
    rules: ['L-10', 'L-21'],
    ...joined('push', null, 1),
    expect: { failures: { a: 'method-type' } },
  },
  {
    name: 'an absent base takes the value itself',
    rules: ['L-21'],
    plan: plan([
      call('p', '†state.p', push),
      call('c', '†state.c', { _outputMethod: 'concat' }),
      call('m', '†state.m', { _outputMethod: 'merge' }),
      call('s', '†state.s', { _outputMethod: 'assign' }),
    ]),
    script: { p: [gives(1)], c: [gives(2)], m: [gives('three')], s: [gives(4)] },
    expect: { state: { 'state.p': [1], 'state.c': 2, 'state.m': 'three', 'state.s': 4 } },
  },
  {
    name: 'plan order follows dependencies, then the list',
    rules: ['L-22', 'K-10'],
    plan: plan([
      call('late', '†state.l', { ...push, p: '†state.x' }),
      call('a', '†state.l', push),
      call('x', '†state.x'),
      call('b', '†state.l', push),
    ]),
    script: { late: [gives('late', 1)], a: [gives('a', 200)], b: [gives('b', 1)], x: [gives(1, 1)] },
    // Kahn, least index first: a, x, late, b.
    expect: { state: { 'state.l': ['a', 'late', 'b'] } },
  },
  {
    name: 'a held write holds no slot, and its call completes when it is committed',
    rules: ['L-22', 'L-32'],
    policy: { maxConcurrent: 2 },
    plan: plan([
      call('a', '†state.l', push),
      call('b', '†state.l', push),
      call('c', '†state.c'),
      call('d', '†state.d'),
    ]),
    script: { a: [gives('a', 100)], b: [gives('b', 10)], c: [gives(1, 40)], d: [gives(1, 40)] },
    expect: { elapsed: 100, state: { 'state.l': ['a', 'b'] }, maxInFlight: 2 },
  },
  {
    name: 'a held write waits for a writer that is skipped or fails, and goes on',
    rules: ['L-22'],
    plan: plan([
      call('w', '†state.p || †state.q'),
      call('s', '†state.l', { ...push, p: '†state.p' }),
      call('f', '†state.l', push),
      call('b', '†state.l', push),
    ]),
    script: { w: [takes('q', 1, 50)], f: [boom(70)], b: [gives('b', 1)] },
    expect: { state: { 'state.l': ['b'] }, calls: { s: 'skipped', f: 'failed', b: 'completed' } },
  },
  {
    name: 'a held result that fails at its commit leaves the log as it was',
    rules: ['L-21', 'L-22'],
    plan: plan([
      call('a', '†state.v', { _outputMethod: 'concat' }),
      call('b', '†state.v', { _outputMethod: 'concat' }),
      call('c', '†state.v', { _outputMethod: 'concat' }),
    ]),
    script: { a: [gives('a', 60)], b: [gives([1], 1)], c: [gives('c', 1)] },
    expect: {
      calls: { b: 'failed', c: 'completed' },
      failures: { b: 'method-type' },
      state: { 'state.v': 'ac' },
    },
  },
  {
    name: 'overlapping accumulators of a parent and its child fold in plan order',
    rules: ['L-14', 'L-22'],
    plan: plan([
      call('a', '†state.u', { _outputMethod: 'merge' }),
      call('b', '†state.u.l', push),
      call('c', '†state.u', { _outputMethod: 'merge' }),
    ]),
    script: { a: [gives({ l: [0] }, 80)], b: [gives(1, 1)], c: [gives({ k: 'c' }, 1)] },
    expect: { state: { 'state.u': { l: [0, 1], k: 'c' } } },
  },
  {
    name: 'fan-out is all or none',
    rules: ['L-26', 'L-34', 'A-11'],
    plan: plan([call('a', '†state.ok && †state.n')], {
      state: { schema: { type: 'object', properties: { n: { type: 'number' } } } },
    }),
    script: { a: [gives('text')] },
    expect: { calls: { a: 'failed' }, failures: { a: 'state-type' }, absent: ['state.ok', 'state.n'] },
  },
  {
    name: 'a push is checked as the list it makes',
    rules: ['L-21', 'L-34'],
    plan: plan([call('a', '†state.l', push)], {
      state: { schema: { type: 'object', properties: { l: { type: 'array', items: { type: 'number' } } } } },
    }),
    script: { a: [gives(1)] },
    expect: { status: 'completed', state: { 'state.l': [1] } },
  },
  {
    name: 'exclusive writers of one path, whichever runs',
    rules: ['L-27'],
    plan: plan([
      call('w', '†state.p || †state.q'),
      call('a', '†state.s', { _after: '†state.p' }),
      call('b', '†state.s', { _after: '†state.q' }),
      call('r', '†state.y', { p: '†state.s' }),
    ]),
    script: { w: [takes('p')], a: [gives('A')], b: [gives('B')] },
    expect: { seen: { r: { p: 'A' } }, calls: { b: 'skipped' } },
  },
  {
    name: 'an activity that returns nothing has returned null',
    rules: ['L-10'],
    plan: plan([call('a', '†state.x'), call('b', '†state.y', { p: '†state.x' })]),
    script: { a: [{ ms: 5 }] },
    expect: { seen: { b: { p: null } }, status: 'completed' },
  },
];
