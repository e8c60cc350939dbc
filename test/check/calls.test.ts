import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { check, errorsOf, planOf, warningsOf } from './plan-of.ts';

const tool = (parameters: unknown, more: object = {}) => [
  { name: 't', effect: 'read' as const, parameters: parameters as never, ...more },
];
const one = (call: object, parameters: unknown, more: object = {}) =>
  check({
    calls: [{ _id: 'a', _tool: 't', _outputPath: '†state.x', ...call }],
    tools: tool(parameters),
    ...more,
  });

describe('expressions', () => {
  test.each([
    ['†state.a |', 'syntax'],
    ['†state.a || †state.b && †state.c', 'mixed-operators'],
    ['†stat.a', 'unknown-kind'],
    ['†state.__proto__', 'forbidden-segment'],
    [`†state.${'a.'.repeat(40)}b`, 'limit'],
  ])('%s is %s, with its place and caret', (text, code) => {
    const [problem, ...others] = check([{ _id: 'a', p: { deep: [text] }, _outputPath: '†state.x' }]);
    expect(problem).toMatchObject({ code, calls: ['a'], path: ['p', 'deep', 0], caret: expect.any(Number) });
    expect(others).toEqual([]);
  });

  test.each([
    ['†input.a', 'read-only-target'],
    ['†state.approvals.go', 'read-only-target'],
    ['†state', 'bad-output-path'],
    ['†state.list.0', 'bad-output-path'],
    ['result', 'bad-output-path'],
  ])('the output path %s is %s', (text, code) => {
    expect(errorsOf(check([{ _id: 'a', _outputPath: text }]))).toEqual([`${code}(a)`]);
  });

  test('a kind the plan declares is one more root', () => {
    const calls = [{ _id: 'a', p: '†docs.title', _outputPath: '†docs.more' }];
    expect(errorsOf(check({ calls, data: { docs: { initial: { title: 'x' } } } }))).toEqual([]);
    expect(errorsOf(check({ calls }))).toEqual(['unknown-kind(a)', 'unknown-kind(a)']);
  });

  test('the output of the plan is checked like a parameter', () => {
    const calls = [{ _id: 'a', _outputPath: '†state.x' }];
    expect(errorsOf(check({ calls, output: { v: ['†state.x |'] } }))).toEqual(['syntax']);
    expect(errorsOf(check({ calls, output: '†state.y' }))).toEqual(['unresolved-reference']);
    expect(errorsOf(check({ calls, output: '†state.y || †state.x' }))).toEqual([]);
    expect(errorsOf(check({ calls, output: '†secret.key' }))).toEqual(['secret-misplaced']);
  });
});

describe('ids', () => {
  test('have 1 to 40 letters, digits, _ and -', () => {
    expect(errorsOf(check([{ _id: 'a b', _tool: 't', _outputPath: '†state.x' }]))).toEqual(['bad-id(a b)']);
    const long = 'x'.repeat(41);
    expect(errorsOf(check([{ _id: long, _outputPath: '†state.x' }]))).toEqual([`bad-id(${long})`]);
    expect(errorsOf(check([{ _id: '', _tool: 't', _outputPath: '†state.x' }]))).toEqual(['bad-id()']);
  });

  test('that two calls share hide the checks of the graph', () => {
    const calls = [
      { _id: 'a', p: '†state.nope', _outputPath: '†state.x' },
      { _id: 'a', p: '†state.x', _outputPath: '†state.x' },
    ];
    expect(errorsOf(check(calls))).toEqual(['duplicate-id(a)']);
  });
});

