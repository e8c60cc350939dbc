import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { createStreamDecoder, type DecodedPart } from '../../../src/planner/prompt/stream-decoder.ts';

function decode(pieces: readonly string[]) {
  const decoder = createStreamDecoder();
  const parts: DecodedPart[] = [];
  for (const piece of pieces) parts.push(...decoder.push(piece));
  return { parts, end: decoder.end() };
}

/** Text cut at the given places (any numbers). */
function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, i) => text.slice(from, places[i] ?? text.length));
}

const call = fc.dictionary(
  fc.string({ unit: 'binary', maxLength: 8 }).filter((key) => key !== '__proto__'),
  fc.jsonValue() as fc.Arbitrary<Json>,
);
const plan = fc.record({
  title: fc.string({ unit: 'binary' }),
  calls: fc.array(call, { minLength: 1, maxLength: 6 }),
  output: fc.jsonValue() as fc.Arbitrary<Json>,
});
const cuts = fc.array(fc.nat(), { maxLength: 40 });
/** Prose around an answer: brackets that open no JSON included, and fences. */
const prose = fc.constantFrom(
  '',
  'Here it is:\n',
  '```json\n',
  'For {you} [and me], see (1): ',
  '{ ',
  '[1, 2] ',
  '{"a": 1}\n',
);

/** Through text and back, as every value on the wire has been: -0 becomes 0. */
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('property: wherever the text is cut', () => {
  test('the same parts come out', () => {
    fc.assert(
      fc.property(plan, cuts, prose, fc.boolean(), (plan, cuts, before, spaced) => {
        const text = `${before}${JSON.stringify(plan, null, spaced ? 2 : 0)}\n\`\`\`\nDone {ok}.`;
        const { parts, end } = decode(cutAt(text, cuts));
        expect(end.ok).toBe(true);
        expect(parts.flatMap((part) => (part.kind === 'call' ? [part.value] : []))).toEqual(wire(plan.calls));
        expect(parts.flatMap((part) => (part.kind === 'field' ? [[part.key, part.value]] : []))).toEqual(
          wire([
            ['title', plan.title],
            ['output', plan.output],
          ]),
        );
      }),
    );
  });

  test('a call is out with its last character, not later', () => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 4 }), (calls) => {
        const decoder = createStreamDecoder();
        decoder.push('{"calls":[');
        for (const one of calls) {
          const text = JSON.stringify(one);
          expect(decoder.push(text.slice(0, -1))).toEqual([]);
          expect(decoder.push(text.slice(-1))).toEqual([{ kind: 'call', value: wire(one) }]);
          decoder.push(',');
        }
      }),
    );
  });

  test('a text that was cut is never a whole plan', () => {
    fc.assert(
      fc.property(plan, fc.nat(), (plan, at) => {
        const text = JSON.stringify(plan);
        expect(decode([text.slice(0, at % text.length)]).end.ok).toBe(false);
      }),
    );
  });

  test('any text at all gives parts or a fault in words, and never throws', () => {
    const bits = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      'calls',
      '"calls"',
      '_tool',
      ' ',
      '1',
      'x',
      '<think>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, fc.string()), { maxLength: 60 }), (pieces) => {
        const { end } = decode(pieces);
        if (!end.ok) expect(end.error.message).toMatch(/\.$/);
      }),
    );
  });
});

