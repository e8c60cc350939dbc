/** Who may write what is read at a path (L-14), as numbers of writes. Knows no reader. */

import { addAt, intAt, itemAt } from '../lib/columns.ts';
import type { Ref } from './expression.ts';
import { type InstanceScope, scopesMeet } from './instance-scope.ts';
import { visitBelow } from './path-table.ts';
import { positionsOf, type Rows } from './rows.ts';
import type { Wiring } from './wiring.ts';

export interface ConnectedWrites {
  /** By write the call that makes it. */
  readonly writers: Int32Array;
  /** The write that is all there is to read at a path, and is at exactly that path; -1 where it is not so. */
  onlyWrite(path: number): number;
  /** The greatest call that writes what is read at a path, of any scope; -1 for none. */
  lastWriter(path: number): number;
  /** Whether some call, of any scope, writes at, above or below a path. */
  isWritten(ref: Ref): boolean;
  /** The writes that a reader of a scope sees at a path, in list order: one list for all who see the same. */
  find(path: number, scope: InstanceScope): readonly number[];
}

export function connectedWrites(wiring: Wiring): ConnectedWrites {
  const { paths, scopes } = wiring;
  const at = positionsOf(wiring.writes.items, paths.size);
  const writers = writersOf(wiring.writes);
  const { above, below, latest } = nearby(wiring, at, writers);
  /** By path. */
  const lists = new Map<number, readonly number[]>();
  const listsAround = new Map<number, readonly number[]>();
  /** By list who sees what of it. */
  const known = new Map<readonly number[], ReturnType<typeof seenBy>>();

  /** A later revision adds its paths to the same table: nobody here writes those. */
  const { size } = paths;
  const here = (path: number) => (path < size ? intAt(at.starts, path + 1) - intAt(at.starts, path) : 0);

  return {
    writers,
    onlyWrite: (path) =>
      here(path) === 1 && above[path] === 0 && below[path] === 0
        ? intAt(at.items, intAt(at.starts, path))
        : -1,
    lastWriter: (path) => intAt(latest, path),
    isWritten({ kind, path }) {
      const found = paths.find(kind, path);
      if (found.path < 0 || found.path >= size) return false;
      if (intAt(above, found.path) > 0 || here(found.path) > 0) return true;
      return found.whole && intAt(below, found.path) > 0;
    },
    find(path, scope) {
      const all = below[path] === 0 ? upTo(path) : around(path);
      let seen = known.get(all);
      if (!seen) {
        seen = seenBy(all, writers, scopes);
        known.set(all, seen);
      }
      return seen(scope);
    },
  };

  /** The writes at a path and above it: one list for all below which nothing else is written. */
  function upTo(path: number): readonly number[] {
    let from = path;
    while (from >= 0 && here(from) === 0) from = paths.parentOf(from);
    if (from < 0) return NONE;
    let list = lists.get(from);
    if (!list) {
      const found: number[] = [];
      for (let up = from; up >= 0; up = paths.parentOf(up)) take(up, found);
      list = inListOrder(found);
      lists.set(from, list);
    }
    return list;
  }

  /** The writes at a path, above and below it. */
  function around(path: number): readonly number[] {
    let list = listsAround.get(path);
    if (!list) {
      const found = [...upTo(path)];
      visitBelow(paths, path, (from) => take(from, found));
      list = inListOrder(found);
      listsAround.set(path, list);
    }
    return list;
  }

  function take(path: number, found: number[]): void {
    for (let i = intAt(at.starts, path); i < intAt(at.starts, path + 1); i++) found.push(intAt(at.items, i));
  }
}

const NONE: readonly number[] = [];

/** Writes are numbered in list order; the table's order is that in which paths came in, be it edits ago. */
const inListOrder = (found: readonly number[]): readonly number[] =>
  Array.from(Int32Array.from(found).sort());

function writersOf({ starts, items }: Rows): Int32Array {
  const writers = new Int32Array(items.length);
  for (let call = 0; call + 1 < starts.length; call++)
    for (let write = intAt(starts, call); write < intAt(starts, call + 1); write++) writers[write] = call;
  return writers;
}

/** What is written near each path. A path is numbered after the one it is below, so each takes two passes. */
interface Nearby {
  /** How many writes there are above it, and below it. */
  readonly above: Int32Array;
  readonly below: Int32Array;
  /** The greatest call that writes at it, above or below; -1 for none. */
  readonly latest: Int32Array;
}

function nearby({ paths }: Wiring, at: Rows, writers: Int32Array): Nearby {
  const { size } = paths;
  const { starts, items } = at;
  const above = new Int32Array(size);
  const below = new Int32Array(size);
  const latest = new Int32Array(size).fill(-1);
  const latestAbove = new Int32Array(size).fill(-1);
  for (let path = 0; path < size; path++) {
    // Writes are numbered call after call, so the last of a row is of the greatest.
    if (intAt(starts, path + 1) > intAt(starts, path))
      latest[path] = intAt(writers, intAt(items, intAt(starts, path + 1) - 1));
    latestAbove[path] = intAt(latest, path);
    const parent = paths.parentOf(path);
    if (parent < 0) continue;
    above[path] = intAt(above, parent) + intAt(starts, parent + 1) - intAt(starts, parent);
    if (intAt(latestAbove, parent) > intAt(latestAbove, path)) latestAbove[path] = intAt(latestAbove, parent);
  }
  for (let path = size - 1; path >= 0; path--) {
    const parent = paths.parentOf(path);
    if (parent >= 0) {
      addAt(below, parent, intAt(below, path) + intAt(starts, path + 1) - intAt(starts, path));
      if (intAt(latest, path) > intAt(latest, parent)) latest[parent] = intAt(latest, path);
    }
    // Its own row has been handed up: what is above it may not be.
    if (intAt(latestAbove, path) > intAt(latest, path)) latest[path] = intAt(latestAbove, path);
  }
  return { above, below, latest };
}

/**
 * Which of some writes a reader of a scope sees (L-50): one list for all of a scope, and the one of what every
 * instance sees for all whose label no writer has, or 5,000 labels would have 5,000 lists.
 */
function seenBy(
  all: readonly number[],
  writers: Int32Array,
  scopes: readonly InstanceScope[],
): (scope: InstanceScope) => readonly number[] {
  const labels = new Set<InstanceScope>();
  for (const write of all) {
    const scope = itemAt(scopes, intAt(writers, write));
    if (scope !== null && scope !== '*') labels.add(scope);
  }
  const common =
    labels.size === 0 ? all : all.filter((write) => !labels.has(itemAt(scopes, intAt(writers, write))));
  const lists = new Map<InstanceScope, readonly number[]>();
  return (scope) => {
    if (scope === '*') return all;
    if (scope !== null && !labels.has(scope)) return common;
    let list = lists.get(scope);
    if (!list) {
      list = all.filter((write) => scopesMeet(scope, itemAt(scopes, intAt(writers, write))));
      lists.set(scope, list);
    }
    return list;
  };
}
