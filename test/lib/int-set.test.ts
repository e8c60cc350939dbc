import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intSet } from '../../src/lib/int-set.ts';

const LIMIT = 40_000;
const command = fc.oneof(fc.record({ add: fc.nat(LIMIT - 1) }), fc.constant('take' as const));

test('an empty set has no least', () => {
  expect(intSet(0).least()).toBe(-1);
  expect(intSet(5).takeLeast()).toBe(-1);
});

test('the last of a size that fills its words to the last bit can be in', () => {
  for (const size of [1, 32, 33, 1024, 1025, 32_768, 32_769]) {
    const set = intSet(size);
    set.add(size - 1);
    expect(set.takeLeast()).toBe(size - 1);
    expect(set.least()).toBe(-1);
  }
});

test('what is taken out is always the least of what is in, each once', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 200 }), (commands) => {
      const set = intSet(LIMIT);
      const model = new Set<number>();
      for (const one of commands) {
        if (one === 'take') {
          const least = model.size === 0 ? -1 : Math.min(...model);
          expect(set.takeLeast()).toBe(least);
          model.delete(least);
        } else {
          set.add(one.add);
          model.add(one.add);
        }
        expect(set.least()).toBe(model.size === 0 ? -1 : Math.min(...model));
      }
    }),
  );
});
