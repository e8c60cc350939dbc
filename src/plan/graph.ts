/** The plan as a graph: who writes what whom reads (L-14), and the plan order that follows (L-22). */

import { intAt, itemAt } from '../lib/columns.ts';
import type { NumberByText } from '../lib/text-numbers.ts';
import type { Plan } from './document.ts';
import { drawGraph } from './draw-graph.ts';
import type { JsonPath } from './edit.ts';
import type { Ref } from './expression.ts';
import type { GraphReads } from './graph-reads.ts';
import type { ParsedCall, PlaceRole } from './parsed-call.ts';
import type { Wiring } from './wiring.ts';

export { sameRef } from './find-read.ts';
export { isApproval } from './text-paths.ts';

/** One target of a call: the alternative it belongs to (0 where there is one) and the path. */
export interface Write {
  /** Index of the writer in `graph.calls`. */
  readonly call: number;
  readonly alternative: number;
  readonly ref: Ref;
}

/** One path that is read, with everyone who reads it and everyone who may write it. */
export interface Read {
  readonly ref: Ref;
  readonly readers: readonly number[];
  readonly writes: readonly Write[];
}

/** The ids of the calls of a list. */
export interface CallIds {
  /** Whether no two calls have the same. */
  readonly areUnique: boolean;
  readonly index: () => NumberByText;
}

/**
 * The graph is numbers: of calls, reads and writes. What stands behind a read or a write is made when somebody
 * looks at it, and few of ten thousand are looked at; what goes through all of them goes by numbers.
 */
export interface Graph {
  readonly calls: readonly ParsedCall[];
  /** List index by id; of duplicate ids the first. Made when somebody asks: after most edits nobody does. */
  readonly index: NumberByText;
  readonly ids: CallIds;
  /** Plan order: Kahn's algorithm, least list index first. Without the calls in or behind cycles. */
  readonly order: readonly number[];
  /** Position in `order` by call index; -1 for calls in or behind cycles. */
  readonly rank: Int32Array;
  /** The reads by number, with their readers. */
  readonly numbered: GraphReads;
  /** By read the call that alone writes there, at exactly its path; -1 for any other read. */
  readonly onlyWriter: Int32Array;
  /** By write the call that makes it. Those of one call are a row of `wiring.writes`. */
  readonly writers: Int32Array;
  /** What the graph of the plan after an edit is drawn from. */
  readonly wiring: Wiring;

  /** Whether some call writes at, above or below a path. */
  isWritten(ref: Ref): boolean;
  /** The call that alone writes at, above or below a path, and does so at exactly that path; -1 where it is not so. */
  onlyWriterAt(ref: Ref): number;
  read(number: number): Read;
  write(number: number): Write;
  readsBy(call: number): readonly Read[];
  /** All of them: for what looks at every one. */
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
  /** By call index. */
  readonly readsOf: readonly (readonly Read[])[];
  /** The same graph of a plan of which some calls are others that are wired alike. */
  withCalls(plan: Plan, calls: readonly ParsedCall[]): Graph;
}

/** An arrow of the drawing: `to` reads through `ref` what `from` writes. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly ref: Ref;
  readonly write: Write;
  readonly role: PlaceRole;
  /** The place in the reader that holds the reference. */
  readonly path: JsonPath;
}

interface Drawn {
  readonly plan: Plan;
  readonly graph: Graph;
}

const drawn = new WeakMap<Plan['calls'], Drawn>();
/** What was drawn last: nearly always the plan to draw next is this one after an edit. */
let latest: Drawn | undefined;

/**
 * The graph of a plan, drawn once for each list of calls. Never throws; what does not parse has no edges and is
 * `errors` of its call. A call that the graph drawn last has too is the same parsed call here.
 */
export function buildGraph(plan: Plan): Graph {
  const known = drawn.get(plan.calls);
  if (known && spellsAlike(known.plan, plan)) return known.graph;
  const graph = drawGraph(plan, latest && spellsAlike(latest.plan, plan) ? latest.graph : undefined);
  rememberGraph(plan, graph);
  return graph;
}

/** Notes a graph that was worked out from the one before an edit. */
export function rememberGraph(plan: Plan, graph: Graph): void {
  latest = { plan, graph };
  drawn.set(plan.calls, latest);
}

/** Whether a call of one plan parses as it does in the other. */
const spellsAlike = (a: Plan, b: Plan) => a.data === b.data && a.tools === b.tools;

/** Every arrow, reader by reader in list order. A reference to a parent path gives one arrow a writer. */
export function edgesOf(graph: Graph): Edge[] {
  const edges: Edge[] = [];
  for (let to = 0; to < graph.calls.length; to++) edgesInto(graph, to, edges);
  return edges;
}

/** The arrows into one call, pushed onto `edges`. */
function edgesInto(graph: Graph, to: number, edges: Edge[]): void {
  const { numbered, wiring } = graph;
  const { starts, items } = wiring.reads;
  let at = intAt(starts, to);
  if (at === starts[to + 1]) return;
  for (const place of itemAt(graph.calls, to).places) {
    for (const ref of place.refs) {
      const path = intAt(items, at++);
      if (path < 0) continue;
      const { writes } = graph.read(numbered.find(path, itemAt(wiring.scopes, to)));
      for (const write of writes)
        edges.push({ from: write.call, to, ref, write, role: place.role, path: place.path });
    }
  }
}
