import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planShape } from '../../src/plan/document.ts';
import { buildGraph, edgesOf } from '../../src/plan/graph.ts';
import { importPlan } from '../../src/plan/import.ts';
import { conformanceCases, hasConformance } from './conformance-cases.ts';

interface Case {
  readonly document: unknown;
  readonly expect: { ids?: string[]; edges?: [string, string][] };
}

const ids = { planId: () => 'plan_1' };

function open(source: unknown) {
  const imported = importPlan(source, ids);
  if (!imported.ok) throw new Error(imported.error.map(({ message }) => message).join(' '));
  return imported.value;
}

function refusal(source: unknown) {
  const imported = importPlan(source, ids);
  if (imported.ok) throw new Error('It was imported.');
  return imported.error;
}

const idsOf = (source: unknown) => open(source).plan.calls.map((call) => call._id);

function edges(source: unknown): string[] {
  const { plan } = open(source);
  const found = edgesOf(buildGraph(plan)).map(
    ({ from, to }) => `${plan.calls[from]!._id} -> ${plan.calls[to]!._id}`,
  );
  return [...new Set(found)].sort();
}

describe.skipIf(!hasConformance)('the conformance cases (skipped where ../shared is absent)', () => {
  const cases = conformanceCases<Case>('import.json');
  test.each(cases.map((one) => [one.name, one] as const))('import: %s', (_, one) => {
    if (one.expect.ids) expect(idsOf(one.document).sort()).toEqual([...one.expect.ids].sort());
    if (one.expect.edges) {
      expect(edges(one.document)).toEqual(one.expect.edges.map(([a, b]) => `${a} -> ${b}`).sort());
    }
  });
});

describe('a document of its own', () => {
  const document = {
    format: 'obelus/plan',
    version: 1,
    id: 'p',
    future: { kept: true },
    calls: [{ _id: 'a', _tool: 't', _unknown: 1, n: { deep: ['†state.x'] } }],
    layout: { a: { x: 1, y: 2, z: 3 } },
  };

  test('needs nobody to give ids where it has its own, and one without any is called plan', () => {
    const imported = [importPlan(document), importPlan([])].map((one) => one.ok && one.value.plan.id);
    expect(imported).toEqual(['p', 'plan']);
  });

  test('survives the round trip with its unknown fields and the order of its keys (§2)', () => {
    const imported = open(JSON.stringify(document));
    expect(JSON.stringify(imported.plan)).toBe(JSON.stringify(document));
    expect(imported.normalised).toEqual([]);
  });

  test('of a newer version, or another format, is refused in words', () => {
    expect(refusal({ ...document, version: 2 })[0]?.message).toContain('use a newer one');
    expect(refusal({ ...document, format: 'other' })[0]?.message).toContain('"other"');
  });

  test('with faulty parts is refused, with the place of each', () => {
    const faulty = { ...document, policy: { retryLimit: -1 }, tools: [{}], layout: { a: 1 } };
    expect(refusal(faulty).map(({ path }) => path.join('.'))).toEqual(
      expect.arrayContaining(['policy.retryLimit', 'tools.0.name', 'layout']),
    );
  });

  // K-36
  test('keeps eager as it is, and a missing mode missing', () => {
    expect(open({ ...document, mode: 'eager' }).plan.mode).toBe('eager');
    expect(open(document).plan.mode).toBeUndefined();
  });

  // L-60: nobody has signed a mandate for it, and all its calls are there to be seen.
  // K-19
  test.each([
    ['a message', { type: 'plan', mode: 'eager', plan: [{ _tool: 'a' }] }],
    ['a solution', { mode: 'eager', calls: [{ _tool: 'a' }], output: null }],
    ['an envelope', { plan: { mode: 'eager', calls: [{ _tool: 'a' }] } }],
  ])('%s of an eager plan comes in as lazy, and says so', (_, other) => {
    const { plan, normalised } = open(other);
    expect(plan.mode).toBe('lazy');
    expect(normalised).toContain('Read as a plan that is seen before it runs.');
  });
});

