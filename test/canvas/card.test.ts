import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CardModel, cardHeight, cardModel, portPlaces, VALUE_HEIGHT } from '../../src/canvas/card.ts';
import { cardPlans } from '../../src/canvas/card-plan.ts';
import { brief } from '../../src/canvas/card-value.ts';
import type { ToolContract } from '../../src/plan/contract-shape.ts';
import type { Call } from '../../src/plan/document.ts';
import { parseCall } from '../../src/plan/parsed-call.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { REFUND_TOOL } from './sample.ts';

const card = (call: Partial<Call>, contract?: ToolContract) =>
  cardModel(
    parseCall({ _id: 'a', _tool: contract?.name ?? 'tool', ...call }),
    catalogueOf(contract ? [contract] : []),
  );

describe('rows', () => {
  test('a required parameter that the call lacks has an empty row', () => {
    const { rows } = card({ amount: 5 }, REFUND_TOOL);
    expect(rows.map((row) => [row.name, row.value.kind])).toEqual([
      ['amount', 'literal'],
      ['reason', 'missing'],
    ]);
  });

  test('of more than eight, references and what is missing are shown before literals', () => {
    const literals = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`p${i}`, i]));
    const { rows, hidden } = card({ ...literals, last: '†state.x' }, REFUND_TOOL);
    expect(rows).toHaveLength(8);
    expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(['last', 'amount', 'reason']));
    expect(hidden).toHaveLength(4);
  });

  test('a reference is a pill; the kind is written out unless it is state', () => {
    const [state, input] = card({ a: '†state.user.name', b: '†input.id' }).rows;
    expect(state?.value).toMatchObject({ kind: 'reference', pills: [{ text: 'user.name' }] });
    expect(input?.value).toMatchObject({ kind: 'reference', pills: [{ text: 'input.id' }] });
  });

  test('joined references keep their operator, nested ones their surroundings', () => {
    const [joined, nested] = card({ a: '†state.x || †state.y', b: { c: ['†state.x'] } }).rows;
    expect(joined?.value).toMatchObject({ pills: [{ text: 'x' }, { text: 'y', joint: '||' }] });
    expect(nested?.value).toMatchObject({ pills: [{ text: 'x' }], around: '{…}' });
  });

  test('an expression that does not parse is shown as written, as broken', () => {
    expect(card({ a: '†state..x' }).rows[0]?.value).toEqual({ kind: 'broken', text: '†state..x' });
  });

  test('a doubled dagger is the text it stands for', () => {
    expect(card({ a: '††price' }).rows[0]?.value).toMatchObject({ kind: 'literal', text: '†price' });
  });

  test('gate, loop and delegate are rows of their own, unknown meta keys are none', () => {
    const rows = card({ _after: '†state.x', _forEach: '†state.y', _delegate: 'anonymous', _odd: 1 }).rows;
    expect(rows.map((row) => row.label)).toEqual(['after', 'for each', 'runs']);
  });
});

describe('a call that runs a plan', () => {
  const inner = {
    title: 'Price it',
    input: {
      schema: { type: 'object', properties: { rate: {}, item: {}, note: {} }, required: ['rate', 'item'] },
    },
    calls: [{ _id: 'get', _tool: 'httpRequest', url: '†input.rate' }],
  };
  const outer = { title: 'All', calls: [{ _id: 'in', _tool: 'x', _delegate: '#s' }] };
  const planOf = cardPlans({ s: inner, t: outer }, {});
  const parsed = (call: Partial<Call>) => parseCall({ _id: 'a', _tool: 'part', ...call } as Call);
  const shown = (call: Partial<Call>, withValues = false) =>
    cardModel(parsed(call), catalogueOf(), withValues, planOf);

  test('has its name, how much it does, and what it asks for as ports', () => {
    const { title, rows, plan } = shown({ _delegate: '#s', rate: '†state.r' });
    expect(title).toBe('Price it');
    expect(plan?.words).toBe(', a plan of one call');
    expect(
      rows.map(({ name, port, value }) => [
        name,
        port,
        value.kind,
        'isOptional' in value && value.isOptional === true,
      ]),
    ).toEqual([
      ['_delegate', null, 'plan', false],
      ['rate', 'in:rate', 'reference', false],
      ['item', 'in:item', 'missing', false],
      ['note', 'in:note', 'missing', true],
    ]);
    // A loop gives its elements two of them.
    expect(shown({ _delegate: '#s', _forEach: '†state.l', rate: 1 }).rows.map(({ name }) => name)).toEqual([
      '_forEach',
      '_delegate',
      'rate',
      'note',
    ]);
  });

  test('is as strict as what it does, and what that runs in turn; it has room for a value where that only reads', () => {
    const tools = catalogueOf();
    expect(shown({ _delegate: '#s' }).effect).toBe(
      cardModel(parseCall(inner.calls[0] as unknown as Call), tools).effect,
    );
    expect(shown({ _delegate: '#t' }).effect).toBe(shown({ _delegate: '#s' }).effect);
    const reads = cardPlans({ s: { calls: [{ _id: 'r', _tool: 'readCsv', file: 'a' }] } });
    expect(cardModel(parsed({ _delegate: '#s' }), tools, true, reads).valueHeight).toBe(VALUE_HEIGHT.more);
    for (const withValues of [true, false]) {
      const one = parsed({ _delegate: '#s', rate: 1 });
      expect(cardHeight(one, tools, withValues, planOf)).toBe(
        cardModel(one, tools, withValues, planOf).height,
      );
    }
  });

  test('that is not known, or leads back to itself, is a call all the same', () => {
    expect(shown({ _delegate: '#gone' }).plan).toBeUndefined();
    const round = cardPlans({ s: { calls: [{ _id: 'r', _tool: 'x', _delegate: '#s' }] } });
    expect(cardModel(parsed({ _delegate: '#s' }), catalogueOf(), false, round).effect).toBe('none');
    expect(cardPlans(undefined)).toBeUndefined();
  });
});

