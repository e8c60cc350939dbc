/** A plan as seed 001 writes it: what each step does and waits for. Neither tools nor values have a place there (T-3, T-4, K-20). */

import { isObject, type JsonObject } from '../lib/json.ts';
import type { Plan } from './document.ts';
import { buildGraph, edgesOf } from './graph.ts';
import { DEFAULT_POLICY } from './vocabulary.ts';

/**
 * `{id, goal, strategy, subtasks: [{id, description, dependencies, status: "pending", result: null}], metadata}`, in list
 * order; `dependencies` follow from references and `_after`. A plan that came as such keeps its metadata.
 * @param at seconds since the epoch, for a plan that does not say when it was made
 */
export function teaPlan(plan: Plan, at: number): JsonObject {
  const { calls } = plan;
  const before = calls.map((): string[] => []);
  for (const { from, to } of edgesOf(buildGraph(plan))) before[to]?.push(calls[from]?._id ?? '');
  const kept = 'meta' in plan && isObject(plan.meta) ? (plan.meta as JsonObject) : {};
  return {
    id: plan.id,
    goal: plan.goal ?? plan.title ?? '',
    strategy: plan.strategy ?? 'flat',
    subtasks: calls.map(({ _id, _tool, _description }, i) => ({
      id: _id,
      description: _description ?? _tool,
      dependencies: [...new Set(before[i])],
      status: 'pending',
      result: null,
    })),
    metadata: {
      created_at: at,
      replan_count: 0,
      ...kept,
      max_replans: plan.policy?.maxReplans ?? DEFAULT_POLICY.maxReplans,
    },
  };
}
