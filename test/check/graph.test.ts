import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import type { Plan } from '../../src/plan/document.ts';
import { BUILT_INS } from '../../src/tools/built-ins.ts';
import { check, errorsOf, planOf, warningsOf } from './plan-of.ts';

const w = (id: string, path: string, more: object = {}) => ({ _id: id, _outputPath: path, ...more });

describe('references', () => {
  test('to what nobody writes are errors, but for a fallback that is not the last', () => {
    expect(errorsOf(check([w('a', '†state.x', { p: '†state.y || †state.z' }), w('b', '†state.y')]))).toEqual([
      'unresolved-reference(a)',
    ]);
    const nested = w('a', '†state.x', { p: '(†state.no && †state.y) || †state.y' });
    expect(errorsOf(check([nested, w('b', '†state.y')]))).toEqual([]);
    expect(errorsOf(check([w('a', '†state.x', { p: '†state.no && †state.y' }), w('b', '†state.y')]))).toEqual(
      ['unresolved-reference(a)'],
    );
  });

  test('may read an initial value, a parent, a child and a gate', () => {
    const calls = [w('a', '†state.x', { p: '†state.user.name', _after: '†state.approvals.go' })];
    expect(errorsOf(check({ calls, state: { initial: { user: { name: 1 } } } }))).toEqual([]);
    const below = check({ calls: [w('b', '†state.z', { p: '†state.n.x.y' })], state: { initial: { n: 7 } } });
    expect([errorsOf(below), warningsOf(below)]).toEqual([[], ['never-runs(b)']]);
    expect(errorsOf(check({ calls, state: { initial: { user: { nick: 1 } } } }))).toEqual([
      'unresolved-reference(a)',
    ]);
    expect(
      errorsOf(check([w('a', '†state.u.n'), w('b', '†state.x', { p: '†state.u', q: '†state.u.n.deep' })])),
    ).toEqual([]);
  });

  test('in _after and _scopes count, a whole kind in _scopes does not', () => {
    expect(errorsOf(check([w('a', '†state.x', { _after: '†state.no' })]))).toEqual([
      'unresolved-reference(a)',
    ]);
    expect(errorsOf(check([w('a', '†data.x', { _scopes: ['†state.no'] })]))).toEqual([
      'unresolved-reference(a)',
    ]);
    expect(errorsOf(check([w('a', '†data.x', { _scopes: ['state'] })]))).toEqual([]);
  });

  test('to a value the run brings are fine', () => {
    const calls = [w('a', '†state.x', { p: '†state.given' })];
    expect(errorsOf(check({ calls }, { initial: [{ state: { given: 1 } }] }))).toEqual([]);
  });

  test('name the path that was probably meant', () => {
    const [problem] = check([w('a', '†state.x', { p: '†state.resutl' }), w('b', '†state.result')]);
    expect(problem?.message).toBe(
      'Call "a", p: no call writes †state.resutl and no initial state declares it. Did you mean †state.result?',
    );
  });

  test('to the input are checked against its schema', () => {
    const schema = { type: 'object', properties: { q: { type: 'string' } } };
    const calls = [w('a', '†state.x', { p: '†input.qq' })];
    expect(warningsOf(check({ calls, input: { schema } }))).toEqual(['undeclared-input(a)']);
    expect(errorsOf(check({ calls, input: { schema: { ...schema, additionalProperties: false } } }))).toEqual(
      ['unresolved-reference(a)'],
    );
    expect(check({ calls })).toEqual([]);
  });

  test('to the run depend on timing', () => {
    expect(warningsOf(check([w('a', '†state.x', { p: '†run.replan_count' })]))).toEqual([
      'timing-dependent(a)',
    ]);
  });
});

