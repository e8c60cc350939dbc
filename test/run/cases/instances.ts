/** L-50: one plan over several instances. */

import { boom, call, gives, plan, type RunCase, takes } from './writing.ts';

const push = { _outputMethod: 'push' };

export const instanceCases: readonly RunCase[] = [
  {
    name: 'a call runs once per instance, once there, or once for all',
    rules: ['L-50', 'A-37'],
    instances: [{ label: 'x' }, { label: 'y' }],
    plan: plan([
      call('each', '†state.a'),
      call('star', '†state.s', { _instance: '*' }),
      call('only', '†state.o', { _instance: 'y' }),
      call('once', '†state.g', { _instance: null }),
    ]),
    expect: {
      calls: {
        'each@x': 'completed',
        'each@y': 'completed',
        'star@x': 'completed',
        'only@y': 'completed',
        once: 'completed',
      },
      starts: ['each@x', 'each@y', 'star@x', 'star@y', 'only@y', 'once'],
      state: { 'x/state.a': { ok: true }, 'state.g': { ok: true } },
      absent: ['x/state.o', 'state.a', 'x/state.g'],
    },
  },
  {
    name: 'input and state: its own first, the global ones second',
    rules: ['L-50'],
    instances: [
      { label: 'x', input: { q: 'X' }, state: { i: 1 } },
      { label: 'y', input: {}, state: {} },
    ],
    input: { q: 'G', k: 'K' },
    plan: plan([call('a', '†state.a', { q: '†input.q', k: '†input.k', i: '†state.i' })], {
      state: { initial: { i: 0 } },
    }),
    expect: { seen: { 'a@x': { q: 'X', k: 'K', i: 1 }, 'a@y': { q: 'G', k: 'K', i: 0 } } },
  },
  {
    name: 'an instance reads what global calls write, and waits for them',
    rules: ['L-50'],
    instances: ['x', 'y'],
    plan: plan([call('g', '†state.g', { _instance: null }), call('a', '†state.a', { p: '†state.g' })]),
    script: { g: [gives('G', 50)] },
    expect: { seen: { 'a@x': { p: 'G' }, 'a@y': { p: 'G' } }, elapsed: 60 },
  },
  {
    name: 'a parent read merges the global and its own',
    rules: ['L-14', 'L-50'],
    instances: ['x', 'y'],
    plan: plan([
      call('g', '†state.u.g', { _instance: null }),
      call('a', '†state.u.a'),
      call('r', '†state.r', { p: ['†state.u'] }),
    ]),
    script: { g: [gives({ n: 1 })], 'a@x': [gives('AX')], 'a@y': [gives('AY')] },
    expect: {
      seen: { 'r@x': { p: [{ g: { n: 1 }, a: 'AX' }] }, 'r@y': { p: [{ g: { n: 1 }, a: 'AY' }] } },
    },
  },
  {
    name: 'a failure concerns its instance only',
    rules: ['L-50'],
    instances: ['x', 'y'],
    plan: plan([call('a', '†state.a'), call('b', '†state.b', { p: '†state.a' })]),
    script: { 'a@x': [boom()], 'a@y': [gives('A')] },
    expect: {
      calls: { 'a@x': 'failed', 'b@x': 'skipped', 'a@y': 'completed', 'b@y': 'completed' },
      status: 'completed_with_errors',
    },
  },
  {
    name: 'under abort a failure ends all of them',
    rules: ['L-41', 'L-50'],
    policy: { onFailure: 'abort' },
    instances: ['x', 'y'],
    plan: plan([call('a', '†state.a')]),
    script: { 'a@x': [boom()], 'a@y': [gives('A', 500)] },
    expect: { calls: { 'a@x': 'failed', 'a@y': 'cancelled' }, status: 'failed' },
  },
  {
    name: 'branches are each instance’s own',
    rules: ['L-23', 'L-50'],
    instances: ['x', 'y'],
    plan: plan([call('w', '†state.p || †state.q'), call('a', '†state.a', { p: '†state.p' })]),
    script: { 'w@x': [takes('p')], 'w@y': [takes('q')] },
    expect: { calls: { 'a@x': 'completed', 'a@y': 'skipped' }, status: 'completed' },
  },
  {
    name: 'steps and slots are for the whole run',
    rules: ['L-44', 'L-50'],
    policy: { maxSteps: 3, maxConcurrent: 2 },
    instances: ['x', 'y'],
    plan: plan([call('a', '†state.a'), call('b', '†state.b')]),
    expect: {
      status: 'failed',
      reason: 'step_budget',
      maxInFlight: 2,
      calls: { 'a@x': 'completed', 'a@y': 'completed', 'b@x': 'completed', 'b@y': 'cancelled' },
    },
  },
  {
    name: 'a gate is one for all',
    rules: ['L-33', 'L-50'],
    instances: ['x', 'y'],
    plan: plan([call('a', '†state.a', { _after: '†state.approvals.go' })]),
    answers: [{ gate: 'go', choose: 'approve' }],
    expect: { calls: { 'a@x': 'completed', 'a@y': 'completed' }, status: 'completed' },
  },
  {
    name: 'global writes fold before an instance’s own',
    rules: ['L-22', 'L-50'],
    instances: ['x', 'y'],
    plan: plan([
      call('a', '†state.l', push),
      call('g', '†state.l', { ...push, _instance: null }),
      call('r', '†state.r', { p: '†state.l' }),
    ]),
    script: { 'a@x': [gives('X', 1)], 'a@y': [gives('Y', 90)], g: [gives('G', 50)] },
    expect: { seen: { 'r@x': { p: ['G', 'X'] }, 'r@y': { p: ['G', 'Y'] } }, state: { 'state.l': ['G'] } },
  },
  {
    name: 'an instance pushes onto the global initial value',
    rules: ['L-21', 'L-50'],
    instances: [{ label: 'x' }, { label: 'y', state: { l: ['own'] } }],
    plan: plan([call('a', '†state.l', push), call('r', '†state.r', { p: '†state.l' })], {
      state: { initial: { l: ['all'] } },
    }),
    script: { a: [gives('A')] },
    expect: { seen: { 'r@x': { p: ['all', 'A'] }, 'r@y': { p: ['own', 'A'] } } },
  },
  {
    name: 'a global call may not read what instances write',
    rules: ['L-50'],
    instances: ['x'],
    plan: plan([call('a', '†state.a'), call('g', '†state.g', { _instance: null, p: '†state.a' })]),
    expect: { status: 'failed', reason: 'invalid' },
  },
  {
    name: 'a label that no instance has stops the run',
    rules: ['L-50'],
    instances: ['x'],
    plan: plan([call('a', '†state.a', { _instance: 'z' })]),
    expect: { status: 'failed', reason: 'invalid' },
  },
  {
    name: 'an instance whose input does not fit stops the run',
    rules: ['L-18', 'L-50'],
    instances: [{ label: 'x', input: { q: 'ok' } }, { label: 'y' }],
    plan: plan([call('a', '†state.a', { p: '†input.q' })], {
      input: { schema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] } },
    }),
    expect: { status: 'failed', reason: 'invalid', starts: [] },
  },
  {
    name: 'the initial value of an instance below a branch is an overlap',
    rules: ['L-23', 'L-50'],
    instances: [{ label: 'x', state: { p: { v: 1 } } }],
    plan: plan([call('w', '†state.p || †state.q')]),
    expect: { status: 'failed', reason: 'invalid' },
  },
  {
    name: 'a replan applies to all that have not ended, and counts a step for each',
    rules: ['L-42', 'L-50'],
    policy: { onFailure: 'replan' },
    instances: ['x', 'y'],
    plan: plan([call('a', '†state.a'), call('b', '†state.b', { p: '†state.a' })]),
    script: { 'b@x': [boom(), gives('BX')], 'b@y': [gives('BY', 50)] },
    planner: [
      [call('b', '†state.b', { p: '†state.a', again: true }), call('c', '†state.c', { p: '†state.b' })],
    ],
    expect: {
      attempts: { 'a@x': 1, 'a@y': 1, 'b@x': 2 },
      calls: { 'c@x': 'completed', 'c@y': 'completed' },
      status: 'completed',
    },
  },
  {
    name: 'a completed call of one instance is kept when the planner names it for all again',
    rules: ['L-42', 'L-50'],
    policy: { onFailure: 'replan', maxSteps: 5 },
    instances: ['x', 'y'],
    plan: plan([call('a', '†state.a'), call('b', '†state.b', { p: '†state.a' })]),
    script: { 'b@x': [boom(), gives('BX')], 'b@y': [gives('BY', 50)] },
    planner: [[call('b', '†state.b', { p: '†state.a' })]],
    expect: { attempts: { 'b@x': 2, 'b@y': 1 }, status: 'completed' },
  },
  {
    name: 'the output has a value for each instance',
    rules: ['L-45', 'L-50'],
    instances: ['x', 'y'],
    plan: plan([call('a', '†state.a')], { output: '†state.a' }),
    script: { 'a@x': [gives(1)], 'a@y': [gives(2)] },
    expect: { output: { x: 1, y: 2 } },
  },
];