describe('outputs', () => {
  test('the error alternative stands last', () => {
    const { outputs } = card(
      { _outputPath: '†state.error || †state.ok' },
      { name: 'tool', errorBranch: 'error' },
    );
    expect(outputs.map((row) => [row.pills[0]?.text, row.isError, row.port])).toEqual([
      ['ok', false, 'out:1'],
      ['error', true, 'out:0'],
    ]);
  });

  test('a single path named error is an ordinary one (L-24)', () => {
    expect(card({ _outputPath: '†state.error' }).outputs[0]?.isError).toBe(false);
  });

  test('a call without an output path still has a port to pull from', () => {
    expect(card({}).outputs).toMatchObject([{ port: 'out:0', pills: [] }]);
  });
});

test('every port lies on its card, and none on another', () => {
  const model = card(
    {
      a: 1,
      b: '†state.x',
      _after: '†state.y',
      _outputPath: '†state.ok || †state.error',
      _description: 'What it does',
    },
    REFUND_TOOL,
  );
  for (const side of ['left', 'right'] as const) {
    const heights = portPlaces(model).flatMap((port) => (port.side === side ? [port.y] : []));
    expect(new Set(heights).size).toBe(heights.length);
    for (const y of heights) expect(y > 0 && y < model.height).toBe(true);
  }
});

test('a card is as high as the rows it has, whatever the call', () => {
  const name = fc.constantFrom('a', 'b', '_after', '_forEach', '_delegate', '_scopes', 'amount', '_odd');
  const value = fc.constantFrom('†state.x', 'text', 7, { deep: ['†input.y'] });
  const output = fc.constantFrom(
    undefined,
    '†state.a',
    '†state.a || †state.error',
    '†state..',
    '†state.a && †state.b',
  );
  fc.assert(
    fc.property(fc.dictionary(name, value), fc.nat({ max: 12 }), output, (given, more, _outputPath) => {
      const many = Object.fromEntries(Array.from({ length: more }, (_, i) => [`p${i}`, i]));
      const model = card(
        { ...many, ...given, ...(_outputPath && { _outputPath }) } as Partial<Call>,
        REFUND_TOOL,
      );
      const rows = model.rows.length + (model.hidden.length > 0 ? 1 : 0);
      const last = Math.max(
        ...portPlaces(model)
          .filter(({ side }) => side === 'right')
          .map(({ y }) => y),
      );
      // Below the last port its half row and half a padding; above the rows the head.
      expect(model.height).toBe(last + 12 + 4);
      expect(model.height).toBe(
        40 +
          (rows > 0 ? rows * 24 + 8 : 0) +
          model.outputs.length * 24 +
          8 +
          (model.outputs.some((row) => row.isError) ? 8 : 0),
      );
    }),
  );
});

test('a card has room for what its call comes to, the same before and after it came, and none where the call acts', () => {
  const tool = (more: Partial<ToolContract>): ToolContract => ({ name: 'any', effect: 'none', ...more });
  const room = (contract: ToolContract | undefined, call: Partial<Call> = {}) => {
    const parsed = parseCall({ _id: 'a', _tool: 'any', ...call });
    const catalogue = catalogueOf(contract ? [contract] : []);
    const model = cardModel(parsed, catalogue, true);
    expect(model.height - cardModel(parsed, catalogue).height).toBe(model.valueHeight);
    expect(cardHeight(parsed, catalogue, true)).toBe(model.height);
    const outputs = (from: CardModel) => portPlaces(from).filter(({ side }) => side === 'right');
    const lower = outputs(cardModel(parsed, catalogue)).map(({ y }) => y + model.valueHeight);
    expect(outputs(model).map(({ y }) => y)).toEqual(lower);
    return model.valueHeight;
  };
  expect(room(tool({}))).toBe(VALUE_HEIGHT.more);
  expect(room(tool({ effect: 'read' }))).toBe(VALUE_HEIGHT.more);
  expect(room(tool({ _output: { type: 'number' } }))).toBe(VALUE_HEIGHT.one);
  expect(room(tool({ _output: { type: 'number' } }), { _forEach: '†state.rows' })).toBe(VALUE_HEIGHT.more);
  expect(room(tool({ effect: 'write', activity: 'httpSend' }))).toBe(0);
  // No code is behind it: what it is called acts on nothing, and a model's answer is a value.
  expect(room(tool({ effect: 'write' }))).toBe(VALUE_HEIGHT.more);
  expect(room({ name: 'any' })).toBe(VALUE_HEIGHT.more);
  expect(room(tool({ preview: false }))).toBe(0);
  expect(room(undefined)).toBe(0);
});

test('a value of any size is cut without being walked', () => {
  const reads: string[] = [];
  const large = new Proxy(
    Array.from({ length: 1_000_000 }, () => 'x'),
    {
      get(target, key, receiver) {
        reads.push(String(key));
        return Reflect.get(target, key, receiver);
      },
    },
  );
  expect(brief(large, 40)).toHaveLength(40);
  expect(reads.length).toBeLessThan(200);
});

describe('effect', () => {
  test('a plan can\u2019t call a tool more harmless than its code', () => {
    const disguised = { name: 'look', effect: 'none', activity: 'httpSend' } satisfies ToolContract;
    expect(card({}, disguised).effect).not.toBe('none');
    expect(card({}, { name: 'look', effect: 'none' }).effect).toBe('none');
  });
});
