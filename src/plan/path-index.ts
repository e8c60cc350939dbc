/**
 * Which paths touch which (L-14): writer and reader are connected when one path is a prefix of the other.
 * A trie over segments, so that a plan of 10,000 calls is connected without comparing every pair.
 */

import type { Segment } from './expression.ts';

/** A path in the index. */
export interface PathNode<T> {
  /** Counted from 0 in the order paths came in: tables of what else is known of a path go by it. */
  readonly number: number;
  /** What is written exactly here. */
  readonly here: readonly T[];
  readonly parent: PathNode<T> | undefined;
  /** By segment; undefined until there is one, for most paths have none. */
  readonly children: ReadonlyMap<string, PathNode<T>> | undefined;
}

type Where = 'above' | 'here' | 'below';

export interface PathIndex<T> {
  /** The path itself, put in where it is not there yet. */
  at(root: string, path: readonly Segment[]): PathNode<T>;
  /** Records that `item` is written at `path` under `root` (a kind, or a kind of one instance). */
  add(root: string, path: readonly Segment[], item: T): void;
  /** The same for a path that was looked up before. */
  addAt(node: PathNode<T>, item: T): void;
  /** Every item whose path is a prefix of `path`, is `path`, or starts with it. */
  connected(root: string, path: readonly Segment[], visit: (item: T, where: Where) => void): void;
}

/** True where nothing can be written above or below, so that `here` is all that is connected. */
export function standsAlone<T>(node: PathNode<T>): boolean {
  if (node.children) return false;
  for (let above = node.parent; above; above = above.parent) if (above.here.length > 0) return false;
  return true;
}

interface MutableNode<T> extends PathNode<T> {
  here: T[];
  readonly parent: MutableNode<T> | undefined;
  children: Map<string, MutableNode<T>> | undefined;
}

export function pathIndex<T>(): PathIndex<T> {
  const roots = new Map<string, MutableNode<T>>();
  const nothing: T[] = [];
  let count = 0;

  const newNode = (parent: MutableNode<T> | undefined): MutableNode<T> => ({
    number: count++,
    here: nothing,
    parent,
    children: undefined,
  });

  function at(root: string, path: readonly Segment[]): MutableNode<T> {
    let node = roots.get(root);
    if (!node) {
      node = newNode(undefined);
      roots.set(root, node);
    }
    for (let i = 0; i < path.length; i++) {
      const key = String(path[i]);
      node.children ??= new Map();
      let next: MutableNode<T> | undefined = node.children.get(key);
      if (!next) {
        next = newNode(node);
        node.children.set(key, next);
      }
      node = next;
    }
    return node;
  }

  const visitAll = (items: readonly T[], where: Where, visit: (item: T, where: Where) => void) => {
    for (let i = 0; i < items.length; i++) visit(items[i]!, where);
  };

  function addAt(node: PathNode<T>, item: T): void {
    // One item is the rule, and a list that begins empty keeps room for 17.
    if (node.here === nothing) (node as MutableNode<T>).here = [item];
    else (node as MutableNode<T>).here.push(item);
  }

  return {
    at,
    addAt,
    add: (root, path, item) => addAt(at(root, path), item),
    connected(root, path, visit) {
      let node = roots.get(root);
      for (let i = 0; i < path.length; i++) {
        if (!node) return;
        visitAll(node.here, 'above', visit);
        node = node.children?.get(String(path[i]));
      }
      if (!node) return;
      visitAll(node.here, 'here', visit);
      if (!node.children) return;
      const stack: MutableNode<T>[] = [...node.children.values()];
      for (let below = stack.pop(); below; below = stack.pop()) {
        visitAll(below.here, 'below', visit);
        if (below.children) for (const child of below.children.values()) stack.push(child);
      }
    },
  };
}
