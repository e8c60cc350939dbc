/** The graph as a checklist of at most eight lines (C-2, K-26): a projection, never the plan itself. */

import { cut } from '../../lib/cut-text.ts';
import type { Call, Plan } from '../../plan/document.ts';
import type { CallStatus } from '../../run/events.ts';

export type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'skipped';

export interface Todo {
  readonly id: string;
  /** At most 140 characters (C-2). */
  readonly content: string;
  readonly status: TodoStatus;
  readonly calls: readonly string[];
}

const MOST = 8;
const CONTENT = 140;

const DONE: ReadonlySet<CallStatus> = new Set(['completed', 'dispatched']);
const MOVING: ReadonlySet<CallStatus> = new Set(['in_progress', 'waiting', 'in_doubt']);

/** A group is where its calls are: failed or moving if one is, done when all are, pending before the first. */
export function statusOfGroup(statuses: readonly CallStatus[]): TodoStatus {
  if (statuses.includes('failed')) return 'failed';
  if (statuses.some((status) => MOVING.has(status))) return 'in_progress';
  if (statuses.every((status) => status === 'skipped' || status === 'cancelled')) return 'skipped';
  if (statuses.every((status) => DONE.has(status) || status === 'skipped' || status === 'cancelled')) {
    return 'completed';
  }
  return statuses.some((status) => DONE.has(status)) ? 'in_progress' : 'pending';
}

const wordsOf = (call: Call): string => call._description ?? call._id;

/** Neighbours in list order share a line once there are more calls than lines. */
export function checklistOf(plan: Plan, statusOf: (call: string) => CallStatus): readonly Todo[] {
  const perGroup = Math.ceil(plan.calls.length / MOST);
  const todos: Todo[] = [];
  for (let at = 0; at < plan.calls.length; at += perGroup) {
    const group = plan.calls.slice(at, at + perGroup);
    const [first] = group;
    if (!first) break;
    const rest = group.length > 1 ? ` and ${group.length - 1} more` : '';
    todos.push({
      id: first._id,
      content: `${cut(wordsOf(first), CONTENT - rest.length)}${rest}`,
      status: statusOfGroup(group.map((call) => statusOf(call._id))),
      calls: group.map((call) => call._id),
    });
  }
  return todos;
}
