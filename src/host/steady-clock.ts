/** A clock that neither goes back nor jumps: a device's clock is set while a run waits, and the run must not notice. */

export interface SteadyClock {
  /** Milliseconds since the epoch, never less than before. */
  now(): number;
  /** Takes a clock that was set ahead for the truth. For moments in which nothing is in flight: no time of work is made up. */
  follow(): void;
}

/**
 * @param wall    the device's clock, ms since the epoch: a person may set it, and it goes on while the device sleeps
 * @param elapsed ms since some moment, which only ever grow
 * @param notBefore the time of the last thing known: a journal's times do not go back either
 */
export function steadyClock(wall: () => number, elapsed: () => number, notBefore = 0): SteadyClock {
  let base = Math.max(wall(), notBefore);
  let since = elapsed();
  const now = () => Math.floor(base + (elapsed() - since));
  return {
    now,
    follow: () => {
      const ahead = wall();
      if (ahead <= now()) return;
      base = ahead;
      since = elapsed();
    },
  };
}
