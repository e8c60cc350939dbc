/** A result is plain JSON or a sentence: hostile values are refused without running any of their code. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toJson } from '../../src/activities/to-json.ts';
import { weightOf } from '../../src/lib/weight.ts';

const refused = (value: unknown): string => {
  const result = toJson(value);
  if (result.ok) throw new Error(`Accepted as ${JSON.stringify(result.value)}`);
  expect(result.error.message).toMatch(/^The result.*\.$/s);
  return result.error.message;
};

test('every JSON value comes through equal, and as a copy', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const result = toJson(value);
      expect(result.ok && JSON.stringify(result.value)).toBe(JSON.stringify(value));
      if (typeof value === 'object' && value !== null) expect(result.ok && result.value).not.toBe(value);
    }),
  );
});

test('undefined is null at the top and in a list, and is left out of an object (L-10)', () => {
  expect(toJson(undefined)).toEqual({ ok: true, value: null });
  expect(toJson([undefined, 1])).toEqual({ ok: true, value: [null, 1] });
  const result = toJson({ a: undefined, b: 1 });
  expect(result.ok && Object.keys(result.value as object)).toEqual(['b']);
});

test('a hole in a list is null and a date its ISO text', () => {
  // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested.
  expect(toJson([1, , 3])).toEqual({ ok: true, value: [1, null, 3] });
  expect(toJson(new Date(0))).toEqual({ ok: true, value: '1970-01-01T00:00:00.000Z' });
  expect(refused(new Date(Number.NaN))).toContain('invalid date');
});

test('the message names the place', () => {
  expect(refused({ rows: [{ a: 1 }, { name: () => 1 }] })).toContain('at rows[1].name is a function');
});

test.each([
  ['NaN', Number.NaN, 'NaN'],
  ['an infinity', [-Infinity], '-Infinity'],
  ['a big integer', { n: 10n }, 'big integer'],
  ['a symbol', Symbol('x'), 'symbol'],
  ['a Map', new Map(), 'a Map. Use Object.fromEntries'],
  ['a Set', { s: new Set() }, 'a Set'],
  ['bytes', new Uint8Array(3), 'bytes'],
  ['an error', new Error('x'), 'an Error. Throw it'],
  ['a promise', Promise.resolve(1), 'a Promise. Await it'],
  ['a regular expression', /x/, '"RegExp"'],
])('%s is refused in words', (_, value, words) => {
  expect(refused(value)).toContain(words);
});

test('an instance of a class is refused by its name', () => {
  class Invoice {
    total = 1;
  }
  expect(refused({ invoice: new Invoice() })).toContain('the class "Invoice"');
});

test('an object without a prototype is plain', () => {
  expect(toJson(Object.assign(Object.create(null), { a: 1 }))).toEqual({ ok: true, value: { a: 1 } });
});

test('a cycle is refused, the same value twice is not', () => {
  const loop: unknown[] = [];
  loop.push({ loop });
  expect(refused(loop)).toContain('contains itself');
  const shared = { a: 1 };
  expect(toJson([shared, shared])).toEqual({ ok: true, value: [{ a: 1 }, { a: 1 }] });
});

test('an own __proto__ key is kept as data and changes no prototype', () => {
  const result = toJson(JSON.parse('{"__proto__": {"polluted": true}, "a": 1}'));
  if (!result.ok) throw new Error(result.error.message);
  expect(Object.keys(result.value as object)).toEqual(['__proto__', 'a']);
  expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

describe('bounds', () => {
  test('200 levels are accepted and 201 are not', () => {
    const nested = (levels: number): unknown => {
      let value: unknown = 1;
      for (let level = 0; level < levels; level += 1) value = [value];
      return value;
    };
    expect(toJson(nested(200)).ok).toBe(true);
    expect(refused(nested(201))).toContain('deeper than 200 levels');
    expect(refused(nested(100_000))).toContain('deeper than 200 levels');
  });

  test('a text of 50 MB passes, one beyond 64 MB is too large', () => {
    expect(toJson('x'.repeat(50_000_000)).ok).toBe(true);
    const result = toJson({ text: 'x'.repeat(64_000_001) });
    expect(result).toMatchObject({ ok: false, error: { code: 'result-too-large' } });
  });

  test('a list with a length of four billion is refused before it is gone through', () => {
    expect(refused(new Array(4_000_000_000))).toContain('64.0 MB');
  });

  test('shared values that double at every level run into the size, not out of memory', () => {
    let value: unknown = 'laugh';
    for (let level = 0; level < 60; level += 1) value = [value, value];
    expect(toJson(value, { depth: 200, size: 100_000 })).toMatchObject({
      ok: false,
      error: { code: 'result-too-large', message: expect.stringContaining('100.0 kB') },
    });
  });

  test('a proxy that grows a new level for ever runs into the depth', () => {
    const endless = (): object =>
      new Proxy(
        {},
        {
          ownKeys: () => ['next'],
          getOwnPropertyDescriptor: () => ({ value: endless(), enumerable: true, configurable: true }),
        },
      );
    expect(refused(endless())).toContain('deeper than 200 levels');
  });
});

test('what has been through is handed on as it is and weighs the same, where nobody changes it', () => {
  const known = new WeakMap<object, number>();
  const first = toJson([{ a: 'x', b: 1 }, { list: [1] }], undefined, known);
  if (!first.ok || !Array.isArray(first.value)) throw new Error('The first is fine.');
  const [flat, nested] = first.value;
  expect(known.get(flat as object)).toBe(weightOf(flat ?? null));
  const again = toJson([flat, flat, nested], undefined, known);
  if (!again.ok || !Array.isArray(again.value)) throw new Error('The second is fine.');
  expect(again.value[0]).toBe(flat);
  // A level could come to it at each call.
  expect(again.value[2]).not.toBe(nested);
  expect(again.value[2]).toEqual(nested);
  const size = weightOf(again.value);
  expect(toJson([flat, flat, nested], { depth: 9, size }, known).ok).toBe(true);
  expect(toJson([flat, flat, nested], { depth: 9, size: size - 1 }, known).ok).toBe(false);
});

describe('code of the value', () => {
  test('a getter is refused and not called', () => {
    let called = false;
    const trap = {
      get secret() {
        called = true;
        throw new Error('gotcha');
      },
    };
    expect(refused(trap)).toContain('at secret is computed by a getter');
    expect(called).toBe(false);
  });

  test('a toJSON method is a function like any other', () => {
    expect(refused({ toJSON: () => 'lie' })).toContain('at toJSON is a function');
  });

  test('a proxy whose trap throws gives a sentence', () => {
    const trap = new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw { toString: null };
        },
      },
    );
    expect(refused([trap])).toContain('could not be read at [0]');
  });

  test('a proxy that was revoked gives a sentence', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(refused({ proxy })).toContain('could not be read');
  });
});