describe('what models do', () => {
  const calls = (pieces: readonly string[]) =>
    decode(pieces).parts.flatMap((part) => (part.kind === 'call' ? [part.value] : []));

  test('a draft inside their reasoning is not the answer', () => {
    expect(calls(['<thi', 'nk>{"calls":[{"_tool":"a"}]}</th', 'ink>{"calls":[{"_tool":"b"}]}'])).toEqual([
      { _tool: 'b' },
    ]);
  });

  test('trailing commas and line breaks in strings are repaired', () => {
    expect(calls(['{"calls":[{"_tool":"a","text":"one\ntwo",},],}'])).toEqual([
      { _tool: 'a', text: 'one\ntwo' },
    ]);
  });

  test('a sketch of the format in prose leaves nothing in the plan', () => {
    const { parts, end } = decode(['As {"output": 1, "calls": [...]}:\n', '{"calls":[{"_tool":"a"}]}']);
    expect(end.ok).toBe(true);
    expect(parts).toEqual([{ kind: 'call', value: { _tool: 'a' } }]);
  });

  test('an example object before the plan is passed over', () => {
    expect(calls(['{"x":[{"y":1}]} then {"calls":[{"_tool":"a"}]}'])).toEqual([{ _tool: 'a' }]);
  });

  test('two lists of calls are a fault, not a merge', () => {
    expect(decode(['{"calls":[{"_tool":"a"}],"calls":[{"_tool":"b"}]}']).end).toMatchObject({
      error: { code: 'malformed' },
    });
  });

  test('of two plans the last is taken, and whatever is no plan after it changes nothing', () => {
    const two =
      '{"title":"A","calls":[{"_tool":"a"}]} or better {"calls":[{"_tool":"b"}]} {"x": 1} [1] {"calls"';
    expect(decode([two])).toEqual({
      parts: [
        { kind: 'field', key: 'title', value: 'A' },
        { kind: 'call', value: { _tool: 'a' } },
        { kind: 'restart' },
        { kind: 'call', value: { _tool: 'b' } },
      ],
      end: { ok: true, value: null },
    });
  });

  test('calls that come each by itself are the plan, unless a list of them follows', () => {
    const each =
      '<tool_call>\n{"name":"a","arguments":{}}\n</tool_call>\n<tool_call>{"name":"b","arguments":{}}';
    const [a, b] = ['a', 'b'].map((name) => ({ name, arguments: {} }));
    expect(decode([`${each}</tool_call> {"x": 1}`])).toMatchObject({
      parts: [{ value: a }, { value: b }],
      end: { ok: true },
    });
    expect(decode([`${each} {"calls":[{"_tool":"c"}]} {"name":"a","arguments":{}}`])).toMatchObject({
      parts: [{ value: a }, { value: b }, { kind: 'restart' }, { value: { _tool: 'c' } }],
      end: { ok: true },
    });
    expect(decode([`${each} {"name":"c","argu`]).end).toMatchObject({ error: { code: 'cut' } });
  });

  test('a second plan that was cut is no plan, and the first is not taken for it', () => {
    const cut = '{"calls":[{"_tool":"a"}]} or {"calls":[{"_tool":"b"}, {"_tool"';
    expect(decode([cut]).end).toMatchObject({ error: { code: 'cut' } });
  });

  test.each(['think', 'thinking', 'reasoning', 'thought'])('<%s> is set apart, twice as well', (tag) => {
    const thought = `<${tag}>{"calls":[{"_tool":"no"}]}</${tag}>`;
    expect(calls([...`${thought}\n${thought}{"calls":[{"_tool":"b"}]}`])).toEqual([{ _tool: 'b' }]);
  });

  test.each([
    ['comments', '{// first\n"calls": [/* it\'s [ */ {"_tool": "a", // "\n "x": 1}], "output": 1 // done\n}'],
    ['single quotes', "{'calls': [{'_tool': 'a', 'x': 1}], 'output': 1}"],
    ['keys without quotes', '{calls: [{_tool: "a", x: 1}], output: 1}'],
    ['the list under another name', '{"steps": [{"_tool": "a", "x": 1}], "output": 1}'],
    ['Python’s comments', '{"calls": [{"_tool": "a", # it\'s "a"\n "x": 1}], # and\n "output": 1}'],
    ['forgotten commas', '{"calls": [{"_tool": "a" "x": 1}] "output": 1}'],
    ['a plan as a text', JSON.stringify({ response: '{"calls": [{"_tool": "a", "x": 1}], "output": 1}' })],
    ['a plan in a plan', '{"plan": {"steps": [{"_tool": "a", "x": 1}], "output": 1}}'],
  ])('%s are read, and nothing beside them is lost', (_, text) => {
    for (const pieces of [[text], [...text]]) {
      const { parts, end } = decode(pieces);
      expect(end.ok).toBe(true);
      expect(parts).toContainEqual({ kind: 'call', value: { _tool: 'a', x: 1 } });
      expect(parts).toContainEqual({ kind: 'field', key: 'output', value: 1 });
      expect(parts).toHaveLength(2);
    }
  });
});

describe('hostile text', () => {
  test('over the limit of characters it is dropped', () => {
    const decoder = createStreamDecoder(100);
    decoder.push(`{"calls":[{"_tool":"${'x'.repeat(200)}`);
    expect(decoder.push('"}]}')).toEqual([]);
    expect(decoder.end()).toMatchObject({ error: { code: 'too-large' } });
  });

  test('nesting beyond 64 is a fault', () => {
    expect(decode([`{"calls":[{"a":${'['.repeat(65)}`]).end).toMatchObject({ error: { code: 'malformed' } });
    expect(decode([`{"calls":[{"a":${'['.repeat(60)}${']'.repeat(60)}}]}`]).end.ok).toBe(true);
  });

  test('a megabyte of slips is refused rather than repaired', () => {
    const { end } = decode([`{"calls":[{"_tool":"a","x":[${'1 '.repeat(400_000)}]}]}`]);
    expect(end.ok).toBe(false);
  });

  test.each(['{', '[', '{"a":', '[{"_tool":', '{"'])(
    'a wall of %s is read once, in small pieces too',
    (brick) => {
      const decoder = createStreamDecoder();
      const wall = brick.repeat(Math.floor(900_000 / brick.length));
      for (let at = 0; at < wall.length; at += 5) decoder.push(wall.slice(at, at + 5));
      expect(decoder.end().ok).toBe(false);
    },
  );
});
