/** References to paths that no call writes and no initial state declares (L-18). */

import { intAt, itemAt, numberAt } from '../../lib/columns.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Plan } from '../../plan/document.ts';
import { type Expr, printExpression, printRef, type Ref } from '../../plan/expression.ts';
import { type Graph, isApproval } from '../../plan/graph.ts';
import { mapExpr } from '../../plan/map-refs.ts';
import { isOff, isOpenStep } from '../../plan/open-step.ts';
import { type Returned, refsIn, returnedOf } from '../../plan/output-list.ts';
import type { Place } from '../../plan/parsed-call.ts';
import { visitBelow } from '../../plan/path-table.ts';
import { findRead, sameRef } from '../../plan/read-call.ts';
import {
  outputOf,
  outputWith,
  outputWithout,
  type Returnable,
  reads,
  returnables,
  setOutput,
} from '../../plan/returned.ts';
import type { Problem, QuickFix } from '../problem.ts';
import { error, fix, type PlanFacts, type PlanRule, pathWords, warning } from '../rule.ts';
import { hiddenFromGlobal } from './instance-scope.ts';

export const unresolvedReferences: PlanRule = (facts, problems) => {
  const { graph, initial } = facts;
  let concerned: Set<number> | undefined;
  for (let number = 0; number < graph.numbered.count; number++) {
    if (intAt(graph.onlyWriter, number) >= 0) continue;
    const read = graph.read(number);
    if (read.writes.length > 0 || initial.declares(read.ref)) continue;
    concerned ??= new Set();
    for (const reader of read.readers) concerned.add(reader);
  }
  const nearestTo = suggestions(facts);
  for (const reader of concerned ?? []) {
    const { call, places } = itemAt(graph.calls, reader);
    for (const place of places) {
      for (const ref of unmet(facts, reader, place)) {
        // Another rule says why, and better.
        if (hiddenFromGlobal(facts, call, ref)) continue;
        const who = `Call "${call._id}"`;
        problems.push(
          initial.lacks(ref)
            ? lacking(who, [call._id], place, ref)
            : unresolved(who, [call._id], place, ref, nearestTo(ref)),
        );
      }
    }
  }
  outputReferences(facts, nearestTo, problems);
};

/** A whole kind in `_scopes` shows what there is, be it nothing (L-51). */
function unmet({ graph, initial }: PlanFacts, reader: number, place: Place): Ref[] {
  const found: Ref[] = [];
  visitNeeded(place.expr, (ref) => {
    if (place.role === 'scope' && ref.path.length === 0) return;
    if (isGate(ref) || found.some((other) => sameRef(other, ref))) return;
    const read = findRead(graph.readsBy(reader), ref);
    if (read && read.writes.length === 0 && !initial.declares(ref)) found.push(ref);
  });
  return found;
}

/** `†state.approvals.<name>`: a person writes it (L-33). */
const isGate = (ref: Ref) => isApproval(ref) && ref.path.length > 1;

function outputReferences(facts: PlanFacts, nearestTo: Suggest, problems: Problem[]): void {
  const { graph, initial, output, plan } = facts;
  const isMissing = (ref: Ref): boolean =>
    (ref.kind === 'state' || ref.kind === 'data' || Object.hasOwn(plan.data ?? {}, ref.kind)) &&
    !(isGate(ref) || initial.declares(ref) || graph.isWritten(ref));
  for (const place of output.places) {
    visitNeeded(place.expr, (ref) => {
      if (!isMissing(ref)) return;
      const who = "The plan's output";
      if (initial.lacks(ref)) {
        problems.push(lacking(who, [], place, ref));
        return;
      }
      const better = nearestTo(ref);
      const fixes = outputFixes(facts, isMissing, ref, better);
      problems.push({ ...unresolved(who, [], place, ref, better), fixes });
    });
  }
}

/** Results that are named in one fix; of more, a person chooses. */
const MOST_ENDS = 4;

/** Without the call that it named, an output returns something near, what the plan ends in now, or the rest. */
function outputFixes(
  { plan, graph }: PlanFacts,
  isMissing: (ref: Ref) => boolean,
  ref: Ref,
  better: Ref | undefined,
): QuickFix[] {
  const fixes: QuickFix[] = [];
  if (better && plan.output !== undefined) {
    const near = outputWith(plan, (one) => (sameRef(one, ref) ? better : one));
    fixes.push(fix(`Return ${printRef(better)} instead`, setOutput(near)));
  }
  const left = outputWithout(plan, isMissing);
  const returned = left === undefined ? [] : returnedOf(left);
  const ends = returned ? endsOf(graph, plan, returned) : [];
  if (returned && ends.length > 0 && ends.length <= MOST_ENDS) {
    const texts = ends.map(({ text }) => ({ name: null, text }));
    const title = `Return ${ends.map(({ text }) => text).join(' and ')} instead`;
    fixes.push(fix(title, setOutput(outputOf([...returned, ...texts]))));
  }
  const out =
    left === undefined
      ? 'Return the last result, whichever it is'
      : `Return the rest, without ${printRef(ref)}`;
  fixes.push(fix(out, setOutput(left)));
  return fixes;
}