describe('cycles', () => {
  // T-22, A-30
  test('are named by their calls and references, one shortest a knot', () => {
    const problems = check([
      w('a', '†state.x', { p: '†state.z' }),
      w('b', '†state.y', { p: '†state.x', q: '†state.z' }),
      w('c', '†state.z', { p: '†state.y' }),
      w('s', '†state.s', { p: '†state.s' }),
    ]);
    expect(errorsOf(problems)).toEqual(['cycle(b,c)', 'cycle(s)']);
    expect(problems[0]?.message).toBe(
      'Cycle detected: b -> c -> b ("c" reads †state.y from "b", "b" reads †state.z from "c"). Remove one of these references.',
    );
  });

  test('hide conflicts of writes, whose order they leave open', () => {
    const calls = [w('a', '†state.x', { p: '†state.x' }), w('b', '†state.y'), w('c', '†state.y')];
    expect(errorsOf(check(calls))).toEqual(['cycle(a)']);
  });
});

describe('write conflicts', () => {
  test('arise on a parent and its child, and name both', () => {
    const problems = check([w('a', '†state.x'), w('b', '†state.x.y', { _outputMethod: 'merge' })]);
    expect(errorsOf(problems)).toEqual(['write-conflict(a,b)']);
    expect(problems[0]?.message).toContain('†state.x and call "b" writes †state.x.y');
  });

  test('do not arise where both accumulate, and do where one sets', () => {
    const push = { _outputMethod: 'push' };
    expect(
      errorsOf(check([w('a', '†state.l', push), w('b', '†state.l', { _outputMethod: 'concat' })])),
    ).toEqual([]);
    expect(errorsOf(check([w('a', '†state.l', push), w('b', '†state.l', { _outputMethod: 'set' })]))).toEqual(
      ['write-conflict(a,b)'],
    );
  });

  test('do not arise between calls in order, however far', () => {
    const chain = [
      w('a', '†state.x && †state.p'),
      w('b', '†state.q', { p: '†state.p' }),
      w('c', '†state.x', { _after: '†state.q' }),
    ];
    expect(errorsOf(check(chain))).toEqual([]);
  });

  const branch = w('route', '†state.l || †state.r');
  const both = (left: object, right: object, more: object[] = []) =>
    errorsOf(check([branch, w('a', '†state.s', left), w('b', '†state.s', right), ...more]));

  test('do not arise between calls that need different alternatives, directly or through others', () => {
    expect(both({ p: '†state.l' }, { _after: '†state.r' })).toEqual([]);
    expect(both({ p: '†state.m' }, { p: '†state.r' }, [w('mid', '†state.m', { p: '†state.l' })])).toEqual([]);
    expect(both({ p: '†state.l && †input.q' }, { p: '†state.r' })).toEqual([]);
  });

  test('arise where a need has a way round the branch', () => {
    expect(both({ p: '†state.l' }, { p: '†state.l' })).toEqual(['write-conflict(a,b)']);
    expect(both({ p: '†state.l || †input.q' }, { p: '†state.r' })).toEqual(['write-conflict(a,b)']);
    expect(both({ p: '†state.l || †state.r' }, { p: '†state.r' })).toEqual(['write-conflict(a,b)']);
    expect(both({ _scopes: ['†state.l'] }, { p: '†state.r' })).toEqual(['write-conflict(a,b)']);
  });

  test('a join of one side stays on that side, a join of both on none', () => {
    const inner = [w('l2', '†state.j.a', { p: '†state.l' }), w('l3', '†state.j.b', { p: '†state.l' })];
    expect(both({ p: '†state.j' }, { p: '†state.r' }, inner)).toEqual([]);
    const across = [w('l2', '†state.j.a', { p: '†state.l' }), w('r2', '†state.j.b', { p: '†state.r' })];
    expect(both({ p: '†state.j' }, { p: '†state.r' }, across)).toEqual(['write-conflict(a,b)']);
  });

  test('each instance has its own state', () => {
    const at = (label: string | null) => ({ _instance: label });
    expect(errorsOf(check([w('a', '†state.x', at('one')), w('b', '†state.x', at('two'))]))).toEqual([]);
    expect(errorsOf(check([w('a', '†state.x', at('one')), w('b', '†state.x')]))).toEqual([
      'write-conflict(a,b)',
    ]);
    expect(errorsOf(check([w('a', '†state.x', at(null)), w('b', '†state.x')]))).toEqual([]);
  });

  test('a thousand pushers and one setter are told apart', () => {
    const calls = Array.from({ length: 1000 }, (_, i) => w(`c${i}`, '†state.l', { _outputMethod: 'push' }));
    expect(errorsOf(check(calls))).toEqual([]);
    expect(errorsOf(check([...calls, w('s', '†state.l')]))).toHaveLength(500);
  });
});

