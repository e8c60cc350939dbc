/** What has happened to a run since its loop last looked, and the wait for more. Knows no activity. */

import type { Happening } from '../run/host.ts';

export interface Inbox {
  /** They are handed over together: nothing is decided between them. */
  push(...happenings: readonly Happening[]): void;
  /** See `Host.next`. */
  next(wake: number | null): Promise<readonly Happening[]> | readonly Happening[];
  /** Makes `next` reject from here on. */
  abandon(reason: Error): void;
}

/** setTimeout takes no more; a later wake is simply slept for in parts. */
const LONGEST_TIMER_MS = 2_000_000_000;

/**
 * @param now   the clock that wakes are told in: one that never goes back, or a wait could become a day longer
 * @param taken hears what is handed over, in the moment in which it is
 */
export function createInbox(
  now: () => number,
  taken: (happenings: readonly Happening[]) => void = () => {},
): Inbox {
  let waiting: Happening[] = [];
  let wakeUp: ((happenings: readonly Happening[]) => void) | null = null;
  let giveUp: ((reason: Error) => void) | null = null;
  let abandoned: Error | null = null;

  const take = (): readonly Happening[] => {
    const batch = waiting;
    waiting = [];
    taken(batch);
    return batch;
  };

  return {
    push: (...happenings) => {
      waiting.push(...happenings);
      if (!wakeUp) return;
      const wake = wakeUp;
      wakeUp = null;
      wake(take());
    },
    abandon: (reason) => {
      abandoned = reason;
      giveUp?.(reason);
    },
    next: (wake) => {
      if (abandoned) return Promise.reject(abandoned);
      if (waiting.length > 0) return take();
      return new Promise((resolve, reject) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        wakeUp = (happenings) => {
          clearTimeout(timer);
          resolve(happenings);
        };
        giveUp = reject;
        if (wake === null) return;
        const inMs = Math.min(LONGEST_TIMER_MS, Math.max(0, wake - now()));
        timer = setTimeout(() => {
          wakeUp = null;
          resolve([]);
        }, inMs);
      });
    },
  };
}
