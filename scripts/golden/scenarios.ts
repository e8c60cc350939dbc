/** What the kept journals show. A scenario whose journal is kept may be deleted; the journal may not. */

import type { Json } from '../../src/lib/json.ts';
import type { Call, Policy } from '../../src/plan/document.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import type { EffectOutcome } from '../../src/run/outcome.ts';
import { type Entry, runAgainFrom, type Scenario } from './record.ts';

const call = (id: string, tool = 'compute', more: Readonly<Record<string, Json>> = {}): Call => ({
  _id: id,
  _tool: tool,
  _outputPath: `†state.${id}`,
  ...more,
});
const plan = (calls: readonly Call[], policy: Policy = {}, more: Partial<Scenario['plan']> = {}) => ({
  goal: 'Show it',
  calls,
  policy,
  ...more,
});
const boom = (message = 'It broke.', more = {}): Entry => ({ throws: { code: 'boom', message, ...more } });
const push = (id: string): Call => call(id, 'look', { _outputPath: '†state.list', _outputMethod: 'push' });
const answer = (name: string, hash: string, cost: number): RunEventBody => ({
  type: 'llm_recorded',
  call: name,
  hash,
  tokens: { input: 900, output: 100 },
  cost,
});

const question = (name: string, title: string): RunEventBody => ({
  type: 'plan_step_waiting',
  call: name,
  kind: 'answer',
  form: { title, schema: { type: 'string' } },
});

/** The result of `table`, of which the rows are kept apart, and what a look into them finds. */
const came = (ms: number): { readonly ms: number; readonly body: RunEventBody } => ({
  ms,
  body: {
    type: 'plan_step_completed',
    call: 'table',
    attempt: 1,
    value: { rows: null, count: 40_000 },
    large: [
      {
        path: ['rows'],
        ref: 'large/3.0',
        size: 1_500_000,
        kind: 'list',
        count: 40_000,
        head: [{ name: 'first' }, { name: 'second' }],
      },
    ],
  },
});
const found = (ms: number): { readonly ms: number; readonly body: RunEventBody } => ({
  ms,
  body: {
    type: 'plan_value_read',
    ref: 'large/3.0',
    found: [
      { path: [3, 'name'], value: 'fourth' },
      { path: [3, 'none'], absent: 'key' },
    ],
  },
});

const pair = [call('a'), call('b', 'look', { p: '†state.a' })];
const broken = [call('bad', 'look'), call('needs', 'look', { p: '†state.bad' }), call('free', 'look')];

