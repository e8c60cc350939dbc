/** The time one entry of an activity may take: it stands still while the entry waits for its turn. Knows no call. */

/** setTimeout takes no more. */
const LONGEST_TIMER_MS = 2_000_000_000;

interface EntryTime {
  /** Milliseconds that count already. */
  spent(): number;
  /** From here on it waits for its turn; what is returned is called when that comes. */
  waits(): () => void;
  /** It does not run out any more, whoever still waits. */
  stop(): void;
}

/** It runs from now on. @param left milliseconds until `end` is called */
export function entryTime(clock: () => number, left: number, end: () => void): EntryTime {
  let since = clock();
  /** What counts already: the rest since `since`, unless it waits. */
  let counted = 0;
  let isWaiting = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const spent = () => counted + (isWaiting ? 0 : Math.max(0, clock() - since));
  const count = () => {
    if (isOver) return;
    clearTimeout(timer);
    since = clock();
    isWaiting = false;
    timer = setTimeout(end, Math.min(LONGEST_TIMER_MS, Math.max(0, left - counted)));
  };
  count();
  return {
    spent,
    waits: () => {
      clearTimeout(timer);
      counted = spent();
      isWaiting = true;
      return count;
    },
    stop: () => {
      clearTimeout(timer);
      isOver = true;
    },
  };
}
