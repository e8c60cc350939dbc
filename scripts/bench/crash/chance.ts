/** Chance that can be had again: the same seed gives the same numbers. Knows nothing of what is drawn. */

export interface Chance {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True once in `times`, on average. */
  onceIn(times: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    onceIn: (times) => next() * times < 1,
    pick: (list) => list[whole(0, list.length - 1)]!,
  };
}
