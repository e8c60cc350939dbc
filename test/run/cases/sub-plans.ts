/** L-52, L-53: sub-plans of the document's own and loops over them, where the shared cases are silent. */

import { boom, call, gives, plan, type RunCase, tool } from './writing.ts';

const A = call('a', '†state.y', { v: '†input.item' });
const loop = (more = {}) =>
  call('each', '†state.r', { _tool: 'sub', _delegate: '#s', _forEach: '†state.l', ...more });
const letters = { initial: { l: ['A', 'B', 'C'] } };
const one = (calls = [A], more = {}) => ({ s: plan(calls, { output: '†state.y', ...more }) });
const over = (plans: ReturnType<typeof one>, more = {}) =>
  plan([loop()], { state: letters, output: '†state.r', plans, ...more });
const fromStart = (id: string) => ({ event: 'plan_step_started', call: id, count: 1 });

export const subPlanCases: readonly RunCase[] = [
  {
    name: 'an element that ends with errors and gives nothing is null, and the loop goes on',
    rules: ['L-53'],
    plan: over(one()),
    script: { 'each[*]/a': [gives(1)], 'each[1]/a': [boom()] },
    expect: {
      status: 'completed',
      output: [1, null, 1],
      subruns: { 'each[0]': 'completed', 'each[1]': 'completed_with_errors', 'each[2]': 'completed' },
      failures: { 'each[1]/a': 'boom' },
    },
  },
  {
    name: 'after an element has failed none begins, and the loop fails as the first of them',
    rules: ['L-53', 'L-52'],
    policy: { maxConcurrent: 2 },
    plan: over(one([A], { policy: { onFailure: 'abort' } })),
    script: { 'each[*]/a': [gives(1, 50)], 'each[0]/a': [boom()] },
    expect: {
      status: 'completed_with_errors',
      calls: { each: 'failed', 'each[1]/a': 'completed' },
      failures: { each: 'tool-error' },
      executions: { 'each[0]/a': 1, 'each[1]/a': 1, 'each[2]/a': 0 },
    },
  },
  {
    name: 'the names of sub-plans are those of the plan that is run, however deep they are said',
    rules: ['L-52'],
    plan: plan([call('d', '†state.r', { _tool: 'sub', _delegate: '#s', q: 2 })], {
      output: '†state.r',
      plans: {
        s: plan([call('e', '†state.y', { _tool: 'sub', _delegate: '#t', _forEach: '†state.l' })], {
          state: { initial: { l: [5] } },
          output: '†state.y',
        }),
        t: plan([A], { output: '†state.y' }),
      },
    }),
    script: { 'd/e[0]/a': [gives(7)] },
    expect: {
      status: 'completed',
      output: [7],
      seen: { d: { q: 2 }, 'd/e[0]': { item: 5, index: 0 }, 'd/e[0]/a': { v: 5 } },
      subruns: { d: 'completed', 'd/e[0]': 'completed' },
    },
  },
  {
    name: 'killed below a sub-plan, a run goes on where it was and asks nothing',
    rules: ['L-91', 'L-52'],
    plan: plan([call('d', '†state.r', { _tool: 'sub', _delegate: '#s' })], {
      output: '†state.r',
      plans: {
        s: plan([call('e', '†state.y', { _tool: 'sub', _delegate: '#t', _forEach: '†state.l' })], {
          state: { initial: { l: [5, 6] } },
          output: '†state.y',
        }),
        t: plan([A, call('b', '†state.z', { v: '†state.y' })], { output: '†state.z' }),
      },
    }),
    script: { 'd/e[*]/b': [gives('done')] },
    killAfter: fromStart('d/e[1]/b'),
    expect: {
      status: 'completed',
      output: ['done', 'done'],
      asked: [],
      executions: { 'd/e[0]/a': 1, 'd/e[1]/a': 1, 'd/e[1]/b': 2 },
    },
  },
  {
    name: 'a write in flight in an element is in doubt, asked about once, and not sent again',
    rules: ['L-91', 'L-53'],
    policy: { maxConcurrent: 1 },
    plan: over(one([call('w', '†state.y', { v: '†input.item' })], { tools: [tool('w', 'write')] })),
    script: { 'each[*]/w': [gives('sent')] },
    killAfter: fromStart('each[1]/w'),
    answers: [{ call: 'each[1]/w', choose: 'value', value: 'by hand' }],
    expect: {
      status: 'completed',
      output: ['sent', 'by hand', 'sent'],
      asked: ['in_doubt'],
      executions: { 'each[0]/w': 1, 'each[1]/w': 1, 'each[2]/w': 1 },
    },
  },
  {
    name: 'a gate in a sub-plan is opened where it stands',
    rules: ['L-52', 'L-33'],
    plan: plan([call('d', '†state.r', { _tool: 'sub', _delegate: '#s' })], {
      output: '†state.r',
      plans: { s: plan([call('a', '†state.y', { _after: '†state.approvals.go' })], { output: '†state.y' }) },
    }),
    script: { 'd/a': [gives(1)] },
    answers: [{ gate: 'd/go', choose: 'approve', ms: 40 }],
    expect: { status: 'completed', output: 1, asked: ['gate'], elapsed: 50 },
  },
  {
    name: 'what a sub-plan may spend is its parent’s',
    rules: ['L-52', 'L-44'],
    policy: { maxSteps: 3, maxConcurrent: 1 },
    plan: over(one()),
    expect: {
      executions: { 'each[0]/a': 1, 'each[1]/a': 1, 'each[2]/a': 0 },
      subruns: { 'each[2]': 'failed' },
      failures: { each: 'budget-exceeded' },
    },
  },
  {
    name: 'what is no list can not be gone through',
    rules: ['L-53'],
    plan: over(one(), { state: { initial: { l: { not: 'a list' } } } }),
    expect: {
      calls: { each: 'failed' },
      failures: { each: 'invalid-arguments' },
      executions: { 'each[0]/a': 0 },
    },
  },
  {
    name: 'a loop that is tried again runs the elements that have no result',
    rules: ['L-53'],
    policy: { onFailure: 'ask', maxConcurrent: 1 },
    plan: over(one([A], { policy: { onFailure: 'abort' } })),
    script: { 'each[*]/a': [gives('x')], 'each[1]/a': [boom(), gives('y')] },
    answers: [{ call: 'each', choose: 'retry' }],
    expect: {
      status: 'completed',
      output: ['x', 'y', 'x'],
      asked: ['failure'],
      executions: { 'each[0]/a': 1, 'each[1]/a': 2, 'each[2]/a': 1 },
    },
  },
];
