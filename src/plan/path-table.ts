/**
 * The paths of a plan by number, each under the one it begins with. Columns in place of an object a path: tens of
 * thousands more are what the garbage collector notices first. Knows no plan.
 */

import { intAt, itemAt, numberAt } from '../lib/columns.ts';
import { TextNumbers } from '../lib/text-numbers.ts';
import { printRef, type Segment } from './expression.ts';
import { isName } from './scan-reference.ts';

const DAGGER = '†';

/** Every path that was ever put in, counted from 0, a path after the one it is below. Numbers stay: what follows from them can be kept. */
export interface PathTable {
  readonly size: number;
  /** The number of a path under `root` (a kind, or a kind of one instance); put in where it is not there yet. */
  at(root: string, path: readonly Segment[]): number;
  /** The number of the reference `†root.name` by its text; undefined where it was not put in. The quick way for nearly all. */
  top(text: string): number | undefined;
  /** Puts in a text `†root.name` that is not there yet. */
  putTop(root: string, text: string): number;
  /** The longest part of a path that is here, and whether that is all of it; puts nothing in. -1 for none. */
  find(root: string, path: readonly Segment[]): { readonly path: number; readonly whole: boolean };
  /** The path one segment shorter; -1 for a root. */
  parentOf(path: number): number;
  /** The first path that is one segment longer, and the next beside it, in the order they came in; -1 for none. */
  firstBelow(path: number): number;
  nextBeside(path: number): number;
  /** The reference to a path as it prints, no segment of it being an index. */
  print(path: number): string;
}

/** Of each path its links to others: the one above it, the first and the last below it, the next beside it; -1 for none. */
const [ABOVE, FIRST, LAST, NEXT, LINKS] = [0, 1, 2, 3, 4];

/** @param expected about how many paths there will be: more are taken too */
export function pathTable(expected = 0): PathTable {
  const roots = new Map<string, number>();
  /** Of one segment: by their text, so that a reference which reads so is found without being parsed. */
  const tops = new TextNumbers(expected);
  /** Of more: by the path above, and then by segment. */
  const deeper = new Map<number, Map<string, number>>();
  const keys: string[] = [];
  let links = new Int32Array(LINKS * (expected + 8));

  function put(parent: number, key: string): number {
    const number = keys.push(key) - 1;
    const own = LINKS * number;
    if (own === links.length) enlarge();
    links.fill(-1, own, own + LINKS);
    links[own + ABOVE] = parent;
    if (parent < 0) return number;
    const above = LINKS * parent;
    if (intAt(links, above + FIRST) < 0) links[above + FIRST] = number;
    else links[LINKS * intAt(links, above + LAST) + NEXT] = number;
    links[above + LAST] = number;
    return number;
  }

  function enlarge(): void {
    const larger = new Int32Array(2 * links.length);
    larger.set(links);
    links = larger;
  }

  const parentOf = (path: number) => intAt(links, LINKS * path + ABOVE);
  const isTop = (path: number) => parentOf(path) >= 0 && parentOf(parentOf(path)) < 0;

  function segmentOf(path: number): string {
    const key = itemAt(keys, path);
    if (!isTop(path)) return key;
    const root = itemAt(keys, parentOf(path));
    return key.startsWith(DAGGER)
      ? key.slice(DAGGER.length + root.length + 1)
      : (JSON.parse(key.slice(0, -root.length)) as string);
  }

  function putIn(among: Map<string, number>, parent: number, key: string): number {
    const number = put(parent, key);
    among.set(key, number);
    return number;
  }

  function putTop(parent: number, key: string): number {
    const number = put(parent, key);
    tops.add(key, number);
    return number;
  }

  const rootAt = (root: string) => roots.get(root) ?? putIn(roots, -1, root);

  return {
    get size() {
      return keys.length;
    },
    at(root, path) {
      let number = rootAt(root);
      if (path.length === 0) return number;
      const key = topKey(root, itemAt(path, 0));
      number = tops.get(key) ?? putTop(number, key);
      for (let i = 1; i < path.length; i++) {
        const segment = String(path[i]);
        let below = deeper.get(number);
        if (!below) {
          below = new Map();
          deeper.set(number, below);
        }
        number = below.get(segment) ?? putIn(below, number, segment);
      }
      return number;
    },
    top: (text) => tops.get(text),
    putTop: (root, text) => putTop(rootAt(root), text),
    find(root, path) {
      let number = roots.get(root) ?? -1;
      for (let i = 0; i < path.length; i++) {
        const below =
          i === 0 ? tops.get(topKey(root, itemAt(path, 0))) : deeper.get(number)?.get(String(path[i]));
        if (below === undefined) return { path: number, whole: false };
        number = below;
      }
      return { path: number, whole: number >= 0 };
    },
    parentOf,
    firstBelow: (path) => intAt(links, LINKS * path + FIRST),
    nextBeside: (path) => intAt(links, LINKS * path + NEXT),
    print(path) {
      // Ten thousand are printed to find the nearest to a slip, and nearly all are kept as they print.
      if (isTop(path) && itemAt(keys, path).startsWith(DAGGER)) return itemAt(keys, path);
      const segments: string[] = [];
      let at = path;
      for (; parentOf(at) >= 0; at = parentOf(at)) segments.unshift(segmentOf(at));
      return printRef({ type: 'ref', kind: itemAt(keys, at), path: segments });
    },
  };
}

/** A plain name's key is the text of its reference. Any other begins with a quote, which no reference does. */
function topKey(root: string, segment: Segment): string {
  const name = String(segment);
  return isName(name) ? `${DAGGER}${root}.${name}` : `${JSON.stringify(name)}${root}`;
}

/** Visits every path below `path`, none of them `path` itself. */
export function visitBelow(table: PathTable, path: number, visit: (below: number) => void): void {
  const stack = [path];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (let below = table.firstBelow(at); below >= 0; below = table.nextBeside(below)) {
      visit(below);
      stack.push(below);
    }
  }
}

// Items by the path they are written at (L-14): writer and reader are connected when one path is a prefix of
// the other. By a trie over segments, so that a plan of 10,000 calls is connected without comparing every
// pair.

type Where = 'above' | 'here' | 'below';

/** What is written where. */
export interface PathIndex<T> {
  /** Records that `item` is written at `path` under `root`. */
  add(root: string, path: readonly Segment[], item: T): void;
  /** Every item whose path is a prefix of `path`, is `path`, or starts with it. */
  connected(root: string, path: readonly Segment[], visit: (item: T, where: Where) => void): void;
}

/** An empty index. */
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