describe('branches', () => {
  test.each([
    [{ a: 1 }, ['branch-overlap(r)']],
    [{ a: { deep: [] } }, ['branch-overlap(r)']],
    [{ b: { c: 1 } }, []],
    [{ b: 1 }, ['branch-overlap(r)']],
    [{}, []],
  ])('an initial value of %j', (initial, errors) => {
    expect(errorsOf(check({ calls: [w('r', '†state.a || †state.b.x')], state: { initial } }))).toEqual(
      errors,
    );
  });
  test('a single target named error is an ordinary path', () => {
    expect(errorsOf(check({ calls: [w('r', '†state.error')], state: { initial: { error: 1 } } }))).toEqual(
      [],
    );
  });
});

describe('types of references', () => {
  const tools = (output: unknown, wanted: unknown) => [
    { name: 'src', _output: output as never, effect: 'read' as const },
    { name: 'dst', parameters: { type: 'object', properties: { v: wanted } }, effect: 'read' as const },
  ];
  const wired = (output: unknown, wanted: unknown, v = '†state.n', path = '†state.n', more: object = {}) =>
    errorsOf(
      check({
        calls: [w('a', path, { _tool: 'src', ...more }), w('b', '†state.m', { _tool: 'dst', v })],
        tools: tools(output, wanted),
      }),
    );
  const number = { type: 'number' };
  const string = { type: 'string' };

  test('that cannot meet are an error, those that may are not', () => {
    expect(wired(number, string)).toEqual(['type-mismatch(b)']);
    expect(wired(number, { type: 'integer' })).toEqual([]);
    expect(wired({ type: ['number', 'string'] }, string)).toEqual([]);
    expect(wired({}, string)).toEqual([]);
    expect(wired(number, {})).toEqual([]);
  });

  test('are those of the part that is read', () => {
    const output = {
      type: 'object',
      properties: { n: number, s: string, l: { type: 'array', items: number } },
    };
    expect(wired(output, string, '†state.n.n')).toEqual(['type-mismatch(b)']);
    expect(wired(output, string, '†state.n.s')).toEqual([]);
    expect(wired(output, string, '†state.n.l.0')).toEqual(['type-mismatch(b)']);
    expect(wired(output, string, '†state.n.unknown')).toEqual([]);
    expect(wired(number, string, '†state.n', '†state.n.deep')).toEqual(['type-mismatch(b)']);
  });

  test('of a fallback are any, of a gate the last', () => {
    expect(wired(number, string, '†state.n || †input.s')).toEqual([]);
    expect(wired(number, string, '†input.s && †state.n')).toEqual(['type-mismatch(b)']);
    expect(wired(number, string, '†state.n && †input.s')).toEqual([]);
  });

  test('follow how the value is written', () => {
    expect(wired(string, string, '†state.n', '†state.n', { _outputMethod: 'push' })).toEqual([
      'type-mismatch(b)',
    ]);
    expect(wired(string, string, '†state.n.0', '†state.n', { _outputMethod: 'push' })).toEqual([]);
    expect(wired(number, string, '†state.error', '†state.n || †state.error')).toEqual(['type-mismatch(b)']);
    expect(wired(number, { type: 'object' }, '†state.error', '†state.n || †state.error')).toEqual([]);
  });

  test('of the input come from its schema', () => {
    const schema = { type: 'object', properties: { q: number } };
    const calls = [w('b', '†state.m', { _tool: 'dst', v: '†input.q' })];
    expect(errorsOf(check({ calls, input: { schema }, tools: tools({}, string) }))).toEqual([
      'type-mismatch(b)',
    ]);
  });

  test('go with what Decide hands on, to whichever way it takes', () => {
    const decide = (more: object) => ({
      _id: 'd',
      _tool: 'decide',
      ...more,
      _outputPath: '†state.yes || †state.no',
    });
    const filled = (more: object, values = '†state.yes', tool: object = {}) => {
      const plan = planOf({
        calls: [
          w('n', '†state.n', { _tool: 'calculate', expression: '1 + 1' }),
          { ...decide({ value: '†state.n', compareTo: 1, ...more }), ...tool },
          w('t', '†state.t', { _tool: 'template', template: '{n}', values }),
        ],
        output: '†state.t',
      });
      return errorsOf(checkPlan(plan, BUILT_INS, { builtIns: BUILT_INS }).problems);
    };
    expect(filled({})).toEqual(['type-mismatch(t)']);
    expect(filled({}, '†state.no')).toEqual(['type-mismatch(t)']);
    expect(filled({}, '†state.yes || †state.no')).toEqual(['type-mismatch(t)']);
    expect(filled({ pass: { n: '†state.n' } })).toEqual([]);
    expect(filled({ value: { n: 2 }, pass: 'all of it' })).toEqual(['type-mismatch(t)']);
    expect(filled({ value: { n: 2 }, pass: null })).toEqual([]);
    // It waits for itself, which is another problem.
    expect(filled({ value: '†state.yes' })).not.toContain('type-mismatch(t)');
    // Whatever else is called so may make something itself.
    expect(filled({}, '†state.yes', { _activity: 'theirs' })).not.toContain('type-mismatch(t)');
  });

  test('a loop wants a list', () => {
    const calls = [
      w('a', '†state.n', { _tool: 'src' }),
      w('b', '†state.m', { _tool: 'dst', _delegate: 'anonymous', _forEach: '†state.n' }),
    ];
    const mandate = { tools: [], effects: [], hosts: [] };
    expect(errorsOf(check({ calls, mandate, tools: tools(number, {}) }))).toEqual(['type-mismatch(b)']);
    expect(errorsOf(check({ calls, mandate, tools: tools({ type: 'array' }, {}) }))).toEqual([]);
  });
});

