/** Pairs of calls whose output paths touch (L-14, L-27), without comparing every pair of a large plan. */

import type { Segment } from '../plan/expression.ts';
import type { Graph, Write } from '../plan/graph.ts';
import { instanceScopeOf } from '../plan/instance-scope.ts';
import type { PathTable } from '../plan/path-table.ts';

/** Calls that write one path. */
export interface Writers {
  /** Those that replace what was there, and so matter to everyone else. */
  readonly setting: readonly Write[];
  readonly accumulating: readonly Write[];
}

/** Groups of writers of one path, or of one path and one below it, in which some call sets. */
export interface Overlap {
  readonly a: Writers;
  /** The same object as `a` where both write the same path. */
  readonly b: Writers;
}

interface MutableWriters {
  readonly path: readonly Segment[];
  readonly kind: string;
  readonly setting: Write[];
  readonly accumulating: Write[];
}

const isAccumulating = (method: string | undefined) => method !== undefined && method !== 'set';

export function overlapsOf(graph: Graph): Overlap[] {
  const groups = new Map<string, MutableWriters>();
  for (const write of nearOthers(graph)) {
    const { kind, path } = write.ref;
    const key = keyOf(kind, path, path.length);
    let group = groups.get(key);
    if (!group) {
      group = { kind, path, setting: [], accumulating: [] };
      groups.set(key, group);
    }
    const { _outputMethod } = graph.calls[write.call]!.call;
    (isAccumulating(_outputMethod) ? group.accumulating : group.setting).push(write);
  }
  const overlaps: Overlap[] = [];
  for (const group of groups.values()) {
    if (group.setting.length > 0 && group.setting.length + group.accumulating.length > 1)
      overlaps.push({ a: group, b: group });
    for (let length = 1; length < group.path.length; length++) {
      const above = groups.get(keyOf(group.kind, group.path, length));
      if (above && above.setting.length + group.setting.length > 0) overlaps.push({ a: above, b: group });
    }
  }
  return overlaps;
}

/** The writes below whose first segment another write is too: the only ones worth a key of their own. */
function nearOthers(graph: Graph): Write[] {
  const { paths, writes: written } = graph.wiring;
  const tops = written.items.map((path) => topOf(paths, path));
  const first = new Int32Array(paths.size).fill(-1);
  let shared: Uint8Array | undefined;
  for (let i = 0; i < tops.length; i++) {
    const other = first[tops[i]!]!;
    if (other < 0) {
      first[tops[i]!] = i;
    } else {
      shared ??= new Uint8Array(tops.length);
      shared[other] = 1;
      shared[i] = 1;
    }
  }
  const near: Write[] = [];
  if (shared) for (let i = 0; i < shared.length; i++) if (shared[i] === 1) near.push(graph.write(i));
  return near;
}

/** The path of one segment that a path begins with. */
function topOf(paths: PathTable, path: number): number {
  let top = path;
  for (let at = paths.parentOf(path); at >= 0 && paths.parentOf(at) >= 0; at = paths.parentOf(at)) top = at;
  return top;
}

function keyOf(kind: string, path: readonly Segment[], length: number): string {
  let key = kind;
  // NUL cannot stand in a bare name; a quoted key that holds one is as good as never met twice.
  for (let i = 0; i < length; i++) key += `\0${path[i]}`;
  return key;
}

/** Every pair of different calls of an overlap of which one sets. Stops when `visit` says false. */
export function visitPairs(graph: Graph, { a, b }: Overlap, visit: (a: Write, b: Write) => boolean): boolean {
  const pair = (x: Write, y: Write) => x.call === y.call || !sameMemory(graph, x.call, y.call) || visit(x, y);
  if (a === b) {
    const all = [...a.setting, ...a.accumulating];
    for (let i = 0; i < a.setting.length; i++)
      for (let j = i + 1; j < all.length; j++) if (!pair(all[i]!, all[j]!)) return false;
    return true;
  }
  for (const x of a.setting) for (const y of b.setting) if (!pair(x, y)) return false;
  for (const x of a.setting) for (const y of b.accumulating) if (!pair(x, y)) return false;
  for (const x of a.accumulating) for (const y of b.setting) if (!pair(x, y)) return false;
  return true;
}

/** Each instance has its state, and what runs once for all has its own (L-50). */
function sameMemory(graph: Graph, a: number, b: number): boolean {
  const left = instanceScopeOf(graph.calls[a]!.call);
  const right = instanceScopeOf(graph.calls[b]!.call);
  return left === right || (left !== null && right !== null && (left === '*' || right === '*'));
}
