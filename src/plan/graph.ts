/** The plan as a graph: who writes what whom reads (L-14), and the plan order that follows (L-22). */

import { intAt, itemAt } from '../lib/columns.ts';
import { type NumberByText, TextNumbers } from '../lib/text-numbers.ts';
import { type ConnectedWrites, connectedWrites } from './connected-writes.ts';
import type { Plan } from './document.ts';
import type { JsonPath } from './edit.ts';
import type { Ref } from './expression.ts';
import { type GraphReads, graphReads, viewedGraph } from './graph-views.ts';
import type { ParsedCall, PlaceRole } from './parsed-call.ts';
import { planOrder } from './plan-order.ts';
import { type Rows, rowsInWork, transposed } from './rows.ts';
import { type Wiring, wiringOf } from './wiring.ts';

export { sameRef } from './read-call.ts';
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
interface CallIds {
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

/** The graph of calls that are not the plan on the table after an edit. It is not remembered: that plan's next one is not drawn from it. */
export const graphApart = (plan: Plan): Graph => drawGraph(plan, undefined);

/** Notes a graph that was worked out from the one before an edit. */
export function rememberGraph(plan: Plan, graph: Graph): void {
  latest = { plan, graph };
  drawn.set(plan.calls, latest);
}

/** Whether a call of one plan parses as it does in the other. */
const spellsAlike = (a: Plan, b: Plan) => a.data === b.data && a.tools === b.tools;

/** Every arrow, reader by reader in list order. A reference to a parent path gives one arrow a writer. */
export function edgesOf(graph: Graph, before?: Arrows): Edge[] {
  const edges: Edge[] = [];
  for (let to = 0; to < graph.calls.length; to++) {
    const start = edges.length;
    if (before && areAsBefore(graph, before, to, edges)) continue;
    edges.length = start;
    edgesInto(graph, to, edges);
  }
  return edges;
}

/** What was drawn of the plan before an edit: an arrow that this one has too is the same object. */
export interface Arrows {
  readonly graph: Graph;
  readonly edges: readonly Edge[];
  /** By call index: places in `edges` of the arrows that arrive. */
  readonly arriving: readonly (readonly number[])[];
}

/** Pushes the arrows into a call where all are those of before: each reads what one call alone writes, and that is the same call. */
function areAsBefore(graph: Graph, before: Arrows, to: number, edges: Edge[]): boolean {
  const { numbered, wiring, onlyWriter } = graph;
  const { starts, items } = wiring.reads;
  const call = itemAt(graph.calls, to);
  if (before.graph.calls[to] !== call) return false;
  const known = itemAt(before.arriving, to);
  let at = intAt(starts, to);
  let next = 0;
  if (at === starts[to + 1]) return known.length === 0;
  for (const { refs } of call.places) {
    for (const ref of refs) {
      const path = intAt(items, at++);
      if (path < 0) continue;
      const writer = intAt(onlyWriter, numbered.find(path, itemAt(wiring.scopes, to)));
      const edge = before.edges[known[next++] ?? -1];
      if (writer < 0 || edge?.from !== writer || edge.ref !== ref) return false;
      if (before.graph.calls[writer] !== graph.calls[writer]) return false;
      edges.push(edge);
    }
  }
  return next === known.length;
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

// Draws a graph from the wiring of a plan: who writes what whom reads, and the plan order that follows (L-14,
// L-22).

/** @param before the graph of a plan that spells its calls alike, be it this one before an edit */
function drawGraph(plan: Plan, before: Graph | undefined): Graph {
  const wiring = wiringOf(plan, before?.wiring);
  const { calls } = wiring;
  const numbered = graphReads(wiring);
  const connected = connectedWrites(wiring);
  const onlyWriter = onlyWriters(numbered, connected);
  const ids = idsOf(wiring, before);
  const order = graphOrder(calls.length, numbered, connected, onlyWriter);
  return viewedGraph({ calls, ids, wiring, numbered, connected, onlyWriter, ...order });
}

function onlyWriters(
  { count, paths, scopeOf }: GraphReads,
  { onlyWrite, writers }: ConnectedWrites,
): Int32Array {
  const only = new Int32Array(count).fill(-1);
  for (let read = 0; read < count; read++) {
    const write = scopeOf(read) === '*' ? onlyWrite(intAt(paths, read)) : -1;
    if (write >= 0) only[read] = intAt(writers, write);
  }
  return only;
}

/** More new calls than this, and the index is the quicker way to tell whether an id is there twice. */
const FEW_NEW = 8;

function idsOf(wiring: Wiring, before: Graph | undefined): CallIds {
  const { calls } = wiring;
  if (before?.ids.areUnique) {
    const { head, tail } = wiring.copied;
    const isNew = (at: number) => at >= head && at < calls.length - tail;
    const sameLength = calls.length === before.calls.length;
    const added = calls.length - tail - head;
    if (sameLength && sameIds(calls, before.calls, head, head + added)) return before.ids;
    if (added <= FEW_NEW) {
      const names = new Set(calls.slice(head, head + added).map(({ call }) => call._id));
      const isTwice = names.size < added || calls.some(({ call }, at) => !isNew(at) && names.has(call._id));
      if (!isTwice) return uniqueIds(calls);
    }
  }
  const index = indexOf(calls);
  return { areUnique: index.size === calls.length, index: () => index };
}

function sameIds(a: readonly ParsedCall[], b: readonly ParsedCall[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (itemAt(a, i).call._id !== itemAt(b, i).call._id) return false;
  return true;
}

function uniqueIds(calls: readonly ParsedCall[]): CallIds {
  let index: NumberByText | undefined;
  return {
    areUnique: true,
    index: () => {
      index ??= indexOf(calls);
      return index;
    },
  };
}

function indexOf(calls: readonly ParsedCall[]): NumberByText {
  const index = new TextNumbers(calls.length);
  for (let i = 0; i < calls.length; i++) index.add(itemAt(calls, i).call._id, i);
  return index;
}

// The plan order of a graph (L-22): as its calls are listed, where that will do, else by Kahn's algorithm.

interface GraphOrder {
  readonly order: readonly number[];
  readonly rank: Int32Array;
}

/** @param onlyWriter by read, as of a graph */
function graphOrder(
  size: number,
  numbered: GraphReads,
  connected: ConnectedWrites,
  onlyWriter: Int32Array,
): GraphOrder {
  if (areListedLater(numbered, connected)) return asListed(size);
  const { readers, writers } = sources(numbered, connected, onlyWriter);
  return planOrder(size, readers, writers);
}

/** Whether all readers, of whom the first is the least, come after all writers, be they of another instance. */
function areListedLater({ count, paths, readers }: GraphReads, { lastWriter }: ConnectedWrites): boolean {
  for (let read = 0; read < count; read++)
    if (lastWriter(intAt(paths, read)) >= intAt(readers.items, intAt(readers.starts, read))) return false;
  return true;
}

/** The last that was made: from edit to edit it is nearly always the same. */
let listed: GraphOrder = { order: [], rank: new Int32Array(0) };

function asListed(size: number): GraphOrder {
  if (listed.order.length === size) return listed;
  const rank = new Int32Array(size);
  const order = new Array<number>(size);
  for (let i = 0; i < size; i++) {
    rank[i] = i;
    order[i] = i;
  }
  listed = { order, rank };
  return listed;
}

/**
 * Who waits for whom. Reads that see the same writes are one source: 10,000 of them with 10,000 writers each would
 * be 10^8 steps.
 */
function sources(
  { count, paths, scopeOf, sequence }: GraphReads,
  { find, writers }: ConnectedWrites,
  onlyWriter: Int32Array,
): { readers: Rows; writers: Rows } {
  const sourceOf = new Int32Array(count);
  const known = new Map<readonly number[], number>();
  const rows = rowsInWork(count);
  let size = 0;
  for (let read = 0; read < count; read++) {
    if (intAt(onlyWriter, read) >= 0) {
      rows.add(intAt(onlyWriter, read));
      rows.end();
      sourceOf[read] = size++;
      continue;
    }
    const writes = find(intAt(paths, read), scopeOf(read));
    let source = known.get(writes);
    if (source === undefined) {
      for (const write of writes) rows.add(intAt(writers, write));
      rows.end();
      source = size++;
      known.set(writes, source);
    }
    sourceOf[read] = source;
  }
  const waiting = { starts: sequence.starts, items: sequence.items.map((read) => intAt(sourceOf, read)) };
  return { readers: transposed(waiting, size), writers: rows.finish() };
}
