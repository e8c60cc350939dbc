/**
 * How many calls of a run stand how. Kept beside the state, for whoever shows it: a look compares one column with how
 * it stood at the last look, and counts what differs.
 */

import { byteAt, itemAt } from '../lib/columns.ts';
import type { CallStatus } from './events.ts';
import type { RunState } from './state.ts';
import type { StepTable } from './step-table.ts';

type StatusCounts = Readonly<Record<CallStatus, number>>;

interface Progress {
  readonly counts: StatusCounts;
  readonly total: number;
  /** Calls whose result was taken over instead of being paid for again. */
  readonly memoized: number;
}

interface Kept {
  readonly seen: (CallStatus | null)[];
  readonly counts: Record<CallStatus, number>;
  memoized: number;
  /** Seq of the last event that was looked at. */
  at: number;
}

const NONE: StatusCounts = {
  pending: 0,
  ready: 0,
  waiting: 0,
  in_progress: 0,
  completed: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  dispatched: 0,
  in_doubt: 0,
};

/** A revision, and a run that goes back to a call, begin with another table. */
const kept = new WeakMap<StepTable, Kept>();

/** How many steps of the run stand how now. Cheap where little has changed since the last look. */
export function progressOf({ steps, seq }: RunState): Progress {
  let own = kept.get(steps);
  if (!own) {
    own = { seen: new Array<null>(steps.size).fill(null), counts: { ...NONE }, memoized: 0, at: -1 };
    kept.set(steps, own);
  }
  if (own.at !== seq) catchUp(own, steps);
  own.at = seq;
  return { counts: own.counts, total: steps.size, memoized: own.memoized };
}

function catchUp(own: Kept, { status, memoized, size }: StepTable): void {
  const { seen, counts } = own;
  for (let step = 0; step < size; step++) {
    const before = itemAt(seen, step);
    const now = itemAt(status, step);
    if (before === now) continue;
    if (before !== null) counts[before] -= 1;
    counts[now] += 1;
    own.memoized +=
      (now === 'completed' ? byteAt(memoized, step) : 0) -
      (before === 'completed' ? byteAt(memoized, step) : 0);
    seen[step] = now;
  }
}
