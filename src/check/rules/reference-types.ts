/** References by type (L-35): what is written there and what the parameter wants cannot meet. */

import type { Expr, Ref } from '../../plan/expression.ts';
import { printExpression } from '../../plan/expression.ts';
import { type Read, sameRef } from '../../plan/graph.ts';
import { ANY_TYPE, type TypeSet, typesAt, typeWords } from '../../tools/schema-types.ts';
import { error, type PlanRule, pathWords } from '../rule.ts';
import { writtenTypes } from '../written-types.ts';

export const referenceTypes: PlanRule = (facts, problems) => {
  const { graph, findings, plan, initial } = facts;
  const ofReads = new Map<Read, TypeSet>();
  for (let i = 0; i < findings.length; i++) {
    for (const { place, types } of findings[i]!.typed) {
      const { expr, path } = graph.calls[i]!.places[place]!;
      const given = typesOfExpr(expr, i);
      if (given === 0 || (given & types) !== 0) continue;
      const { call } = graph.calls[i]!;
      const message = `Call "${call._id}", ${pathWords(path)}: ${printExpression(expr)} is ${typeWords(given)}, but ${typeWords(types)} is needed (tool "${call._tool}"). Read another path, or convert the value with a call in between.`;
      problems.push(error('type-mismatch', message, { calls: [call._id], path }));
    }
  }

  function typesOfExpr(expr: Expr, reader: number): TypeSet {
    if (expr.type === 'ref') return typesOfRef(expr, reader);
    if (expr.type === 'and') return typesOfExpr(expr.operands[expr.operands.length - 1]!, reader);
    return expr.operands.reduce((all: TypeSet, operand) => all | typesOfExpr(operand, reader), 0);
  }

  function typesOfRef(ref: Ref, reader: number): TypeSet {
    if (ref.kind === 'input') return typesAt(plan.input?.schema, ref.path);
    const read = graph.readsOf[reader]!.find((candidate) => sameRef(candidate.ref, ref));
    if (!read || read.writes.length === 0) return ANY_TYPE;
    let types = ofReads.get(read);
    if (types === undefined) {
      types = initial.declares(ref) ? ANY_TYPE : writtenTypes(facts, read);
      ofReads.set(read, types);
    }
    return types;
  }
};