describe('parameters', () => {
  const strict = {
    type: 'object',
    properties: { q: { type: 'string' }, n: { type: 'integer', minimum: 1 } },
    required: ['q'],
    additionalProperties: false,
  };

  test('that are required must be there, whatever their value', () => {
    expect(errorsOf(one({}, strict))).toEqual(['missing-parameter(a)']);
    expect(errorsOf(one({ q: '†input.q' }, strict))).toEqual([]);
  });

  test('of which one or another is required are missed, with references beside them too', () => {
    const either = {
      type: 'object',
      properties: { rows: {}, q: {}, all: {} },
      anyOf: [{ required: ['q'] }, { required: ['all'] }],
    };
    expect(errorsOf(one({ rows: '†input.q' }, either))).toEqual(['missing-parameter(a)']);
    expect(errorsOf(one({ rows: 1 }, either))).toEqual(['missing-parameter(a)']);
    expect(errorsOf(one({ rows: '†input.q', all: '†input.q' }, either))).toEqual([]);
  });

  test('that are unknown are an error where the contract is closed, else a warning', () => {
    expect(errorsOf(one({ q: 'x', w: 1 }, strict))).toEqual(['unknown-parameter(a)']);
    const open = { type: 'object', properties: { q: {} } };
    expect(warningsOf(one({ w: 1 }, open))).toEqual(['unknown-parameter(a)']);
    expect(warningsOf(one({ w: 1 }, { type: 'object' }))).toEqual([]);
    expect(warningsOf(one({ w: 1 }, { ...open, additionalProperties: { type: 'number' } }))).toEqual([]);
    expect(errorsOf(one({ x_w: 1 }, { ...strict, required: [], patternProperties: { '^x_': {} } }))).toEqual(
      [],
    );
  });

  test('are checked by value where they are written out', () => {
    const [problem] = one({ q: 'x', n: 0 }, strict);
    expect(problem).toMatchObject({ code: 'type-mismatch', path: ['n'] });
    expect(problem?.message).toBe('Call "a", parameter n: the value must be 1 or more, not 0 (tool "t").');
  });

  test('are checked in their literal parts where expressions stand between', () => {
    const schema = {
      type: 'object',
      properties: {
        to: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, age: { type: 'number' } },
            required: ['name'],
          },
        },
      },
    };
    expect(errorsOf(one({ to: [{ name: '†input.n', age: 3 }] }, schema))).toEqual([]);
    const [problem] = one({ to: [{ name: 'a' }, { name: '†input.n', age: 'old' }] }, schema);
    expect(problem).toMatchObject({ code: 'type-mismatch', path: ['to', 1, 'age'] });
    expect(one({ to: [{ age: '†input.n' }] }, schema)[0]).toMatchObject({ path: ['to', 0] });
    expect(errorsOf(one({ to: { of: '†input.n' } }, schema))).toEqual(['type-mismatch(a)']);
  });

  test('that hold an escaped dagger are the text they stand for', () => {
    const schema = {
      type: 'object',
      properties: { q: { type: 'string', maxLength: 2 }, l: { items: { maxLength: 2 } } },
    };
    expect(errorsOf(one({ q: '††a', l: ['††a'] }, schema))).toEqual([]);
  });

  test('an expression that does not parse is one error, not two', () => {
    const schema = { type: 'object', properties: { q: { type: 'string', maxLength: 3 } } };
    expect(errorsOf(one({ q: '†state.a |' }, schema))).toEqual(['syntax(a)']);
  });

  test('that together break the contract are told at the call', () => {
    const schema = { type: 'object', properties: { a: {}, b: {} }, minProperties: 1 };
    expect(errorsOf(one({}, schema))).toEqual(['type-mismatch(a)']);
    expect(errorsOf(one({ b: 1 }, schema))).toEqual([]);
  });

  test('may begin with _ where the contract declares them', () => {
    const schema = {
      type: 'object',
      properties: { _from: { type: 'string' } },
      required: ['_from'],
      additionalProperties: false,
    };
    expect(errorsOf(one({ _from: 3 }, schema))).toEqual(['type-mismatch(a)']);
    expect(warningsOf(one({ _from: 'x' }, schema))).toEqual([]);
    expect(warningsOf(one({ _from: 'x' }, { type: 'object' }))).toEqual(['unknown-meta(a)']);
  });

  test('of 2^53 and more are not kept exactly', () => {
    expect(errorsOf(check([{ _id: 'a', p: [{ n: 2 ** 53 }], _outputPath: '†state.x' }]))).toEqual([
      'limit(a)',
    ]);
    expect(errorsOf(check([{ _id: 'a', p: [1e300, 2 ** 53 - 1, 0.5], _outputPath: '†state.x' }]))).toEqual(
      [],
    );
  });
});

