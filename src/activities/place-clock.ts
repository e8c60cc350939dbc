/** The clock of a place that lives on a device: `PlaceClock` over the timers of any thread. */

import type { PlaceClock } from '../host/port.ts';

/** setTimeout takes no more; a later alarm rings too early, and whoever waits waits again. */
const LONGEST_TIMER_MS = 2_000_000_000;

/** The time of this device. */
export const deviceClock: PlaceClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  alarm: (ms, ring) => {
    const timer = setTimeout(ring, Math.min(LONGEST_TIMER_MS, ms));
    return () => clearTimeout(timer);
  },
};