describe('the state schema', () => {
  const schema = {
    type: 'object',
    properties: { user: { type: 'object', properties: { name: {} }, additionalProperties: false } },
  };
  //
  test('open warns, closed refuses, also further in', () => {
    expect(warningsOf(check({ calls: [w('a', '†state.usr')], state: { schema } }))).toEqual([
      'undeclared-state(a)',
    ]);
    expect(errorsOf(check({ calls: [w('a', '†state.user.nam')], state: { schema } }))).toEqual([
      'path-not-in-schema(a)',
    ]);
    expect(check({ calls: [w('a', '†state.user.name.first')], state: { schema } })).toEqual([]);
  });
  test("a reader's own slip is told, a writer's is not told twice", () => {
    const closed = { ...schema, additionalProperties: false };
    const calls = [w('a', '†state.user'), w('b', '†data.x', { p: '†state.user.nam' })];
    expect(errorsOf(check({ calls, state: { schema: closed } }))).toEqual(['path-not-in-schema(b)']);
    const astray = [w('a', '†state.usr'), w('b', '†data.x', { p: '†state.usr' })];
    expect(errorsOf(check({ calls: astray, state: { schema: closed } }))).toEqual(['path-not-in-schema(a)']);
  });
  test('of a data kind is its own', () => {
    const data = { docs: { schema: { type: 'object', properties: {}, additionalProperties: false } } };
    expect(errorsOf(check({ calls: [w('a', '†docs.x')], data }))).toEqual(['path-not-in-schema(a)']);
  });
});

