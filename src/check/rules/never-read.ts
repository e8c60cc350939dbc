/** Results that are written and never read, where the plan says what its output is. */

import { intAt, itemAt } from '../../lib/columns.ts';
import type { Call } from '../../plan/document.ts';
import type { JsonPath } from '../../plan/edit.ts';
import type { Write } from '../../plan/graph.ts';
import { isOpenStep } from '../../plan/open-step.ts';
import type { ParsedCall } from '../../plan/parsed-call.ts';
import { type PathTable, visitBelow } from '../../plan/path-table.ts';
import type { Problem } from '../problem.ts';
import { type PlanRule, warning } from '../rule.ts';

const OUTPUT_PATH: JsonPath = ['_outputPath'];

export const neverRead: PlanRule = ({ plan, graph, output, unread }, problems) => {
  // Without an output every result nobody reads is part of the run's result.
  if (plan.output === undefined || plan.output === null) return;
  const read = new Uint8Array(graph.calls.length);
  const seen = new Set<readonly Write[]>();
  for (let i = 0; i < graph.numbered.count; i++) {
    const only = intAt(graph.onlyWriter, i);
    if (only >= 0) {
      read[only] = 1;
      continue;
    }
    const { writes } = graph.read(i);
    // Thousands of reads may share one list of thousands of writers.
    if (seen.has(writes)) continue;
    seen.add(writes);
    for (const write of writes) read[write.call] = 1;
  }
  const returned = connectedPaths(graph.wiring.paths, output);
  const { starts, items } = graph.wiring.writes;
  for (let i = 0; i < graph.calls.length; i++) {
    if (read[i] === 1 || starts[i] === starts[i + 1]) continue;
    let isReturned = false;
    for (let at = intAt(starts, i); at < intAt(starts, i + 1); at++)
      isReturned ||= returned[intAt(items, at)] === 1;
    if (isReturned) continue;
    const { call } = itemAt(graph.calls, i);
    // It writes nothing yet: that it is open is said already.
    if (isOpenStep(call)) continue;
    const problem = unread.of(call) ?? unreadResult(call);
    unread.say(call, problem);
    problems.push(problem);
  }
};

function unreadResult({ _id, _outputPath }: Call): Problem {
  const message = `Call "${_id}" writes ${_outputPath}, which no call reads and the plan's output does not hold. Read it, return it, or remove the call.`;
  return warning('never-read', message, { calls: [_id], path: OUTPUT_PATH });
}

/** By path a 1 where it is, is above or is below one that `output` refers to. */
function connectedPaths(paths: PathTable, output: ParsedCall): Uint8Array {
  const connected = new Uint8Array(paths.size);
  for (const { refs } of output.places) {
    for (const ref of refs) {
      const { path, whole } = paths.find(ref.kind, ref.path);
      for (let at = path; at >= 0; at = paths.parentOf(at)) connected[at] = 1;
      if (whole) visitBelow(paths, path, (below) => (connected[below] = 1));
    }
  }
  return connected;
}
