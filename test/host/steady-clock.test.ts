import fc from 'fast-check';
import { expect, test } from 'vitest';
import { steadyClock } from '../../src/host/context.ts';

const DAY = 86_400_000;

test('whatever the device’s clock does, a run’s clock goes on by what has passed and never back', () => {
  const moves = fc.record({
    passed: fc.nat(10_000),
    set: fc.integer({ min: -DAY, max: DAY }),
    follow: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 50 }), (steps) => {
      let wall = 10 * DAY;
      let elapsed = 0;
      const clock = steadyClock(
        () => wall,
        () => elapsed,
      );
      for (const { passed, set, follow } of steps) {
        const before = clock.now();
        elapsed += passed;
        wall += passed + set;
        expect(clock.now()).toBe(before + passed);
        if (follow) clock.follow();
        expect(clock.now()).toBe(follow ? Math.max(before + passed, wall) : before + passed);
      }
    }),
  );
});

test('a journal that is ahead of the device’s clock is followed by later times', () => {
  const clock = steadyClock(
    () => 1000,
    () => 0,
    5000,
  );
  expect(clock.now()).toBe(5000);
});
