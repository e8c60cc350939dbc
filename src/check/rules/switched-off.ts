/** Calls that a person has switched off (L-37): what is wrong with them hinders nobody, and what needs them never runs. */

import { intAt, itemAt } from '../../lib/columns.ts';
import { type Expr, printRef, type Ref } from '../../plan/expression.ts';
import type { Graph } from '../../plan/graph.ts';
import { isOff } from '../../plan/open-step.ts';
import { findRead } from '../../plan/read-call.ts';
import { columnsIn } from '../columns-along.ts';
import { wayAround } from '../go-around.ts';
import type { ErrorCode, Problem, QuickFix, WarningCode } from '../problem.ts';
import { fix, type PlanFacts, type PlanRule, warning } from '../rule.ts';

/** Problems of the list of calls, not of one: they stand whoever is switched off. */
const OF_THE_LIST: ReadonlySet<ErrorCode | WarningCode> = new Set([
  'duplicate-id',
  'bad-id',
  'cycle',
  'limit',
]);

/** A problem as it counts: a warning where it is one of a call that is switched off. */
export const softened = (problem: Problem, off: ReadonlySet<string>): Problem =>
  problem.severity === 'error' && off.has(problem.calls[0] ?? '') && !OF_THE_LIST.has(problem.code)
    ? { ...problem, severity: 'warning' }
    : problem;

/** Ids of the calls that are switched off, which are among the notable ones. */
export function switchedOff({ calls }: Graph, notable: readonly number[]): ReadonlySet<string> {
  const off = new Set<string>();
  for (const i of notable) {
    const { call } = itemAt(calls, i);
    if (isOff(call)) off.add(call._id);
  }
  return off;
}

/** Warns of the calls that can never run for want of one that is switched off, and of a result that never comes. */
export const needsSwitchedOff: PlanRule = (facts, problems) => {
  const { graph, output } = facts;
  if (facts.off.size === 0) return;
  const dead = new Uint8Array(graph.calls.length);
  const waysAround = fixesAround(facts);
  for (const i of inOrder(graph)) {
    const { call, places } = itemAt(graph.calls, i);
    if (isOff(call)) {
      dead[i] = 1;
      continue;
    }
    for (const { role, expr, path } of places) {
      const want = role === 'scope' ? undefined : deadIn(facts, i, expr, dead);
      if (want === undefined) continue;
      dead[i] = 1;
      const message = `Call "${call._id}" can never run: it needs ${printRef(want)}, and whatever writes that is switched off.`;
      const way = waysAround(want);
      const calls = way ? [call._id, way.off] : [call._id];
      problems.push(warning('never-runs', message, { calls, path, fixes: way ? [way.fix] : [] }));
      break;
    }
  }
  for (const ref of output.places.flatMap(({ refs }) => refs)) {
    const way = waysAround(ref);
    if (!way) continue;
    const message = `The plan returns ${printRef(ref)}, and what writes that is switched off.`;
    problems.push(warning('never-runs', message, { calls: [way.off], fixes: [way.fix] }));
  }
};

/** By what is read of a call that is switched off: that call, and the fix that goes around it. */
function fixesAround(facts: PlanFacts) {
  let columns: ReturnType<typeof columnsIn> | null = null;
  return (want: Ref): { readonly off: string; readonly fix: QuickFix } | undefined => {
    const writer = facts.graph.onlyWriterAt(want);
    if (writer < 0 || !isOff(itemAt(facts.graph.calls, writer).call)) return undefined;
    if (columns === null) columns = columnsIn(facts);
    const way = wayAround(facts, writer, columns);
    return (
      way && {
        off: itemAt(facts.graph.calls, writer).call._id,
        fix: fix(`Go around it: read ${printRef(way.reads)} instead`, ...way.edits),
      }
    );
  };
}

/** Calls, writers before readers. */
const inOrder = ({ rank, calls }: Graph): number[] =>
  calls.map((_, i) => i).sort((a, b) => intAt(rank, a) - intAt(rank, b));

/** A reference for which an expression is dead, where it is. */
function deadIn(facts: PlanFacts, reader: number, expr: Expr, dead: Uint8Array): Ref | undefined {
  if (expr.type === 'ref') {
    const writes = findRead(facts.graph.readsBy(reader), expr)?.writes ?? [];
    const isDead = writes.length > 0 && writes.every(({ call }) => dead[call] === 1);
    return isDead && !facts.initial.declares(expr) ? expr : undefined;
  }
  const ofOperands = expr.operands.map((operand) => deadIn(facts, reader, operand, dead));
  if (expr.type === 'and') return ofOperands.find((ref) => ref !== undefined);
  return ofOperands.every((ref) => ref !== undefined) ? ofOperands[0] : undefined;
}
