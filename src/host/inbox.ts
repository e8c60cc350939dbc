/** What has happened to a run since its loop last looked, and the wait for more. Knows no activity. */

import type { Happening, PlaceClock } from './port.ts';

/** Why a loop returns before its run has ended. */
export type Rest = 'parked' | 'drained';

export interface Inbox {
  /** They are handed over together: nothing is decided between them. */
  push(...happenings: readonly Happening[]): void;
  /** See `Loop.next`. */
  next(wake: number | null): Promise<readonly Happening[] | Rest> | readonly Happening[];
  /** Makes `next` reject from here on. */
  abandon(reason: Error): void;
  /** Waits now, with nothing to hand over: when it wakes by itself, ms, or null for never. Undefined where it does not wait. */
  waitsUntil(): number | null | undefined;
  /** Ends the wait for good: the loop returns. Only where it waits. */
  rest(why: Rest): void;
}

/** The calls that begin anew where these cut off all that is in flight (L-91, R-42); null where they don't. */
export function cutOffBy(happenings: readonly Happening[]): ReadonlySet<string> | null {
  const bodies = happenings.flatMap((one) => (one.kind === 'event' ? [one.body] : []));
  if (!bodies.some(({ type }) => type === 'plan_run_interrupted')) return null;
  return new Set(bodies.flatMap((body) => (body.type === 'plan_resumed_from' ? body.cleared : [])));
}

interface Wait {
  readonly wake: number | null;
  /** Absent: with what has happened by the time the loop goes on. */
  end(why?: Rest): void;
  fail(reason: Error): void;
}

/**
 * @param now     the clock that wakes are told in: one that never goes back, or a wait could become a day longer
 * @param taken   hears what is handed over, in the moment in which it is
 * @param waiting hears that a wait has begun
 */
export function createInbox(
  now: () => number,
  { alarm }: Pick<PlaceClock, 'alarm'>,
  taken: (happenings: readonly Happening[]) => void = () => {},
  waiting: () => void = () => {},
): Inbox {
  let arrived: Happening[] = [];
  let wait: Wait | null = null;
  let abandoned: Error | null = null;

  const take = (): readonly Happening[] => {
    const batch = arrived;
    arrived = [];
    taken(batch);
    return batch;
  };

  return {
    push: (...happenings) => {
      arrived.push(...happenings);
      wait?.end();
    },
    abandon: (reason) => {
      abandoned = reason;
      wait?.fail(reason);
    },
    waitsUntil: () => wait?.wake,
    rest: (why) => wait?.end(why),
    next: (wake) => {
      if (abandoned) return Promise.reject(abandoned);
      if (arrived.length > 0) return take();
      const ended = new Promise<Rest | undefined>((resolve, reject) => {
        let forget = () => {};
        wait = {
          wake,
          end: (why) => {
            wait = null;
            forget();
            resolve(why);
          },
          fail: (reason) => {
            wait = null;
            forget();
            reject(reason);
          },
        };
        waiting();
        if (wait !== null && wake !== null) forget = alarm(Math.max(0, wake - now()), () => wait?.end());
      });
      // What happens at one moment is told together.
      return ended.then((why) => why ?? take());
    },
  };
}