describe('calls', () => {
  test('get ids from their tools once, never one that is there already (K-1)', () => {
    const calls = [{ _tool: 'a' }, { _tool: 'a', _id: 'a_2' }, { _tool: 'a' }, { _tool: 'a', _id: 7 }];
    expect(idsOf(calls)).toEqual(['a', 'a_2', 'a_3', '7']);
    expect(idsOf([{ _tool: 'Größe (cm).v2' }, { _tool: '発注' }, { _tool: '発注' }])).toEqual(
      ['Gro_e_cm_v2', 'call', 'call_2'].map((id) => id),
    );
    const long = idsOf([{ _tool: 'x'.repeat(60) }, { _tool: 'x'.repeat(60) }]);
    expect(long.map((id) => id.length)).toEqual([40, 40]);
    expect(new Set(long).size).toBe(2);
  });

  test.each([
    [5, 'is not an object'],
    [null, 'is not an object'],
    [{ _id: 'a' }, 'names no tool'],
    [{ _tool: 5 }, 'not the name of a tool'],
    [{ _tool: 't', _id: {} }, '_id that is not text'],
    [{ _tool: 't', _after: 1 }, '_after that is not text'],
    [{ _tool: 't', _scopes: 'state' }, '_scopes that are not a list'],
  ])('%j has a fault with its place', (call, words) => {
    const [problem] = refusal([{ _tool: 'fine' }, call]);
    expect(problem).toMatchObject({ code: 'not-a-plan', severity: 'error', path: ['calls', 1] });
    expect(problem?.message).toContain(words);
  });

  test('a parameter "output" that is a state path asks for _outputPath and stays (K-34)', () => {
    const imported = open({ calls: [{ _tool: 'a', output: '†state' }], output: null });
    expect(imported.plan.calls[0]?.output).toBe('†state');
    expect(imported.normalised.join(' ')).toContain('did you mean _outputPath');
  });
});

describe('steps', () => {
  test('of a TEA plan drop their statuses and say so; max_replans is the policy (K-4)', () => {
    const { plan, normalised } = open({
      goal: 'g',
      subtasks: [{ id: 's', description: 'Think about it', dependencies: [], status: 'completed' }],
      metadata: { max_replans: 4 },
    });
    expect(plan.policy).toEqual({ maxReplans: 4 });
    expect(plan.calls[0]).not.toHaveProperty('status');
    expect(normalised.join(' ')).toContain('status');
  });

  test('without a tool are latent, and bring the contract they need (T-12)', () => {
    const { plan } = open({ subtasks: [{ id: 's', description: 'Think about it' }] });
    expect(plan.tools).toMatchObject([{ name: plan.calls[0]!._tool, effect: 'none' }]);
    expect(planShape.safeParse(plan).success).toBe(true);
  });

  test('with tools and depends_on are a Reyn decomposition', () => {
    const source = {
      goal: 'g',
      steps: [
        { id: 'a', description: 'A', tools: ['search'], depends_on: [] },
        { id: 'b', description: 'B', tools: ['search'], depends_on: [] },
        { id: 'c', description: 'C', tools: ['write'], depends_on: ['a', 'b'] },
      ],
    };
    expect(edges(source)).toEqual(['a -> c', 'b -> c']);
    expect(open(source).plan.calls[2]?._after).toBe('†state.a && †state.b');
    expect(open(source).plan.tools).toBeUndefined();
  });

  test('in an ordered list run one after the other and keep what they expect (P-2)', () => {
    const { plan } = open([
      { id: 1, tool_name: 'read', args: { p: '1' }, expected_outcome: 'text' },
      { id: 2, tool_name: 'write', args: {} },
      { id: 3, tool_name: 'write', args: {} },
    ]);
    expect(plan.calls.map((call) => [call._expected, call._after, call._outputPath])).toEqual([
      ['text', undefined, '†state.step_1'],
      [undefined, '†state.step_1', '†state.step_2'],
      [undefined, '†state.step_2', '†state.step_3'],
    ]);
  });

  test('with ids the language keeps to itself still get a path that can be written', () => {
    const { plan } = open([
      { id: 'constructor', tool_name: 'a' },
      { id: 'approvals', tool_name: 'b' },
    ]);
    expect(plan.calls.map((call) => call._outputPath)).toEqual([
      '†state.step_constructor',
      '†state.step_approvals',
    ]);
  });

  test('that depend on one that is not there keep the dependency, for the check to report', () => {
    const { plan } = open({ subtasks: [{ id: 'a', description: 'A', dependencies: ['gone'] }] });
    expect(plan.calls[0]).toMatchObject({ _after: '†state.gone' });
    expect(plan.calls[0]).not.toHaveProperty('_scopes');
  });

  test('with subtasks of their own come after them', () => {
    const subtasks = [{ id: 'p', description: 'P', subtasks: [{ id: 'c', description: 'C' }] }];
    expect(edges({ subtasks })).toEqual(['c -> p']);
  });

  test('cannot smuggle meta-properties in through their arguments', () => {
    const { plan, normalised } = open([{ id: 'a', tool_name: 't', args: { _id: 'x', _delegate: 'plan:y' } }]);
    expect(plan.calls[0]).toEqual({ _id: 'a', _tool: 't', _outputPath: '†state.a' });
    expect(normalised.join(' ')).toContain('_delegate');
  });
});

