/** Who may write what is read at a path (L-14): one list for all who see the same. Knows no reader. */

import type { Write } from './graph.ts';
import { type InstanceScope, scopesMeet } from './instance-scope.ts';
import { visitBelow } from './path-index.ts';
import { positionsOf } from './plan-order.ts';
import type { Wiring } from './wiring.ts';

/** By path and scope of a reader everyone who may write what it reads, in list order; `old` where it says that. */
export function writesByPath(wiring: Wiring, writes: readonly Write[]) {
  const { paths, scopes } = wiring;
  const { starts, items } = positionsOf(wiring.writes.items, paths.size);
  /** What was worked out for a path that others touch, by path. */
  const touching = new Map<number, Touching>();

  return { find, isOnly };

  function find(path: number, scope: InstanceScope, old: readonly Write[] | undefined): readonly Write[] {
    if (scope === '*' && standsAlone(path)) return writesHere(path, old);
    let known = touching.get(path);
    if (!known) {
      known = sorted(connected(path), scopes);
      touching.set(path, known);
    }
    const seen = seenBy(known, scope, scopes);
    return old && sameItems(old, seen) ? old : seen;
  }

  /** Whether one write, of this call, is all that is connected with a path. */
  function isOnly(path: number, call: number): boolean {
    const start = starts[path]!;
    if (starts[path + 1] !== start + 1 || !standsAlone(path)) return false;
    const own = wiring.writes.starts;
    return own[call]! <= items[start]! && items[start]! < own[call + 1]!;
  }

  /** True where nothing is written above or below, so that what is written here is all that is connected. */
  function standsAlone(path: number): boolean {
    if (paths.childrenOf(path)) return false;
    for (let at = paths.parentOf(path); at >= 0; at = paths.parentOf(at))
      if (starts[at] !== starts[at + 1]) return false;
    return true;
  }

  function writesHere(path: number, old: readonly Write[] | undefined): readonly Write[] {
    const start = starts[path]!;
    const length = starts[path + 1]! - start;
    let same = old?.length === length;
    for (let i = 0; same && i < length; i++) same = old![i] === writes[items[start + i]!];
    if (same) return old!;
    const own = new Array<Write>(length);
    for (let i = 0; i < length; i++) own[i] = writes[items[start + i]!]!;
    return own;
  }

  function connected(path: number): Write[] {
    const found: number[] = [];
    const take = (at: number) => {
      for (let i = starts[at]!; i < starts[at + 1]!; i++) found.push(items[i]!);
    };
    for (let at = paths.parentOf(path); at >= 0; at = paths.parentOf(at)) take(at);
    take(path);
    visitBelow(paths, path, take);
    // The table's order is that in which paths came in, be it edits ago.
    return Array.from(Int32Array.from(found).sort(), (write) => writes[write]!);
  }
}

/** The writers connected with one path. */
interface Touching {
  readonly all: readonly Write[];
  /** What every instance sees: the one list of all of them, or 5,000 labels would have 5,000 lists. */
  readonly common: readonly Write[];
  /** Labels that only some writers have. */
  readonly labels: ReadonlySet<InstanceScope>;
}

function sorted(all: readonly Write[], scopes: readonly InstanceScope[]): Touching {
  const labels = new Set<InstanceScope>();
  for (const { call } of all) {
    const scope = scopes[call]!;
    if (scope !== null && scope !== '*') labels.add(scope);
  }
  if (labels.size === 0) return { all, common: all, labels };
  return { all, common: all.filter(({ call }) => !labels.has(scopes[call]!)), labels };
}

function seenBy(
  { all, common, labels }: Touching,
  scope: InstanceScope,
  scopes: readonly InstanceScope[],
): readonly Write[] {
  if (scope === '*') return all;
  if (scope !== null && !labels.has(scope)) return common;
  return all.filter(({ call }) => scopesMeet(scope, scopes[call]!));
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