describe('instances', () => {
  test('that do not exist are an error where they are known', () => {
    const calls = [w('a', '†state.x', { _instance: 'berlim' })];
    expect(errorsOf(check({ calls }))).toEqual([]);
    expect(errorsOf(check({ calls }, { instances: ['berlin'] }))).toEqual(['unknown-instance(a)']);
    expect(errorsOf(check({ calls, instances: [{ label: 'berlin' }] } as never))).toEqual([
      'unknown-instance(a)',
    ]);
    expect(errorsOf(check([w('a', '†state.x', { _instance: '*' })], { instances: [] }))).toEqual([]);
  });
  test('are not read by a call that runs once for all', () => {
    const calls = [w('a', '†state.x'), w('g', '†state.all', { _instance: null, p: '†state.x' })];
    expect(errorsOf(check(calls))).toEqual(['instance-scope(g)']);
    const global = [w('g', '†state.g', { _instance: null }), w('a', '†state.x', { p: '†state.g' })];
    expect(errorsOf(check(global))).toEqual([]);
  });
});

describe('delegates', () => {
  const library = (plans: Record<string, string | null>) => (id: string) =>
    id in plans
      ? planOf({
          id,
          calls: [w('s', '†state.x', plans[id] === null ? {} : { _delegate: plans[id] })],
        } as Partial<Plan> & { calls: object[] })
      : undefined;
  const delegating = (to: string, plans: Record<string, string | null> = {}) =>
    errorsOf(check([w('a', '†state.x', { _delegate: to })], { library: library(plans) }));

  //
  test('are found in the library or made by the planner, never fetched', () => {
    expect(delegating('plan:b@3', { b: null })).toEqual([]);
    // Made by a planner, and so under a mandate (L-64).
    expect(delegating('anonymous')).toEqual(['mandate-missing(a)']);
    expect(delegating('plan:nope')).toEqual(['delegate-missing(a)']);
    expect(delegating('https://example.com/plan.json')).toEqual(['delegate-missing(a)']);
  });
  test('never lead back (R-5)', () => {
    expect(delegating('plan:p')).toEqual(['delegate-recursion(a)']);
    expect(delegating('plan:b', { b: 'plan:c', c: 'plan:b' })).toEqual(['delegate-recursion(a)']);
  });
  test('go five deep and no deeper', () => {
    const chain = { b1: 'plan:b2', b2: 'plan:b3', b3: 'plan:b4', b4: 'plan:b5', b5: null };
    expect(delegating('plan:b1', chain)).toEqual([]);
    expect(delegating('plan:b1', { ...chain, b5: 'plan:b6', b6: null })).toEqual(['delegate-depth(a)']);
  });
  // T-5
  test('go three deep below a plan whose strategy is hierarchical, wherever that stands (L-61)', () => {
    const to = (name: string, strategy?: string) => ({
      calls: [w('s', '†state.x', { _delegate: name })],
      ...(strategy ? { strategy } : {}),
    });
    const plans: Record<string, object> = {
      b1: to('plan:b2'),
      b2: to('plan:b3'),
      b3: to('plan:b4'),
      b4: { calls: [w('s', '†state.x')] },
    };
    const find = (over: Record<string, object>) => (id: string) =>
      ({ ...plans, ...over })[id] && planOf({ id, ...{ ...plans, ...over }[id] } as never);
    const faults = (strategy: string, over: Record<string, object> = {}) =>
      check({ calls: [w('a', '†state.x', { _delegate: 'plan:b1' })], strategy } as never, {
        library: find(over) as never,
      }).filter(({ code }) => code === 'delegate-depth');
    expect(faults('flat')).toEqual([]);
    expect(faults('hierarchical', { b3: plans.b4! })).toEqual([]);
    const [fault, ...more] = faults('hierarchical');
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ calls: ['a'], severity: 'error' });
    expect(fault?.message).toBe(
      'Call "a": sub-plans go too deep: p -> b1 -> b2 -> b3 -> b4. Below "p", whose strategy is hierarchical, they may go 3 deep. Move some of the work up.',
    );
    // Counted from the plan that has the strategy.
    expect(faults('flat', { b1: to('plan:b2', 'hierarchical') })).toEqual([]);
    expect(
      faults('flat', { b1: to('plan:b2', 'hierarchical'), b4: to('plan:b5'), b5: plans.b4! }),
    ).toHaveLength(1);
  });
  test('are those of an agent, too: its room is one plan deeper (L-56)', () => {
    const agent = { _id: 'g', _tool: 'agent', task: 't', tools: [], _outputPath: '†state.g' };
    const sub = (calls: object[]) => ({ calls });
    const plans = {
      b1: sub([w('s', '†state.x', { _delegate: '#b2' })]),
      b2: sub([agent]),
      b3: sub([w('s', '†state.x', { _delegate: '#b1' })]),
    };
    const depths = (to: string) =>
      check({ calls: [w('a', '†state.x', { _delegate: to })], strategy: 'hierarchical', plans } as never)
        .filter(({ code }) => code === 'delegate-depth')
        .map(({ calls }) => calls);
    expect(depths('#b1')).toEqual([]);
    expect(depths('#b3')).toEqual([['a']]);
  });
  test('are what a loop repeats', () => {
    expect(errorsOf(check([w('a', '†state.x', { _forEach: '†input.rows' })]))).toEqual([
      'delegate-missing(a)',
    ]);
  });
});

