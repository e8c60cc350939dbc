/** `†run.*`, read only: the state variables of seed 001 as they are at dispatch (L-19, T-21). */

import type { Json, JsonObject } from '../lib/json.ts';
import { hasEnded, type RunState } from './state.ts';

/** Counts of a run, with progress as seed 001's `plan.status` has it: (completed + skipped) / total, 1 for none (T-18). */
export interface PlanStatus {
  readonly total: number;
  readonly pending: number;
  readonly in_progress: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly progress: number;
}

export function planStatus(state: RunState): PlanStatus {
  const counts = {
    total: state.steps.size,
    pending: 0,
    in_progress: 0,
    completed: 0,
    failed: 0,
    skipped: 0,
  };
  for (const status of state.steps.status) {
    if (status === 'completed') counts.completed += 1;
    else if (status === 'failed') counts.failed += 1;
    else if (status === 'skipped') counts.skipped += 1;
    else if (status === 'in_progress' || status === 'dispatched') counts.in_progress += 1;
    else if (!hasEnded(status)) counts.pending += 1;
  }
  const progress = counts.total === 0 ? 1 : (counts.completed + counts.skipped) / counts.total;
  return { ...counts, progress };
}

export function runVariables(state: RunState): JsonObject {
  const results: JsonObject = {};
  let current: Json = null;
  state.steps.status.forEach((status, i) => {
    const { id, call } = state.program.steps[i]!;
    if (status === 'completed') results[id] = state.steps.value[i] ?? null;
    if (status === 'in_progress' && current === null)
      current = { id, description: call._description ?? call._tool };
  });
  return {
    plan: state.program.plan as unknown as Json,
    plan_status: { ...planStatus(state) },
    current_subtask: current,
    subtask_results: results,
    replan_count: state.replans,
  };
}
