/** L-44, L-45, L-47: how a run ends, and what it returns then. */

import { boom, call, gives, plan, type RunCase, takes, tool } from './writing.ts';

export const resultCases: readonly RunCase[] = [
  {
    name: 'a run in which every call was left out has done nothing',
    rules: ['L-18', 'L-45'],
    plan: plan([call('a', '†state.x', { p: '†input.q' }), call('b', '†state.y', { p: '†state.x' })]),
    expect: {
      status: 'completed_with_errors',
      reason: 'nothing_ran',
      output: null,
      calls: { a: 'skipped', b: 'skipped' },
    },
  },
  {
    name: 'a plan without calls has done what it set out to do',
    rules: ['L-45'],
    plan: plan([], { output: '†input.q' }),
    input: { q: 5 },
    expect: { status: 'completed', reason: 'goal_met', output: 5 },
  },
  {
    name: 'what was dispatched and forgotten has run',
    rules: ['L-29', 'L-45'],
    plan: plan([call('log'), call('a', '†state.x', { p: '†input.q' })]),
    expect: { status: 'completed', reason: 'goal_met' },
  },
  {
    name: 'a call that failed before it was entered has not done nothing',
    rules: ['L-15', 'L-45'],
    plan: plan([call('a', '†state.x', { p: '†input.n.x' })]),
    input: { n: 1 },
    expect: { status: 'completed_with_errors', reason: 'errors', calls: { a: 'failed' } },
  },
  {
    name: 'where a person skipped, that is the reason',
    rules: ['L-45', 'L-72'],
    policy: { askBefore: 'all' },
    plan: plan([call('a', '†state.x')]),
    answers: [{ call: 'a', choose: 'reject' }],
    expect: { status: 'completed_with_errors', reason: 'errors', calls: { a: 'skipped' } },
  },
  {
    name: 'an output is read as any expression is, and what is dead is null',
    rules: ['L-12', 'L-13', 'L-14', 'L-45'],
    plan: plan([call('f', '†state.u.f'), call('n', '†state.u.n')], {
      output: {
        whole: '†state.u',
        or: '†state.u || †state.u.n',
        and: '†state.u && †state.u.n',
        all: ['†state'],
        kept: '†state.u.n',
      },
    }),
    script: { f: [boom()], n: [gives('N')] },
    expect: {
      status: 'completed_with_errors',
      output: { whole: null, or: 'N', and: null, all: [null], kept: 'N' },
    },
  },
  {
    name: 'an output whose later writer failed is null, whatever the earlier one wrote',
    rules: ['L-11', 'L-45'],
    plan: plan([call('a', '†state.x && †state.done'), call('b', '†state.x', { _after: '†state.done' })], {
      output: '†state.x',
    }),
    script: { a: [gives(1)], b: [boom()] },
    expect: { status: 'completed_with_errors', output: null },
  },
  {
    name: 'an output leaves out alternatives that were not taken',
    rules: ['L-14', 'L-25', 'L-45'],
    plan: plan([call('w', '†state.u.a || †state.u.b'), call('n', '†state.u.n')], { output: '†state.u' }),
    script: { w: [takes('b', 'B')], n: [gives('N')] },
    expect: { output: { b: 'B', n: 'N' } },
  },
  {
    name: 'after an abort the output is what its paths hold',
    rules: ['L-41', 'L-45'],
    policy: { onFailure: 'abort' },
    plan: plan([call('f', '†state.u.f'), call('n', '†state.u.n'), call('s', '†state.u.s')], {
      output: { u: '†state.u', or: '†state.u.s || †state.u.n' },
    }),
    script: { f: [boom(20)], n: [gives('N', 5)], s: [gives('S', 90)] },
    expect: {
      status: 'failed',
      reason: 'call_failed',
      calls: { s: 'cancelled' },
      output: { u: { n: 'N' }, or: 'N' },
    },
  },
  {
    name: 'at the step ceiling the output is what its paths hold',
    rules: ['L-44', 'L-45'],
    policy: { maxSteps: 1 },
    plan: plan([call('a', '†state.u.a'), call('b', '†state.u.b', { p: '†state.u.a' })], {
      output: '†state.u',
    }),
    script: { a: [gives('A')] },
    expect: { status: 'failed', reason: 'step_budget', output: { a: 'A' } },
  },
  {
    name: 'a question open at the step ceiling keeps the run waiting',
    rules: ['L-41', 'L-44'],
    policy: { maxSteps: 1, onFailure: 'ask' },
    plan: plan([call('a', '†state.a'), call('b', '†state.b')]),
    script: { a: [boom()] },
    expect: { status: 'waiting', calls: { a: 'waiting', b: 'ready' } },
  },
  {
    name: 'over instances each reads the output in its own eyes',
    rules: ['L-14', 'L-45', 'L-50'],
    instances: ['A', 'B'],
    plan: plan([call('f', '†state.u.f'), call('n', '†state.u.n')], { output: '†state.u' }),
    script: { 'f@A': [boom()], 'f@B': [gives(1)], n: [gives(2)] },
    expect: { output: { A: null, B: { f: 1, n: 2 } } },
  },
  {
    name: "an instance's own input wins key by key over the global one",
    rules: ['L-18', 'L-50'],
    instances: { A: { input: { o: 5 } }, B: { input: { o: { y: 3 } } } },
    plan: plan(
      [
        call('a', '†state.a', { p: '†input.o' }),
        call('x', '†state.x', { p: '†input.o.x' }),
        call('d', '†state.d', { p: '†input.m.k' }),
      ],
      {
        input: {
          schema: {
            type: 'object',
            properties: { o: {}, m: { default: {}, properties: { k: { default: 'K' } } } },
          },
        },
      },
    ),
    input: { o: { x: 1, y: 2 } },
    expect: {
      seen: {
        'a@A': { p: 5 },
        'a@B': { p: { x: 1, y: 3 } },
        'x@B': { p: 1 },
        'd@A': { p: 'K' },
      },
      calls: { 'x@A': 'failed' },
      failures: { 'x@A': 'reference-missing' },
    },
  },
];

