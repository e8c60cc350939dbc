/** Results that are written and never read, where the plan says what its output is. */

import { printRef, type Ref } from '../../plan/expression.ts';
import { pathsMeet } from '../initial-values.ts';
import { type PlanRule, warning } from '../rule.ts';

export const neverRead: PlanRule = ({ plan, graph, output }, problems) => {
  // Without an output every result nobody reads is part of the run's result.
  if (plan.output === undefined || plan.output === null) return;
  const read = new Uint8Array(graph.calls.length);
  for (const { writes } of graph.reads) for (const write of writes) read[write.call] = 1;
  const returned = output.places.flatMap((place) => place.refs);
  for (let i = 0; i < graph.calls.length; i++) {
    const { call, targets } = graph.calls[i]!;
    if (!targets || read[i]) continue;
    const own = targets.alternatives.flat();
    if (own.some((target) => returned.some((ref) => meet(ref, target)))) continue;
    const paths = own.map(printRef).join(', ');
    const message = `Call "${call._id}" writes ${paths}, which no call reads and the plan's output does not hold. Read it, return it, or remove the call.`;
    problems.push(warning('never-read', message, { calls: [call._id], path: ['_outputPath'] }));
  }
};

const meet = (a: Ref, b: Ref) => a.kind === b.kind && pathsMeet(a.path, b.path);
