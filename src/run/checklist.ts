/** The graph as a checklist of at most eight groups (C-1 to C-3, C-11, K-26): a projection, never the plan itself. */

import { cut } from '../lib/cut-text.ts';
import { jsonEquals } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { CallStatus } from './events.ts';

/** How far a line of the checklist is. */
export type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'skipped';

interface Todo {
  /** That of the group's first call; at most 40 characters, as ids are. */
  readonly id: string;
  /** At most 140 characters (C-2). */
  readonly content: string;
  readonly status: TodoStatus;
  readonly calls: readonly string[];
  /** Why it has failed, at most 200 characters. */
  readonly note?: string;
}

/** C-11. */
export interface Checklist {
  /** Counts the updates that changed something, from 1; 0 before the first. */
  readonly revision: number;
  readonly todos: readonly Todo[];
  /** What goes on, at most 40 characters; empty where nothing does. */
  readonly focus: string;
  /** Milliseconds, of the last change. */
  readonly updatedAt: number;
}

export const NO_CHECKLIST: Checklist = { revision: 0, todos: [], focus: '', updatedAt: 0 };

/** C-2. */
const MOST = 8;
const CONTENT = 140;
const FOCUS = 40;
const NOTE = 200;

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

/**
 * The groups of a plan: neighbours in list order share one once there are more calls than groups.
 * @param statusOf is given the call's place in the list with it
 * @param errorOf why a call has failed, for the note
 */
export function checklistOf(
  plan: Plan,
  statusOf: (call: string, at: number) => CallStatus,
  errorOf: (call: string) => string | undefined = () => undefined,
): readonly Todo[] {
  const perGroup = Math.ceil(plan.calls.length / MOST);
  const todos: Todo[] = [];
  for (let at = 0; at < plan.calls.length; at += perGroup) {
    const group = plan.calls.slice(at, at + perGroup);
    const [first] = group;
    if (!first) break;
    const rest = group.length > 1 ? ` and ${group.length - 1} more` : '';
    const ids = group.map((call) => call._id);
    const error = ids.map(errorOf).find((one) => one !== undefined);
    todos.push({
      id: first._id,
      content: `${cut(wordsOf(first), CONTENT - rest.length)}${rest}`,
      status: statusOfGroup(ids.map((id, n) => statusOf(id, at + n))),
      calls: ids,
      ...(error === undefined ? {} : { note: cut(error, NOTE) }),
    });
  }
  return todos;
}

/** Puts a whole new snapshot in the place of the last (C-1). One that says the same is no update: same object (C-12). */
export function withTodos(before: Checklist, todos: readonly Todo[], time: number): Checklist {
  if (jsonEquals(before.todos, todos)) return before;
  const current = todos.find(({ status }) => status === 'in_progress');
  return {
    revision: before.revision + 1,
    todos,
    focus: current ? cut(current.content, FOCUS) : '',
    updatedAt: time,
  };
}