export const ceilingCases: readonly RunCase[] = [
  {
    name: 'a plan that sets no ceiling has none for its own calls',
    rules: ['L-44'],
    policy: { maxSteps: null as never },
    plan: plan(Array.from({ length: 20 }, (_, i) => call(`c${i}`, `†state.c${i}`))),
    expect: { status: 'completed', reason: 'goal_met' },
  },
  {
    name: 'a plan that sets no ceiling has none over its instances',
    rules: ['L-44', 'L-50'],
    policy: { maxSteps: null as never },
    instances: ['A', 'B', 'C'],
    plan: plan(Array.from({ length: 5 }, (_, i) => call(`c${i}`, `†state.c${i}`))),
    expect: { status: 'completed', reason: 'goal_met' },
  },
  {
    name: 'twelve calls may be added by replans where no ceiling is set',
    rules: ['L-42', 'L-44'],
    policy: { maxSteps: null as never, onFailure: 'replan' },
    plan: plan([
      call('a', '†state.a'),
      ...Array.from({ length: 15 }, (_, i) => call(`k${i}`, `†state.k${i}`)),
    ]),
    script: { a: [boom()] },
    planner: [Array.from({ length: 12 }, (_, i) => call(`n${i}`, `†state.n${i}`))],
    expect: { status: 'completed', reason: 'goal_met', plannerCalls: 1 },
  },
  {
    name: 'a replan of thirteen is refused where no ceiling is set',
    rules: ['L-42', 'L-44'],
    policy: { maxSteps: null as never, onFailure: 'replan' },
    plan: plan([call('a', '†state.a')]),
    script: { a: [boom()] },
    planner: [Array.from({ length: 13 }, (_, i) => call(`n${i}`, `†state.n${i}`))],
    expect: { status: 'failed', reason: 'step_budget', plannerCalls: 1 },
  },
  {
    name: 'calls that were added count over all replans',
    rules: ['L-42', 'L-44'],
    policy: { maxSteps: null as never, onFailure: 'replan' },
    plan: plan([call('a', '†state.a')]),
    script: { a: [boom()], n0: [boom()] },
    planner: [
      Array.from({ length: 8 }, (_, i) => call(`n${i}`, `†state.n${i}`)),
      Array.from({ length: 8 }, (_, i) => call(`m${i}`, `†state.m${i}`)),
    ],
    expect: { status: 'failed', reason: 'step_budget', plannerCalls: 2 },
  },
  {
    name: 'a call that was added counts once, whatever instances make of it',
    rules: ['L-44', 'L-50'],
    policy: { maxSteps: null as never, onFailure: 'replan' },
    instances: ['A', 'B', 'C'],
    plan: plan([call('a', '†state.a')]),
    script: { 'a@A': [boom()] },
    planner: [Array.from({ length: 6 }, (_, i) => call(`n${i}`, `†state.n${i}`))],
    expect: { status: 'completed', reason: 'goal_met', plannerCalls: 1 },
  },
  {
    name: 'a ceiling that is set counts what replans add with the rest',
    rules: ['L-42', 'L-44'],
    policy: { maxSteps: 3, onFailure: 'replan' },
    plan: plan([call('a', '†state.a')]),
    script: { a: [boom()] },
    planner: [Array.from({ length: 3 }, (_, i) => call(`n${i}`, `†state.n${i}`))],
    expect: { status: 'failed', reason: 'step_budget' },
  },
  {
    name: 'a call that could pass the cap on cost does not start',
    rules: ['L-47'],
    policy: { maxCost: 0.25 },
    plan: plan(
      [
        call('a', '†state.a'),
        call('b', '†state.b', { p: '†state.a' }),
        call('c', '†state.c', { p: '†state.b' }),
      ],
      {
        tools: ['a', 'b', 'c'].map((name) => tool(name, 'read', { cost: 0.1 })),
      },
    ),
    expect: {
      status: 'failed',
      reason: 'cost_budget',
      calls: { a: 'completed', b: 'completed', c: 'cancelled' },
    },
  },
  {
    name: 'the cap on time counts the time in which something was in flight, not the wait for a person',
    rules: ['L-47'],
    policy: { maxDurationMs: 100 },
    plan: plan([
      call('a', '†state.a'),
      call('b', '†state.b', { p: '†state.a', _after: '†state.approvals.go' }),
      call('c', '†state.c', { p: '†state.b' }),
    ]),
    script: { a: [gives(1, 60)], b: [gives(2, 30)], c: [gives(3, 30)] },
    answers: [{ gate: 'go', choose: 'approve', ms: 5000 }],
    expect: {
      status: 'failed',
      reason: 'time_budget',
      elapsed: 5100,
      calls: { b: 'completed', c: 'cancelled' },
    },
  },
  {
    name: 'the cap on time does not count the wait for a retry',
    rules: ['L-40', 'L-47'],
    policy: { maxDurationMs: 100, retryLimit: 1 },
    plan: plan([call('a', '†state.a')]),
    script: { a: [boom(40), gives(1, 40)] },
    expect: { status: 'completed', elapsed: 1080 },
  },
];
