import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intHeap } from '../../src/plan/plan-order.ts';

const commands = fc.array(fc.option(fc.nat(500)), { maxLength: 200 });

test('a heap gives the least rank first, as a sorted list does', () => {
  fc.assert(
    fc.property(commands, fc.boolean(), (list, reversed) => {
      const rank = (item: number) => (reversed ? -item : item);
      const heap = intHeap(rank);
      const model: number[] = [];
      for (const item of list) {
        if (item === null) expect(heap.pop()).toBe(model.shift());
        else {
          heap.push(item);
          model.push(item);
          model.sort((a, b) => rank(a) - rank(b));
        }
        expect(heap.size).toBe(model.length);
        expect(heap.peek()).toBe(model[0]);
      }
    }),
  );
});