describe('contexts and envelopes', () => {
  const plan = { type: 'plan', plan: [{ _tool: 't', a: '†input.who' }] };

  //
  test('of messages give input, state in both shapes, contracts and the plan (K-33)', () => {
    const tool = { title: 'T', properties: { _tool: { const: 't' }, a: {}, _output: { type: 'string' } } };
    const imported = open([
      { type: 'input', schema: { type: 'object' }, input: { who: 'Ada' } },
      { type: 'state', x: 1 },
      { type: 'data', kind: 'state', data: { y: 2 } },
      { type: 'data', kind: 'mail', data: { z: 3 } },
      { type: 'tool', tool },
      plan,
    ]);
    expect(imported.input).toEqual({ who: 'Ada' });
    expect(imported.plan.state).toEqual({ initial: { x: 1, y: 2 } });
    expect(imported.plan.data).toEqual({ mail: { initial: { z: 3 } } });
    expect(imported.plan.tools).toMatchObject([{ name: 't', _output: { type: 'string' } }]);
    expect(imported.plan.input).toEqual({ schema: { type: 'object' } });
  });

  test('an input message may hold its values itself', () => {
    expect(open([{ type: 'input', who: 'Ada' }, plan]).input).toEqual({ who: 'Ada' });
  });

  // K-33
  test('an envelope adds its tools, input and state to its plan', () => {
    const imported = open({
      version: 1,
      plan: { mode: 'lazy', goal: 'g', calls: [{ _tool: 't' }] },
      tools: [{ name: 't' }],
      input: { schema: {}, input: { a: 1 } },
      state: { b: 2 },
    });
    expect(imported.plan).toMatchObject({ goal: 'g', tools: [{ name: 't' }], state: { initial: { b: 2 } } });
    expect(imported.input).toEqual({ a: 1 });
  });

  test.each(['messages', 'an envelope'])(
    'a tool in %s that prescribes where its result goes gives it to its calls, and says so (A-3)',
    (of) => {
      const tool = {
        title: 'T',
        properties: {
          _tool: { const: 't' },
          ...{
            _outputPath: { const: '†state.t' },
            _outputMethod: { const: 'push' },
            _scopes: { const: ['mail'] },
          },
        },
      };
      const calls = [{ _tool: 't' }, { _tool: 't', _outputPath: '†state.own' }, { _tool: 'other' }];
      const { plan, normalised } = open(
        of === 'messages'
          ? [
              { type: 'tool', tool },
              { type: 'plan', plan: { calls } },
            ]
          : { plan: { calls }, tools: [tool] },
      );
      expect(plan.calls.map(({ _outputPath, _outputMethod }) => [_outputPath, _outputMethod])).toEqual([
        ['†state.t', 'push'],
        ['†state.own', 'push'],
        [undefined, undefined],
      ]);
      expect(normalised).toContain(
        'The tool "t" prescribes _outputPath †state.t: written into 1 of its calls; 1 that say otherwise were left as they are.',
      );
      expect(normalised).toContain(
        'The tool "t" prescribes _outputMethod push: written into 2 of its calls.',
      );
      expect(normalised).toContain('The tool "t" prescribes _scopes; no call was given that.');
    },
  );

  test('{type: "plan", plan} is a plan', () => expect(idsOf(plan)).toEqual(['t']));
});

