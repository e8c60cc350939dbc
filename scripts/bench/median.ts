/** Rounds of several contestants in turn, so that a machine that slows down slows all of them. */

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Milliseconds of each contestant, the median of `rounds` after one that finds cold code. */
export async function inTurn(
  rounds: number,
  ...contestants: readonly (() => unknown)[]
): Promise<readonly number[]> {
  const times: number[][] = contestants.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, contestant] of contestants.entries()) {
      globalThis.gc?.();
      const start = performance.now();
      await contestant();
      const ms = performance.now() - start;
      if (round > 0) times[i]!.push(ms);
    }
  }
  return times.map(median);
}

export const rounded = (value: number, decimals = 2): number => Number(value.toFixed(decimals));
