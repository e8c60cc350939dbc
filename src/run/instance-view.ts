/** How each instance of a run stands (L-55): its status as though it were a run by itself, its counts, its output. Changes nothing. */

import { intAt, itemAt, realAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import type { RunStatus } from './events.ts';
import { outputOfInstance } from './output.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';

/** As a run's (L-45); `pending` before its first call began, `skipped` where a person's no at a gate left out all it has. */
export type InstanceStatus = RunStatus | 'pending' | 'skipped';

export interface InstanceView {
  readonly label: string;
  readonly status: InstanceStatus;
  /** Calls of its own, and of these how many have come to their end, whatever it was. */
  readonly calls: number;
  readonly ended: number;
  /** Why it did not complete: the first of its calls that failed, and what it said. */
  readonly failed?: { readonly call: string; readonly message: string };
  /** From the start of its first call to the end of its last, ms; absent before both. */
  readonly tookMs?: number;
}

interface Tally {
  calls: number;
  ended: number;
  /** Completed, failed, or sent and forgotten. */
  ran: number;
  errors: number;
  rejected: number;
  cutOff: number;
  begun: number;
  asking: number;
  failed: number;
  from: number;
  to: number;
}

const nothing = (): Tally => ({
  calls: 0,
  ended: 0,
  ran: 0,
  errors: 0,
  rejected: 0,
  cutOff: 0,
  begun: 0,
  asking: 0,
  failed: -1,
  from: Number.POSITIVE_INFINITY,
  to: 0,
});

/** All instances in the order of their list; none of a run without. One walk over the steps, however many there are. */
export function instanceViews(state: RunState): InstanceView[] {
  if (state.instances.length === 0) return [];
  const tallies = new Map<string, Tally>(state.instances.map(({ label }) => [label, nothing()]));
  for (const { index, instance } of state.program.steps) {
    const tally = instance === null ? undefined : tallies.get(instance);
    if (tally) count(state, tally, index);
  }
  return state.instances.map(({ label }) => viewOf(state, label, tallies.get(label) ?? nothing()));
}

/** One of them; undefined where the run has none of that label. */
export function instanceView(state: RunState, label: string): InstanceView | undefined {
  if (!state.inputs.has(label)) return undefined;
  const tally = nothing();
  for (const { index, instance } of state.program.steps) if (instance === label) count(state, tally, index);
  return viewOf(state, label, tally);
}

function count(state: RunState, tally: Tally, step: number): void {
  const { steps } = state;
  const compiled = itemAt(state.program.steps, step);
  tally.calls += 1;
  if (intAt(steps.attempt, step) > 0) {
    tally.begun += 1;
    tally.from = Math.min(tally.from, realAt(steps.startedAt, step));
  }
  tally.to = Math.max(tally.to, realAt(steps.endedAt, step));
  switch (itemAt(steps.status, step)) {
    case 'completed':
      tally.ended += 1;
      tally.ran += 1;
      return;
    case 'failed':
      tally.ended += 1;
      tally.ran += 1;
      if (compiled.fireAndForget) return;
      tally.errors += 1;
      if (tally.failed === -1) tally.failed = step;
      return;
    case 'skipped': {
      tally.ended += 1;
      const { failure } = seenDetail(steps, step);
      if (isRejected(state, step)) tally.rejected += 1;
      else if (isSkippedForFailure(state, step)) tally.errors += 1;
      // One that failed and that a person let go says best what went wrong.
      if (failure && tally.failed === -1) tally.failed = step;
      return;
    }
    case 'dispatched':
      tally.ended += 1;
      tally.ran += 1;
      return;
    case 'cancelled':
      tally.ended += 1;
      tally.cutOff += 1;
      return;
    case 'in_doubt':
      tally.cutOff += 1;
      tally.asking += 1;
      return;
    case 'waiting':
      if (state.asking.has(step) || steps.waiting[step] === 'gate') tally.asking += 1;
      return;
    default:
  }
}

/** A person's no at a gate left it out. Told by the cause: when it was skipped, what else it reads may have been to come. */
const isRejected = ({ steps }: RunState, step: number): boolean => {
  const { skippedFor, cause } = seenDetail(steps, step);
  return skippedFor !== null && (skippedFor.because === 'rejected' || cause === 'rejected');
};

/** For another's failure, or by a person, or because nobody answered (L-45). */
const isSkippedForFailure = ({ steps }: RunState, step: number): boolean => {
  const { skippedFor, cause } = seenDetail(steps, step);
  return cause === 'failure' || (skippedFor?.because === 'failure' && cause === 'unknown');
};

function viewOf(state: RunState, label: string, tally: Tally): InstanceView {
  const { calls, ended, failed, from, to } = tally;
  const step = failed === -1 ? undefined : state.program.steps[failed];
  return {
    label,
    status: statusOf(state, tally),
    calls,
    ended,
    ...(step
      ? {
          failed: {
            call: step.call._id,
            message: seenDetail(state.steps, step.index).failure?.message ?? '',
          },
        }
      : {}),
    ...(ended === calls && to >= from ? { tookMs: to - from } : {}),
  };
}

function statusOf({ status, reason }: RunState, tally: Tally): InstanceStatus {
  const isOver = status !== 'running' && status !== 'new';
  if (isOver ? tally.cutOff > 0 : tally.ended < tally.calls) {
    if (isOver) return status;
    if (tally.asking > 0) return 'waiting';
    return tally.begun > 0 ? 'running' : 'pending';
  }
  if (tally.errors > 0)
    return status === 'failed' && reason === 'call_failed' ? 'failed' : 'completed_with_errors';
  if (tally.ran > 0 || tally.calls === 0) return 'completed';
  return tally.rejected > 0 ? 'skipped' : 'completed_with_errors';
}

/** How many have come to their end, and how many of these did not complete. */
export function instanceCounts(views: readonly InstanceView[]): {
  readonly through: number;
  readonly failed: number;
} {
  let through = 0;
  let failed = 0;
  for (const { status } of views) {
    if (status === 'pending' || status === 'running' || status === 'waiting') continue;
    through += 1;
    if (status !== 'completed' && status !== 'skipped') failed += 1;
  }
  return { through, failed };
}

/** What an instance returns: the plan's output read in its eyes, else the last result among its own calls. As it stands, while it goes on. */
export const instanceOutput = (state: RunState, label: string): Json => outputOfInstance(state, label);

/** What running the failed again comes to. */
export interface FailedAgain {
  /** The instances that are run again. */
  readonly labels: readonly string[];
  /** Calls, by `id@LABEL`, whose results a new run does not take over; of calls that are there once, by id. */
  readonly cleared: readonly string[];
}

/** Those of the instances that did not end `completed`, a gate's no apart; what of them is completed is kept. */
export function failedAgain(state: RunState): FailedAgain {
  const labels = instanceViews(state).flatMap(({ label, status }) =>
    status === 'completed' || status === 'skipped' ? [] : [label],
  );
  if (labels.length === 0) return { labels, cleared: [] };
  const failed = new Set(labels);
  const { steps, program } = state;
  const cleared = program.steps.flatMap(({ id, index, instance }) => {
    if (instance !== null && !failed.has(instance)) return [];
    const status = itemAt(steps.status, index);
    if (status === 'completed' || status === 'dispatched') return [];
    return isRejected(state, index) ? [] : [id];
  });
  return { labels, cleared };
}
