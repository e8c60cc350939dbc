/** What stands behind the numbers of a graph, made when somebody looks at it, and once. */

import { intAt, itemAt, numberAt } from '../lib/columns.ts';
import type { ConnectedWrites } from './connected-writes.ts';
import type { Ref } from './expression.ts';
import type { Graph, Read, Write } from './graph.ts';
import type { ParsedCall } from './parsed-call.ts';
import type { Rows } from './rows.ts';
import { withCalls } from './wiring.ts';

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
