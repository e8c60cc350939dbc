/** Calls that run once for all and read what instances write (L-50): whose value would it be? */

import { itemAt } from '../../lib/columns.ts';
import type { Call } from '../../plan/document.ts';
import { pathsMeet, printRef, type Ref } from '../../plan/expression.ts';
import { error, named, type PlanFacts, type PlanRule, pathWords } from '../rule.ts';

export const instanceScope: PlanRule = (facts, problems) => {
  for (const i of facts.notable) {
    const { call, places } = itemAt(facts.graph.calls, i);
    if (call._instance !== null) continue;
    for (const place of places) {
      for (const ref of place.refs) {
        const writers = instanceWriters(facts, ref);
        if (writers.length === 0) continue;
        const message = `Call "${call._id}" runs once for all instances, yet ${pathWords(place.path)} reads ${printRef(ref)}, which ${named(writers)} ${writers.length === 1 ? 'writes' : 'write'} once per instance. Give the call an instance or read a global path.`;
        problems.push(error('instance-scope', message, { calls: [call._id], path: place.path }));
      }
    }
  }
};

/** Whether a reference of a global call leads to what instances alone write: `instance-scope`, not `unresolved`. */
export const hiddenFromGlobal = (facts: PlanFacts, call: Call, ref: Ref): boolean =>
  call._instance === null && instanceWriters(facts, ref).length > 0;

function instanceWriters({ graph }: PlanFacts, ref: Ref): string[] {
  const ids = new Set<string>();
  for (const write of graph.writes) {
    const { call } = itemAt(graph.calls, write.call);
    if (call._instance === null || write.ref.kind !== ref.kind) continue;
    if (pathsMeet(write.ref.path, ref.path)) ids.add(call._id);
  }
  return [...ids];
}
