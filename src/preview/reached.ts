/** Which calls a change of what is previewed can have reached: those that are others now, and all that reads of them, directly or not. */

import { itemAt } from '../lib/columns.ts';
import { jsonEquals } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import { buildGraph, edgesOf } from '../plan/graph.ts';
import type { PreviewAsked } from './preview-plan.ts';

type Asked = Pick<PreviewAsked, 'plan' | 'delegates' | 'files' | 'given' | 'standIns' | 'input'>;

/** What every call may read. */
const COMMON = ['input', 'state', 'data', 'tools', 'policy', 'plans'] as const;

/** @returns whether a call, by id, may come to something else now; a call that is new is reached */
export function reachedBy(now: Asked, before: Asked | undefined): (id: string) => boolean {
  if (
    !before ||
    !isSameMap(now.files, before.files, (a, b) => a === b) ||
    !isSameMap(now.given ?? new Map(), before.given ?? new Map(), jsonEquals) ||
    !isSameMap(now.standIns ?? new Map(), before.standIns ?? new Map(), jsonEquals) ||
    !jsonEquals(now.input, before.input) ||
    !jsonEquals(now.delegates, before.delegates) ||
    !COMMON.every((part) => jsonEquals(now.plan[part], before.plan[part]))
  )
    return () => true;
  const calls = byId(now.plan);
  const earlier = byId(before.plan);
  const reached = new Set<string>();
  for (const [id, call] of calls) if (!jsonEquals(call, earlier.get(id))) reached.add(id);
  for (const id of earlier.keys()) if (!calls.has(id)) reached.add(id);
  // What several write together is another where they come in another order.
  const [order, orderBefore] = [sharedWrites(now.plan), sharedWrites(before.plan)];
  for (const [path, ids] of order) {
    const both = ids.filter((id) => orderBefore.get(path)?.includes(id));
    const was = orderBefore.get(path)?.filter((id) => ids.includes(id)) ?? [];
    if (both.some((id, at) => id !== was[at])) for (const id of both) reached.add(id);
  }
  if (reached.size > 0) {
    // Of what is gone, the plan before says who read it.
    const readers = new Map<string, string[]>();
    addReaders(now.plan, readers);
    addReaders(before.plan, readers);
    for (const id of reached) for (const reader of readers.get(id) ?? []) reached.add(reader);
  }
  return (id) => reached.has(id);
}

/** Where more than one call writes: which, in their order. */
function sharedWrites({ calls }: Plan): Map<string, string[]> {
  const writers = new Map<string, string[]>();
  for (const { _id, _outputPath } of calls) {
    if (typeof _outputPath !== 'string') continue;
    const own = writers.get(_outputPath);
    if (own) own.push(_id);
    else writers.set(_outputPath, [_id]);
  }
  return new Map([...writers].filter(([, ids]) => ids.length > 1));
}

const byId = ({ calls }: Plan): Map<string, Call> => new Map(calls.map((call) => [call._id, call]));

function addReaders(plan: Plan, readers: Map<string, string[]>): void {
  const graph = buildGraph(plan);
  const idAt = (index: number): string => itemAt(graph.calls, index).call._id;
  for (const { from, to } of edgesOf(graph)) {
    const own = readers.get(idAt(from)) ?? [];
    readers.set(idAt(from), own);
    own.push(idAt(to));
  }
}

function isSameMap<T>(
  a: ReadonlyMap<string, T>,
  b: ReadonlyMap<string, T>,
  isSame: (a: T, b: T) => boolean,
): boolean {
  if (a.size !== b.size) return false;
  for (const [name, item] of a) {
    const other = b.get(name);
    if (other === undefined || !isSame(item, other)) return false;
  }
  return true;
}
