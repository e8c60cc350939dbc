/** `†run.*`, read only: the state variables of seed 001 as they are at dispatch (L-19, T-21). */

import { itemAt } from '../lib/columns.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { planCounts, progressOf } from './plan-status.ts';
import type { RunState } from './state.ts';

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
