/** What stands behind the numbers of a graph and who reads each path, made when somebody looks at it, and once. */

import { intAt, itemAt, numberAt } from '../lib/columns.ts';
import type { ConnectedWrites } from './connected-writes.ts';
import type { Ref } from './expression.ts';
import type { Graph, Read, Write } from './graph.ts';
import type { InstanceScope } from './instance-scope.ts';
import type { ParsedCall } from './parsed-call.ts';
import { type Rows, transposed } from './rows.ts';
import { type Wiring, withCalls } from './wiring.ts';

/** A graph as it was drawn: numbers. */
interface Drawing
  extends Pick<Graph, 'calls' | 'ids' | 'order' | 'rank' | 'wiring' | 'numbered' | 'onlyWriter'> {
  readonly connected: ConnectedWrites;
}

const NO_READS: readonly Read[] = [];

/** @param drawing is kept: the views are made from it */
export function viewedGraph(drawing: Drawing): Graph {
  const { connected, ...shown } = drawing;
  const { calls, wiring, numbered, onlyWriter } = drawing;
  const { writers } = connected;
  let readViews: (Read | undefined)[] | undefined;
  let writeViews: (Write | undefined)[] | undefined;
  let readLists: (readonly Read[] | undefined)[] | undefined;
  /** By list of numbers: reads that see the same writes have one list of them. */
  const writeLists = new Map<readonly number[], readonly Write[]>();
  const refsOf = refFinder(calls);
  let reads: readonly Read[] | undefined;
  let writes: readonly Write[] | undefined;
  let readsOf: readonly (readonly Read[])[] | undefined;

  function read(number: number): Read {
    readViews ??= new Array(numbered.count);
    let view = readViews[number];
    if (!view) {
      const readers = rowOf(numbered.readers, number);
      const first = numberAt(readers, 0);
      const ref = itemAt(refsOf(first), intAt(numbered.places, number) - intAt(wiring.reads.starts, first));
      view = { ref, readers, writes: writesAt(number) };
      readViews[number] = view;
    }
    return view;
  }

  function writesAt(number: number): readonly Write[] {
    const path = intAt(numbered.paths, number);
    if (intAt(onlyWriter, number) >= 0) return [write(connected.onlyWrite(path))];
    const found = connected.find(path, numbered.scopeOf(number));
    let list = writeLists.get(found);
    if (!list) {
      list = found.map(write);
      writeLists.set(found, list);
    }
    return list;
  }

  function write(number: number): Write {
    writeViews ??= new Array(writers.length);
    let view = writeViews[number];
    if (!view) {
      const call = intAt(writers, number);
      view = { call, ...targetOf(itemAt(calls, call), number - intAt(wiring.writes.starts, call)) };
      writeViews[number] = view;
    }
    return view;
  }

  function readsBy(call: number): readonly Read[] {
    readLists ??= new Array(calls.length);
    let own = readLists[call];
    if (!own) {
      const { starts, items } = numbered.sequence;
      const start = intAt(starts, call);
      const length = intAt(starts, call + 1) - start;
      own = length === 0 ? NO_READS : listOf(length, (i) => read(intAt(items, start + i)));
      readLists[call] = own;
    }
    return own;
  }

  return {
    ...shown,
    get index() {
      return drawing.ids.index();
    },
    writers,
    isWritten: connected.isWritten,
    onlyWriterAt({ kind, path }) {
      const found = wiring.paths.find(kind, path);
      const only = found.whole ? connected.onlyWrite(found.path) : -1;
      return only < 0 ? -1 : intAt(writers, only);
    },
    read,
    write,
    readsBy,
    get reads() {
      reads ??= listOf(numbered.count, read);
      return reads;
    },
    get writes() {
      writes ??= listOf(writers.length, write);
      return writes;
    },
    get readsOf() {
      readsOf ??= listOf(calls.length, readsBy);
      return readsOf;
    },
    withCalls: (plan, others) =>
      viewedGraph({ ...drawing, calls: others, wiring: withCalls(wiring, plan, others) }),
  };
}

function listOf<T>(length: number, view: (number: number) => T): readonly T[] {
  const list = new Array<T>(length);
  for (let i = 0; i < length; i++) list[i] = view(i);
  return list;
}

