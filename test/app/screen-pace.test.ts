import { expect, it } from 'vitest';
import { type Screen, screenPace } from '../../src/app/screen-pace.ts';

/** A screen on a clock of its own, whose publications take so long to be painted. */
function screenOf(paintMs: () => number) {
  let time = 0;
  const due: { readonly at: number; readonly then: () => void }[] = [];
  const wait = (ms: number, then: () => void) => void due.push({ at: time + ms, then });
  const screen: Screen = {
    now: () => time,
    wait,
    painted: (then) => wait(paintMs(), then),
    afterFrame: (then) => then(),
  };
  return {
    screen,
    until(end: number): void {
      for (;;) {
        due.sort((a, b) => a.at - b.at);
        const next = due[0];
        if (!next || next.at > end) break;
        due.shift();
        time = Math.max(time, next.at);
        next.then();
      }
      time = end;
    },
    now: () => time,
  };
}

it('tells at once of what happens after a quiet time, and of all that follows together', () => {
  const { screen, until, now } = screenOf(() => 10);
  const told: number[] = [];
  const pace = screenPace(screen);
  for (let ms = 0; ms < 1000; ms += 1) {
    until(ms);
    pace(() => told.push(now()));
  }
  expect(told[0]).toBe(0);
  expect(told.length).toBeLessThanOrEqual(1000 / 80 + 1);
  until(2000);
  expect(told.at(-1)).toBeGreaterThanOrEqual(999);
});

/** The times of all publications while something is new every few ms. */
function toldWhileBusy(paintMs: number): readonly number[] {
  const { screen, until, now } = screenOf(() => paintMs);
  const told: number[] = [];
  const pace = screenPace(screen);
  for (let ms = 0; ms < 6000; ms += 10) {
    until(ms);
    pace(() => told.push(now()));
  }
  return told.slice(1).map((at, i) => at - told[i]!);
}

it('rests longer after what took long to paint: two thirds of the time the page is free', () => {
  expect(Math.min(...toldWhileBusy(50))).toBeGreaterThanOrEqual(150);
});

it.each([0, 10, 50, 80, 100])(
  'never rests so long that news of a page that paints in %i ms is old',
  (paintMs) => {
    expect(Math.max(...toldWhileBusy(paintMs))).toBeLessThanOrEqual(200);
  },
);

it.each([130, 400])('leaves a page that paints in %i ms half of the time', (paintMs) => {
  expect(Math.min(...toldWhileBusy(paintMs))).toBeGreaterThanOrEqual(2 * paintMs);
});

it('publishes the last that was asked for, and each only once', () => {
  const { screen, until } = screenOf(() => 10);
  const told: string[] = [];
  const pace = screenPace(screen);
  for (const name of ['a', 'b', 'c']) pace(() => told.push(name));
  until(1000);
  expect(told).toEqual(['c']);
});

it('is in no hurry where a person looks at something else', () => {
  const { screen, until, now } = screenOf(() => 10);
  const told: number[] = [];
  const pace = screenPace(screen);
  for (let ms = 0; ms < 3000; ms += 10) {
    until(ms);
    pace(() => told.push(now()), 'earlier');
  }
  expect(told.length).toBeGreaterThan(4);
  expect(told.length).toBeLessThanOrEqual(3000 / 500 + 1);
});

it('waits longer while the thumb is held, and no longer than it is', () => {
  const { screen, until, now } = screenOf(() => 10);
  const told: number[] = [];
  const pace = screenPace(screen);
  const busy = (from: number, to: number, how: 'held' | 'earlier') => {
    for (let ms = from; ms < to; ms += 10) {
      until(ms);
      pace(() => told.push(now()), how);
    }
  };
  busy(0, 2900, 'held');
  expect(told).toHaveLength(3);
  expect(told[2]! - told[1]!).toBeLessThan(1300);
  busy(2900, 4000, 'held');
  const before = told.length;
  busy(4000, 4200, 'earlier');
  expect(told.length).toBe(before + 1);
});
