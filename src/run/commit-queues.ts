/** The order in which accumulating writes are committed (L-22). Knows nothing of a run. */

import { rootOf, rootsOf, writerIndex } from './read-paths.ts';
import type { Step } from './steps.ts';

/** Writers of overlapping paths in plan order, where one of them accumulates: they commit in that order (L-22). */
export interface CommitQueue {
  readonly steps: readonly number[];
}

export interface CommitQueues {
  readonly queues: readonly CommitQueue[];
  /** The queues each step stands in. */
  readonly queuesOf: ReadonlyMap<number, readonly number[]>;
}

/** Plan order, global writes before an instance's own (L-22, L-50). Compares steps by index. */
export const byFoldOrder = (steps: readonly Step[], rank: Int32Array) => {
  const own = (step: number) => (steps[step]!.instance === null ? 0 : 1);
  return (a: number, b: number): number => own(a) - own(b) || rank[a]! - rank[b]!;
};

const NO_QUEUES: CommitQueues = { queues: [], queuesOf: new Map() };

/** One queue for each path an accumulating step writes: all its connected writers, in plan order. */
export function commitQueues(steps: readonly Step[], rank: Int32Array): CommitQueues {
  if (!steps.some((step) => step.accumulating)) return NO_QUEUES;
  const writersOf = writerIndex(steps);
  const queues: CommitQueue[] = [];
  const queuesOf = new Map<number, number[]>();
  const foldOrder = byFoldOrder(steps, rank);
  const seen = new Set<string>();
  for (const step of steps) {
    if (!step.accumulating) continue;
    for (const ref of step.alternatives.flat()) {
      const key = `${rootOf(ref, step.instance)}\0${ref.path.join('\0')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const members = new Set<number>();
      for (const root of rootsOf(ref, step.instance))
        writersOf.connected(root, ref.path, (other) => members.add(other.call));
      if (members.size < 2) continue;
      const number = queues.length;
      queues.push({ steps: [...members].sort(foldOrder) });
      for (const member of members) {
        const own = queuesOf.get(member);
        if (own) own.push(number);
        else queuesOf.set(member, [number]);
      }
    }
  }
  return { queues, queuesOf };
}
