/** L-33, L-46, L-72: gates and what a person says to them. */

import { boom, call, gives, plan, type RunCase, takes, tool } from './writing.ts';

export const gateCases: readonly RunCase[] = [
  {
    name: 'a rejected gate is dead, and so on down',
    rules: ['L-33'],
    plan: plan([
      call('a', '†state.x', { _after: '†state.approvals.go' }),
      call('b', '†state.y', { p: '†state.x' }),
      call('c', '†state.z'),
    ]),
    answers: [{ gate: 'go', choose: 'reject' }],
    expect: { calls: { a: 'skipped', b: 'skipped', c: 'completed' } },
  },
  {
    name: 'an unanswered gate waits, and the rest goes on',
    rules: ['L-33', 'L-45'],
    plan: plan([call('a', '†state.x', { _after: '†state.approvals.go' }), call('c', '†state.z')]),
    expect: { status: 'waiting', calls: { a: 'waiting', c: 'completed' } },
  },
  {
    name: 'two gates of one call are asked for together',
    rules: ['L-33'],
    plan: plan([call('a', '†state.x', { _after: '†state.approvals.one && †state.approvals.two' })]),
    answers: [
      { gate: 'one', choose: 'approve', ms: 100 },
      { gate: 'two', choose: 'approve', ms: 70 },
    ],
    expect: { status: 'completed', calls: { a: 'completed' }, elapsed: 110 },
  },
  {
    name: 'two gates in two parameters, the second rejected',
    rules: ['L-33', 'L-13'],
    plan: plan([call('a', '†state.x', { p: '†state.approvals.one', q: '†state.approvals.two' })]),
    answers: [
      { gate: 'one', choose: 'approve', ms: 10 },
      { gate: 'two', choose: 'reject', ms: 20 },
    ],
    expect: { calls: { a: 'skipped' }, elapsed: 20 },
  },
  {
    name: 'a second gate is asked for when the first falls through',
    rules: ['L-12', 'L-33'],
    plan: plan([call('a', '†state.x', { p: '†state.approvals.one || †state.approvals.two' })]),
    answers: [
      { gate: 'one', choose: 'reject' },
      { gate: 'two', choose: 'approve', value: 'two' },
    ],
    expect: { status: 'completed', seen: { a: { p: 'two' } } },
  },
  {
    name: 'one gate of two calls is asked for once',
    rules: ['L-33'],
    plan: plan([
      call('a', '†state.x', { _after: '†state.approvals.go' }),
      call('b', '†state.y', { _after: '†state.approvals.go' }),
    ]),
    answers: [{ gate: 'go', choose: 'approve', ms: 5 }],
    expect: { status: 'completed', elapsed: 15 },
  },
  {
    name: 'a rejected gate under a fallback goes to the right',
    rules: ['L-12', 'L-33'],
    plan: plan([call('d', '†state.d'), call('a', '†state.x', { p: '†state.approvals.go || †state.d' })]),
    script: { d: [gives('D')] },
    answers: [{ gate: 'go', choose: 'reject' }],
    expect: { seen: { a: { p: 'D' } }, status: 'completed' },
  },
  {
    name: 'a gate in a gate expression gives the last value',
    rules: ['L-13', 'L-33', 'A-9'],
    plan: plan([call('d', '†state.d'), call('a', '†state.x', { p: '†state.approvals.go && †state.d' })]),
    script: { d: [gives('D', 30)] },
    answers: [{ gate: 'go', choose: 'approve', ms: 5 }],
    expect: { seen: { a: { p: 'D' } }, status: 'completed' },
  },
  {
    name: 'an approved gate is true unless the person gives a value',
    rules: ['L-33'],
    plan: plan([
      call('a', '†state.x', { p: '†state.approvals.yes' }),
      call('b', '†state.y', { p: '†state.approvals.sum' }),
      call('c', '†state.z', { p: '†state.approvals.form.amount' }),
      call('d', '†state.w', { p: '†state.approvals.form.none' }),
    ]),
    answers: [
      { gate: 'yes', choose: 'approve' },
      { gate: 'sum', choose: 'approve', value: 5 },
      { gate: 'form', choose: 'approve', value: { amount: 7 } },
    ],
    expect: {
      seen: { a: { p: true }, b: { p: 5 }, c: { p: 7 } },
      calls: { d: 'failed' },
      failures: { d: 'reference-missing' },
    },
  },
  {
    name: 'a missing key found once the gate is approved is asked about',
    rules: ['L-15', 'L-33', 'L-41'],
    policy: { onFailure: 'ask' },
    plan: plan([
      call('u', '†state.u'),
      call('a', '†state.x', { p: '†state.u.email', q: '†state.approvals.go' }),
    ]),
    script: { u: [gives({})] },
    answers: [
      { gate: 'go', choose: 'approve' },
      { call: 'a', choose: 'value', value: 1 },
    ],
    expect: { calls: { a: 'completed' }, failures: { a: 'reference-missing' }, status: 'completed' },
  },
  {
    name: 'a gate behind a branch not taken is never asked for',
    rules: ['L-33', 'L-25'],
    plan: plan([
      call('w', '†state.p || †state.q'),
      call('a', '†state.x', { p: '†state.p', _after: '†state.approvals.go' }),
    ]),
    script: { w: [takes('q')] },
    expect: { status: 'completed', calls: { a: 'skipped' } },
  },
  {
    name: 'a skipped call is skipped though its gate is open',
    rules: ['L-11', 'L-33'],
    plan: plan([
      call('w', '†state.p || †state.q'),
      call('a', '†state.x', { p: '†state.approvals.go' }),
      call('b', '†state.y', { p: '†state.x', q: '†state.p' }),
    ]),
    script: { w: [takes('q')] },
    expect: { status: 'waiting', calls: { a: 'waiting', b: 'skipped' } },
  },
  {
    name: 'a parent does not wait for the gate of a child that was skipped for a failure',
    rules: ['L-14', 'L-33', 'L-46'],
    plan: plan([
      call('f', '†state.f'),
      call('c', '†state.u.c', { p: '†state.f', q: '†state.approvals.go' }),
      call('n', '†state.u.n'),
      call('r', '†state.y', { p: '†state.u' }),
    ]),
    script: { f: [boom()] },
    expect: { calls: { c: 'skipped', r: 'skipped' }, status: 'completed_with_errors' },
  },
  {
    name: 'a call that asks does so only when it is unblocked, and is entered with what was edited',
    rules: ['L-72', 'A-26'],
    policy: { askBefore: 'all', retryLimit: 1 },
    plan: plan([
      call('a', '†state.x', { q: 1 }),
      call('b', '†state.y', { p: '†state.x', n: 100 }),
      call('c', '†state.z'),
    ]),
    script: { a: [gives('A', 50)], b: [boom(), gives('B')] },
    answers: [
      { call: 'a', choose: 'approve', ms: 10 },
      { call: 'b', choose: 'approve', ms: 30, params: { n: 10 } },
      { call: 'c', choose: 'reject' },
    ],
    expect: {
      calls: { a: 'completed', b: 'completed', c: 'skipped' },
      seen: { a: { q: 1 }, b: { p: 'A', n: 10 } },
      attempts: { b: 2 },
      elapsed: 1110,
      status: 'completed_with_errors',
    },
  },
  {
    name: 'only calls with effects ask, where that is wanted',
    rules: ['L-72', 'R-51', 'K-27'],
    policy: { askBefore: 'effects' },
    plan: plan([call('r', '†state.r'), call('w', '†state.w'), call('k', '†state.k')], {
      tools: [tool('r', 'read'), tool('w', 'write'), tool('k', 'irreversible', { idempotent: true })],
    }),
    answers: [{ call: 'w', choose: 'edit', params: { n: 1 } }],
    expect: {
      calls: { r: 'completed', w: 'completed', k: 'waiting' },
      seen: { w: { n: 1 } },
      status: 'waiting',
    },
  },
];
