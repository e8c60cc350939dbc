/** The plan as a graph: who writes what whom reads (L-14), and the plan order that follows (L-22). */

import { intHeap } from '../lib/heap.ts';
import type { Call, Plan } from './document.ts';
import type { JsonPath } from './edit.ts';
import type { Ref } from './expression.ts';
import { declaredMeta, kindsOf, type ParsedCall, type PlaceRole, parseCall } from './parsed-call.ts';
import { pathIndex } from './path-index.ts';

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

/** `*` (or absent): once per instance; null: once for all; else one instance (L-50). */
export type InstanceScope = string | null;
export const instanceScopeOf = (call: Call): InstanceScope =>
  call._instance === undefined ? '*' : call._instance;

/** Whether a reader of one scope sees what a writer of another wrote (L-50). */
export const scopesMeet = (reader: InstanceScope, writer: InstanceScope): boolean =>
  writer === null || reader === writer || (reader !== null && (reader === '*' || writer === '*'));

/** Builds the graph of a plan. Never throws; what does not parse has no edges and is `errors` of its call. */
export function buildGraph(plan: Plan): Graph {
  const kinds = kindsOf(plan);
  const declared = declaredMeta(plan);
  const calls = plan.calls.map((call) => parseCall(call, kinds, declared.get(call._tool)));
  const index = new Map<string, number>();
  const writes: Write[] = [];
  const paths = pathIndex<Write>();

  for (let i = 0; i < calls.length; i++) {
    const { call, targets } = calls[i]!;
    if (!index.has(call._id)) index.set(call._id, i);
    if (!targets) continue;
    for (let a = 0; a < targets.alternatives.length; a++) {
      for (const ref of targets.alternatives[a]!) {
        const write: Write = { call: i, alternative: a, ref };
        writes.push(write);
        paths.add(ref.kind, ref.path, write);
      }
    }
  }

  const reads: MutableRead[] = [];
  const byKey = new Map<string, MutableRead>();
  const readsOf: MutableRead[][] = calls.map((parsed, i) => {
    const scope = instanceScopeOf(parsed.call);
    const own: MutableRead[] = [];
    for (const place of parsed.places) {
      for (const ref of place.refs) {
        if (!isWritable(ref.kind) || isApproval(ref)) continue;
        const key = keyOf(ref, scope);
        let read = byKey.get(key);
        if (!read) {
          read = { ref, readers: [], writes: [] };
          byKey.set(key, read);
          reads.push(read);
          const connected = read.writes;
          paths.connected(ref.kind, ref.path, (write) => {
            if (scopesMeet(scope, instanceScopeOf(calls[write.call]!.call))) connected.push(write);
          });
        }
        if (read.readers[read.readers.length - 1] !== i) {
          if (!own.includes(read)) {
            read.readers.push(i);
            own.push(read);
          }
        }
      }
    }
    return own;
  });

  const { order, rank } = planOrder(calls.length, reads, readsOf, writes);
  return { calls, index, writes, reads, readsOf, order, rank };
}

interface MutableRead {
  readonly ref: Ref;
  readonly readers: number[];
  readonly writes: Write[];
}

function keyOf(ref: Ref, scope: InstanceScope): string {
  let key = scope === '*' ? ref.kind : `${scope === null ? '' : scope}@${ref.kind}`;
  // NUL cannot stand in a bare name, and JSON.stringify escapes it in a quoted key.
  for (const segment of ref.path) key += `\0${segment}`;
  return key;
}

/** Kahn's algorithm over calls and the paths between them; linear in calls + reads + connections. */
function planOrder(
  size: number,
  reads: readonly Read[],
  readsOf: readonly (readonly Read[])[],
  writes: readonly Write[],
): { order: number[]; rank: Int32Array } {
  const waitsFor = new Int32Array(size);
  const openWrites = new Map<Read, number>();
  const readsByWriter: Read[][] = Array.from({ length: writes.length > 0 ? size : 0 }, () => []);
  for (const read of reads) {
    openWrites.set(read, read.writes.length);
    for (const write of read.writes) readsByWriter[write.call]!.push(read);
  }
  const ready = intHeap((call) => call);
  for (let i = 0; i < size; i++) {
    let open = 0;
    for (const read of readsOf[i]!) if (read.writes.length > 0) open += 1;
    waitsFor[i] = open;
    if (open === 0) ready.push(i);
  }
  const order: number[] = [];
  const rank = new Int32Array(size).fill(-1);
  for (let call = ready.pop(); call !== undefined; call = ready.pop()) {
    rank[call] = order.length;
    order.push(call);
    for (const read of readsByWriter[call] ?? []) {
      const open = openWrites.get(read)! - 1;
      openWrites.set(read, open);
      if (open > 0) continue;
      for (const reader of read.readers) {
        waitsFor[reader]! -= 1;
        if (waitsFor[reader] === 0) ready.push(reader);
      }
    }
  }
  return { order, rank };
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
      const read = own.find((candidate) => sameRef(candidate.ref, ref));
      if (!read) continue;
      for (const write of read.writes)
        edges.push({ from: write.call, to, ref, write, role: place.role, path: place.path });
    }
  }
}

/** Same kind and segments. `.0` and `["0"]` are the same place. */
export function sameRef(a: Ref, b: Ref): boolean {
  return (
    a.kind === b.kind &&
    a.path.length === b.path.length &&
    a.path.every((s, i) => String(s) === String(b.path[i]))
  );
}
