/**
 * Items by the path they are written at (L-14): writer and reader are connected when one path is a prefix of the
 * other. By a trie over segments, so that a plan of 10,000 calls is connected without comparing every pair.
 */

import { itemAt, numberAt } from '../lib/columns.ts';
import type { Segment } from './expression.ts';
import { pathTable, visitBelow } from './path-table.ts';

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
        if (items) for (let i = 0; i < items.length; i++) visit(itemAt(items, i), where);
      };
      const above: number[] = [];
      for (let at = table.parentOf(number); at >= 0; at = table.parentOf(at)) above.push(at);
      for (let i = above.length - 1; i >= 0; i--) visitAll(numberAt(above, i), 'above');
      visitAll(number, 'here');
      visitBelow(table, number, (at) => visitAll(at, 'below'));
    },
  };
}
