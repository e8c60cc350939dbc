import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { decodeCall, deriveId } from '../../../src/planner/prompt/decode-call.ts';

const decode = (value: Json, taken = new Set<string>()) => decodeCall(value, taken);

describe('a call', () => {
  test('keeps its keys and its id as written', () => {
    const call = { _id: 'a', _tool: 'send', to: '†input.to', _custom: { x: 1 } };
    expect(decode(call)).toEqual({ ok: true, value: call });
  });

  test('without an id gets one of its tool’s name, the next free one', () => {
    const taken = new Set<string>();
    const ids = [1, 2, 3]
      .map(() => decode({ _tool: 'issueRefund' }, taken))
      .map((call) => call.ok && call.value._id);
    expect(ids).toEqual(['issueRefund', 'issueRefund_2', 'issueRefund_3']);
  });

  test('with a duplicate id keeps it', () => {
    expect(decode({ _id: 'a', _tool: 't' }, new Set(['a']))).toMatchObject({ value: { _id: 'a' } });
  });

  test('with a number for an id gets its digits', () => {
    expect(decode({ _id: 3, _tool: 't' })).toMatchObject({ value: { _id: '3' } });
  });

  test('loses meta keys that are null, but not the instance, where null means once for all', () => {
    expect(decode({ _id: 'a', _tool: 't', _after: null, _instance: null, p: null })).toEqual({
      ok: true,
      value: { _id: 'a', _tool: 't', _instance: null, p: null },
    });
  });
});

describe('not a call', () => {
  test.each<[string, Json, RegExp]>([
    ['a number', 7, /not an object/],
    ['no tool', { _id: 'a' }, /"_tool"/],
    ['a tool that is no text', { _tool: { a: 1 } }, /"_tool"/],
    ['an output path that is a list', { _tool: 't', _outputPath: ['a'] }, /"_outputPath"/],
    ['a prototype key at any depth', JSON.parse('{"_tool":"t","a":[{"__proto__":{}}]}'), /__proto__/],
    ['an integer that was rounded', { _tool: 't', id: 2 ** 53 + 2 }, /too large/],
  ])('%s', (_, value, words) => {
    const decoded = decode(value);
    expect(decoded).toMatchObject({ ok: false, error: expect.stringMatching(words) });
  });
});

test('property: a derived id is always valid and always free', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom('call', 'call_2', 'a'), { maxLength: 3 }),
      (name, ids) => {
        const taken = new Set<string>(ids);
        const id = deriveId(name, taken);
        expect(id).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
        expect(taken.has(id)).toBe(false);
      },
    ),
  );
});
