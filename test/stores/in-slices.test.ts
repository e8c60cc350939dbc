import { expect, test } from 'vitest';
import { inSlices } from '../../src/stores/in-slices.ts';

/** Work of so many steps of a millisecond each, on a clock of its own. */
function world() {
  let time = 0;
  const later: (() => void)[] = [];
  const told: string[] = [];
  const slices = inSlices({ now: () => time, next: (then) => void later.push(then) });
  function* steps(name: string, count: number): Generator<void> {
    for (let at = 1; at <= count; at++) {
      time += 1;
      told.push(`${name}${at}`);
      yield;
    }
  }
  return { ...slices, steps, told, later };
}

test('what takes long gives way, and goes on where it was', async () => {
  const { add, steps, told, later, ...slices } = world();
  add(steps('a', 20));
  expect(told).toHaveLength(8);
  add(steps('b', 2));
  let isDone = false;
  const all = slices.done().then(() => {
    isDone = true;
  });
  later.shift()?.();
  await Promise.resolve();
  expect(told).toHaveLength(16);
  expect(isDone).toBe(false);
  later.shift()?.();
  await all;
  expect(told.slice(-4)).toEqual(['a19', 'a20', 'b1', 'b2']);
  expect(told).toHaveLength(22);
  expect(later).toHaveLength(0);
});

test('what is short is done at once, and nothing is waited for', async () => {
  const { add, steps, told, later, ...slices } = world();
  add(steps('a', 3));
  expect(told).toEqual(['a1', 'a2', 'a3']);
  await slices.done();
  expect(later).toHaveLength(0);
});
