/** Names for what a quick fix adds: ids and state paths that nothing in the plan has taken. */

import type { Plan } from '../plan/document.ts';
import { printRef, type Ref } from '../plan/expression.ts';
import { freeId } from '../plan/free-id.ts';
import type { Graph } from '../plan/graph.ts';

/** `base`, or `base_2`, `base_3`, …; the name is added to `taken`. At most 40 characters (§2). */
export function takeId(base: string, taken: Set<string>): string {
  const id = freeId(base, (one) => taken.has(one));
  taken.add(id);
  return id;
}

/** Names right below `†state` that are written, read or given: a new path must not touch them. */
export function takenStateNames(plan: Plan, graph: Graph): Set<string> {
  const taken = new Set(['approvals', '__proto__', 'prototype', 'constructor']);
  for (const { ref } of graph.writes) addName(ref, taken);
  for (const { ref } of graph.reads) addName(ref, taken);
  for (const key of Object.keys(plan.state?.initial ?? {})) taken.add(key);
  return taken;
}

function addName(ref: Ref, taken: Set<string>): void {
  if (ref.kind === 'state' && ref.path.length > 0) taken.add(String(ref.path[0]));
}

/** The path `†state.<id>` as text; `step_<id>` where an id can't start a name (§2). */
export function freeStatePath(id: string, taken: Set<string>): string {
  const name = takeId(/^[A-Za-z_$]/.test(id) ? id : `step_${id}`, taken);
  return printRef({ type: 'ref', kind: 'state', path: [name] });
}
