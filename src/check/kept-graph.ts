/** The graph of the last check, kept as long as an edit moves no wire: most edits change a value or a word. */

import { itemAt } from '../lib/columns.ts';
import type { Call, Plan } from '../plan/document.ts';
import { buildGraph, type Graph, rememberGraph } from '../plan/graph.ts';
import { declaredMeta, kindsOf, type ParsedCall, parseCall } from '../plan/parsed-call.ts';

export interface Drawn {
  readonly plan: Plan;
  readonly graph: Graph;
}

/** The plan's graph; `kept` where it has the wires of `previous`, and so everything that follows from them. */
export function graphOf(plan: Plan, previous: Drawn | undefined): { graph: Graph; kept: boolean } {
  const calls = previous && sameWires(plan, previous);
  if (!calls) return { graph: buildGraph(plan), kept: false };
  const graph = previous.graph.withCalls(plan, calls);
  // The canvas asks for the graph of the same plan.
  rememberGraph(plan, graph);
  return { graph, kept: true };
}

/** The plan's calls parsed, or undefined where one of them reads or writes otherwise than before. */
function sameWires(plan: Plan, { plan: before, graph }: Drawn): readonly ParsedCall[] | undefined {
  if (plan.calls.length !== before.calls.length || plan.data !== before.data || plan.tools !== before.tools)
    return undefined;
  if (plan.calls === before.calls) return graph.calls;
  const calls = graph.calls.slice();
  let declared: ReturnType<typeof declaredMeta> | undefined;
  for (let i = 0; i < calls.length; i++) {
    const call = itemAt(plan.calls, i);
    if (call === before.calls[i]) continue;
    declared ??= declaredMeta(plan);
    const parsed = parseCall(call, kindsOf(plan), declared.get(call._tool));
    if (!wiredAlike(parsed, itemAt(graph.calls, i))) return undefined;
    calls[i] = parsed;
  }
  return calls;
}

/** Meta-properties that decide what a call's wires mean. */
const WIRING = [
  '_id',
  '_tool',
  '_outputPath',
  '_outputMethod',
  '_instance',
  '_delegate',
  '_forEach',
] as const;

function wiredAlike(a: ParsedCall, b: ParsedCall): boolean {
  if (a.places.length !== b.places.length || !sameMeta(a.call, b.call)) return false;
  return a.places.every((place, i) => {
    const other = itemAt(b.places, i);
    return (
      place.text === other.text &&
      place.role === other.role &&
      place.path.length === other.path.length &&
      place.path.every((key, k) => key === other.path[k])
    );
  });
}

const sameMeta = (a: Call, b: Call) =>
  WIRING.every((key) => a[key] === b[key]) && (a._after === undefined) === (b._after === undefined);
