/**
 * Any moment of a run's record, quickly: copies of its state kept along the way, and the few events between folded
 * anew. Knows no screen.
 */

import { itemAt } from '../lib/columns.ts';
import { copyState } from './copy-state.ts';
import type { RunEvent } from './events.ts';
import { evolve } from './evolve.ts';
import type { RunState } from './state.ts';

/** The states that a run has gone through. */
export interface Moments {
  /**
   * The state after the first `position` events; it is moved on by the next call.
   * @param events the run's record so far; it may have grown since the last call, and never changes
   */
  at(events: readonly RunEvent[], position: number): RunState;
  /**
   * Sees to it that any of the first `position` moments is quick to reach. What `at` gave last is not moved on.
   * @returns whether there was anything to do
   */
  prepare(events: readonly RunEvent[], position: number): boolean;
}

/** Fewer events than this between two kept states would keep more than it saves. */
const LEAST_SPACING = 256;

/** A state of ten thousand calls takes two megabytes: this many are kept of a whole record. */
const MOST_KEPT = 32;

interface Kept {
  readonly position: number;
  readonly state: RunState;
}

/** @param blank the state before the first event, made anew each time */
export function createMoments(blank: () => RunState): Moments {
  /** In order of position, the first where the run had just begun. None of them is folded on. */
  let kept: Kept[] = [];
  /** Events between two that are kept. */
  let spacing = LEAST_SPACING;
  /** Goes along the record and is copied on its way. Apart from `now`, which somebody may be looking at. */
  const front = { position: 0, state: blank() };
  /** Playing on and stepping on go on from here. */
  let now = { position: 0, state: blank() };

  const keep = (): void => {
    kept.push({ position: front.position, state: copyState(front.state) });
    if (kept.length <= MOST_KEPT) return;
    // The record has grown: every other one is enough. The first stays: a plan is made a run of once, not at each move.
    kept = kept.filter((_, at) => at % 2 === 0);
    spacing *= 2;
  };

  const prepare = (events: readonly RunEvent[], position: number): boolean => {
    const target = Math.min(events.length, position);
    if (front.position >= target) return false;
    while (front.position < target) {
      const event = itemAt(events, front.position);
      evolve(front.state, event);
      front.position += 1;
      const last = kept.at(-1);
      if (front.position >= (last?.position ?? 0) + spacing || (!last && event.type === 'plan_started'))
        keep();
    }
    return true;
  };

  return {
    prepare,
    at(events, position) {
      const target = Math.max(0, Math.min(events.length, Math.round(position)));
      prepare(events, target);
      const before = kept.findLast((one) => one.position <= target);
      if (now.position > target || (before && before.position > now.position))
        now = before
          ? { position: before.position, state: copyState(before.state) }
          : { position: 0, state: blank() };
      while (now.position < target) {
        evolve(now.state, itemAt(events, now.position));
        now.position += 1;
      }
      return now.state;
    },
  };
}
