/** How far a run has come, as seed 001's `plan.status` says it (T-17 to T-20). Changes nothing. */

import { itemAt, realAt } from '../lib/columns.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { rowOf } from '../plan/rows.ts';
import type { CallStatus } from './events.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

/** T-20: the five words of the seed. */
type SubtaskStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'skipped';

interface PlanCounts extends Readonly<Record<SubtaskStatus, number>> {
  readonly total: number;
}

/** A call as the status of its plan lists it. */
export interface Subtask {
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  readonly description: string;
  /** Ids of the calls that write what it reads, or that it comes after (T-19): derived from its references. */
  readonly dependencies: readonly string[];
  readonly status: SubtaskStatus;
  readonly result: Json;
  readonly error: string | null;
  readonly retry_count: number;
  /** Seconds since the epoch, as in the seed; null where it has not begun or ended. */
  readonly started_at: number | null;
  readonly completed_at: number | null;
}

/** How a run stands, for a program that asks. */
export interface PlanStatus {
  readonly status: PlanCounts;
  /** (completed + skipped) / total; 1 for a plan without calls (T-18). */
  readonly progress: number;
  readonly plan_id: string;
  readonly goal: string;
  readonly subtasks?: readonly Subtask[];
  readonly success: true;
}

/** T-22. */
interface PlanStatusError {
  readonly error: string;
  readonly success: false;
}

interface PlanStatusOptions {
  /** Whether completed calls are among the `subtasks`; true where absent. The counts always have them. */
  readonly include_completed?: boolean;
  /** Whether `subtasks` is there at all; false where absent. */
  readonly include_details?: boolean;
}

/** What is cancelled never came to its turn, so it counts as pending: a run has succeeded when none failed and none is (T-13). */
const WORDS: Readonly<Record<CallStatus, SubtaskStatus>> = {
  pending: 'pending',
  ready: 'pending',
  waiting: 'pending',
  in_doubt: 'pending',
  cancelled: 'pending',
  in_progress: 'in_progress',
  dispatched: 'in_progress',
  completed: 'completed',
  failed: 'failed',
  skipped: 'skipped',
};

/** How many calls stand how. */
export function planCounts(state: RunState): PlanCounts {
  const counts = {
    total: state.steps.size,
    pending: 0,
    in_progress: 0,
    completed: 0,
    failed: 0,
    skipped: 0,
  };
  for (const status of state.steps.status) counts[WORDS[status]] += 1;
  return counts;
}

const progressOf = ({ total, completed, skipped }: PlanCounts): number =>
  total === 0 ? 1 : (completed + skipped) / total;

/** `plan.status` of a run; an error where it has no plan yet. */
export function planStatus(
  state: RunState,
  { include_completed = true, include_details = false }: PlanStatusOptions = {},
): PlanStatus | PlanStatusError {
  if (state.status === 'new') return { error: 'No plan provided', success: false };
  if (state.reason === 'replan_budget') {
    const error = `Max replans (${state.policy.maxReplans}) exceeded: ${state.lastError ?? ''}`;
    return { error, success: false };
  }
  const status = planCounts(state);
  const { plan, steps } = state.program;
  const listed = steps.filter(({ index }) => include_completed || state.steps.status[index] !== 'completed');
  return {
    status,
    progress: progressOf(status),
    plan_id: plan.id,
    goal: plan.goal ?? '',
    ...(include_details ? { subtasks: listed.map((step) => subtaskOf(state, step)) } : {}),
    success: true,
  };
}

function subtaskOf(state: RunState, { id, index, call }: Step): Subtask {
  const { steps } = state;
  const status = itemAt(steps.status, index);
  const started = realAt(steps.startedAt, index);
  const ended = realAt(steps.endedAt, index);
  return {
    id,
    description: call._description ?? call._tool,
    dependencies: dependenciesOf(state, index),
    status: WORDS[status],
    result: status === 'completed' ? (steps.value[index] ?? null) : null,
    error: errorOf(state, index),
    retry_count: seenDetail(steps, index).retries,
    started_at: started === 0 ? null : started / 1000,
    completed_at: status === 'completed' && ended > 0 ? ended / 1000 : null,
  };
}

function dependenciesOf({ program }: RunState, index: number): string[] {
  const writers = new Set<number>();
  for (const path of rowOf(program.reads, index))
    for (const { call } of itemAt(program.paths, path).writes) writers.add(call);
  return [...writers].sort((a, b) => a - b).map((step) => itemAt(program.steps, step).id);
}

/** T-10: where its retries are used up, that is said first. */
function errorOf(state: RunState, index: number): string | null {
  const { failure, retries, extraRetries } = seenDetail(state.steps, index);
  if (!failure || state.steps.status[index] === 'completed') return null;
  const allowance = state.policy.retryLimit + extraRetries;
  return retries > 0 && retries >= allowance
    ? `Max retries (${allowance}) exceeded: ${failure.message}`
    : failure.message;
}

// `†run.*`, read only: the state variables of seed 001 as they are at dispatch (L-19, T-21).

export function runVariables(state: RunState): JsonObject {
  const counts = planCounts(state);
  const results: JsonObject = {};
  let current: Json = null;
  state.steps.status.forEach((status, i) => {
    const { id, call } = itemAt(state.program.steps, i);
    if (status === 'completed') results[id] = state.steps.value[i] ?? null;
    if (status === 'in_progress' && current === null)
      current = { id, description: call._description ?? call._tool };
  });
  return {
    plan: state.program.plan as unknown as Json,
    plan_status: { ...counts, progress: progressOf(counts) },
    current_subtask: current,
    subtask_results: results,
    replan_count: state.replans,
  };
}
