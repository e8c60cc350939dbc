/** References by type (L-35): what is written there and what the parameter wants cannot meet. */

import { type Expr, printExpression, type Ref } from '../../plan/expression.ts';
import type { Read } from '../../plan/graph.ts';
import { ANY_TYPE, type TypeSet, typesAt, typeWords } from '../../tools/schema-types.ts';
import { findRead } from '../references.ts';
import { error, type PlanFacts, type PlanRule, pathWords } from '../rule.ts';
import { writtenTypes } from '../written-types.ts';

export const referenceTypes: PlanRule = (facts, problems) => {
  const { graph, findings } = facts;
  const ofReads = new Map<Read, TypeSet>();
  for (let i = 0; i < findings.length; i++) {
    const { typed } = findings[i]!;
    for (let t = 0; t < typed.length; t++) {
      const { place, types } = typed[t]!;
      const { expr, path } = graph.calls[i]!.places[place]!;
      const given = typesOfExpr(facts, expr, i, ofReads);
      if (given === 0 || (given & types) !== 0) continue;
      const { call } = graph.calls[i]!;
      const message = `Call "${call._id}", ${pathWords(path)}: ${printExpression(expr)} is ${typeWords(given)}, but ${typeWords(types)} is needed (tool "${call._tool}"). Read another path, or convert the value with a call in between.`;
      problems.push(error('type-mismatch', message, { calls: [call._id], path }));
    }
  }
};

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
  if (!read || read.writes.length === 0 || facts.initial.declares(ref)) return ANY_TYPE;
  // A path with one writer is quicker to work out than to look up.
  if (read.writes.length === 1) return writtenTypes(facts, read);
  let types = ofReads.get(read);
  if (types === undefined) {
    types = writtenTypes(facts, read);
    ofReads.set(read, types);
  }
  return types;
}
