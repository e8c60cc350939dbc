/** Results that are written and never read, where the plan says what its output is. */

import type { Ref } from '../../plan/expression.ts';
import { pathsMeet } from '../initial-values.ts';
import { type PlanRule, warning } from '../rule.ts';

export const neverRead: PlanRule = ({ plan, graph, output }, problems) => {
  // Without an output every result nobody reads is part of the run's result.
  if (plan.output === undefined || plan.output === null) return;
  const read = new Uint8Array(graph.calls.length);
  for (let i = 0; i < graph.reads.length; i++) {
    const only = graph.onlyWriter[i]!;
    if (only >= 0) read[only] = 1;
    else for (const write of graph.reads[i]!.writes) read[write.call] = 1;
  }
  const returned = output.places.flatMap((place) => place.refs);
  for (let i = 0; i < graph.calls.length; i++) {
    if (read[i]) continue;
    const parsed = graph.calls[i]!;
    if (!parsed.targets) continue;
    const own = parsed.targets.alternatives;
    if (own.some((targets) => targets.some((target) => returned.some((ref) => meet(ref, target))))) continue;
    const { call } = parsed;
    const message = `Call "${call._id}" writes ${call._outputPath}, which no call reads and the plan's output does not hold. Read it, return it, or remove the call.`;
    problems.push(warning('never-read', message, { calls: [call._id], path: ['_outputPath'] }));
  }
};

const meet = (a: Ref, b: Ref) => a.kind === b.kind && pathsMeet(a.path, b.path);
