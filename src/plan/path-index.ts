/**
 * Which paths touch which (L-14): writer and reader are connected when one path is a prefix of the other.
 * A trie over segments, so that a plan of 10,000 calls is connected without comparing every pair.
 */

import type { Segment } from './expression.ts';

interface TrieNode<T> {
  /** What is written exactly here. */
  here: T[] | null;
  children: Map<string, TrieNode<T>> | null;
}

export interface PathIndex<T> {
  /** Records that `item` is written at `path` under `root` (a kind, or a kind of one instance). */
  add(root: string, path: readonly Segment[], item: T): void;
  /** Every item whose path is a prefix of `path`, is `path`, or starts with it. */
  connected(
    root: string,
    path: readonly Segment[],
    visit: (item: T, where: 'above' | 'here' | 'below') => void,
  ): void;
}

export function pathIndex<T>(): PathIndex<T> {
  const roots = new Map<string, TrieNode<T>>();
  const empty = (): TrieNode<T> => ({ here: null, children: null });

  const visitAll = (
    items: T[] | null,
    where: 'above' | 'here' | 'below',
    visit: (item: T, where: 'above' | 'here' | 'below') => void,
  ) => {
    if (items) for (let i = 0; i < items.length; i++) visit(items[i]!, where);
  };

  return {
    add(root, path, item) {
      let node = roots.get(root);
      if (!node) {
        node = empty();
        roots.set(root, node);
      }
      for (let i = 0; i < path.length; i++) {
        const key = String(path[i]);
        node.children ??= new Map();
        let next: TrieNode<T> | undefined = node.children.get(key);
        if (!next) {
          next = empty();
          node.children.set(key, next);
        }
        node = next;
      }
      if (node.here) node.here.push(item);
      else node.here = [item];
    },
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
      const stack: TrieNode<T>[] = [...node.children.values()];
      for (let below = stack.pop(); below; below = stack.pop()) {
        visitAll(below.here, 'below', visit);
        if (below.children) for (const child of below.children.values()) stack.push(child);
      }
    },
  };
}