/** A failure with what is known of the effect (L-40a). */
const throwing = (outcome: EffectOutcome, value?: Json): Entry => ({
  throws: { code: 'no', message: 'It broke.', outcome, ...(value === undefined ? {} : { value }) },
});

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'retry',
    shows: 'a failed attempt is made again after 1 s and 2 s, a Retry-After is honoured (L-40, R-29)',
    plan: plan([call('a', 'look')]),
    script: { a: [boom(), boom('Busy.', { retryAfterMs: 5000 }), {}] },
  },
  {
    name: 'allow-more-retries',
    shows: 'when the retries are used up a person allows as many again (L-41, R-31)',
    plan: plan([call('a', 'look')], { retryLimit: 2 }),
    script: { a: [boom(), boom(), boom(), boom(), {}] },
    answers: { a: [{ choose: 'retry' }] },
  },
  {
    name: 'edit-and-retry',
    shows: 'a person changes the values of a failed call and has it tried again (L-41)',
    plan: plan([call('a', 'look', { depth: 1 })], { retryLimit: 0 }),
    script: { a: [boom(), {}] },
    answers: { a: [{ choose: 'edit', params: { depth: 2 } }] },
  },
  {
    name: 'value-by-hand',
    shows: 'a person gives the value of a failed call, and its readers go on (L-41)',
    plan: plan(broken, { retryLimit: 0 }),
    script: { bad: [boom()] },
    answers: { bad: [{ choose: 'value', value: 7 }] },
  },
  {
    name: 'skip-by-person',
    shows: 'a person skips a failed call: the rest goes on, with errors (L-41, L-45)',
    plan: plan(broken, { retryLimit: 0 }),
    script: { bad: [boom()] },
    answers: { bad: [{ choose: 'skip' }] },
  },
  {
    name: 'on-failure-abort',
    shows: 'under abort what is in flight is cancelled (L-41, T-8)',
    plan: plan(broken, { retryLimit: 0, onFailure: 'abort' }),
    script: { bad: [boom()], free: [{ ms: 500 }] },
  },
  {
    name: 'on-failure-skip',
    shows: 'under skip what needs the failed call is skipped, the rest goes on (L-41, T-9)',
    plan: plan(broken, { retryLimit: 0, onFailure: 'skip' }),
    script: { bad: [boom()] },
  },
  {
    name: 'on-failure-continue',
    shows: 'under continue a model reads the failure as a text (L-41, R-32, R-33)',
    plan: plan([...broken, call('sum', 'think', { p: '†state.bad' })], {
      retryLimit: 0,
      onFailure: 'continue',
    }),
    script: { bad: [boom()] },
  },
  {
    name: 'on-failure-replan',
    shows: 'a replan keeps what is done, tells the difference, runs the new calls (L-42, L-43, P-9, P-17)',
    plan: plan([...pair, call('bad', 'look', { p: '†state.b' }), call('end', 'look', { p: '†state.bad' })], {
      retryLimit: 0,
      onFailure: 'replan',
    }),
    script: { bad: [boom()] },
    planner: [[call('around', 'look', { p: '†state.b' }), call('end', 'look', { p: '†state.around' })]],
  },
  {
    name: 'replan-reviewed',
    shows: 'a draft waits for a person where the policy says so, and goes ahead when approved (L-71)',
    plan: plan(broken.slice(0, 1), { retryLimit: 0, onFailure: 'replan', reviewReplans: true }),
    script: { bad: [{ ...boom(), tells: [{ ms: 5000, body: { type: 'approval', choose: 'approve' } }] }] },
    planner: [[call('around', 'look')]],
  },
  {
    name: 'replan-budget',
    shows: 'a planner that never mends it is asked as often as it may be (L-42, P-13)',
    plan: plan([call('bad', 'look')], { retryLimit: 0, onFailure: 'replan', maxReplans: 2 }),
    script: { bad: [boom('1')], bad2: [boom('2')], bad3: [boom('3')] },
    planner: [[call('bad2', 'look')], [call('bad3', 'look')], [call('bad4', 'look')]],
  },
  {
    name: 'no-plan',
    shows: 'a planner that returns nothing ends the run (L-42, P-14)',
    plan: plan([call('bad', 'look')], { retryLimit: 0, onFailure: 'replan' }),
    script: { bad: [boom()] },
    planner: [[]],
  },
  {
    name: 'in-doubt',
    shows: 'a write that was cut off is in doubt, and a person settles it (L-91, R-22)',
    plan: plan([call('a', 'send'), call('b', 'look', { p: '†state.a' })]),
    killAfter: { type: 'plan_step_started', call: 'a' },
    answers: { a: [{ choose: 'value', value: 'sent' }] },
  },
  {
    name: 'resume',
    shows:
      'a resume says how calls stand and what it saved; a read and an idempotent write run again (R-22, R-23, L-91)',
    plan: plan([
      call('a', 'think'),
      call('b', 'look'),
      call('c', 'put'),
      call('d', 'compute', { p: '†state.c' }),
    ]),
    script: {
      a: [
        {
          tells: [
            { ms: 2, body: answer('a', 'h1', 0.02) },
            { ms: 4, body: answer('a', 'h2', 0.03) },
          ],
        },
      ],
      b: [{ ms: 500 }],
      c: [{ ms: 500 }],
    },
    killAfter: { type: 'plan_step_completed', call: 'a' },
  },
  {
    name: 'resumed-from',
    shows:
      'a run that is run again from a call keeps all else: its results, its failures, the order of pushes (R-42)',
    plan: plan(
      [
        push('one'),
        push('two'),
        call('bad', 'look'),
        call('all', 'look', { p: '†state.list' }),
        call('hold', 'look'),
      ],
      {
        retryLimit: 0,
        onFailure: 'skip',
        maxConcurrent: 9,
      },
    ),
    script: { one: [{}, { value: 'one again' }], bad: [boom()], hold: [{ ms: 500 }] },
    killAfter: { type: 'plan_step_completed', call: 'all' },
    afterwards: runAgainFrom('one'),
  },
  {
    name: 'fork',
    shows:
      'a fork takes results over, has a changed value, and runs what depends on it (docs/decisions/0008, A-23)',
    plan: plan([...pair, call('c', 'look')]),
    fork: () => ({ cleared: ['b'], values: { a: 'changed by hand' } }),
  },
  {
    name: 'gate',
    shows:
      'a gate is asked for when nothing else is waited for; what is behind a rejected one is skipped (L-33)',
    plan: plan([
      call('a', 'look', { _after: '†state.approvals.go' }),
      call('b', 'look', { _after: '†state.approvals.stop' }),
    ]),
    answers: { go: [{ choose: 'approve' }], stop: [{ choose: 'reject' }] },
  },
  {
    name: 'approval-per-call',
    shows: 'a call that writes asks once it is unblocked; a person may change its values (L-72)',
    plan: plan([call('a', 'look'), call('b', 'write', { p: '†state.a', n: 1 })], { askBefore: 'effects' }),
    answers: { b: [{ choose: 'approve', params: { n: 2 } }] },
  },
  {
    name: 'branch',
    shows: 'the alternative not taken is dead, a join survives (L-23, L-25)',
    plan: plan([
      call('choose', 'look', { _outputPath: '†state.yes || †state.no' }),
      call('yes_reader', 'look', { p: '†state.yes' }),
      call('no_reader', 'look', { p: '†state.no' }),
      call('join', 'look', { p: '†state.yes || †state.no' }),
    ]),
    script: { choose: [{ branch: 1, value: 'N' }] },
  },
  {
    name: 'error-alternative',
    shows: 'a throw goes to the error alternative and the call counts as completed (L-24)',
    plan: plan(
      [
        call('a', 'look', { _outputPath: '†state.ok || †state.error' }),
        call('mend', 'look', { p: '†state.error.message' }),
      ],
      { retryLimit: 0 },
    ),
    script: { a: [boom()] },
  },
  {
    name: 'push-order',
    shows: 'pushes stand in plan order, whichever ends first (L-22)',
    plan: plan([push('slow'), push('fast'), call('reader', 'look', { p: '†state.list' })]),
    script: { slow: [{ ms: 90 }], fast: [{ ms: 5 }] },
  },
  {
    name: 'fire-and-forget',
    shows: 'a call without an output path is waited for 5 s at most, and its failure is a warning (L-29)',
    plan: plan([{ _id: 'log', _tool: 'write' }, { _id: 'lost', _tool: 'write' }, call('a', 'look')]),
    script: { log: [{ ms: 9000 }], lost: [boom()] },
  },
  {
    name: 'instances',
    shows: 'a plan over instances runs once for each, and a failure is its instance’s own (L-50)',
    plan: plan([call('a', 'look', { city: '†input.city' }), call('b', 'look', { p: '†state.a' })], {
      retryLimit: 0,
      onFailure: 'skip',
    }),
    instances: [
      { label: 'north', input: { city: 'Kiel' } },
      { label: 'south', input: { city: 'Ulm' } },
    ],
    script: { 'a@south': [boom()] },
  },
  {
    name: 'sub-run',
    shows:
      'a delegate waits for its sub-run, whose steps, cost and capsule are the parent’s (L-52, L-54, C-13)',
    plan: plan([
      call('child', 'compute', { _delegate: 'plan:sub@1' }),
      call('b', 'look', { p: '†state.child' }),
    ]),
    script: {
      child: [
        {
          ms: 50,
          tells: [
            {
              ms: 5,
              body: { type: 'plan_step_waiting', call: 'child', kind: 'child', run: 'sub-run.child.3' },
            },
            {
              ms: 40,
              body: {
                type: 'plan_sub_run_ended',
                call: 'child',
                run: 'sub-run.child.3',
                status: 'completed',
                steps: 2,
                cost: 0.1,
                capsule: { goal: 'Find it', keyFindings: ['found: yes'], artifacts: [] },
              },
            },
          ],
        },
      ],
    },
  },
  {
    name: 'step-budget',
    shows: 'at the step ceiling nothing new starts (L-44, P-11)',
    plan: plan([...pair, call('c', 'look', { p: '†state.b' })], { maxSteps: 2 }),
  },
  {
    name: 'cost-budget',
    shows: 'what a model’s answers cost counts, and the run stops when the price is reached (L-45)',
    plan: plan([call('a', 'think'), call('b', 'paid', { p: '†state.a' })], { maxCost: 0.5 }),
    script: { a: [{ tells: [{ ms: 5, body: answer('a', 'h', 0.3) }] }] },
  },
  {
    name: 'time-budget',
    shows: 'when its time is up a run stops what is in flight (docs/decisions/0008)',
    plan: plan(pair, { maxDurationMs: 1000 }),
    script: { a: [{ ms: 400 }], b: [{ ms: 900 }] },
  },
  {
    name: 'stopped',
    shows: 'a person stops a run: what was done is kept, the rest is cancelled (R-46)',
    plan: plan(pair),
    script: { b: [{ ms: 900, tells: [{ ms: 50, body: { type: 'plan_aborted', reason: 'aborted' } }] }] },
  },
  {
    name: 'discarded',
    shows: 'a run that was cut off is discarded where the device says so (R-38, R-41)',
    plan: plan(pair),
    killAfter: { type: 'plan_step_started', call: 'b' },
    afterwards: () => [{ type: 'plan_aborted', reason: 'discarded' }],
  },
  {
    name: 'unknown-event',
    shows: 'an event of a later version is kept and changes nothing (§12)',
    plan: plan(pair),
    script: { b: [{ ms: 50, tells: [{ ms: 20, body: { type: 'plan_step_sung', call: 'b' } as never }] }] },
  },
  {
    name: 'retried-write',
    shows: 'a write that failed was made again with the same key, as this version does (L-40, R-29)',
    plan: plan([call('a', 'write'), call('b', 'look', { p: '†state.a' })]),
    script: { a: [boom(), boom('Busy.', { retryAfterMs: 5000 }), {}] },
  },
  {
    name: 'open-doubt',
    shows: 'a write that was cut off is in doubt, what needs it waits, the rest is done (L-91)',
    plan: plan([call('a', 'send'), call('b', 'look', { p: '†state.a' }), call('c', 'look')]),
    killAfter: { type: 'plan_step_started', call: 'a' },
  },
  {
    name: 'doubt-run-again',
    shows: 'a write in doubt is run again because a person says so, and gets its second attempt (L-91)',
    plan: plan([call('a', 'send'), call('b', 'look', { p: '†state.a' })]),
    killAfter: { type: 'plan_step_started', call: 'a' },
    answers: { a: [{ choose: 'retry' }] },
  },
  {
    name: 'open-form',
    shows: 'a call asks a person and waits for the answer, the rest goes on (L-46)',
    plan: plan([call('ask', 'look'), call('b', 'look', { p: '†state.ask' }), call('c', 'look')], {
      maxConcurrent: 1,
    }),
    script: { ask: [{ ms: 90_000, tells: [{ ms: 5, body: question('ask', 'Which city?') }] }] },
    killAfter: { type: 'plan_step_completed', call: 'c' },
    left: true,
  },
  {
    name: 'open-gate',
    shows: 'two gates are open, and each names the calls that wait for it (L-33)',
    plan: plan([
      call('a', 'look', { _after: '†state.approvals.go' }),
      call('b', 'look', { _after: '†state.approvals.send' }),
      call('c', 'look', { _after: '†state.approvals.go' }),
    ]),
  },
  {
    name: 'open-approval',
    shows: 'a write waits for its approval, with the values it would have (L-72)',
    plan: plan([call('a', 'look'), call('b', 'write', { p: '†state.a', n: 1 })], { askBefore: 'effects' }),
  },
  {
    name: 'open-failure',
    shows: 'two failed calls whose retries are used up wait for a person (L-41)',
    plan: plan([call('a', 'look'), call('b', 'look'), call('c', 'compute', { p: '†state.a' })], {
      retryLimit: 1,
    }),
    script: { a: [boom('No.')], b: [boom('Not now.'), boom('Not ever.')] },
  },
  {
    name: 'open-draft',
    shows: 'a replan’s draft waits for a person (L-71)',
    plan: plan(broken.slice(0, 1), { retryLimit: 0, onFailure: 'replan', reviewReplans: true }),
    script: { bad: [boom()] },
    planner: [[call('around', 'look'), call('end', 'look', { p: '†state.around' })]],
  },
  {
    name: 'held-result',
    shows: 'a push that ended first is held until the one before it in the plan has ended (L-22)',
    plan: plan([push('slow'), push('fast'), call('reader', 'look', { p: '†state.list' })]),
    script: { slow: [{ ms: 90 }], fast: [{ ms: 5 }] },
    killAfter: { type: 'plan_step_completed', call: 'fast' },
    left: true,
  },
  {
    name: 'held-and-resumed',
    shows: 'a held result is kept over a crash and is not made again (L-22, R-22)',
    plan: plan([push('slow'), push('fast'), call('reader', 'look', { p: '†state.list' })]),
    script: { slow: [{ ms: 90 }], fast: [{ ms: 5 }] },
    killAfter: { type: 'plan_step_completed', call: 'fast' },
  },
  {
    name: 'paused-in-retry',
    shows: 'the executor died while a call waited for its retry: no slot is taken, the time is known (L-40)',
    plan: plan([call('a', 'look'), call('b', 'look', { p: '†state.a' })]),
    script: { a: [boom(), boom('Busy.', { retryAfterMs: 60_000 })] },
    killAfter: { type: 'plan_step_failed', call: 'a' },
    left: true,
  },
  {
    name: 'waiting-for-retry',
    shows: 'the retry is decided and its time written down, and then the executor died (L-40)',
    plan: plan([call('a', 'look'), call('b', 'look', { p: '†state.a' })]),
    script: { a: [boom('Busy.', { retryAfterMs: 60_000 })] },
    killAfter: { type: 'plan_step_retry', call: 'a' },
    left: true,
  },
  {
    name: 'cut-off',
    shows: 'a run that was cut off in the middle: two calls in flight, one done, one not begun (L-91)',
    plan: plan([
      call('a', 'look'),
      call('b', 'look', { p: '†state.a' }),
      call('c', 'write'),
      call('d', 'look', { p: '†state.b' }),
    ]),
    script: { b: [{ ms: 500 }], c: [{ ms: 500 }] },
    killAfter: { type: 'plan_step_started', call: 'b' },
    left: true,
  },
  {
    name: 'loop',
    shows: 'a loop over two elements has a sub-run for each, and pays for both (L-53, L-54)',
    plan: plan(
      [
        call('each', 'compute', { _delegate: 'plan:sub@1', _forEach: '†state.items' }),
        call('b', 'look', { p: '†state.each' }),
      ],
      {},
      { state: { initial: { items: ['x', 'y'] } } },
    ),
    script: {
      each: [
        {
          ms: 90,
          value: ['x!', 'y!'],
          tells: [0, 1].flatMap((index) => [
            {
              ms: 5 + index,
              body: {
                type: 'plan_step_waiting',
                call: 'each',
                kind: 'child',
                run: `loop.each.3.${index}`,
              } as const,
            },
            {
              ms: 40 + index,
              body: {
                type: 'plan_sub_run_ended',
                call: 'each',
                run: `loop.each.3.${index}`,
                index,
                status: index === 0 ? 'completed' : 'completed_with_errors',
                steps: 2,
                cost: 0.1,
                capsule: { goal: 'Find it', keyFindings: [`found: ${index}`], artifacts: [] },
              } as const,
            },
          ]),
        },
      ],
    },
  },
  {
    name: 'instances-cut-off',
    shows: 'a run over instances was cut off: one instance is done, the other has failed and waits (L-50)',
    plan: plan([call('a', 'look', { city: '†input.city' }), call('b', 'look', { p: '†state.a' })], {
      retryLimit: 0,
    }),
    instances: [
      { label: 'north', input: { city: 'Kiel' } },
      { label: 'south', input: { city: 'Ulm' }, state: { seen: 1 } },
    ],
    script: { 'a@south': [boom()] },
    killAfter: { type: 'plan_step_completed', call: 'b@north' },
  },
  {
    name: 'own-replan',
    shows: 'a person writes the calls from here on, which counts as no replan of a planner (L-42, L-71)',
    plan: plan([...pair, call('bad', 'look', { p: '†state.b' })], { retryLimit: 0 }),
    script: { bad: [boom()] },
    answers: { bad: [{ choose: 'replan', calls: [call('around', 'look', { p: '†state.b' })] }] },
  },
  {
    name: 'input-not-given',
    shows:
      'what reads an optional input that was not given is left out, and a run of that alone has done nothing (L-18, L-45)',
    plan: plan([call('a', 'look', { p: '†input.q' }), call('b', 'look', { p: '†state.a' })]),
  },
  {
    name: 'output-of-a-broken-parent',
    shows:
      'an output is read as any expression is: dead where a child of it failed, and its alternative is taken (L-14, L-45)',
    plan: plan(
      [call('f', 'look', { _outputPath: '†state.u.f' }), call('n', 'look', { _outputPath: '†state.u.n' })],
      { onFailure: 'skip', retryLimit: 0 },
      { output: { whole: '†state.u', or: '†state.u || †state.u.n' } },
    ),
    script: { f: [boom()] },
  },
  {
    name: 'below-an-initial-value',
    shows: 'below an initial value a key is missing at every depth (L-15)',
    plan: plan(
      [call('a', 'look', { p: '†state.n.x.y' })],
      { onFailure: 'skip' },
      { state: { initial: { n: 7 } } },
    ),
  },
  {
    name: 'added-calls',
    shows: 'where a plan sets no ceiling, replans may add a dozen calls (L-44)',
    plan: plan([call('bad', 'look')], { retryLimit: 0, onFailure: 'replan' }),
    script: { bad: [boom()] },
    planner: [Array.from({ length: 13 }, (_, i) => call(`n${i}`))],
  },
  {
    name: 'large-values',
    shows: 'a large result goes by reference, and what is read below it is looked into (0013)',
    plan: plan(
      [
        call('table', 'look'),
        call('count', 'compute', { of: '†state.table.count' }),
        call('row', 'compute', { of: '†state.table.rows.3.name' }),
        call('either', 'compute', { of: '†state.table.rows.3.none || †state.count' }),
      ],
      {},
      { output: { all: '†state.table.rows', row: '†state.row' } },
    ),
    script: { table: [{ tells: [came(5), found(20)] }] },
  },
  {
    name: 'large-value-gone',
    shows: 'a large value that is gone fails whoever reads below it (L-92, 0013)',
    plan: plan(
      [call('table', 'look'), call('row', 'compute', { of: '†state.table.rows.3.name' }), call('free')],
      { onFailure: 'skip' },
    ),
    script: {
      table: [
        { tells: [came(5), { ms: 20, body: { ...found(20).body, found: [], lost: true } as RunEventBody }] },
      ],
    },
  },
  {
    name: 'large-value-not-looked-into',
    shows: 'a run was killed between a large result and the look into it: who reads below it waits (0013)',
    plan: plan([call('table', 'look'), call('row', 'compute', { of: '†state.table.rows.3.name' })]),
    script: { table: [{ tells: [came(5)] }] },
    killAfter: { type: 'plan_step_completed', call: 'table' },
    left: true,
  },
  {
    name: 'write-refused',
    shows: 'a write that was refused or not sent is tried again (L-40a)',
    plan: plan([call('a', 'send'), call('b', 'write', { p: '†state.a' })]),
    script: { a: [throwing('refused'), {}], b: [throwing('not-sent'), {}] },
  },
  {
    name: 'write-unknown',
    shows:
      'a write whose end is unknown is in doubt, though it has an error alternative, and a person settles it (L-40a)',
    plan: plan([
      call('a', 'send', { _outputPath: '†state.a || †state.error' }),
      call('b', 'look', { p: '†state.a' }),
    ]),
    script: { a: [throwing('unknown')] },
    answers: { a: [{ choose: 'value', value: 'sent' }] },
  },
  {
    name: 'write-done',
    shows: 'a write whose answer can not be used completes with what is known (L-40a)',
    plan: plan([call('a', 'send'), call('b', 'look', { p: '†state.a' })]),
    script: { a: [throwing('done', { status: 201 })] },
  },
  {
    name: 'write-stopped',
    shows: 'a stop leaves a write that was entered in doubt (L-41)',
    plan: plan([call('a', 'send'), call('b', 'look')]),
    script: {
      a: [{ ms: 500 }],
      b: [{ ms: 500, tells: [{ ms: 20, body: { type: 'plan_aborted', reason: 'aborted' } }] }],
    },
  },
  {
    name: 'write-stopped-fork',
    shows: 'a fork of a run that was stopped in a write asks about it first (L-41)',
    plan: plan([call('a', 'send'), call('b', 'look', { p: '†state.a' })]),
    script: {
      a: [{ ms: 500, tells: [{ ms: 20, body: { type: 'plan_aborted', reason: 'aborted' } }] }],
    },
    answers: { a: [{ choose: 'value', value: 'sent' }] },
    fork: () => ({ cleared: ['a', 'b'], values: {} }),
  },
  {
    name: 'write-comes-back',
    shows: 'a completed write that a replan brings back under another id asks first (L-42)',
    plan: plan([call('a', 'send', { to: 'Ada' }), call('bad', 'look', { p: '†state.a' })], {
      retryLimit: 0,
      onFailure: 'replan',
    }),
    script: { bad: [boom()] },
    planner: [[call('again', 'send', { to: 'Ada' })]],
  },
  {
    name: 'switched-off',
    shows: 'what is switched off is skipped, and what needs it (L-37)',
    plan: plan([call('a', 'look', { _off: true }), call('b', 'look', { p: '†state.a' }), call('c', 'look')]),
  },
];
