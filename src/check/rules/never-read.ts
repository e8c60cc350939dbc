/** Results that are written and never read, where the plan says what its output is. */

import type { Call } from '../../plan/document.ts';
import type { Ref } from '../../plan/expression.ts';
import type { ParsedCall } from '../../plan/parsed-call.ts';
import { pathsMeet } from '../initial-values.ts';
import type { Problem } from '../problem.ts';
import { type PlanRule, warning } from '../rule.ts';

/** What is said of a call depends on the call alone, and a large plan has it said a thousand times an edit. */
const kept = new WeakMap<ParsedCall, Problem>();

export const neverRead: PlanRule = ({ plan, graph, output }, problems) => {
  // Without an output every result nobody reads is part of the run's result.
  if (plan.output === undefined || plan.output === null) return;
  const read = new Uint8Array(graph.calls.length);
  for (const { writes } of graph.reads) for (const write of writes) read[write.call] = 1;
  const returned = output.places.flatMap((place) => place.refs);
  for (let i = 0; i < graph.calls.length; i++) {
    const parsed = graph.calls[i]!;
    if (!parsed.targets || read[i]) continue;
    const own = parsed.targets.alternatives;
    if (own.some((targets) => targets.some((target) => returned.some((ref) => meet(ref, target))))) continue;
    let problem = kept.get(parsed);
    if (!problem) {
      problem = neverReadProblem(parsed.call);
      kept.set(parsed, problem);
    }
    problems.push(problem);
  }
};

function neverReadProblem(call: Call): Problem {
  const message = `Call "${call._id}" writes ${call._outputPath}, which no call reads and the plan's output does not hold. Read it, return it, or remove the call.`;
  return warning('never-read', message, { calls: [call._id], path: ['_outputPath'] });
}

const meet = (a: Ref, b: Ref) => a.kind === b.kind && pathsMeet(a.path, b.path);
