/** L-1 to L-19: what a call reads, and when. */

import { boom, call, gives, latent, plan, type RunCase, takes, tool } from './writing.ts';

export const readingCases: readonly RunCase[] = [
  {
    name: 'false, null, the empty text and the empty list are present',
    rules: ['L-10'],
    plan: plan(
      [
        call('f', '†state.f'),
        call('n', '†state.n'),
        call('e', '†state.e'),
        call('l', '†state.l'),
        call('r', '†state.y', {
          f: '†state.f || †state.d',
          n: '†state.n || †state.d',
          e: '†state.e || †state.d',
          l: '†state.l || †state.d',
        }),
      ],
      { state: { initial: { d: 'no' } } },
    ),
    script: { f: [gives(false)], n: [gives(null)], e: [gives('')], l: [gives([])] },
    expect: { seen: { r: { f: false, n: null, e: '', l: [] } } },
  },
  {
    name: 'a fallback whose left key is missing takes the right',
    rules: ['L-12', 'L-15', 'A-8', 'K-31'],
    plan: plan([
      call('a', '†state.u'),
      call('b', '†state.v'),
      call('r', '†state.y', { p: '†state.u.email || †state.v' }),
    ]),
    script: { a: [gives({}, 50)], b: [gives('V', 1)] },
    expect: { calls: { r: 'completed' }, seen: { r: { p: 'V' } }, elapsed: 60 },
  },
  {
    name: 'a fallback with a missing key and the rest dead fails',
    rules: ['L-12', 'L-15'],
    plan: plan([
      call('a', '†state.u'),
      call('w', '†state.p || †state.q'),
      call('r', '†state.y', { p: '†state.p || †state.u.email' }),
    ]),
    script: { a: [gives({})], w: [takes('q')] },
    expect: { calls: { r: 'failed' }, failures: { r: 'reference-missing' }, status: 'completed_with_errors' },
  },
  {
    name: 'a fallback all dead skips',
    rules: ['L-12', 'L-25'],
    plan: plan([
      call('w', '†state.p || †state.q || †state.s'),
      call('r', '†state.y', { p: '†state.p || †state.q' }),
    ]),
    script: { w: [takes(2)] },
    expect: { calls: { r: 'skipped' }, status: 'completed', reason: 'goal_met' },
  },
  {
    name: 'a dead gate inside a fallback goes on to the right',
    rules: ['L-12', 'L-13'],
    plan: plan([
      call('w', '†state.p || †state.q'),
      call('a', '†state.a'),
      call('r', '†state.y', { p: '(†state.p && †state.a) || †state.q' }),
    ]),
    script: { w: [takes('q', 'Q', 1)], a: [gives('A', 100)] },
    expect: { seen: { r: { p: 'Q' } }, elapsed: 100, calls: { r: 'completed' } },
  },
  {
    name: 'a gate is dead as soon as one operand is, though another is pending',
    rules: ['L-13', 'L-11'],
    plan: plan([
      call('slow', '†state.s'),
      call('w', '†state.p || †state.q'),
      call('r', '†state.y', { p: '†state.s && †state.p' }),
      call('z', '†state.z', { p: '†state.y || †state.q' }),
    ]),
    script: { slow: [gives(1, 100)], w: [takes('q', 'Q', 1)] },
    expect: { calls: { r: 'skipped', z: 'completed' }, starts: ['slow', 'w', 'z'], seen: { z: { p: 'Q' } } },
  },
  {
    name: 'a fallback inside a gate',
    rules: ['L-12', 'L-13'],
    plan: plan([
      call('w', '†state.p || †state.q'),
      call('a', '†state.a'),
      call('r', '†state.y', { p: '†state.a && (†state.p || †state.q)' }),
    ]),
    script: { w: [takes('q', 'Q')], a: [gives('A')] },
    expect: { seen: { r: { p: 'Q' } } },
  },
  {
    name: 'a missing key in a gate waits for the branch that skips',
    rules: ['L-11', 'L-13'],
    plan: plan([
      call('u', '†state.u'),
      call('w', '†state.p || †state.q'),
      call('r', '†state.y', { p: '†state.u.email && †state.p' }),
    ]),
    script: { u: [gives({}, 1)], w: [takes('q', 1, 50)] },
    expect: { calls: { r: 'skipped' }, status: 'completed' },
  },
  {
    name: 'a bare kind waits for every writer',
    rules: ['L-7'],
    plan: plan([call('a', '†state.a'), call('b', '†state.n.b'), call('r', '†data.y', { p: '†state' })], {
      state: { initial: { i: 0 } },
    }),
    script: { a: [gives('A', 40)], b: [gives('B', 5)] },
    expect: {
      seen: { r: { p: { i: 0, a: 'A', n: { b: 'B' } } } },
      elapsed: 50,
      state: { 'data.y': { ok: true } },
    },
  },
  {
    name: 'a bare kind holds no approvals',
    rules: ['L-7', 'L-33'],
    plan: plan([
      call('a', '†state.a', { _after: '†state.approvals.go' }),
      call('r', '†data.y', { p: ['†state'] }),
    ]),
    script: { a: [gives('A')] },
    answers: [{ gate: 'go', choose: 'approve' }],
    expect: { seen: { r: { p: [{ a: 'A' }] } }, status: 'completed' },
  },
  {
    name: 'a parent leaves out the alternatives not taken',
    rules: ['L-14', 'L-25'],
    plan: plan([
      call('w', '†state.u.a || †state.u.b'),
      call('n', '†state.u.n'),
      call('r', '†state.y', { p: '†state.u' }),
    ]),
    script: { w: [takes('b', 'B')], n: [gives('N', 30)] },
    expect: { seen: { r: { p: { b: 'B', n: 'N' } } } },
  },
  {
    name: 'a parent with nothing in it is dead',
    rules: ['L-14'],
    plan: plan([
      call('w', '†state.p || †state.q'),
      call('c', '†state.u.c', { p: '†state.p' }),
      call('r', '†state.y', { p: '†state.u' }),
    ]),
    script: { w: [takes('q')] },
    expect: { calls: { c: 'skipped', r: 'skipped' }, status: 'completed' },
  },
  {
    name: 'a parent with a child skipped for a branch goes on without it',
    rules: ['L-14', 'L-25'],
    plan: plan([
      call('w', '†state.p || †state.q'),
      call('c', '†state.u.c', { p: '†state.p' }),
      call('n', '†state.u.n'),
      call('r', '†state.y', { p: '†state.u' }),
    ]),
    script: { w: [takes('q', 1, 50)], n: [gives('N', 1)] },
    expect: { seen: { r: { p: { n: 'N' } } }, calls: { r: 'completed' } },
  },
  {
    name: 'a parent with a child that failed is dead',
    rules: ['L-14'],
    plan: plan([call('c', '†state.u.c'), call('n', '†state.u.n'), call('r', '†state.y', { p: '†state.u' })]),
    script: { c: [boom()] },
    expect: { calls: { c: 'failed', n: 'completed', r: 'skipped' }, status: 'completed_with_errors' },
  },
  {
    name: 'a parent with a child skipped because of a failure is dead',
    rules: ['L-14'],
    plan: plan([
      call('f', '†state.f'),
      call('c', '†state.u.c', { p: '†state.f' }),
      call('n', '†state.u.n'),
      call('r', '†state.y', { p: '†state.u' }),
    ]),
    script: { f: [boom()] },
    expect: { calls: { c: 'skipped', r: 'skipped' }, status: 'completed_with_errors' },
  },
  {
    name: 'a child dead for a failure and a branch at once is absent, whichever is known first',
    rules: ['L-11', 'L-14'],
    plan: plan([
      call('f', '†state.f'),
      call('w', '†state.p || †state.q'),
      call('c', '†state.u.c', { p: '†state.f', q: '†state.p' }),
      call('n', '†state.u.n'),
      call('r', '†state.y', { p: '†state.u' }),
    ]),
    script: { f: [boom(1)], w: [takes('q', 1, 90)], n: [gives('N', 1)] },
    expect: { calls: { c: 'skipped', r: 'completed' }, seen: { r: { p: { n: 'N' } } } },
  },
  {
    name: 'a key missing from the join that survived is a data bug',
    rules: ['L-15', 'L-25'],
    plan: plan([
      call('w', '†state.sunny || †state.rainy'),
      call('park', '†state.s', { p: '†state.sunny' }),
      call('movie', '†state.s', { p: '†state.rainy' }),
      call('show', '†state.y', { p: '†state.s.title' }),
    ]),
    script: { w: [takes('rainy')], movie: [gives({ name: 'M' })] },
    expect: { calls: { show: 'failed' }, failures: { show: 'reference-missing' } },
  },
  {
    name: 'elements by index, out of range, and on a scalar',
    rules: ['L-15', 'L-16'],
    plan: plan([
      call('a', '†state.items'),
      call('in', '†state.i', { p: '†state.items.1.id' }),
      call('out', '†state.o', { p: '†state.items.2.id' }),
      call('name', '†state.n', { p: '†state.items.length' }),
      call('deep', '†state.d', { p: '†state.items.0.id.x' }),
    ]),
    script: { a: [gives([{ id: 'x' }, { id: 'y' }])] },
    expect: {
      seen: { in: { p: 'y' } },
      calls: { in: 'completed', out: 'failed', name: 'failed', deep: 'failed' },
      failures: { out: 'reference-missing', name: 'reference-missing', deep: 'reference-missing' },
    },
  },
  {
    name: 'values are read at dispatch, not when a later writer ends',
    rules: ['L-17', 'L-18', 'A-2'],
    plan: plan([call('a', '†state.x', { p: '†input.q', deep: [{ k: '†input.o.n' }] })]),
    input: { q: 5, o: { n: null } },
    expect: { seen: { a: { p: 5, deep: [{ k: null }] } } },
  },
  {
    name: 'an optional input that is absent is dead, and skips',
    rules: ['L-18'],
    plan: plan(
      [call('a', '†state.x', { p: '†input.q' }), call('b', '†state.y', { p: '†input.q || †input.d' })],
      {
        input: { schema: { type: 'object', properties: { q: { type: 'string' }, d: { default: 7 } } } },
      },
    ),
    expect: { calls: { a: 'skipped', b: 'completed' }, seen: { b: { p: 7 } }, status: 'completed' },
  },
  {
    name: 'an input of the wrong type stops the run before it starts',
    rules: ['L-18'],
    plan: plan([call('a', '†state.x', { p: '†input.q' })], {
      input: { schema: { type: 'object', properties: { q: { type: 'string' } } } },
    }),
    input: { q: 5 },
    expect: { status: 'failed', reason: 'invalid', starts: [], output: null },
  },
  {
    name: 'an unresolved operand that is not the last falls through',
    rules: ['L-18'],
    plan: plan([call('a', '†state.x'), call('r', '†state.y', { p: '†state.nope || †state.x' })]),
    expect: { seen: { r: { p: { ok: true } } } },
  },
  {
    name: 'escaped daggers reach the activity as one',
    rules: ['L-2', 'L-5'],
    plan: plan([
      call('a', '†state.x', { p: '††price', q: '(††', n: [{ k: '††a', '†state.x': 'key' }], e: 'cost †5' }),
    ]),
    expect: { seen: { a: { p: '†price', q: '(†', n: [{ k: '†a', '†state.x': 'key' }], e: 'cost †5' } } },
  },
  {
    name: 'the run is read as it is at dispatch',
    rules: ['L-19', 'T-21'],
    plan: plan([
      call('a', '†state.x'),
      call('b', '†state.y', { _after: '†state.x', p: '†run.subtask_results.a', n: '†run.replan_count' }),
    ]),
    expect: { seen: { b: { p: { ok: true }, n: 0 } } },
  },
  {
    name: 'order without data waits and drops the value',
    rules: ['L-30'],
    plan: plan([call('a', '†state.x'), call('b', '†state.y', { _after: '†state.x' })]),
    expect: { starts: ['a', 'b'], elapsed: 20, seen: { b: {} } },
  },
  {
    name: 'a latent call does not read a failure through _after',
    rules: ['L-30', 'L-41'],
    policy: { onFailure: 'continue' },
    plan: plan([call('a', '†state.x'), call('b', '†state.y', { _tool: 'think', _after: '†state.x' })], {
      tools: [tool('a', 'read'), latent('think')],
    }),
    script: { a: [boom()] },
    expect: { calls: { b: 'skipped' } },
  },
  {
    name: 'scopes are waited for and a dead one is left out',
    rules: ['L-51'],
    plan: plan([
      call('s', '†state.s'),
      call('w', '†state.p || †state.q'),
      call('r', '†state.y', { _scopes: ['state.s', '†state.p'] }),
    ]),
    script: { s: [gives(1, 50)], w: [takes('q')] },
    expect: { calls: { r: 'completed' }, elapsed: 60, status: 'completed' },
  },
  {
    name: 'data kinds are roots like state',
    rules: ['L-5a'],
    plan: plan([call('a', '†notes.x'), call('b', '†data.y', { p: '†notes.x', q: '†notes.i' })], {
      data: { notes: { initial: { i: 3 } } },
      output: '†data.y',
    }),
    script: { a: [gives('A')], b: [gives('B')] },
    expect: { seen: { b: { p: 'A', q: 3 } }, output: 'B', state: { 'notes.x': 'A' } },
  },
  {
    name: 'the output resolves at any depth and what is dead is null',
    rules: ['L-45'],
    plan: plan([call('w', '†state.p || †state.q')], {
      output: { p: '†state.p', q: ['†state.q', '††x'], g: '†state.q && †state.p', f: '†state.p || †state.q' },
    }),
    script: { w: [takes('q', 'Q')] },
    expect: { output: { p: null, q: ['Q', '†x'], g: null, f: 'Q' } },
  },
  {
    name: 'a dead reference skips though the last of the others settles in the same moment',
    rules: ['L-11', 'L-25'],
    plan: plan([
      call('w', '†state.p || †state.q'),
      call('a', '†state.a'),
      call('r', '†state.y', { p: '†state.q', q: '†state.a' }),
    ]),
    script: { w: [takes('p')] },
    expect: { calls: { r: 'skipped' }, starts: ['w', 'a'] },
  },
  {
    name: 'without an output the last result in plan order is returned, of calls that are waited for',
    rules: ['L-29', 'L-45', 'R-2', 'K-21'],
    plan: plan([call('z', '†state.z', { p: '†state.a' }), call('a', '†state.a'), call('log')]),
    script: { z: [gives('Z')], a: [gives('A')], log: [gives('L')] },
    expect: { output: 'Z' },
  },
  {
    name: 'below an initial value every depth is missing, in an object that lacks the key nothing was written',
    rules: ['L-15', 'L-16', 'L-18'],
    plan: plan(
      [
        call('one', '†state.r1', { p: '†state.n.x' }),
        call('two', '†state.r2', { p: '†state.n.x.y' }),
        call('list', '†state.r3', { p: '†state.l.0.k' }),
        call('far', '†state.r4', { p: '†state.l.5.k.m' }),
        call('empty', '†state.r5', { p: '†state.e.k.m' }),
        call('w', '†state.p || †state.q'),
        call('beside', '†state.r6', { p: '†state.o.z.y || †state.p' }),
        call('below', '†state.r7', { p: '†state.o.k.y || †state.p' }),
      ],
      { state: { initial: { n: 7, l: [{}], e: {}, o: { k: 1 } } } },
    ),
    script: { w: [takes('q')] },
    expect: {
      calls: {
        one: 'failed',
        two: 'failed',
        list: 'failed',
        far: 'failed',
        empty: 'failed',
        beside: 'skipped',
        below: 'failed',
      },
      failures: { two: 'reference-missing', list: 'reference-missing', below: 'reference-missing' },
    },
  },
  {
    name: 'a writer above that was skipped leaves a key missing below an initial value',
    rules: ['L-15', 'L-25'],
    plan: plan(
      [
        call('w', '†state.p || †state.q'),
        call('s', '†state.n', { p: '†state.p' }),
        call('r', '†state.y', { p: '†state.n.x.y' }),
      ],
      { state: { initial: { n: 7 } } },
    ),
    script: { w: [takes('q')] },
    expect: { calls: { s: 'skipped', r: 'failed' }, failures: { r: 'reference-missing' } },
  },
  {
    name: 'an absent optional input is dead at any depth, inside a scalar or out of range it is missing',
    rules: ['L-16', 'L-18'],
    plan: plan([
      call('gone', '†state.a', { p: '†input.o.a.b' }),
      call('none', '†state.b', { p: '†input.nope.a.b' }),
      call('scalar', '†state.c', { p: '†input.n.a.b' }),
      call('range', '†state.d', { p: '†input.l.3.b' }),
    ]),
    input: { o: {}, n: 1, l: [] },
    expect: {
      calls: { gone: 'skipped', none: 'skipped', scalar: 'failed', range: 'failed' },
      failures: { scalar: 'reference-missing', range: 'reference-missing' },
    },
  },
  {
    name: 'a required input that is absent stops the run before it starts',
    rules: ['L-18'],
    plan: plan([call('a', '†state.x', { p: '†input.q' }), call('b', '†state.y')], {
      input: { schema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] } },
    }),
    expect: { status: 'failed', reason: 'invalid', starts: [], output: null },
  },
  {
    name: 'what an absent input left out is simply absent from its parent',
    rules: ['L-14', 'L-18'],
    plan: plan([
      call('a', '†state.u.a', { p: '†input.q' }),
      call('b', '†state.u.b'),
      call('f', '†state.f'),
      call('c', '†state.u.c', { p: '†state.f', q: '†state.u.a' }),
      call('r', '†state.y', { p: '†state.u' }),
    ]),
    script: { b: [gives('B')], f: [boom()] },
    expect: { calls: { a: 'skipped', c: 'skipped', r: 'completed' }, seen: { r: { p: { b: 'B' } } } },
  },
  {
    name: 'an accumulated list is dead when one of its writers was skipped for a failure',
    rules: ['L-14', 'L-22'],
    plan: plan(
      [
        call('a', '†state.l', { _outputMethod: 'push' }),
        call('f', '†state.f'),
        call('c', '†state.l', { _outputMethod: 'push', p: '†state.f' }),
        call('r', '†state.y', { p: '†state.l' }),
      ],
      { output: '†state.l' },
    ),
    script: { f: [boom()] },
    expect: { calls: { a: 'completed', c: 'skipped', r: 'skipped' }, output: null },
  },
  {
    name: 'an accumulated list goes on without a writer that was skipped for a branch',
    rules: ['L-14', 'L-22', 'L-25'],
    plan: plan(
      [
        call('a', '†state.l', { _outputMethod: 'push' }),
        call('w', '†state.p || †state.q'),
        call('c', '†state.l', { _outputMethod: 'push', p: '†state.p' }),
        call('r', '†state.y', { p: '†state.l' }),
      ],
      { output: '†state.l' },
    ),
    script: { a: [gives('A')], w: [takes('q')] },
    expect: { seen: { r: { p: ['A'] } }, output: ['A'] },
  },
  {
    name: 'in one fallback a missing key outweighs the text of a failure',
    rules: ['L-12', 'L-15', 'L-41'],
    policy: { onFailure: 'continue' },
    plan: plan(
      [
        call('a', '†state.a'),
        call('f', '†state.f'),
        call('m', '†state.m', { _tool: 'think', p: '†state.f || †state.a.k' }),
      ],
      { tools: [tool('a', 'read'), tool('f', 'read'), latent('think')] },
    ),
    script: { a: [gives({})], f: [boom()] },
    expect: { calls: { m: 'failed' }, failures: { m: 'reference-missing' } },
  },
];
