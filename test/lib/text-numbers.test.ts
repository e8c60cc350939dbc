import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextNumbers } from '../../src/lib/text-numbers.ts';

const texts = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.nat(300).map(String)), {
  maxLength: 400,
});

test('says what a Map would that keeps the first number of each text', () => {
  fc.assert(
    fc.property(texts, fc.nat(600), (words, expected) => {
      const numbers = new TextNumbers(expected);
      const model = new Map<string, number>();
      words.forEach((word, i) => {
        expect(numbers.get(word)).toBe(model.get(word));
        expect(numbers.add(word, i)).toBe(!model.has(word));
        if (!model.has(word)) model.set(word, i);
      });
      for (const word of words) expect(numbers.get(word)).toBe(model.get(word));
      expect(numbers.has('a text that is not in')).toBe(false);
      expect(numbers.size).toBe(model.size);
      expect([...numbers.keys()]).toEqual([...model.keys()]);
    }),
  );
});

const PRIME = 0x01000193;
const after = (hash: number, unit: number) => Math.imul(hash ^ unit, PRIME);

/** 2 to the power of `pairs` texts that FNV-1a gives one hash, as somebody may choose them who knows how they are looked up. */
function textsOfOneHash(pairs: number): string[] {
  let words = [''];
  let hash = 0x811c9dc5;
  for (let i = 0; i < pairs; i++) {
    // Two first units whose hashes differ in no more than a unit has: a second unit makes up for it.
    const byBeginning = new Map<number, number>();
    for (let unit = 0; ; unit++) {
      const one = after(hash, unit);
      const twin = byBeginning.get(one >>> 16);
      byBeginning.set(one >>> 16, unit);
      if (twin === undefined) continue;
      const other = after(hash, twin);
      const ends = [String.fromCharCode(unit, 0), String.fromCharCode(twin, (one ^ other) & 0xffff)];
      words = words.flatMap((word) => ends.map((end) => word + end));
      hash = after(one, 0);
      break;
    }
  }
  return words;
}

test('texts that are made to have one hash are found as any others, and soon', () => {
  const words = textsOfOneHash(15);
  const numbers = new TextNumbers(words.length);
  const start = performance.now();
  for (const [i, word] of words.entries()) expect(numbers.add(word, i)).toBe(true);
  for (const [i, word] of words.entries()) if (numbers.get(word) !== i) expect(word).toBe('found');
  expect(numbers.add(words[7]!, 0)).toBe(false);
  expect([...numbers.keys()]).toEqual(words);
  expect(performance.now() - start).toBeLessThan(3_000);
});