/** Results that nothing reads, and that are not returned already. */
function endsOf(graph: Graph, plan: Plan, returned: readonly Returned[]): readonly Returnable[] {
  const read = new Set<number>();
  for (let number = 0; number < graph.numbered.count; number++)
    for (const { call } of graph.read(number).writes) read.add(call);
  const ends = new Set(
    plan.calls.flatMap((call, at) => (read.has(at) || isOff(call) || isOpenStep(call) ? [] : [call._id])),
  );
  const has = returned.flatMap(({ text }) => refsIn(text, plan));
  return returnables(plan).filter((one) => ends.has(one.call) && !reads(has, one));
}

function unresolved(
  who: string,
  calls: readonly string[],
  place: Place,
  ref: Ref,
  better: Ref | undefined,
): Problem {
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

/** It is written, by the initial value above it, and yet it can only be missing (L-15): the run would say so. */
function lacking(who: string, calls: readonly string[], place: Place, ref: Ref): Problem {
  const message = `${who}, ${pathWords(place.path)}: no call writes ${printRef(ref)}, and the initial value above it holds no such key, so it will be missing. Read another path, or let a call write it.`;
  return warning('never-runs', message, { calls, path: place.path });
}

type Suggest = (ref: Ref) => Ref | undefined;

/**
 * Comparisons made for one plan. Past some suggestions nobody reads them, and each compares with every written
 * path: a hundred in a plan of 10,000 calls would hold up every edit for a quarter of a second.
 */
const MOST_COMPARISONS = 50_000;

/** Finds a written path of the same kind that is spelled almost the same. */
function suggestions({ graph }: PlanFacts): Suggest {
  const byKind = new Map<string, Spelled>();
  /** All who read one path are told the same. */
  const known = new Map<string, Ref | undefined>();
  let made = 0;
  return (ref) => {
    const text = printRef(ref);
    if (known.has(text)) return known.get(text);
    if (made >= MOST_COMPARISONS) return undefined;
    let spelled = byKind.get(ref.kind);
    if (!spelled) {
      spelled = writtenIn(graph, ref.kind);
      byKind.set(ref.kind, spelled);
    }
    made += spelled.texts.length;
    const near = nearest(text, spelled.texts);
    const found =
      near === undefined ? undefined : graph.write(numberAt(spelled.writes, spelled.texts.indexOf(near))).ref;
    known.set(text, found);
    return found;
  };
}

/** Lists of one length. A map of ten thousand texts would take longer to make than they take to compare. */
interface Spelled {
  readonly writes: readonly number[];
  readonly texts: readonly string[];
}

function writtenIn({ wiring }: Graph, kind: string): Spelled {
  const { paths } = wiring;
  const { items } = wiring.writes;
  const isOfKind = new Uint8Array(paths.size);
  const root = paths.find(kind, []).path;
  if (root >= 0) visitBelow(paths, root, (path) => (isOfKind[path] = 1));
  const writes: number[] = [];
  const texts: string[] = [];
  for (let write = 0; write < items.length; write++) {
    if (isOfKind[intAt(items, write)] === 0) continue;
    writes.push(write);
    texts.push(paths.print(intAt(items, write)));
  }
  return { writes, texts };
}

// Walks an expression: which of its references must be there, and how one is replaced by another.

/** The references an expression cannot do without: all but those in a non-last operand of `||` (L-18). */
function visitNeeded(expr: Expr, visit: (ref: Ref) => void): void {
  if (expr.type === 'ref') {
    visit(expr);
  } else if (expr.type === 'and') {
    for (const operand of expr.operands) visitNeeded(operand, visit);
  } else {
    visitNeeded(itemAt(expr.operands, expr.operands.length - 1), visit);
  }
}

/** The text of an expression with one reference replaced by another. */
function replaced(expr: Expr, from: Ref, to: Ref): string {
  const turned = mapExpr(expr, (ref) => (sameRef(ref, from) ? to : ref));
  return printExpression(turned ?? to);
}
