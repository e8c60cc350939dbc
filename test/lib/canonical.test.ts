import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/lib/canonical.ts';
import { sha256Hex } from '../../src/lib/sha256.ts';

const text = (value: unknown) => {
  const result = canonicalJson(value);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

describe('canonical JSON (RFC 8785)', () => {
  test("sorts keys by UTF-16 units, as the RFC's own example does", () => {
    const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };
    expect(Object.values(JSON.parse(text(value)))).toHaveLength(7);
    expect([...text(value).matchAll(/:(\d)/g)].map((match) => match[1]).join('')).toBe('2467153');
  });

  test('prints numbers as ECMAScript does', () => {
    expect(text([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    );
  });

  test('is one text for one value, and reads back as it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(text(plain))).toEqual(plain);
        expect(text(JSON.parse(text(plain)))).toBe(text(plain));
      }),
    );
  });

  test('refuses what has no canonical form', () => {
    const deep: unknown[] = [];
    let inner = deep;
    for (let i = 0; i < 5000; i++) {
      const next: unknown[] = [];
      inner.push(next);
      inner = next;
    }
    for (const value of ['\ud800', { '\udc00': 1 }, Number.NaN, [1 / 0], undefined, 1n, deep]) {
      expect(canonicalJson(value)).toMatchObject({ ok: false, error: expect.stringMatching(/\.$/) });
    }
  });
});

test('SHA-256 is of the text in UTF-8', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Hex('†')).toBe(sha256Hex('\u2020'));
});
