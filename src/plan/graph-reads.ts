/**
 * Who reads each path, and who writes what is read (L-14): from the numbers of the wiring. Whatever is as it was
 * in the graph before is the same object, for much else hangs on it.
 */

import type { Ref } from './expression.ts';
import type { Graph, Read, Write } from './graph.ts';
import { type InstanceScope, scopesMeet } from './instance-scope.ts';
import type { ParsedCall } from './parsed-call.ts';
import { type PathTable, visitBelow } from './path-index.ts';
import { positionsOf, type Rows, rowsInWork, transposed } from './plan-order.ts';
import type { Wiring } from './wiring.ts';

const NO_READS: readonly Read[] = [];

export interface GraphReads {
  readonly reads: readonly Read[];
  /** The reads of each call, by call index. */
  readonly readsOf: readonly (readonly Read[])[];
  /** By path the number in `reads` of what calls of every instance read there; -1 for none. */
  readonly readAt: Int32Array;
  /** `readers` of all reads, in one block: what goes through ten thousand of them need look at no other object. */
  readonly readers: Rows;
  /** By read the call that alone writes there, at exactly its path; -1 for any other read. */
  readonly onlyWriter: Int32Array;
}

/** @param before a graph whose wiring has the same table of paths, or undefined */
export function graphReads(wiring: Wiring, writes: readonly Write[], before: Graph | undefined): GraphReads {
  const { sequence, paths, scopes, places, readAt } = numberReads(wiring);
  const readers = transposed(sequence, paths.length);
  const writesFor = writesByPath(wiring, writes);
  const reads = new Array<Read>(paths.length);
  const onlyWriter = new Int32Array(paths.length).fill(-1);
  for (let read = 0; read < reads.length; read++) {
    const old = scopes[read] === '*' ? oldRead(paths[read]!, before) : undefined;
    const list = writesFor(paths[read]!, scopes[read]!, old?.writes);
    if (list.length === 1 && list[0]!.ref.path.length === depthOf(wiring.paths, paths[read]!))
      onlyWriter[read] = list[0]!.call;
    const first = readers.items[readers.starts[read]!]!;
    reads[read] =
      old && list === old.writes && wiring.settled[first] === 1 && isRow(old.readers, readers, read)
        ? old
        : {
            ref: refAt(wiring.calls[first]!, places[read]!),
            readers: listOf(readers, read),
            writes: list,
          };
  }
  const readsOf = wiring.calls.map((_, call) => readsOfCall(call, sequence, reads, before?.readsOf[call]));
  return { reads, readsOf, readAt, readers, onlyWriter };
}

/** @param old those of the call that stood there before */
function readsOfCall(
  call: number,
  { starts, items }: Rows,
  reads: readonly Read[],
  old: readonly Read[] | undefined,
): readonly Read[] {
  const start = starts[call]!;
  const length = starts[call + 1]! - start;
  if (length === 0) return NO_READS;
  let same = old?.length === length;
  for (let i = 0; same && i < length; i++) same = old![i] === reads[items[start + i]!];
  if (same) return old!;
  const own = new Array<Read>(length);
  for (let i = 0; i < length; i++) own[i] = reads[items[start + i]!]!;
  return own;
}

/** Numbers for what is read, each a path by calls of one scope, in the order calls come to it. */
interface NumberedReads {
  readonly paths: readonly number[];
  readonly scopes: readonly InstanceScope[];
  /** Of the references of its first reader, which one it is. */
  readonly places: readonly number[];
  readonly readAt: Int32Array;
  /** By call what it reads, each once. */
  readonly sequence: Rows;
}

function numberReads({ calls, paths: table, reads, scopes: scopeOf }: Wiring): NumberedReads {
  const paths: number[] = [];
  const scopes: InstanceScope[] = [];
  const places: number[] = [];
  const readAt = new Int32Array(table.size).fill(-1);
  const scoped = new Map<string, number>();
  const lastReader: number[] = [];
  const sequence = rowsInWork();
  for (let call = 0; call < calls.length; call++) {
    const scope = scopeOf[call]!;
    const start = reads.starts[call]!;
    for (let at = start; at < reads.starts[call + 1]!; at++) {
      const path = reads.items[at]!;
      if (path < 0) continue;
      // Nearly every call is of every instance, and needs no key.
      const key = scope === '*' ? '' : `${path}${scope === null ? '' : `@${scope}`}`;
      let read = scope === '*' ? readAt[path]! : (scoped.get(key) ?? -1);
      if (read < 0) {
        read = paths.length;
        paths.push(path);
        scopes.push(scope);
        places.push(at - start);
        lastReader.push(-1);
        if (scope === '*') readAt[path] = read;
        else scoped.set(key, read);
      }
      if (lastReader[read] === call) continue;
      lastReader[read] = call;
      sequence.add(read);
    }
    sequence.end();
  }
  return { paths, scopes, places, readAt, sequence: sequence.finish() };
}

