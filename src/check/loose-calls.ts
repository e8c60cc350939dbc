/** Calls that start as soon as the run does, and write where nobody can read. */

import type { Graph } from '../plan/graph.ts';
import type { ParsedCall } from '../plan/parsed-call.ts';

/** Explicit calls without an output path, without `_after`, and with nothing to wait for, in list order. */
export function looseCalls(graph: Graph): ParsedCall[] {
  return graph.calls.filter(
    ({ call }, i) =>
      call._outputPath === undefined &&
      call._after === undefined &&
      graph.readsBy(i).every((read) => read.writes.length === 0) &&
      !waitsForPerson(graph.calls[i]!),
  );
}

/** L-33: a gate holds a call back as an edge does. */
const waitsForPerson = ({ places }: ParsedCall) =>
  places.some(({ refs }) => refs.some((ref) => ref.kind === 'state' && ref.path[0] === 'approvals'));
