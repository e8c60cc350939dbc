/** Calls that wait for one another (L-28): one shortest cycle for each knot. */

import { itemAt, numberAt } from '../../lib/columns.ts';
import { findCycles } from '../../plan/cycles.ts';
import { printRef } from '../../plan/expression.ts';
import { error, type PlanRule } from '../rule.ts';

/** Longer cycles are named by their ends: a message of ten thousand ids helps nobody. */
const MOST = 12;

export const cycles: PlanRule = ({ graph }, problems) => {
  for (const cycle of findCycles(graph)) {
    const ids = cycle.calls.map((call) => itemAt(graph.calls, call).call._id);
    const steps = cycle.refs.map((ref, i) => {
      const next = itemAt(ids, (i + 1) % ids.length);
      return `"${next}" reads ${printRef(ref)} from "${ids[i]}"`;
    });
    const path = shorten([...ids, itemAt(ids, 0)]).join(' -> ');
    const message = `Cycle detected: ${path} (${shorten(steps).join(', ')}). Remove one of these references.`;
    problems.push(error('cycle', message, { calls: ids, path: placeOf(numberAt(cycle.calls, 0)) }));
  }

  /** The place in the first call that reads what the last one writes. */
  function placeOf(first: number) {
    const cycleRefs = new Set(
      graph
        .readsBy(first)
        .filter((read) => read.writes.length > 0)
        .map((r) => r.ref),
    );
    const place = itemAt(graph.calls, first).places.find(({ refs }) =>
      refs.some((ref) => [...cycleRefs].some((other) => printRef(other) === printRef(ref))),
    );
    return place?.path ?? [];
  }
};

function shorten(words: readonly string[]): readonly string[] {
  if (words.length <= MOST) return words;
  return [
    ...words.slice(0, MOST - 2),
    `… ${words.length - MOST + 1} more …`,
    itemAt(words, words.length - 1),
  ];
}
