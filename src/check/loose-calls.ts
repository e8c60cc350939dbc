/** Calls that start as soon as the run does, and write where nobody can read. */

import { itemAt } from '../lib/columns.ts';
import type { Graph } from '../plan/graph.ts';
import type { ParsedCall } from '../plan/parsed-call.ts';

/** Indexes of the calls without an output path. */
export function callsWithoutOutput({ calls, wiring }: Graph): number[] {
  const { starts } = wiring.writes;
  const found: number[] = [];
  for (let i = 0; i < calls.length; i++) {
    // By numbers first: nearly every call writes something, and need not be looked at.
    if (starts[i] === starts[i + 1] && itemAt(calls, i).call._outputPath === undefined) found.push(i);
  }
  return found;
}

/** Explicit calls without an output path, without `_after`, and with nothing to wait for, in list order. */
export function looseCalls(graph: Graph): ParsedCall[] {
  return callsWithoutOutput(graph)
    .filter(
      (i) =>
        itemAt(graph.calls, i).call._after === undefined &&
        graph.readsBy(i).every((read) => read.writes.length === 0) &&
        !waitsForPerson(itemAt(graph.calls, i)),
    )
    .map((i) => itemAt(graph.calls, i));
}

/** L-33: a gate holds a call back as an edge does. */
const waitsForPerson = ({ places }: ParsedCall) =>
  places.some(({ refs }) => refs.some((ref) => ref.kind === 'state' && ref.path[0] === 'approvals'));