function depthOf(table: PathTable, path: number): number {
  let depth = 0;
  for (let at = table.parentOf(path); at >= 0; at = table.parentOf(at)) depth++;
  return depth;
}

function oldRead(path: number, before: Graph | undefined): Read | undefined {
  if (!before || path >= before.readAt.length) return undefined;
  const read = before.readAt[path]!;
  return read < 0 ? undefined : before.reads[read];
}

/** Not by a view of the block: a view takes more memory than the list, and there are ten thousand. */
function listOf({ starts, items }: Rows, row: number): number[] {
  const start = starts[row]!;
  const list = new Array<number>(starts[row + 1]! - start);
  for (let i = 0; i < list.length; i++) list[i] = items[start + i]!;
  return list;
}

function isRow(items: readonly number[], rows: Rows, row: number): boolean {
  const start = rows.starts[row]!;
  if (items.length !== rows.starts[row + 1]! - start) return false;
  for (let i = 0; i < items.length; i++) if (items[i] !== rows.items[start + i]) return false;
  return true;
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function refAt({ places }: ParsedCall, at: number): Ref {
  let left = at;
  for (const { refs } of places) {
    if (left < refs.length) return refs[left]!;
    left -= refs.length;
  }
  throw new Error('The wiring has a reference that its call does not have.');
}

/** By path and scope of a reader everyone who may write what it reads, in list order; `old` where it says that. */
function writesByPath(wiring: Wiring, writes: readonly Write[]) {
  const { paths, scopes } = wiring;
  const { starts, items } = positionsOf(wiring.writes.items, paths.size);
  /** What was worked out for a path that others touch, by path. */
  const touching = new Map<number, Touching>();

  return (path: number, scope: InstanceScope, old: readonly Write[] | undefined): readonly Write[] => {
    if (scope === '*' && standsAlone(path)) return writesHere(path, old);
    let known = touching.get(path);
    if (!known) {
      known = sorted(connected(path), scopes);
      touching.set(path, known);
    }
    const seen = seenBy(known, scope, scopes);
    return old && sameItems(old, seen) ? old : seen;
  };

  /** True where nothing is written above or below, so that what is written here is all that is connected. */
  function standsAlone(path: number): boolean {
    if (paths.childrenOf(path)) return false;
    for (let at = paths.parentOf(path); at >= 0; at = paths.parentOf(at))
      if (starts[at] !== starts[at + 1]) return false;
    return true;
  }

  function writesHere(path: number, old: readonly Write[] | undefined): readonly Write[] {
    const start = starts[path]!;
    const length = starts[path + 1]! - start;
    let same = old?.length === length;
    for (let i = 0; same && i < length; i++) same = old![i] === writes[items[start + i]!];
    if (same) return old!;
    const own = new Array<Write>(length);
    for (let i = 0; i < length; i++) own[i] = writes[items[start + i]!]!;
    return own;
  }

  function connected(path: number): Write[] {
    const found: number[] = [];
    const take = (at: number) => {
      for (let i = starts[at]!; i < starts[at + 1]!; i++) found.push(items[i]!);
    };
    for (let at = paths.parentOf(path); at >= 0; at = paths.parentOf(at)) take(at);
    take(path);
    visitBelow(paths, path, take);
    // The table's order is that in which paths came in, be it edits ago.
    return Array.from(Int32Array.from(found).sort(), (write) => writes[write]!);
  }
}

/** The writers connected with one path. */
interface Touching {
  readonly all: readonly Write[];
  /** What every instance sees: the one list of all of them, or 5,000 labels would have 5,000 lists. */
  readonly common: readonly Write[];
  /** Labels that only some writers have. */
  readonly labels: ReadonlySet<InstanceScope>;
}

function sorted(all: readonly Write[], scopes: readonly InstanceScope[]): Touching {
  const labels = new Set<InstanceScope>();
  for (const { call } of all) {
    const scope = scopes[call]!;
    if (scope !== null && scope !== '*') labels.add(scope);
  }
  if (labels.size === 0) return { all, common: all, labels };
  return { all, common: all.filter(({ call }) => !labels.has(scopes[call]!)), labels };
}

function seenBy(
  { all, common, labels }: Touching,
  scope: InstanceScope,
  scopes: readonly InstanceScope[],
): readonly Write[] {
  if (scope === '*') return all;
  if (scope !== null && !labels.has(scope)) return common;
  return all.filter(({ call }) => scopesMeet(scope, scopes[call]!));
}
