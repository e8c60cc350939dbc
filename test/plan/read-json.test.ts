import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readModelAnswer } from '../../src/plan/model-answer.ts';
import { READ_LIMITS, readJson } from '../../src/plan/read-json.ts';

const read = (text: string) => {
  const found = readJson(text);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
};
const faultOf = (text: string) => {
  const read = readJson(text);
  if (read.ok) throw new Error('It was read.');
  return read.error;
};

describe('reading JSON', () => {
  test('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const parsed = JSON.parse(text);
        const read = readJson(text);
        if (read.ok) expect(read.value).toEqual(parsed);
        else expect(read.error.code).toBe('limit');
      }),
    );
  });

  test('takes comments, trailing commas and a byte order mark', () => {
    expect(read('\ufeff[1, /* a */ {"a": 2,}, // b\n]')).toEqual([1, { a: 2 }]);
  });

  test('says where the syntax is wrong', () => {
    expect(faultOf('{"a": 1\n "b": 2}')).toMatchObject({ code: 'not-a-plan', line: 2, column: 2 });
    expect(faultOf('[1, 2').message).toContain('"]" is missing');
    expect(faultOf('["a\u0001"]').message).toContain('control character');
  });

  test.each(['{"a":1,"a":2}', '{"a" :1,"b":2,"b":3}', '{"a":1,"\\u0061":2}', '[{"x":{"a":1,"a":1}}] // c'])(
    'a key that is there twice is an error: %s',
    (text) => expect(faultOf(text).message).toContain('twice'),
  );

  test('what only looks like a key inside a text is no key', () => {
    expect(read('{"a":"\\"a\\":1","b":":","c":{"a":0}}')).toEqual({ a: '"a":1', b: ':', c: { a: 0 } });
  });

  test('an integer beyond 2^53 is an error, never rounded (L-8)', () => {
    expect(faultOf('{"n": 9007199254740993}')).toMatchObject({ code: 'limit', line: 1, column: 7 });
    expect(faultOf('[-12345678901234567890]').code).toBe('limit');
    expect(faultOf('[1e999]').code).toBe('limit');
    expect(faultOf('[9007199254740993] // c').code).toBe('limit');
    expect(read('[9007199254740992, 1e300, 0.10000000000000000001]')).toEqual([2 ** 53, 1e300, 0.1]);
    expect(read('["9007199254740993"]')).toEqual(['9007199254740993']);
  });

  test('depth has a limit, with comments too', () => {
    const nested = (n: number) => '['.repeat(n) + ']'.repeat(n);
    expect(readJson(nested(READ_LIMITS.depth)).ok).toBe(true);
    expect(faultOf(nested(READ_LIMITS.depth + 1)).code).toBe('limit');
    expect(faultOf(`${nested(100_000)} // c`).code).toBe('limit');
    expect(faultOf('['.repeat(5_000_000)).code).toBe('limit');
    expect(faultOf('{"a":'.repeat(100_000)).code).toBe('limit');
  });

  test('size and number have limits', () => {
    expect(faultOf(' '.repeat(READ_LIMITS.characters + 1)).code).toBe('limit');
    expect(faultOf(`[${'[],'.repeat(READ_LIMITS.containers)}1]`).code).toBe('limit');
    expect(faultOf(`[${'1,'.repeat(READ_LIMITS.values + 1)}1]`).code).toBe('limit');
    expect(readJson(JSON.stringify('[,'.repeat(READ_LIMITS.values))).ok).toBe(true);
  });

  test('prototype keys are own properties or refused, and reach no prototype', () => {
    const value = read('{"__proto__": {"polluted": 1}}') as object;
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
    expect('polluted' in value).toBe(false);
    expect(faultOf('{"__proto__": {"polluted": 1}} // c').message).toContain('__proto__');
  });

  test('any text gets a value or a sentence', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'{}[]":,/*\\ \n\u0000a1e-\ud800†'), maxLength: 40 });
    fc.assert(
      fc.property(noise, (text) => {
        const read = readJson(text);
        if (!read.ok) expect(read.error.message).toMatch(/\.$/);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("a model's answer", () => {
  const json = (text: string) => {
    const answer = readModelAnswer(text);
    return answer.ok ? answer.value.value : answer.error.message;
  };

  test('is found in a fence and between words (§2)', () => {
    expect(json('Sure:\n```json\n{"calls": []}\n```\nDone.')).toEqual({ calls: [] });
    expect(json('As asked [1], {"calls": [{"_tool": "a"}]} – see [2].')).toEqual({ calls: [{ _tool: 'a' }] });
  });

  test('is repaired where it is slightly malformed, and says so', () => {
    const answer = readModelAnswer("{'calls': [{_tool: 'a',}], 'output': None}");
    expect(answer).toMatchObject({ ok: true, value: { value: { calls: [{ _tool: 'a' }], output: null } } });
    expect(answer.ok && answer.value.normalised.join()).toContain('Repaired');
  });

  test('that was cut off is never completed, wherever the cut is', () => {
    const text =
      'Here: {"calls": [{"_tool": "a", "p": "x"}, {"_tool": "b", "q": [1, {"r": 2}]}], "output": null}';
    for (let end = text.indexOf('{') + 1; end < text.length; end++) {
      expect(json(text.slice(0, end))).toContain('cut off');
    }
    expect(json(text)).toMatchObject({ output: null });
  });

  test('without JSON is a sentence', () => {
    expect(json('I am sorry (really) [sic].')).toContain('no JSON');
    expect(json('')).toContain('no JSON');
  });
});
