/**
 * Which paths touch which (L-14): writer and reader are connected when one path is a prefix of the other.
 * A trie over segments, so that a plan of 10,000 calls is connected without comparing every pair.
 */

import type { Segment } from './expression.ts';

/** Every path that was ever put in, by number, counted from 0. Numbers stay: what follows from them can be kept. */
export interface PathTable {
  readonly size: number;
  /** The number of a path under `root` (a kind, or a kind of one instance); put in where it is not there yet. */
  at(root: string, path: readonly Segment[]): number;
  /** The path one segment shorter; -1 for a root. */
  parentOf(path: number): number;
  /** The paths one segment longer; undefined until there is one, for most paths have none. */
  childrenOf(path: number): ReadonlyMap<string, number> | undefined;
}

export function pathTable(): PathTable {
  const roots = new Map<string, number>();
  // Columns in place of an object a path: tens of thousands more are what the garbage collector notices first.
  const parents: number[] = [];
  const children: (Map<string, number> | undefined)[] = [];

  function put(parent: number, siblings: Map<string, number>, key: string): number {
    const number = parents.length;
    parents.push(parent);
    children.push(undefined);
    siblings.set(key, number);
    return number;
  }

  return {
    get size() {
      return parents.length;
    },
    at(root, path) {
      let number = roots.get(root) ?? put(-1, roots, root);
      for (let i = 0; i < path.length; i++) {
        const key = String(path[i]);
        let below = children[number];
        if (!below) {
          below = new Map();
          children[number] = below;
        }
        number = below.get(key) ?? put(number, below, key);
      }
      return number;
    },
    parentOf: (path) => parents[path]!,
    childrenOf: (path) => children[path],
  };
}

/** Visits every path below `path`, none of them `path` itself. */
export function visitBelow(table: PathTable, path: number, visit: (below: number) => void): void {
  const stack = [path];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const children = table.childrenOf(at);
    if (!children) continue;
    for (const child of children.values()) {
      visit(child);
      stack.push(child);
    }
  }
}

type Where = 'above' | 'here' | 'below';

export interface PathIndex<T> {
  /** Records that `item` is written at `path` under `root`. */
  add(root: string, path: readonly Segment[], item: T): void;
  /** Every item whose path is a prefix of `path`, is `path`, or starts with it. */
  connected(root: string, path: readonly Segment[], visit: (item: T, where: Where) => void): void;
}

export function pathIndex<T>(): PathIndex<T> {
  const table = pathTable();
  /** By number of path. */
  const written: (T[] | undefined)[] = [];

  return {
    add(root, path, item) {
      const number = table.at(root, path);
      while (written.length <= number) written.push(undefined);
      const here = written[number];
      if (here) here.push(item);
      else written[number] = [item];
    },
    connected(root, path, visit) {
      const number = table.at(root, path);
      const visitAll = (at: number, where: Where) => {
        const items = written[at];
        if (items) for (let i = 0; i < items.length; i++) visit(items[i]!, where);
      };
      const above: number[] = [];
      for (let at = table.parentOf(number); at >= 0; at = table.parentOf(at)) above.push(at);
      for (let i = above.length - 1; i >= 0; i--) visitAll(above[i]!, 'above');
      visitAll(number, 'here');
      visitBelow(table, number, (at) => visitAll(at, 'below'));
    },
  };
}
