import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { type Found, valueAt } from '../../src/run/found.ts';
import { applyMethod } from '../../src/run/output-method.ts';
import { mergeDeep, valueStore } from '../../src/run/value-store.ts';

const segment = fc.constantFrom('a', 'b', '0', '1');
const path = fc.array(segment, { minLength: 1, maxLength: 3 });
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<Json>(0, '', null, false, 'text'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(segment, tie('value'), { maxKeys: 2, noNullPrototype: true }),
  ),
})).value;

/** The same memory as one plain tree: a write below what is no object makes an object of it. */
function naiveWrite(root: Record<string, unknown>, at: readonly string[], written: unknown): void {
  let holder = root;
  for (const key of at.slice(0, -1)) {
    const next = holder[key];
    const isPlain = typeof next === 'object' && next !== null && !Array.isArray(next);
    holder[key] = isPlain ? { ...next } : {};
    holder = holder[key] as Record<string, unknown>;
  }
  holder[at[at.length - 1]!] = written;
}

//
test('a store reads as one plain tree would, whatever was written above and below', () => {
  const writes = fc.array(fc.tuple(path, value), { maxLength: 8 });
  fc.assert(
    fc.property(writes, path, (list, read) => {
      const store = valueStore();
      const tree: Record<string, unknown> = {};
      for (const [at, written] of list) {
        // A value written below an element of a list or inside a scalar is no part of the list: the checks and the
        // order of writers keep such plans out (L-27), so the model leaves them out too.
        if (!fits(tree, at)) continue;
        store.write('state', at, written);
        naiveWrite(tree, at, written);
      }
      expect(store.read('state', read)).toEqual(valueAt(tree, read));
      expect(store.read('state', [])).toEqual(Object.keys(tree).length > 0 ? { value: tree } : undefined);
      expect(store.read('other', read)).toBeUndefined();
    }),
  );
});

function fits(tree: unknown, at: readonly string[]): boolean {
  for (let length = 1; length < at.length; length++) {
    const above: Found = valueAt(tree, at.slice(0, length));
    if (above && (typeof above.value !== 'object' || above.value === null || Array.isArray(above.value)))
      return false;
  }
  return true;
}

test('a value once read is not changed by a later write', () => {
  fc.assert(
    fc.property(path, value, path, value, (at, first, below, second) => {
      const store = valueStore();
      store.write('state', at, first);
      const read = store.read('state', at);
      const before = JSON.stringify(read);
      store.write('state', [...at, ...below], second);
      expect(JSON.stringify(read)).toBe(before);
    }),
  );
});

test('what is added in place reads as if all of it were written anew, and leaves what was read as it was (L-17, L-21)', () => {
  const method = fc.constantFrom(
    'set' as const,
    'push' as const,
    'concat' as const,
    'merge' as const,
    'assign' as const,
  );
  const few = fc.constantFrom(['a'], ['a', 'b'], ['b']);
  fc.assert(
    fc.property(fc.array(fc.tuple(few, method, value), { maxLength: 12 }), path, (list, read) => {
      const store = valueStore();
      const tree: Record<string, unknown> = {};
      const seen: { readonly value: unknown; readonly text: string }[] = [];
      for (const [at, by, added] of list) {
        if (!fits(tree, at)) continue;
        const joined = applyMethod(by, valueAt(tree, at), added);
        const takes = store.takes('state', at, by, added);
        if (!joined.ok) {
          expect(takes).toBe(false);
          continue;
        }
        if (takes) store.add('state', at, by, added);
        else store.write('state', at, joined.value);
        naiveWrite(tree, at, joined.value);
        expect(store.read('state', read)).toEqual(valueAt(tree, read));
        const whole = store.read('state', at)!.value;
        expect(whole).toEqual(joined.value);
        seen.push({ value: whole, text: JSON.stringify(whole) });
      }
      expect(store.read('state', [])?.value ?? {}).toEqual(tree);
      for (const { value, text } of seen) expect(JSON.stringify(value)).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});

test('a list that grows is not copied for each element', () => {
  const store = valueStore();
  store.write('state', ['list'], []);
  let copied = 0;
  const { slice } = Array.prototype;
  Array.prototype.slice = function (...range) {
    copied += this.length;
    return slice.apply(this, range);
  };
  try {
    for (let i = 0; i < 10_000; i++) store.add('state', ['list'], 'push', i);
    store.read('state', ['list']);
    store.read('state', ['list']);
  } finally {
    Array.prototype.slice = slice;
  }
  expect(copied).toBe(10_000);
});

test('names of the prototype are keys like any other', () => {
  const store = valueStore();
  store.write('state', ['constructor'], 1);
  expect(store.read('state', ['constructor'])).toEqual({ value: 1 });
  expect(store.read('state', ['toString'])).toBeUndefined();
  expect(valueAt({ a: {} }, ['a', 'hasOwnProperty'])).toBeUndefined();
  expect(valueAt([1], ['length'])).toBeUndefined();
});

test('a deep merge takes the upper leaf wherever there are two', () => {
  fc.assert(
    fc.property(value, value, path, (under, over, at) => {
      const upper = valueAt(over, at);
      if (upper === undefined || isPlain(upper.value)) return;
      expect(valueAt(mergeDeep(under, over), at)).toEqual(upper);
    }),
  );
});

const isPlain = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
