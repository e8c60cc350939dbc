/** Pairs of calls whose output paths touch (L-14, L-27), without comparing every pair of a large plan. */

import { intAt, itemAt, valueAt } from '../lib/columns.ts';
import type { Segment } from '../plan/expression.ts';
import type { Graph, Write } from '../plan/graph.ts';
import { instanceScopeOf } from '../plan/instance-scope.ts';
import type { PathTable } from '../plan/path-table.ts';

/** Everyone who writes a path, or below it, each list in plan order. One of the first two sets, or is below one that sets. */
export interface Overlap {
  /** Those that replace what was there, and so matter to everyone else. */
  readonly setting: readonly Write[];
  readonly accumulating: readonly Write[];
  readonly settingBelow: readonly Write[];
  readonly accumulatingBelow: readonly Write[];
}

type OverlapInWork = { readonly [K in keyof Overlap]: Write[] };

const isAccumulating = (method: string | undefined) => method !== undefined && method !== 'set';

/** The paths at which several calls write of which one sets, those that come first first. For plans without cycles. */
export function overlapsOf(graph: Graph): Overlap[] {
  const overlaps = new Map<string, OverlapInWork>();
  const writes = nearOthers(graph);
  writes.sort((a, b) => intAt(graph.rank, a.call) - intAt(graph.rank, b.call));
  for (const { ref } of writes) {
    const key = keyOf(ref.kind, ref.path, ref.path.length);
    if (!overlaps.has(key))
      overlaps.set(key, { setting: [], accumulating: [], settingBelow: [], accumulatingBelow: [] });
  }
  for (const write of writes) {
    const { kind, path } = write.ref;
    const accumulates = isAccumulating(itemAt(graph.calls, write.call).call._outputMethod);
    const here = valueAt(overlaps, keyOf(kind, path, path.length));
    (accumulates ? here.accumulating : here.setting).push(write);
    for (let length = 1; length < path.length; length++) {
      const above = overlaps.get(keyOf(kind, path, length));
      if (above) (accumulates ? above.accumulatingBelow : above.settingBelow).push(write);
    }
  }
  return [...overlaps.values()].filter(
    ({ setting, accumulating, settingBelow, accumulatingBelow }) =>
      (setting.length > 0 &&
        setting.length + accumulating.length + settingBelow.length + accumulatingBelow.length > 1) ||
      (accumulating.length > 0 && settingBelow.length > 0),
  );
}

/** The writes below whose first segment another write is too: the only ones worth a key of their own. */
function nearOthers(graph: Graph): Write[] {
  const { paths, writes: written } = graph.wiring;
  const { items } = written;
  const first = new Int32Array(paths.size).fill(-1);
  let shared: Uint8Array | undefined;
  for (let i = 0; i < items.length; i++) {
    const top = topOf(paths, intAt(items, i));
    const other = intAt(first, top);
    if (other < 0) {
      first[top] = i;
    } else {
      shared ??= new Uint8Array(items.length);
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
export function visitPairs(
  graph: Graph,
  { setting, accumulating, settingBelow, accumulatingBelow }: Overlap,
  visit: (a: Write, b: Write) => boolean,
): boolean {
  const pair = (x: Write, y: Write) => x.call === y.call || !sameMemory(graph, x.call, y.call) || visit(x, y);
  for (let i = 0; i < setting.length; i++) {
    for (let j = i + 1; j < setting.length; j++)
      if (!pair(itemAt(setting, i), itemAt(setting, j))) return false;
    for (const others of [accumulating, settingBelow, accumulatingBelow])
      for (const other of others) if (!pair(itemAt(setting, i), other)) return false;
  }
  for (const own of accumulating) for (const below of settingBelow) if (!pair(own, below)) return false;
  return true;
}

/** Each instance has its state, and what runs once for all has its own (L-50). */
function sameMemory(graph: Graph, a: number, b: number): boolean {
  const left = instanceScopeOf(itemAt(graph.calls, a).call);
  const right = instanceScopeOf(itemAt(graph.calls, b).call);
  return left === right || (left !== null && right !== null && (left === '*' || right === '*'));
}
