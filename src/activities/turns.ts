/** Giving way in long loops: without it a worker could not even hear that its call was stopped. */

import { ActivityError } from './activity.ts';

const LOOK_EVERY = 1024;
const BUSY_MS = 40;

/** Why the signal fell: the host's own reason, since a time-out may be tried again and a stop may not. */
export function stopped(signal: AbortSignal): ActivityError {
  const reason: unknown = signal.reason;
  if (reason instanceof ActivityError) return reason;
  return new ActivityError('cancelled', 'The call was stopped before it was done.');
}

export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw stopped(signal);
}

/** One macrotask later: messages and time-outs get their turn. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export interface Turns {
  /** Cheap; true when the loop has run long enough to await `give`. */
  due(): boolean;
  /** Lets others run. @throws ActivityError, the signal's reason or `cancelled`, when it fell meanwhile. */
  give(): Promise<void>;
}

/** Use: `if (turns.due()) await turns.give();` in every loop over rows. */
export function takeTurns(signal: AbortSignal): Turns {
  let looks = 0;
  let since = performance.now();
  throwIfStopped(signal);
  return {
    due() {
      looks += 1;
      return looks % LOOK_EVERY === 0 && performance.now() - since > BUSY_MS;
    },
    async give() {
      await nextTask();
      throwIfStopped(signal);
      since = performance.now();
    },
  };
}
