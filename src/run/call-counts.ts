/** How the instances of each call stand, counted (L-55): once for each moment of a run, however many ask. Changes nothing. */

import { itemAt } from '../lib/columns.ts';
import type { CallStatus } from './events.ts';
import { type InstanceView, instanceViews } from './instance-view.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';

export interface CallCounts {
  /** How many there are, how many have come to their end, how many failed: those that a person is asked about as well. */
  readonly of: number;
  readonly ended: number;
  readonly failed: number;
  /** The one that a person should see first. */
  readonly status: CallStatus;
}

/** Which status stands for a call that runs once per instance: the first of these that one of them has. */
const URGENCY: Readonly<Record<CallStatus, number>> = {
  in_doubt: 0,
  waiting: 1,
  failed: 2,
  in_progress: 3,
  ready: 4,
  pending: 5,
  dispatched: 6,
  cancelled: 7,
  completed: 8,
  skipped: 9,
};

interface Kept {
  readonly seq: number;
  readonly revision: number;
  counts?: ReadonlyMap<string, CallCounts>;
  views?: readonly InstanceView[];
}

/** A state is folded on in place: what was counted of it stands until its next event. */
const kept = new WeakMap<RunState, Kept>();

function keptOf(state: RunState): Kept {
  const { seq, revision } = state;
  const own = kept.get(state);
  if (own?.seq === seq && own.revision === revision) return own;
  const next: Kept = { seq, revision };
  kept.set(state, next);
  return next;
}

/** Of a call that runs once per instance; undefined of any other. */
export function callCounts(state: RunState, call: string): CallCounts | undefined {
  const own = keptOf(state);
  own.counts ??= countsIn(state);
  return own.counts.get(call);
}

/** As `instanceViews`, which walks through all steps. */
export function instancesNow(state: RunState): readonly InstanceView[] {
  const own = keptOf(state);
  own.views ??= instanceViews(state);
  return own.views;
}

function countsIn({ program, steps }: RunState): ReadonlyMap<string, CallCounts> {
  const counts = new Map<string, CallCounts>();
  const all = program.steps;
  // The steps of a call stand side by side.
  for (let from = 0; from < all.length; ) {
    const { call, instance } = itemAt(all, from);
    let to = from + 1;
    while (all[to]?.call === call) to++;
    if (instance !== null) {
      let ended = 0;
      let failed = 0;
      let status: CallStatus = 'skipped';
      for (let step = from; step < to; step++) {
        // A call that asks waits, whoever holds its activity meanwhile (L-46).
        const waiting = steps.waiting[step];
        const own = waiting === 'answer' ? 'waiting' : itemAt(steps.status, step);
        const urgency = URGENCY[own];
        if (urgency > 5 || own === 'failed') ended++;
        // What a person let go at its failure has failed all the same.
        const isLet = own === 'skipped' && seenDetail(steps, step).failure !== null;
        if (own === 'failed' || waiting === 'failure' || isLet) failed++;
        if (urgency < URGENCY[status]) status = own;
      }
      counts.set(call._id, { of: to - from, ended, failed, status });
    }
    from = to;
  }
  return counts;
}
