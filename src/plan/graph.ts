/** The plan as a graph: who writes what whom reads (L-14), and the plan order that follows (L-22). */

import type { Plan } from './document.ts';
import type { JsonPath } from './edit.ts';
import type { Ref } from './expression.ts';
import { findRead } from './find-read.ts';
import { type GraphReads, graphReads } from './graph-reads.ts';
import type { ParsedCall, PlaceRole } from './parsed-call.ts';
import { planOrder, rowsOf } from './plan-order.ts';
import { type Wiring, wiringOf } from './wiring.ts';

export { sameRef } from './find-read.ts';
export { isApproval } from './wiring.ts';

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

export interface Graph extends GraphReads {
  readonly calls: readonly ParsedCall[];
  /** List index by id; of duplicate ids the first. */
  readonly index: ReadonlyMap<string, number>;
  /** Call after call: those of one are a row of `wiring.writes`. */
  readonly writes: readonly Write[];
  /** Plan order: Kahn's algorithm, least list index first. Without the calls in or behind cycles. */
  readonly order: readonly number[];
  /** Position in `order` by call index; -1 for calls in or behind cycles. */
  readonly rank: Int32Array;
  /** What the graph of the plan after an edit is drawn from. */
  readonly wiring: Wiring;
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

function drawGraph(plan: Plan, before: Graph | undefined): Graph {
  const wiring = wiringOf(plan, before?.wiring);
  const { calls } = wiring;
  // Where the table of paths was begun again, no number says what it said.
  const alike = before?.wiring.paths === wiring.paths ? before : undefined;
  const writes = writesOf(wiring, alike);
  const found = graphReads(wiring, writes, alike);
  const index = alike && sameIds(calls, alike) ? alike.index : indexOf(calls);
  return { calls, index, writes, ...found, ...orderOf(calls.length, found), wiring };
}

function writesOf({ calls, settled, writes: rows }: Wiring, before: Graph | undefined): readonly Write[] {
  const writes: Write[] = [];
  for (let call = 0; call < calls.length; call++) {
    if (before && settled[call] === 1) {
      const { starts } = before.wiring.writes;
      for (let at = starts[call]!; at < starts[call + 1]!; at++) writes.push(before.writes[at]!);
      continue;
    }
    if (rows.starts[call] === rows.starts[call + 1]) continue;
    const { alternatives } = calls[call]!.targets!;
    for (let alternative = 0; alternative < alternatives.length; alternative++)
      for (const ref of alternatives[alternative]!) writes.push({ call, alternative, ref });
  }
  return writes;
}

function sameIds(calls: readonly ParsedCall[], before: Graph): boolean {
  if (calls.length !== before.calls.length) return false;
  for (let i = 0; i < calls.length; i++)
    if (calls[i] !== before.calls[i] && calls[i]!.call._id !== before.calls[i]!.call._id) return false;
  return true;
}

function indexOf(calls: readonly ParsedCall[]): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  // Backwards, so that of duplicate ids the first stays.
  for (let i = calls.length - 1; i >= 0; i--) index.set(calls[i]!.call._id, i);
  return index;
}

/** Plan order. A plan whose calls are listed after what they read, as most are, is in plan order as it stands. */
function orderOf(size: number, found: GraphReads): Pick<Graph, 'order' | 'rank'> {
  const { reads, readers } = found;
  if (!areListedLater(found))
    return planOrder(
      size,
      readers,
      rowsOf(
        reads,
        (read) => read.writes,
        (write) => write.call,
      ),
    );
  const rank = new Int32Array(size);
  for (let i = 0; i < size; i++) rank[i] = i;
  return { order: Array.from(rank), rank };
}

/** Whether all readers, of whom the first is the least, come after all writers. */
function areListedLater({ reads, readers, onlyWriter }: GraphReads): boolean {
  for (let read = 0; read < reads.length; read++) {
    const first = readers.items[readers.starts[read]!]!;
    const only = onlyWriter[read]!;
    if (only >= 0 ? only >= first : reads[read]!.writes.some((write) => write.call >= first)) return false;
  }
  return true;
}

/** Every arrow, reader by reader in list order. A reference to a parent path gives one arrow a writer. */
export function edgesOf(graph: Graph): Edge[] {
  const edges: Edge[] = [];
  for (let to = 0; to < graph.calls.length; to++) edgesInto(graph, to, edges);
  return edges;
}

/** The arrows into one call, pushed onto `edges`. */
export function edgesInto(graph: Graph, to: number, edges: Edge[]): void {
  const own = graph.readsOf[to]!;
  if (own.length === 0) return;
  for (const place of graph.calls[to]!.places) {
    for (const ref of place.refs) {
      const read = findRead(own, ref);
      if (!read) continue;
      for (const write of read.writes)
        edges.push({ from: write.call, to, ref, write, role: place.role, path: place.path });
    }
  }
}
