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

test('what throws is told to whoever added it, and is in the way of nothing else', async () => {
  const { add, steps, told, later, ...slices } = world();
  function* broken(): Generator<void> {
    yield;
    throw new Error('Broken.');
  }
  const long = add(steps('a', 20));
  const failed = add(broken());
  const after = add(steps('b', 1));
  const all = slices.done();
  for (let next = later.shift(); next; next = later.shift()) next();
  await expect(failed).rejects.toThrow('Broken.');
  await Promise.all([long, after, all]);
  expect(told.at(-1)).toBe('b1');
});
