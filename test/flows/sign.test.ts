import '../../src/check/check.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sign, signedAlike } from '../../src/flows/sign.ts';
import type { FlowSetting } from '../../src/flows/use.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../../src/tools/catalogue.ts';

const BUILT_IN = catalogueOf(builtInTools);
const PLACE: FlowSetting = {
  catalogue: BUILT_IN,
  hasActivity: (name) => BUILT_IN.get(name) !== undefined,
  contractBehind: BUILT_IN.get,
  modelServer: null,
};
const hash = (plan: Plan, place: FlowSetting = PLACE): string => {
  const signed = sign(plan, place);
  return signed.ok ? signed.value.hash : signed.error;
};

const FIRST: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_signed',
  title: 'Signed',
  calls: [
    { _id: 'a', _tool: 'work', p: ['†state.x||†state.y'], _outputPath: '†state.a' },
    { _id: 'b', _tool: 'work', q: { r: 1, s: 2 }, _outputPath: '†state.b' },
  ],
  output: '†state.a||†state.b',
};

/** Spelling, key order, words, places and notes among them: some change the hash and some do not. */
const change = fc.oneof(
  fc.constantFrom<Partial<Plan>>(
    { title: 'Other' },
    { title: 'Signed' },
    { notes: { a: 'A note' } } as unknown as Partial<Plan>,
    { layout: { a: { x: 1, y: 2 } } },
    { $schema: 'https://example.com/plan.schema.json' },
    { output: '†state.a || †state.b' },
    { output: '†state.b' },
    { policy: { maxSteps: 3 } },
  ),
  fc.constantFrom<Partial<Plan>>(
    { plans: { s: { calls: [] } } },
    { plans: { s: { title: 'T', notes: [1], layout: { a: { x: 1, y: 2 } }, calls: [] } } },
    { plans: { s: { calls: [{ _id: 'x', _tool: 'work', p: '†input.i||†input.j' }] } } },
    {
      plans: {
        s: { calls: [{ _id: 'x', _reasoningForCall: 'R', p: '†input.i || †input.j', _tool: 'work' }] },
      },
    },
    { plans: { s: { calls: [{ _id: 'x', _tool: 'work', p: '†input.j' }] } } },
    { plans: { t: { calls: [] } } },
  ),
  fc
    .record({
      at: fc.nat({ max: 1 }),
      more: fc.constantFrom<object>(
        {},
        { p: ['†state.x <|> †state["y"]'] },
        { p: ['†state.y || †state.x'] },
        { q: { s: 2, r: 1 } },
        { q: { s: 2, r: 2 } },
        { _description: 'Words' },
        { _reasoningForCall: 'Because' },
        { _outputMethod: 'set' },
        { _tool: 'other' },
      ),
    })
    .map(({ at, more }) => ({
      calls: FIRST.calls.map((call, i) => (i === at ? { ...call, ...more } : call)),
    })),
  fc.constantFrom({ calls: FIRST.calls.slice(1) }, { calls: [...FIRST.calls].reverse() }),
);

test('two revisions are signed alike exactly where their hashes are the same', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3 }), fc.array(change, { maxLength: 3 }), (one, other) => {
      const a: Plan = Object.assign({ ...FIRST }, ...one);
      const b: Plan = Object.assign({ ...FIRST }, ...other);
      expect(signedAlike(a, b)).toBe(hash(a) === hash(b));
    }),
  );
});

