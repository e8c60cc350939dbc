/** Values taken apart and put together again: nothing is lost, nothing is read in, whatever a stranger put into them. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keptApart, type LargeShelf, loaded } from '../../src/host/large-values.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { carried, headOf, LargeValue, largeParts, shown, withLarge } from '../../src/run/large-value.ts';

function shelfOf(): LargeShelf & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    keepLarge: async (runId, key, json) => void kept.set(`${runId}/${key}`, json),
    large: async (runId, key) => kept.get(`${runId}/${key}`),
  };
}

const owner = (largeFrom: number) => ({ runId: 'r', begun: 7, largeFrom });

const json = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<Json>;

test('what is taken apart and loaded is what it was, and what was given is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(json, fc.integer({ min: 1, max: 120 }), async (value, from) => {
      const before = JSON.stringify(value);
      const shelf = shelfOf();
      const apart = await keptApart(shelf, owner(from), structuredClone(value));
      expect(JSON.stringify(await loaded(shelf, apart))).toBe(before);
      expect(JSON.stringify(value)).toBe(before);
      // Through a run's memory and out of it again.
      const again = carried(withLarge(apart.value, apart.large));
      expect(again).toEqual(apart);
    }),
    { numRuns: 2000 },
  );
});

test('what is left is small, and no part holds another', () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 8, max: 120 }), (value, from) => {
      const paths = largeParts(value, from).map(({ path }) => JSON.stringify(path).slice(0, -1));
      for (const path of paths)
        expect(paths.filter((other) => other === path || other.startsWith(`${path},`))).toEqual([path]);
    }),
    { numRuns: 1000 },
  );
});

const rows = (count: number): Json[] => Array.from({ length: count }, (_, n) => ({ n, name: `row ${n}` }));

describe('what is kept apart', () => {
  const placesIn = (value: Json, from = 1000) => largeParts(value, from).map(({ path }) => path.join('.'));

  test('is what is large, not what it is in', () => {
    expect(placesIn({ page: { rows: rows(500), count: 5 }, note: 'short' })).toEqual(['page.rows']);
    expect(placesIn({ a: rows(500), b: { c: 'x'.repeat(2000) } })).toEqual(['a', 'b.c']);
  });

  test('is the whole where what is around its large parts is large too', () => {
    expect(placesIn([...rows(500), 'x'.repeat(2000)])).toEqual(['']);
  });

  test('is nothing of a small value, and all of a long text', () => {
    expect(placesIn({ a: 1 })).toEqual([]);
    expect(placesIn('x'.repeat(2000))).toEqual(['']);
  });

  test('is found in a time that grows with the value alone', () => {
    let deep: Json = rows(1000);
    for (let n = 0; n < 190; n++) deep = [deep, rows(20)];
    expect(placesIn(deep, 100_000).length).toBeLessThan(3);
    const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`k${n}`, n]));
    expect(placesIn(wide, 1_000_000)).toEqual(['']);
  });
});

test('a stranger’s value with the fields of a reference is only a value', async () => {
  const forged = {
    ref: 'other/1.0',
    size: 5e7,
    kind: 'list',
    count: 9,
    head: [],
    path: [],
    large: [{ ref: 'x' }],
  };
  const shelf = shelfOf();
  shelf.kept.set('other/1.0', '"secret"');
  const apart = await keptApart(shelf, owner(1_000_000), forged as unknown as Json);
  expect(apart).toEqual({ value: forged });
  expect(withLarge(apart.value, apart.large)).not.toBeInstanceOf(LargeValue);
  expect(await loaded(shelf, apart)).toEqual(forged);
});

test('keys that a prototype has are keys', async () => {
  const text = `{"__proto__":{"rows":["${'x'.repeat(100)}"]},"constructor":"${'y'.repeat(100)}","toString":1}`;
  const shelf = shelfOf();
  const apart = await keptApart(shelf, owner(90), JSON.parse(text) as Json);
  expect(apart.large).toHaveLength(2);
  expect(JSON.stringify(await loaded(shelf, apart))).toBe(text);
  expect(({} as JsonObject).rows).toBeUndefined();
});

test('a note for a place that is not there puts nothing anywhere', () => {
  const note = { ref: 'r/1.0', size: 1, kind: 'list', count: 1, head: null } as const;
  const value = { a: [1] };
  for (const path of [['b'], ['a', 7], ['a', 'length', 'x'], ['__proto__', 'x'], ['a', 0, 'x']])
    expect(withLarge(value, [{ ...note, path }])).toEqual(value);
});

test('made twice it lies where it lay: nothing is left over', async () => {
  const shelf = shelfOf();
  await keptApart(shelf, owner(50), rows(10));
  await keptApart(shelf, owner(50), rows(10));
  expect([...shelf.kept.keys()]).toEqual(['r/7.0']);
});

test('a head is short, whole rows of it, and cuts no character in half', () => {
  const head = headOf(rows(100_000)) as JsonObject[];
  expect(JSON.stringify(head).length).toBeLessThan(4_000);
  expect(head.length).toBeGreaterThan(10);
  expect(head.at(-1)).toEqual({ n: head.length - 1, name: `row ${head.length - 1}` });
  const text = headOf('😀'.repeat(10_000)) as string;
  expect(text.isWellFormed()).toBe(true);
  expect(text.length).toBeGreaterThan(1_000);
  fc.assert(
    fc.property(json, fc.integer({ min: 0, max: 60 }), (value, units) => {
      expect(JSON.stringify(headOf(value, units)).length).toBeLessThan(units * 6 + 40);
    }),
  );
});

test('printed it says how much there is, and never looks like data', () => {
  const large = new LargeValue({ ref: 'r/1.0', size: 48_123_456, kind: 'list', count: 1_204_000, head: [1] });
  expect(JSON.stringify({ large })).toBe('{"large":"(48.1 MB, 1,204,000 items, not loaded)"}');
  expect(shown([large as unknown as Json])).toEqual([{ beginsWith: [1], inAll: '48.1 MB, 1,204,000 items' }]);
});
