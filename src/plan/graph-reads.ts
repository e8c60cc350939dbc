/**
 * Who reads each path, and who writes what is read (L-14): from the numbers of the wiring. Whatever is as it was
 * in the graph before is the same object, for much else hangs on it.
 */

import { writesByPath } from './connected-writes.ts';
import type { Ref } from './expression.ts';
import type { Graph, Read, Write } from './graph.ts';
import type { InstanceScope } from './instance-scope.ts';
import type { ParsedCall } from './parsed-call.ts';
import type { PathTable } from './path-index.ts';
import { type Rows, rowsInWork, transposed } from './plan-order.ts';
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
  const refAt = refFinder(wiring.calls);
  const reads = new Array<Read>(paths.length);
  const onlyWriter = new Int32Array(paths.length).fill(-1);
  for (let read = 0; read < reads.length; read++) {
    const number = scopes[read] === '*' ? oldNumber(paths[read]!, before) : -1;
    const old = number < 0 ? undefined : before!.reads[number]!;
    const first = readers.items[readers.starts[read]!]!;
    const settled =
      number >= 0 && wiring.settled[first] === 1 && sameRow(before!.readers, number, readers, read);
    const writer = number < 0 ? -1 : before!.onlyWriter[number]!;
    // By numbers alone: to look at what ten thousand reads hold takes longer than to draw the rest.
    if (settled && writer >= 0 && wiring.settled[writer] === 1 && writesFor.isOnly(paths[read]!, writer)) {
      reads[read] = old!;
      onlyWriter[read] = writer;
      continue;
    }
    const list = writesFor.find(paths[read]!, scopes[read]!, old?.writes);
    if (list.length === 1 && list[0]!.ref.path.length === depthOf(wiring.paths, paths[read]!))
      onlyWriter[read] = list[0]!.call;
    reads[read] =
      settled && list === old!.writes
        ? old!
        : {
            ref: refAt(first, places[read]!),
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

function oldNumber(path: number, before: Graph | undefined): number {
  return before && path < before.readAt.length ? before.readAt[path]! : -1;
}

/** Not by a view of the block: a view takes more memory than the list, and there are ten thousand. */
function listOf({ starts, items }: Rows, row: number): number[] {
  const start = starts[row]!;
  const list = new Array<number>(starts[row + 1]! - start);
  for (let i = 0; i < list.length; i++) list[i] = items[start + i]!;
  return list;
}

function sameRow(a: Rows, row: number, b: Rows, other: number): boolean {
  const start = a.starts[row]!;
  const length = a.starts[row + 1]! - start;
  const from = b.starts[other]!;
  if (length !== b.starts[other + 1]! - from) return false;
  for (let i = 0; i < length; i++) if (a.items[start + i] !== b.items[from + i]) return false;
  return true;
}

/**
 * Finds a reference by its number among those of its call. Reads are numbered call after call, so it goes on from
 * where it was: begun again for each, 100,000 references of one call would take minutes.
 */
function refFinder(calls: readonly ParsedCall[]): (call: number, at: number) => Ref {
  let within = -1;
  let place = 0;
  /** References before `place`. */
  let passed = 0;
  return (call, at) => {
    if (call !== within || at < passed) {
      within = call;
      place = 0;
      passed = 0;
    }
    const { places } = calls[call]!;
    while (at >= passed + places[place]!.refs.length) passed += places[place++]!.refs.length;
    return places[place]!.refs[at - passed]!;
  };
}