describe('what an approval signs (L-70)', () => {
  const call = (rest: object = {}): Call =>
    ({ _id: 'a', _tool: 't', p: '†state.a||†state.b', ...rest }) as Call;
  const plan = (rest: object = {}): Plan =>
    ({ format: 'obelus/plan', version: 1, id: 'p', calls: [call()], ...rest }) as Plan;
  const schema = { type: 'object', properties: { x: { type: 'string' } } };
  const withTools = (tools: readonly ToolContract[], rest: object = {}) => plan({ tools, ...rest });

  test('is 64 hexadecimal characters', () => expect(hash(plan())).toMatch(/^[0-9a-f]{64}$/));

  test.each<[string, object]>([
    ['layout, notes, title', { layout: { a: { x: 1, y: 1 } }, notes: ['n'], title: 'Other' }],
    ['the address of its own schema', { $schema: 'https://example.com/s.json' }],
    [
      'key order and the spelling of expressions',
      { calls: [{ p: '†state.a || †state.b', _tool: 't', _id: 'a' }] },
    ],
    ['why the planner chose a call', { calls: [call({ _reasoningForCall: 'Because' })] }],
  ])('does not change with %s', (_, rest) => expect(hash(plan(rest))).toBe(hash(plan())));

  test('does not change with the dialect that a schema names, at any depth', () => {
    const dialect = { ...schema, $schema: 'https://json-schema.org/draft/2020-12/schema' };
    const deep = { ...schema, properties: { x: { ...schema.properties.x, $schema: 'https://a.example/s' } } };
    const signed = hash(
      plan({ input: { schema }, outputSchema: schema, tools: [{ name: 't', parameters: schema }] }),
    );
    for (const one of [dialect, deep])
      expect(
        hash(plan({ input: { schema: one }, outputSchema: one, tools: [{ name: 't', parameters: one }] })),
      ).toBe(signed);
  });

  test.each<[string, object]>([
    ['the order of calls', { calls: [call({ _id: 'b' }), call()] }],
    ['a description', { calls: [call({ _description: 'x' })] }],
    ['the goal', { goal: 'x' }],
    ['the output', { output: '†state.a' }],
    ['the policy', { policy: { maxSteps: 3 } }],
    // What goes to a tool is signed whatever it is called.
    ['a parameter called title', { calls: [call({ title: 'x' })] }],
    ['a parameter called $schema', { calls: [call({ $schema: 'x' })] }],
    ['a parameter that holds one', { calls: [call({ q: { $schema: 'x', notes: 1, title: 'y' } })] }],
    ['an initial value called $schema', { state: { initial: { $schema: 'x' } } }],
    ['the output’s $schema', { output: { $schema: 'x' } }],
    ['a default that holds $schema', { input: { schema: { ...schema, default: { $schema: 'x' } } } }],
    ['a property called $schema', { input: { schema: { properties: { $schema: { type: 'string' } } } } }],
  ])('changes with %s', (_, rest) => expect(hash(plan(rest))).not.toBe(hash(plan())));

  test('tells a default that holds $schema from one that holds another', () => {
    const of = (text: string) => hash(plan({ input: { schema: { default: { $schema: text } } } }));
    expect(of('a')).not.toBe(of('b'));
  });

  test('changes with the contract of a tool in use', () => {
    const read = withTools([{ name: 't', effect: 'read' }]);
    expect(hash(withTools([{ name: 't', effect: 'write' }]))).not.toBe(hash(read));
  });

  test('changes with the code that a call really enters', () => {
    const enters = (_activity: string) => hash(plan({ calls: [call({ _activity })] }));
    expect(enters('httpGet')).not.toBe(enters('readText'));
    const entered = plan({ calls: [call({ _activity: 'httpGet' })] });
    // `errors` changes no flow: what is signed is the contract itself.
    const others: Partial<ToolContract>[] = [{ effect: 'irreversible' }, { errors: ['http-500'] }];
    for (const more of others) {
      const contractBehind = (name: string) => {
        const contract = BUILT_IN.get(name);
        return contract && { ...contract, ...more };
      };
      expect(hash(entered, { ...PLACE, contractBehind })).not.toBe(hash(entered));
    }
  });

  test('tells a plan’s own tool, the app’s and the person’s of one name apart', () => {
    const contract = BUILT_IN.get('note') ?? { name: 'note' };
    const uses = plan({ calls: [{ _id: 'a', _tool: 'note', text: 'x' }] });
    const own: FlowSetting = { ...PLACE, contractBehind: () => undefined };
    const hashes = [hash(uses), hash({ ...uses, tools: [contract] }), hash(uses, own)];
    expect(new Set(hashes).size).toBe(3);
  });

  test('changes with where things go, though nothing of the plan did: another server answers', () => {
    const latent = plan({ calls: [{ _id: 'a', _tool: 'judge', p: 'x', _outputPath: '†state.a' }] });
    const at = (modelServer: string | null) => hash(latent, { ...PLACE, modelServer });
    expect(new Set([at(null), at('a.example'), at('b.example')]).size).toBe(3);
    const noModel = plan({ calls: [{ _id: 'a', _tool: 'note', text: 'x' }] });
    expect(hash(noModel, { ...PLACE, modelServer: 'a.example' })).toBe(hash(noModel));
  });

  test('covers a step that thinks: its flow goes to the model’s server', () => {
    const thinking = plan({
      calls: [{ _id: 'a', _tool: 'writeByModel', task: 'A', _outputPath: '†state.a' }],
    });
    const signed = sign(thinking, { ...PLACE, modelServer: 'models.example' });
    expect(signed).toMatchObject({
      ok: true,
      value: {
        flows: [{ call: 'a', sink: { kind: 'model', server: 'models.example' } }],
      },
    });
  });

  test('carries the flows that it signs', () => {
    const signed = sign(plan({ calls: [{ _id: 'a', _tool: 'httpGet', url: 'https://a.example/' }] }), PLACE);
    expect(signed).toMatchObject({
      ok: true,
      value: {
        v: 2,
        flows: [
          {
            source: { kind: 'literal' },
            call: 'a',
            sink: { kind: 'host', host: 'a.example' },
            effect: 'read',
          },
        ],
      },
    });
  });

  test('of a part changes with the calls it starts and the values a person gave (L-76)', () => {
    const whole = plan({ calls: [call(), call({ _id: 'b', p: '†state.x' })] });
    const part = (id: string, given = {}) => {
      const signed = sign(whole, PLACE, {}, { starts: new Set([id]), given });
      return signed.ok ? signed.value.hash : signed.error;
    };
    expect(new Set([hash(whole), part('a'), part('b'), part('b', { a: 1 }), part('b', { a: 2 })]).size).toBe(
      5,
    );
  });

  test('of half a character is refused in words', () => {
    expect(hash(plan({ goal: '\ud800' }))).toContain('surrogate');
  });
});