describe('tools', () => {
  test('that are not known are named with the nearest', () => {
    const [problem] = check({
      calls: [{ _id: 'a', _tool: 'serch', _outputPath: '†state.x' }],
      tools: [{ name: 'search' }, { name: 'search web' }],
    });
    expect(problem).toMatchObject({ code: 'unknown-tool', path: ['_tool'] });
    expect(problem?.message).toContain('Did you mean "search"');
  });

  test('that are not known and near none can be given a contract', () => {
    const calls = [{ _id: 'a', _tool: 'zzz', _outputPath: '†state.x' }];
    const [problem] = check({ calls, tools: [{ name: 'search' }] });
    expect(problem?.message).toMatch(/not known\. Give it a contract/);
  });

  test('of the plan come before those of the catalogue, the latest first', () => {
    const tools = [
      { name: 't', parameters: { type: 'object', required: ['q'] } },
      { name: 't', parameters: { type: 'object', required: ['z'] } },
    ];
    const problems = check({ calls: [{ _id: 'a', _tool: 't', z: 1, _outputPath: '†state.x' }], tools });
    expect(errorsOf(problems)).toEqual([]);
  });
});

describe('secrets', () => {
  const schema = {
    type: 'object',
    properties: {
      key: { type: 'string', secret: true },
      q: { type: 'string' },
      auth: { properties: { key: { secret: true } } },
    },
  };
  /** The contract is the app's or the person's, not the plan's own. */
  const installed = catalogueOf([{ name: 't', effect: 'read', parameters: schema as never }]);
  const brought = (call: object) => {
    const plan = planOf([{ _id: 'a', _tool: 't', _outputPath: '†state.x', ...call }]);
    return errorsOf(checkPlan(plan, installed).problems);
  };

  test('stand whole in a parameter that is declared secret, and nowhere else', () => {
    expect(brought({ key: '†secret.k', auth: { key: '†secret.k' } })).toEqual([]);
    for (const call of [
      { q: '†secret.k' },
      { key: '†secret.k || †input.k' },
      { key: '†secret' },
      { _after: '†secret.k' },
      { _scopes: ['†secret.k'] },
    ])
      expect(brought(call)).toEqual(['secret-misplaced(a)']);
  });

  test('are marked by no contract that came with the plan, whatever name it takes', () => {
    expect(errorsOf(one({ key: '†secret.k' }, schema))).toEqual(['secret-misplaced(a)']);
    const text = { type: 'object', properties: { text: { type: 'string', secret: true } } };
    for (const more of [{ name: 'splitText' }, { name: 'pieces', activity: 'splitText' }]) {
      const tools = [{ effect: 'none' as const, parameters: text as never, ...more }];
      const calls = [{ _id: 'a', _tool: more.name, text: '†secret.k', _outputPath: '†state.x' }];
      expect(errorsOf(check({ calls, tools }))).toEqual(['secret-misplaced(a)']);
    }
  });

  test('go where the code that is entered takes them, under whatever name a plan calls it', () => {
    const tools = [{ name: 'ask', activity: 'httpGet', effect: 'read' as const }];
    const calls = [
      {
        _id: 'a',
        _tool: 'ask',
        url: 'https://x.example/',
        authorization: '†secret.k',
        _outputPath: '†state.x',
      },
    ];
    expect(errorsOf(check({ calls, tools }))).toEqual([]);
    // A model answers it: what it is given is sent to a server.
    expect(errorsOf(check({ calls: [{ ...calls[0], _activity: '' }], tools }))).toEqual([
      'secret-misplaced(a)',
    ]);
  });
});

describe('output', () => {
  test('methods are a closed list', () => {
    expect(errorsOf(check([{ _id: 'a', _outputPath: '†state.x', _outputMethod: 'add' }]))).toEqual([
      'bad-output-method(a)',
    ]);
  });

  test.each([
    '†state.a && †state.a.b',
    '†state.a || †state.a.b',
    '†state.a && †state.a',
    '(†state.a && †state.b) || †state.b.c',
  ])('targets that overlap: %s', (path) =>
    expect(errorsOf(check([{ _id: 'a', _outputPath: path }]))).toEqual(['fan-overlap(a)']),
  );

  // A-14, K-30
  test('a result in the plan is an error unless the plan is eager', () => {
    const calls = [{ _id: 'a', _output: 1, _outputPath: '†state.x' }];
    expect(errorsOf(check({ calls }))).toEqual(['output-in-lazy-plan(a)']);
    const mandate = { tools: [], effects: [], hosts: [] };
    const eager = check({ calls, mode: 'eager', mandate });
    expect(errorsOf(eager)).toEqual([]);
    expect(warningsOf(eager)).toEqual([]);
  });
});
