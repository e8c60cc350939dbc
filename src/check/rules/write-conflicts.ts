/** Calls that write one path in no order that the plan decides (L-27). */

import { printRef } from '../../plan/expression.ts';
import type { Write } from '../../plan/graph.ts';
import { exclusiveIn } from '../exclusive.ts';
import { orderedAmong } from '../ordered.ts';
import { type Overlap, overlapsOf, visitPairs } from '../overlapping-writes.ts';
import type { Problem } from '../problem.ts';
import { error, fix, type PlanFacts, type PlanRule } from '../rule.ts';

/** Conflicts that are told one by one; past it a plan needs another shape, not a longer list. */
const MOST = 500;

export const writeConflicts: PlanRule = (facts, problems) => {
  const { graph, initial, kept } = facts;
  const isKept = ({ call }: Write) => kept.size > 0 && kept.has(graph.calls[call]!.call._id);
  const overlaps = overlapsOf(graph);
  if (overlaps.length === 0) return;
  const ordered = orderedAmong(graph, writersOf(overlaps));
  if (!ordered) return tooMany(problems);
  let exclusive: ReturnType<typeof exclusiveIn> | 'not asked' = 'not asked';
  const told = new Set<string>();
  for (const overlap of overlaps) {
    const goOn = visitPairs(graph, overlap, (a, b) => {
      if (ordered(a.call, b.call) || isKept(a) || isKept(b)) return true;
      if (exclusive === 'not asked') exclusive = exclusiveIn(graph, initial);
      if (!exclusive) {
        tooMany(problems);
        return false;
      }
      if (exclusive(a.call, b.call)) return true;
      const [first, second] = a.call < b.call ? [a, b] : [b, a];
      const key = `${first.call} ${second.call}`;
      if (!told.has(key)) problems.push(conflict(facts, first, second));
      told.add(key);
      return told.size < MOST;
    });
    if (!goOn) return;
  }
};

function writersOf(overlaps: readonly Overlap[]): number[] {
  const calls = new Set<number>();
  for (const { a, b } of overlaps)
    for (const group of a === b ? [a] : [a, b])
      for (const write of [...group.setting, ...group.accumulating]) calls.add(write.call);
  return [...calls];
}

function conflict({ graph }: PlanFacts, first: Write, second: Write): Problem {
  const [a, b] = [graph.calls[first.call]!.call, graph.calls[second.call]!.call];
  const [left, right] = [printRef(first.ref), printRef(second.ref)];
  const what =
    left === right
      ? `Calls "${a._id}" and "${b._id}" both write ${left}`
      : `Call "${a._id}" writes ${left} and call "${b._id}" writes ${right}, one inside the other`;
  const message = `${what}, and nothing decides which comes last. Let one read from the other, write to different paths, or let both accumulate (_outputMethod "push" or "merge").`;
  const methods = [a, b].map((call) => ({
    kind: 'set-in-call' as const,
    id: call._id,
    path: ['_outputMethod'],
    value: 'push',
  }));
  const fixes = left === right ? [fix(`Collect both in a list at ${left}`, ...methods)] : [];
  return error('write-conflict', message, { calls: [a._id, b._id], path: ['_outputPath'], fixes });
}

function tooMany(problems: Problem[]): void {
  const message =
    'Too many calls write overlapping paths to decide their order. Write to different paths, or split the plan.';
  problems.push(error('limit', message));
}