/** Not by a view of the block: a view takes more memory than the list, and there are ten thousand. */
function rowOf({ starts, items }: Rows, row: number): number[] {
  const start = intAt(starts, row);
  const list = new Array<number>(intAt(starts, row + 1) - start);
  for (let i = 0; i < list.length; i++) list[i] = intAt(items, start + i);
  return list;
}

/** The target of a call at a place among all its targets. */
function targetOf({ targets }: ParsedCall, at: number): { alternative: number; ref: Ref } {
  let passed = 0;
  const { alternatives } = targets!;
  for (let alternative = 0; alternative < alternatives.length; alternative++) {
    const refs = itemAt(alternatives, alternative);
    if (at < passed + refs.length) return { alternative, ref: itemAt(refs, at - passed) };
    passed += refs.length;
  }
  throw new RangeError('A call has fewer targets than its wiring says.');
}

/**
 * Gives the references of a call in one list. The last is remembered, for reads are numbered call after call: made
 * again for each, 100,000 references of one call would take minutes.
 */
function refFinder(calls: readonly ParsedCall[]): (call: number) => readonly Ref[] {
  let within = -1;
  let refs: readonly Ref[] = [];
  return (call) => {
    if (call === within) return refs;
    within = call;
    refs = itemAt(calls, call).places.flatMap((place) => place.refs);
    return refs;
  };
}

// Who reads each path, by number: from the numbers of the wiring. Knows no writer.

/** Numbers for what is read, each a path by calls of one scope, in the order calls come to it. */
export interface GraphReads {
  readonly count: number;
  /** By read its path. */
  readonly paths: Int32Array;
  /** By read where it stands first in `wiring.reads.items`. */
  readonly places: Int32Array;
  /** By read the scope of its readers. */
  scopeOf(read: number): InstanceScope;
  /** The read of a path by calls of a scope; -1 for none. */
  find(path: number, scope: InstanceScope): number;
  /** By call what it reads, each once. */
  readonly sequence: Rows;
  /** By read the calls that read it, in list order. */
  readonly readers: Rows;
}

export function graphReads({ calls, paths: table, reads, scopes }: Wiring): GraphReads {
  const most = reads.items.length;
  const paths = new Int32Array(most);
  const places = new Int32Array(most);
  const lastReader = new Int32Array(most).fill(-1);
  /** Nearly every call is of every instance: by path, -1 for none. */
  const common = new Int32Array(table.size).fill(-1);
  /** Of the other calls: by path and scope. */
  const scoped = new Map<string, number>();
  const scopesOfScoped = new Map<number, InstanceScope>();
  const starts = new Int32Array(calls.length + 1);
  const items = new Int32Array(most);
  let length = 0;
  let count = 0;

  function numberOf(path: number, scope: InstanceScope, place: number): number {
    const known = find(path, scope);
    if (known >= 0) return known;
    const read = count++;
    paths[read] = path;
    places[read] = place;
    if (scope === '*') {
      common[path] = read;
    } else {
      scoped.set(scopedKey(path, scope), read);
      scopesOfScoped.set(read, scope);
    }
    return read;
  }

  function find(path: number, scope: InstanceScope): number {
    return scope === '*' ? intAt(common, path) : (scoped.get(scopedKey(path, scope)) ?? -1);
  }

  for (let call = 0; call < calls.length; call++) {
    const scope = itemAt(scopes, call);
    const end = intAt(reads.starts, call + 1);
    for (let at = intAt(reads.starts, call); at < end; at++) {
      if (intAt(reads.items, at) < 0) continue;
      const read = numberOf(intAt(reads.items, at), scope, at);
      if (lastReader[read] === call) continue;
      lastReader[read] = call;
      items[length++] = read;
    }
    starts[call + 1] = length;
  }
  const sequence = { starts, items: items.subarray(0, length) };
  return {
    count,
    paths,
    places,
    scopeOf(read) {
      const scope = scopesOfScoped.get(read);
      return scope === undefined ? '*' : scope;
    },
    find,
    sequence,
    readers: transposed(sequence, count),
  };
}

const scopedKey = (path: number, scope: InstanceScope) => (scope === null ? `${path}` : `${path}@${scope}`);
