/** References to paths that no call writes and no initial state declares (L-18). */

import { nearest } from '../../lib/nearest.ts';
import { printRef, type Ref } from '../../plan/expression.ts';
import { isApproval, sameRef } from '../../plan/graph.ts';
import type { Place } from '../../plan/parsed-call.ts';
import { pathsMeet } from '../initial-values.ts';
import type { Problem } from '../problem.ts';
import { replaced, visitNeeded } from '../references.ts';
import { error, fix, type PlanFacts, type PlanRule, pathWords } from '../rule.ts';
import { hiddenFromGlobal } from './instance-scope.ts';

export const unresolvedReferences: PlanRule = (facts, problems) => {
  const { graph, initial } = facts;
  let dangling: Map<number, Ref[]> | undefined;
  for (const read of graph.reads) {
    if (read.writes.length > 0 || initial.declares(read.ref)) continue;
    dangling ??= new Map();
    for (const reader of read.readers) {
      const refs = dangling.get(reader);
      if (refs) refs.push(read.ref);
      else dangling.set(reader, [read.ref]);
    }
  }
  for (const [reader, refs] of dangling ?? []) {
    const { call, places } = graph.calls[reader]!;
    for (const place of places) {
      for (const ref of unmet(place, refs)) {
        // Another rule says why, and better.
        if (hiddenFromGlobal(facts, call, ref)) continue;
        problems.push(unresolved(facts, `Call "${call._id}"`, [call._id], place, ref));
      }
    }
  }
  outputReferences(facts, problems);
};

/** A whole kind in `_scopes` shows what there is, be it nothing (L-51). */
function unmet(place: Place, dangling: readonly Ref[]): Ref[] {
  const found: Ref[] = [];
  visitNeeded(place.expr, (ref) => {
    if (place.role === 'scope' && ref.path.length === 0) return;
    if (isGate(ref) || found.some((other) => sameRef(other, ref))) return;
    if (dangling.some((other) => sameRef(other, ref))) found.push(ref);
  });
  return found;
}

/** `†state.approvals.<name>`: a person writes it (L-33). */
const isGate = (ref: Ref) => isApproval(ref) && ref.path.length > 1;

function outputReferences(facts: PlanFacts, problems: Problem[]): void {
  const { graph, initial, output, plan } = facts;
  for (const place of output.places) {
    visitNeeded(place.expr, (ref) => {
      if (ref.kind !== 'state' && ref.kind !== 'data' && !Object.hasOwn(plan.data ?? {}, ref.kind)) return;
      if (isGate(ref) || initial.declares(ref)) return;
      if (graph.writes.some((write) => write.ref.kind === ref.kind && pathsMeet(write.ref.path, ref.path)))
        return;
      problems.push(unresolved(facts, "The plan's output", [], place, ref));
    });
  }
}

function unresolved(
  facts: PlanFacts,
  who: string,
  calls: readonly string[],
  place: Place,
  ref: Ref,
): Problem {
  const better = alternative(facts, ref);
  const way =
    better === undefined
      ? 'Let a call write it, or declare it in the initial state.'
      : `Did you mean ${printRef(better)}?`;
  const message = `${who}, ${pathWords(place.path)}: no call writes ${printRef(ref)} and no initial state declares it. ${way}`;
  const id = calls[0];
  const fixes =
    better === undefined || id === undefined
      ? []
      : [
          fix(`Read ${printRef(better)} instead`, {
            kind: 'set-in-call',
            id,
            path: place.path,
            value: replaced(place.expr, ref, better),
          }),
        ];
  return error('unresolved-reference', message, { calls, path: place.path, fixes });
}

/** A written path of the same kind that is spelled almost the same. */
function alternative({ graph }: PlanFacts, ref: Ref): Ref | undefined {
  const byText = new Map<string, Ref>();
  for (const write of graph.writes)
    if (write.ref.kind === ref.kind) byText.set(printRef(write.ref), write.ref);
  const near = nearest(printRef(ref), byText.keys());
  return near === undefined ? undefined : byText.get(near);
}