describe('what is none of these', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  test.each([
    ['a number', 5],
    ['null', null],
    ['undefined', undefined],
    ['a cycle', cyclic],
    ['words', 'buy milk'],
    ['an empty text', ''],
    ['an empty object', {}],
    ['a list of numbers', [1, 2]],
    ['another JSON', { name: 'x', dependencies: { react: '19' } }],
    ['a context without a plan', [{ type: 'input', a: 1 }]],
  ])('%s is not-a-plan, in a sentence', (_, source) => {
    const problems = refusal(source);
    expect(problems[0]?.code).toBe('not-a-plan');
    expect(problems[0]?.message).toMatch(/\.$/);
  });

  test('a file that is nearly JSON is not guessed at: the fault has its place', () => {
    expect(refusal('{"calls": [}')[0]?.message).toContain('Line 1, column 12');
  });

  test('a document of ten thousand faults names the first fifty', () => {
    expect(refusal(Array(10_000).fill({ _tool: 5 }))).toHaveLength(50);
  });

  test('never throws, and what it lets in has the shape of a plan', () => {
    const key = fc.constantFrom(
      ...[
        'calls',
        'plan',
        'type',
        'subtasks',
        'steps',
        'context',
        'tools',
        'input',
        'state',
        'schema',
        'data',
      ],
      ...['id', '_id', '_tool', 'tool_name', 'args', 'depends_on', 'dependencies', 'description', 'format'],
      ...['kind', 'metadata', 'max_replans', 'properties', 'name', '__proto__', 'constructor', '_scopes'],
    );
    const leaf = fc.constantFrom(
      '',
      'a',
      '†state.a',
      'plan',
      'state',
      'tool',
      'obelus/plan',
      0,
      -1,
      1.5,
      null,
      true,
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 5 }, leaf, tie('object'), fc.array(tie('value'), { maxLength: 3 })),
      object: fc
        .array(fc.tuple(key, tie('value')), { maxLength: 5 })
        .map((pairs) => Object.fromEntries(pairs)),
    }));
    let opened = 0;
    const shape = fc.oneof(
      value,
      fc.array(fc.tuple(key, value), { maxLength: 4 }).chain((pairs) =>
        fc.constantFrom('calls', 'subtasks', 'steps', 'plan', 'context').chain((list) =>
          fc.array(fc.dictionary(key, value), { maxLength: 3 }).map((items) => ({
            ...Object.fromEntries(pairs),
            [list]: items.map((item) => ({ _tool: 'a', ...item })),
          })),
        ),
      ),
    );
    fc.assert(
      fc.property(shape, (source) => {
        const imported = importPlan(source, ids);
        if (imported.ok) {
          opened++;
          expect(planShape.safeParse(imported.value.plan).success).toBe(true);
        } else {
          expect(imported.error.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 3000 },
    );
    expect(opened).toBeGreaterThan(50);
  });
});

test('sub-plans in a document are read as plans: ids where there are none, faults with their place', () => {
  const plans = { s: { calls: [{ _tool: 'say' }, { _id: 7, _tool: 'say' }], output: '†state.s' } };
  const { plan, normalised } = open({ calls: [], plans });
  expect(plan.plans?.s?.calls.map(({ _id }) => _id)).toEqual(['say', '7']);
  expect(normalised.filter((sentence) => sentence.startsWith('In the sub-plan "s": '))).toHaveLength(2);
  expect(planShape.safeParse(plan).success).toBe(true);
  const faults = (wrong: unknown) => refusal({ calls: [], plans: wrong }).map(({ path }) => path.join('.'));
  expect(faults([])).toEqual(['plans']);
  expect(faults({ s: 1 })).toEqual(['plans.s']);
  expect(faults({ s: {} })).toEqual(['plans.s.calls']);
  expect(faults({ s: { calls: [{ _id: 'a' }], policy: { maxSteps: -1 } } })).toEqual([
    'plans.s.policy.maxSteps',
    'plans.s.calls.0',
  ]);
});
