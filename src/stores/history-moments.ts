/** Any moment of a run's record, quickly: traces kept along the way, and the few events between folded anew. */

import type { RunEvent } from '../run/events.ts';
import { extendTrace } from './extend-trace.ts';
import { emptyTrace, type RunTrace } from './run-trace.ts';

export interface Moments {
  /**
   * The trace after the first `position` events. Traces are immutable, so what did not change between two moments is
   * the same object in both.
   * @param events the run's record so far; it may have grown since the last call, and never changes
   */
  at(events: readonly RunEvent[], position: number): RunTrace;
}

/** Fewer events than this between two kept traces would keep more than it saves. */
const LEAST_SPACING = 256;

/** A trace of ten thousand calls takes near half a megabyte: this many are kept of a whole record. */
const MOST_KEPT = 24;

interface Kept {
  readonly position: number;
  readonly trace: RunTrace;
}

export function createMoments(runId: string): Moments {
  const kept: Kept[] = [{ position: 0, trace: emptyTrace(runId) }];
  /** Playing on and stepping on go on from here. */
  let last: Kept = kept[0]!;

  const before = (position: number): Kept => {
    const checkpoint = kept.findLast((one) => one.position <= position)!;
    return last.position <= position && last.position > checkpoint.position ? last : checkpoint;
  };

  return {
    at(events, position) {
      const target = Math.max(0, Math.min(events.length, Math.round(position)));
      const spacing = Math.max(LEAST_SPACING, Math.ceil(events.length / MOST_KEPT));
      let now = before(target);
      while (now.position < target) {
        const end = kept.at(-1)!.position;
        const due = end + spacing;
        const next = now.position < due ? Math.min(target, due) : target;
        const { trace } = extendTrace(now.trace, events.slice(now.position, next));
        now = { position: next, trace };
        if (next === due) kept.push(now);
      }
      last = now;
      return now.trace;
    },
  };
}
