/** Paths the state schema does not declare (L-34): an error where it is closed, a warning where it is open. */

import { itemAt } from '../../lib/columns.ts';
import type { JsonSchema, Plan } from '../../plan/document.ts';
import { printRef, type Ref } from '../../plan/expression.ts';
import { isApproval, type Read, type Write } from '../../plan/graph.ts';
import { type Declared, declares } from '../../tools/schema-paths.ts';
import type { Problem } from '../problem.ts';
import { error, type PlanFacts, type PlanRule, warning } from '../rule.ts';

export const stateSchema: PlanRule = (facts, problems) => {
  const { plan, graph } = facts;
  if (plan.state?.schema === undefined && plan.data === undefined) return;
  const astray = new Set<Write>();
  const told = new Set<string>();
  for (const write of graph.writes) {
    const verdict = verdictOf(plan, write.ref);
    if (verdict === 'declared') continue;
    astray.add(write);
    const { call } = itemAt(graph.calls, write.call);
    const key = `${write.call} ${printRef(write.ref)}`;
    if (!told.has(key)) report(call._id, 'writes', write.ref, ['_outputPath'], verdict, problems);
    told.add(key);
  }
  for (const read of graph.reads) checkRead(facts, read, astray, problems);
};

/** A reader of what is written astray repeats the writer's slip: only slips of its own are told. */
function checkRead(
  { plan, graph, initial }: PlanFacts,
  read: Read,
  astray: ReadonlySet<Write>,
  problems: Problem[],
): void {
  if (isApproval(read.ref)) return;
  if (read.writes.length === 0 && !initial.declares(read.ref)) return;
  const verdict = verdictOf(plan, read.ref);
  if (verdict === 'declared' || read.writes.some((write) => astray.has(write))) return;
  for (const reader of read.readers) {
    const { call, places } = itemAt(graph.calls, reader);
    const text = printRef(read.ref);
    const place = places.find(({ refs }) => refs.some((ref) => printRef(ref) === text));
    report(call._id, 'reads', read.ref, place?.path ?? [], verdict, problems);
  }
}

function report(
  id: string,
  verb: 'reads' | 'writes',
  ref: Ref,
  path: readonly (string | number)[],
  verdict: Declared,
  problems: Problem[],
): void {
  const what = `Call "${id}" ${verb} ${printRef(ref)}, which the schema of †${ref.kind} does not declare`;
  const where = { calls: [id], path };
  problems.push(
    verdict === 'closed'
      ? error(
          'path-not-in-schema',
          `${what} and has no room for. Use a declared path or add it to the schema.`,
          where,
        )
      : warning('undeclared-state', `${what}. Use a declared path or add it to the schema.`, where),
  );
}

function verdictOf(plan: Plan, ref: Ref): Declared {
  const schema = schemaOf(plan, ref.kind);
  return schema === undefined ? 'declared' : declares(schema, ref.path);
}

function schemaOf(plan: Plan, kind: string): JsonSchema | undefined {
  if (kind === 'state') return plan.state?.schema;
  return plan.data && Object.hasOwn(plan.data, kind) ? plan.data[kind]!.schema : undefined;
}
