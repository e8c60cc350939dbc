/** References by type (L-35): what is written there and what the parameter wants cannot meet. */

import { type Expr, printExpression, type Ref } from '../../plan/expression.ts';
import { findRead } from '../../plan/find-read.ts';
import type { Read } from '../../plan/graph.ts';
import { ANY_TYPE, type TypeSet, typesAt, typeWords } from '../../tools/schema-types.ts';
import { error, type PlanFacts, type PlanRule, pathWords } from '../rule.ts';
import { typesWanted } from '../typed-places.ts';
import { plainOutputs, writtenTypes } from '../written-types.ts';

export const referenceTypes: PlanRule = (facts, problems) => {
  const { graph, findings } = facts;
  const ofReads = new Map<Read, TypeSet>();
  const suspects = suspectsOf(facts, ofReads);
  for (let i = 0; i < suspects.length; i++) {
    if (suspects[i] === 0) continue;
    for (const place of graph.calls[i]!.places) {
      const types = typesWanted(place, findings[i]!.contract);
      if (types === ANY_TYPE) continue;
      const { expr, path } = place;
      const given = typesOfExpr(facts, expr, i, ofReads);
      if (given === 0 || (given & types) !== 0) continue;
      const { call } = graph.calls[i]!;
      const message = `Call "${call._id}", ${pathWords(path)}: ${printExpression(expr)} is ${typeWords(given)}, but ${typeWords(types)} is needed (tool "${call._tool}"). Read another path, or convert the value with a call in between.`;
      problems.push(error('type-mismatch', message, { calls: [call._id], path }));
    }
  }
};

/**
 * A 1 for each call that may read what does not fit: where a path it reads and the types it wants in all its
 * places have none in common. Path by path in the order they lie in memory, because call by call the writers
 * of a large plan are a cache miss each, which took most of the time of a check.
 */
function suspectsOf(facts: PlanFacts, ofReads: Map<Read, TypeSet>): Uint8Array {
  const { graph, findings } = facts;
  const suspects = new Uint8Array(findings.length);
  const wanted = new Uint8Array(findings.length);
  for (let i = 0; i < findings.length; i++) {
    const { wants, readsInput } = findings[i]!;
    wanted[i] = wants;
    if (wants !== ANY_TYPE && readsInput) suspects[i] = 1;
  }
  const outputs = plainOutputs(facts);
  for (const read of graph.reads) {
    if (read.writes.length === 0 || read.readers.every((reader) => wanted[reader] === ANY_TYPE)) continue;
    const given = writtenTypes(facts, read, outputs);
    if (given === ANY_TYPE || facts.initial.declares(read.ref)) continue;
    ofReads.set(read, given);
    for (const reader of read.readers) if ((wanted[reader]! & given) === 0) suspects[reader] = 1;
  }
  return suspects;
}

/** `||` gives any operand's value, `&&` the last one's (L-12, L-13). */
function typesOfExpr(facts: PlanFacts, expr: Expr, reader: number, ofReads: Map<Read, TypeSet>): TypeSet {
  if (expr.type === 'ref') return typesOfRef(facts, expr, reader, ofReads);
  const { operands } = expr;
  if (expr.type === 'and') return typesOfExpr(facts, operands[operands.length - 1]!, reader, ofReads);
  let types = 0;
  for (const operand of operands) types |= typesOfExpr(facts, operand, reader, ofReads);
  return types;
}

function typesOfRef(facts: PlanFacts, ref: Ref, reader: number, ofReads: Map<Read, TypeSet>): TypeSet {
  if (ref.kind === 'input') return typesAt(facts.plan.input?.schema, ref.path);
  const read = findRead(facts.graph.readsOf[reader]!, ref);
  return (read && ofReads.get(read)) ?? ANY_TYPE;
}
