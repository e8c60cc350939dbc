/**
 * Who reads each path, and who writes what is read (L-14): from the numbers of the wiring. Whatever is as it was
 * in the graph before is the same object, for much else hangs on it.
 */

import type { Ref } from './expression.ts';
import type { Graph, Read, Write } from './graph.ts';
import { type InstanceScope, scopesMeet } from './instance-scope.ts';
import type { ParsedCall } from './parsed-call.ts';
import { visitBelow } from './path-index.ts';
import { type Rows, rowsInWork, transposed } from './plan-order.ts';
import type { Wiring } from './wiring.ts';

const NO_READS: readonly Read[] = [];
const NO_WRITES: readonly Write[] = [];

export interface GraphReads {
  readonly reads: readonly Read[];
  /** The reads of each call, by call index. */
  readonly readsOf: readonly (readonly Read[])[];
  /** By path the number in `reads` of what calls of every instance read there; -1 for none. */
  readonly readAt: Int32Array;
}

/** @param before a graph whose wiring has the same table of paths, or undefined */
export function graphReads(wiring: Wiring, writes: readonly Write[], before: Graph | undefined): GraphReads {
  const { sequence, heads, readAt } = numberReads(wiring);
  const readers = transposed(sequence, heads.length);
  const writesAt = writesByPath(wiring, writes);
  const reads = heads.map((head, read) => {
    const start = readers.starts[read]!;
    const end = readers.starts[read + 1]!;
    const list = writesAt(head.path, head.scope);
    const old = oldRead(head, before);
    if (
      old &&
      wiring.settled[readers.items[start]!] === 1 &&
      isRow(old.readers, readers, read) &&
      sameItems(old.writes, list)
    )
      return old;
    const own = new Array<number>(end - start);
    for (let i = 0; i < own.length; i++) own[i] = readers.items[start + i]!;
    return { ref: refAt(wiring.calls[own[0]!]!, head.at), readers: own, writes: list };
  });
  const readsOf = wiring.calls.map((_, call) => {
    const start = sequence.starts[call]!;
    const length = sequence.starts[call + 1]! - start;
    if (length === 0) return NO_READS;
    const old = before?.readsOf[call];
    let same = old?.length === length;
    for (let i = 0; same && i < length; i++) same = old![i] === reads[sequence.items[start + i]!];
    if (same) return old!;
    const own = new Array<Read>(length);
    for (let i = 0; i < length; i++) own[i] = reads[sequence.items[start + i]!]!;
    return own;
  });
  return { reads, readsOf, readAt };
}

/** What is read: a path, by calls of one scope. */
interface Head {
  readonly path: number;
  readonly scope: InstanceScope;
  /** Of the references of its first reader, which one it is. */
  readonly at: number;
}

/** Numbers for what is read, in the order calls come to it; and by call what it reads, each once. */
function numberReads({ calls, paths, reads, scopes }: Wiring) {
  const heads: Head[] = [];
  const readAt = new Int32Array(paths.size).fill(-1);
  const scoped = new Map<string, number>();
  const lastReader: number[] = [];
  const sequence = rowsInWork();
  for (let call = 0; call < calls.length; call++) {
    const scope = scopes[call]!;
    const start = reads.starts[call]!;
    for (let at = start; at < reads.starts[call + 1]!; at++) {
      const path = reads.items[at]!;
      if (path < 0) continue;
      // Nearly every call is of every instance, and needs no key.
      const key = scope === '*' ? '' : `${path}${scope === null ? '' : `@${scope}`}`;
      let read = scope === '*' ? readAt[path]! : (scoped.get(key) ?? -1);
      if (read < 0) {
        read = heads.length;
        heads.push({ path, scope, at: at - start });
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
  return { heads, readAt, sequence: sequence.finish() };
}

function oldRead({ path, scope }: Head, before: Graph | undefined): Read | undefined {
  if (!before || scope !== '*' || path >= before.readAt.length) return undefined;
  return before.reads[before.readAt[path]!];
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

/** By path and scope of a reader everyone who may write what it reads, in list order. */
function writesByPath(wiring: Wiring, writes: readonly Write[]) {
  const { paths, scopes } = wiring;
  const here = writesHere(wiring, writes);
  /** What was worked out for a path that others touch, by path. */
  const touching = new Map<number, Touching>();

  return (path: number, scope: InstanceScope): readonly Write[] => {
    if (standsAlone(path)) {
      const own = here[path] ?? NO_WRITES;
      if (scope === '*' || own.every((write) => scopesMeet(scope, scopes[write.call]!))) return own;
    }
    let known = touching.get(path);
    if (!known) {
      known = sorted(connected(path), scopes);
      touching.set(path, known);
    }
    return seenBy(known, scope, scopes);
  };

  /** True where nothing is written above or below, so that what is written here is all that is connected. */
  function standsAlone(path: number): boolean {
    if (paths.childrenOf(path)) return false;
    for (let at = paths.parentOf(path); at >= 0; at = paths.parentOf(at)) if (here[at]) return false;
    return true;
  }

  function connected(path: number): Write[] {
    const found: Write[] = [];
    const take = (at: number) => {
      const own = here[at];
      if (own) for (let i = 0; i < own.length; i++) found.push(own[i]!);
    };
    for (let at = paths.parentOf(path); at >= 0; at = paths.parentOf(at)) take(at);
    take(path);
    visitBelow(paths, path, take);
    // The table's order is that in which paths came in, be it edits ago. The sort keeps a call's own order.
    return found.sort((a, b) => a.call - b.call);
  }
}

function writesHere({ paths, writes: rows }: Wiring, writes: readonly Write[]): (Write[] | undefined)[] {
  const here = new Array<Write[] | undefined>(paths.size).fill(undefined);
  for (let i = 0; i < writes.length; i++) {
    const path = rows.items[i]!;
    const own = here[path];
    // One is the rule, and a list that begins empty keeps room for 17.
    if (own) own.push(writes[i]!);
    else here[path] = [writes[i]!];
  }
  return here;
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