describe('warnings', () => {
  // K-13
  test('calls that read as a sequence are told once', () => {
    const problems = check([{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }]);
    expect(warningsOf(problems)).toEqual(['no-data-edge(a,b,c)']);
    expect(warningsOf(check([w('a', '†state.x'), w('b', '†state.y')]))).toEqual([]);
    expect(
      warningsOf(check([w('a', '†state.x'), { _id: 'b', _after: '†state.x' }, { _id: 'c', p: '†state.x' }])),
    ).not.toContain('no-data-edge(b,c)');
  });

  // K-13
  test('a result nobody can read is told where the call was made for it', () => {
    expect(warningsOf(check([{ _id: 'a' }]))).toEqual(['discarded-result(a)']);
    const calls = [{ _id: 'a', _tool: 't' }];
    expect(warningsOf(check({ calls, tools: [{ name: 't', effect: 'write' }] }))).toEqual([]);
    expect(
      warningsOf(check({ calls, tools: [{ name: 't', effect: 'write', _output: { type: 'string' } }] })),
    ).toEqual(['discarded-result(a)']);
  });

  test('what is never read is told where the plan has an output', () => {
    const calls = [w('a', '†state.x'), w('b', '†state.y || †state.error')];
    expect(warningsOf(check({ calls, output: { r: '†state.y' } }))).toEqual(['never-read(a)']);
    expect(warningsOf(check({ calls, output: '†state' }))).toEqual([]);
    expect(warningsOf(check({ calls }))).toEqual([]);
  });

  // A plan by hand may be any size; above forty calls it is warned about (L-62).
  // K-3
  test('sizes', () => {
    const calls = Array.from({ length: 41 }, (_, i) => w(`c${i}`, `†state.x${i}`));
    expect(warningsOf(check({ calls }))).toEqual(['many-calls']);
    expect(warningsOf(check({ calls, policy: { maxSteps: 40 } }))).toEqual([
      'exceeds-max-steps',
      'many-calls',
    ]);
    expect(warningsOf(check({ calls: calls.slice(1), policy: { maxSteps: 40 } }))).toEqual([]);
  });

  // L-44: a call is a step in each of its instances.
  test('a ceiling on steps counts instances', () => {
    const calls = [w('a', '†state.x'), w('b', '†state.y', { _instance: null })];
    const plan = { calls, policy: { maxSteps: 3 } };
    expect(warningsOf(check(plan, { instances: ['A', 'B'] }))).toEqual([]);
    expect(warningsOf(check(plan, { instances: ['A', 'B', 'C'] }))).toEqual(['exceeds-max-steps']);
  });

  //
  test('an unknown _ key is told once, with all its calls', () => {
    expect(warningsOf(check([w('a', '†state.x', { _note: 1 }), w('b', '†state.y', { _note: 2 })]))).toEqual([
      'unknown-meta(a,b)',
    ]);
  });
});
