/**
 * The paths of a plan by number, each under the one it begins with. Columns in place of an object a path: tens of
 * thousands more are what the garbage collector notices first. Knows no plan.
 */

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

export function pathTable(): PathTable {
  const roots = new Map<string, number>();
  /** Of one segment: by their text, so that a reference which reads so is found without being parsed. */
  const tops = new Map<string, number>();
  /** Of more: by the path above, and then by segment. */
  const deeper = new Map<number, Map<string, number>>();
  const parents: number[] = [];
  const keys: string[] = [];
  const first: number[] = [];
  const last: number[] = [];
  const next: number[] = [];

  function put(parent: number, among: Map<string, number>, key: string): number {
    const number = parents.length;
    parents.push(parent);
    keys.push(key);
    first.push(-1);
    last.push(-1);
    next.push(-1);
    among.set(key, number);
    if (parent < 0) return number;
    if (first[parent]! < 0) first[parent] = number;
    else next[last[parent]!] = number;
    last[parent] = number;
    return number;
  }

  const isTop = (path: number) => parents[path]! >= 0 && parents[parents[path]!]! < 0;

  function segmentOf(path: number): string {
    const key = keys[path]!;
    if (!isTop(path)) return key;
    const root = keys[parents[path]!]!;
    return key.startsWith(DAGGER)
      ? key.slice(DAGGER.length + root.length + 1)
      : (JSON.parse(key.slice(0, -root.length)) as string);
  }

  const rootAt = (root: string) => roots.get(root) ?? put(-1, roots, root);

  return {
    get size() {
      return parents.length;
    },
    at(root, path) {
      let number = rootAt(root);
      if (path.length === 0) return number;
      const key = topKey(root, path[0]!);
      number = tops.get(key) ?? put(number, tops, key);
      for (let i = 1; i < path.length; i++) {
        const segment = String(path[i]);
        let below = deeper.get(number);
        if (!below) {
          below = new Map();
          deeper.set(number, below);
        }
        number = below.get(segment) ?? put(number, below, segment);
      }
      return number;
    },
    top: (text) => tops.get(text),
    putTop: (root, text) => put(rootAt(root), tops, text),
    find(root, path) {
      let number = roots.get(root) ?? -1;
      for (let i = 0; i < path.length; i++) {
        const below = i === 0 ? tops.get(topKey(root, path[0]!)) : deeper.get(number)?.get(String(path[i]));
        if (below === undefined) return { path: number, whole: false };
        number = below;
      }
      return { path: number, whole: number >= 0 };
    },
    parentOf: (path) => parents[path]!,
    firstBelow: (path) => first[path]!,
    nextBeside: (path) => next[path]!,
    print(path) {
      // Ten thousand are printed to find the nearest to a slip, and nearly all are kept as they print.
      if (isTop(path) && keys[path]!.startsWith(DAGGER)) return keys[path]!;
      const segments: string[] = [];
      let at = path;
      for (; parents[at]! >= 0; at = parents[at]!) segments.unshift(segmentOf(at));
      return printRef({ type: 'ref', kind: keys[at]!, path: segments });
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
