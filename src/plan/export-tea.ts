/** A plan as seed 001 writes it: what each step does and waits for. Neither tools nor values have a place there (T-3, T-4, K-20). */

import { isObject, type JsonObject } from '../lib/json.ts';
import { DEEPEST_DELEGATE, ownPlan, readOwnReference } from './delegates.ts';
import type { Plan } from './document.ts';
import { freeId } from './free-id.ts';
import { buildGraph, edgesOf } from './graph.ts';
import { DEFAULT_POLICY } from './vocabulary.ts';

/**
 * `{id, goal, strategy, subtasks: [{id, description, dependencies, status: "pending", result: null}], metadata}`, in list
 * order; `dependencies` follow from references and `_after`. A call that runs a plan of the document has that one's as its
 * own `subtasks`. A plan that came as such keeps its metadata.
 * @param at seconds since the epoch, for a plan that does not say when it was made
 */
export function teaPlan(plan: Plan, at: number): JsonObject {
  const kept = 'meta' in plan && isObject(plan.meta) ? (plan.meta as JsonObject) : {};
  return {
    id: plan.id,
    goal: plan.goal ?? plan.title ?? '',
    strategy: plan.strategy ?? 'flat',
    subtasks: subtasksOf(plan, { root: plan, taken: new Set(), depth: 0 }),
    metadata: {
      created_at: at,
      replan_count: 0,
      ...kept,
      max_replans: plan.policy?.maxReplans ?? DEFAULT_POLICY.maxReplans,
    },
  };
}

interface Within {
  readonly root: Plan;
  /** Ids are of the whole tree there: of ours two plans may each have one of that name. */
  readonly taken: Set<string>;
  readonly depth: number;
  /** The id of the subtask that these are of. */
  readonly of?: string;
}

function subtasksOf(plan: Plan, within: Within): JsonObject[] {
  const { root, taken, depth, of } = within;
  const { calls } = plan;
  const ids = calls.map(({ _id }) => {
    const id = of === undefined ? _id : freeId(`${of}_${_id}`, (one) => taken.has(one));
    taken.add(id);
    return id;
  });
  const before = calls.map((): string[] => []);
  for (const { from, to } of edgesOf(buildGraph(plan))) before[to]?.push(ids[from] ?? '');
  return calls.map(({ _tool, _description, _delegate = '' }, i) => {
    const id = ids[i] ?? '';
    const name = readOwnReference(_delegate);
    // Deeper than the language allows it leads in a circle.
    const sub = name === null || depth >= DEEPEST_DELEGATE ? undefined : ownPlan(root, name);
    return {
      id,
      description: _description ?? _tool,
      dependencies: [...new Set(before[i])],
      ...(sub ? { subtasks: subtasksOf(sub, { root, taken, depth: depth + 1, of: id }) } : {}),
      status: 'pending',
      result: null,
    };
  });
}

/** How many subtasks a tree of them has. */
export const countSubtasks = (subtasks: unknown): number =>
  Array.isArray(subtasks)
    ? subtasks.reduce((sum, one) => sum + 1 + countSubtasks((one as JsonObject).subtasks), 0)
    : 0;
