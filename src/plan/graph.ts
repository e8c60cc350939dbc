/** The plan as a graph: who writes what whom reads (L-14), and the plan order that follows (L-22). */

import { aligned } from './aligned.ts';
import type { Call, Plan } from './document.ts';
import type { JsonPath } from './edit.ts';
import type { Ref } from './expression.ts';
import { findRead } from './find-read.ts';
import { declaredMeta, kindsOf, type ParsedCall, type PlaceRole } from './parsed-call.ts';
import { type PathIndex, type PathNode, pathIndex, standsAlone } from './path-index.ts';
import { planOrder, rowsOf } from './plan-order.ts';
import { callReader } from './read-call.ts';

export { sameRef } from './find-read.ts';

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

export interface Graph {
  readonly calls: readonly ParsedCall[];
  /** List index by id; of duplicate ids the first. */
  readonly index: ReadonlyMap<string, number>;
  readonly writes: readonly Write[];
  readonly reads: readonly Read[];
  /** The reads of each call, by call index. */
  readonly readsOf: readonly (readonly Read[])[];
  /** Plan order: Kahn's algorithm, least list index first. Without the calls in or behind cycles. */
  readonly order: readonly number[];
  /** Position in `order` by call index; -1 for calls in or behind cycles. */
  readonly rank: Int32Array;
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

/** Kinds that calls write. `input`, `run` and `secret` have no writers. */
const isWritable = (kind: string) => kind !== 'input' && kind !== 'run' && kind !== 'secret';

/** L-33: written by a person only; a gate, not an edge. */
export const isApproval = (ref: Ref) => ref.kind === 'state' && ref.path[0] === 'approvals';

/** Whether calls may write what is read: all but the input, the run, secrets and what a person decides. */
const isWired = (ref: Ref) => isWritable(ref.kind) && !isApproval(ref);

/** `*` (or absent): once per instance; null: once for all; else one instance (L-50). */
export type InstanceScope = string | null;
export const instanceScopeOf = (call: Call): InstanceScope =>
  call._instance === undefined ? '*' : call._instance;

/** Whether a reader of one scope sees what a writer of another wrote (L-50). */
export const scopesMeet = (reader: InstanceScope, writer: InstanceScope): boolean =>
  writer === null || reader === writer || (reader !== null && (reader === '*' || writer === '*'));

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
  const graph = drawGraph(plan, latest && spellsAlike(latest.plan, plan) ? latest.graph.calls : []);
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

function drawGraph(plan: Plan, before: readonly ParsedCall[]): Graph {
  const declared = declaredMeta(plan);
  const keptOf = aligned(before, plan.calls);
  const index = new Map<string, number>();
  const writes: Write[] = [];
  const paths = pathIndex<Write>();
  const nodeOf = (ref: Ref) => (isWired(ref) ? paths.at(ref.kind, ref.path) : undefined);
  const reader = callReader(kindsOf(plan), nodeOf);
  const reading = readingOf(paths);
  // All of a call in one go, while it is in the processor's cache: a plan is larger than that.
  const calls = plan.calls.map((call, i) => {
    if (!index.has(call._id)) index.set(call._id, i);
    const kept = keptOf(call, i);
    const parsed = kept ?? reader.read(call, (declared.size > 0 && declared.get(call._tool)) || NO_KEYS);
    addWrites(parsed, i, kept ? undefined : reader.target);
    reading.add(parsed, i, kept ? nodesOf(kept, nodeOf) : reader.nodes);
    return parsed;
  });
  const { reads, readsOf } = reading.finish(calls);
  return { calls, index, writes, reads, readsOf, ...orderOf(calls.length, reads) };

  function addWrites({ targets }: ParsedCall, call: number, node: PathNode<Write> | undefined): void {
    if (!targets) return;
    for (let alternative = 0; alternative < targets.alternatives.length; alternative++) {
      for (const ref of targets.alternatives[alternative]!) {
        const write: Write = { call, alternative, ref };
        writes.push(write);
        paths.addAt(node ?? paths.at(ref.kind, ref.path), write);
      }
    }
  }
}

const NO_KEYS: ReadonlySet<string> = new Set();

function nodesOf<N>({ places }: ParsedCall, nodeOf: (ref: Ref) => N): readonly N[] {
  const nodes: N[] = [];
  for (let p = 0; p < places.length; p++) {
    const { refs } = places[p]!;
    for (let r = 0; r < refs.length; r++) nodes.push(nodeOf(refs[r]!));
  }
  return nodes;
}

const NO_READS: readonly Read[] = [];

/**
 * Gathers which paths are read, and by whom. Counts before it lists: lists that grow keep room, and together
 * would take several times the memory of what they hold.
 */
function readingOf(paths: PathIndex<Write>) {
  const numberOf = readNumbers();
  /** By number of read. */
  const refs: Ref[] = [];
  const nodes: PathNode<Write>[] = [];
  const scopes: InstanceScope[] = [];
  const counts: number[] = [];
  const lastReader: number[] = [];
  /** Numbers of reads, call after call, and where each call's end. */
  const sequence: number[] = [];
  const ends: number[] = [];

  /** @param own the paths of its references, in order; undefined for one that no call can write */
  function add({ call, places }: ParsedCall, reader: number, own: readonly (PathNode<Write> | undefined)[]) {
    const scope = instanceScopeOf(call);
    let at = 0;
    for (let p = 0; p < places.length; p++) {
      const ofPlace = places[p]!.refs;
      for (let r = 0; r < ofPlace.length; r++) {
        const node = own[at++];
        if (node) addRead(ofPlace[r]!, node, scope, reader);
      }
    }
    ends.push(sequence.length);
  }

  function addRead(ref: Ref, node: PathNode<Write>, scope: InstanceScope, reader: number): void {
    const read = numberOf(node.number, scope);
    if (read === refs.length) {
      refs.push(ref);
      nodes.push(node);
      scopes.push(scope);
      counts.push(0);
      lastReader.push(-1);
    }
    if (lastReader[read] === reader) return;
    lastReader[read] = reader;
    counts[read]! += 1;
    sequence.push(read);
  }

  /** @param calls all that were added */
  function finish(calls: readonly ParsedCall[]): Pick<Graph, 'reads' | 'readsOf'> {
    const readers = counts.map((count) => new Array<number>(count));
    const reads = refs.map((ref, read): Read => {
      const writes = writesFor(calls, paths, ref, nodes[read]!, scopes[read]!);
      return { ref, readers: readers[read]!, writes };
    });
    const listed = new Int32Array(reads.length);
    let at = 0;
    const readsOf = ends.map((end, reader) => {
      if (at === end) return NO_READS;
      const own = new Array<Read>(end - at);
      for (let k = 0; k < own.length; k++, at++) {
        const read = sequence[at]!;
        readers[read]![listed[read]!++] = reader;
        own[k] = reads[read]!;
      }
      return own;
    });
    return { reads, readsOf };
  }

  return { add, finish };
}

/** Numbers for what is read, from 0 in order: one for each path and scope. */
function readNumbers(): (path: number, scope: InstanceScope) => number {
  /** By number of path. Nearly every call is of every instance, and needs no key. */
  const common: number[] = [];
  const scoped = new Map<string, number>();
  let count = 0;
  return (path, scope) => {
    if (scope === '*') {
      while (common.length <= path) common.push(-1);
      if (common[path] === -1) common[path] = count++;
      return common[path]!;
    }
    const key = `${path}${scope === null ? '' : `@${scope}`}`;
    const known = scoped.get(key);
    if (known !== undefined) return known;
    scoped.set(key, count);
    return count++;
  };
}

function writesFor(
  calls: readonly ParsedCall[],
  paths: PathIndex<Write>,
  ref: Ref,
  node: PathNode<Write>,
  scope: InstanceScope,
): readonly Write[] {
  // What every instance reads meets every writer.
  if (scope === '*' && standsAlone(node)) return node.here;
  const writes: Write[] = [];
  paths.connected(ref.kind, ref.path, (write) => {
    if (scopesMeet(scope, instanceScopeOf(calls[write.call]!.call))) writes.push(write);
  });
  return writes;
}

/** Plan order. A plan whose calls are listed after what they read, as most are, is in plan order as it stands. */
export function orderOf(size: number, reads: readonly Read[]): Pick<Graph, 'order' | 'rank'> {
  if (!reads.every(isListedLater))
    return planOrder(
      size,
      rowsOf(
        reads,
        (read) => read.readers,
        (reader) => reader,
      ),
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
function isListedLater({ readers, writes }: Read): boolean {
  for (let i = 0; i < writes.length; i++) if (writes[i]!.call >= readers[0]!) return false;
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
