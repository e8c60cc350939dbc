/** Walks an expression: which of its references must be there, and how one is replaced by another. */

import { itemAt } from '../lib/columns.ts';
import { type Expr, printExpression, type Ref } from '../plan/expression.ts';
import { sameRef } from '../plan/find-read.ts';

/** The references an expression cannot do without: all but those in a non-last operand of `||` (L-18). */
export function visitNeeded(expr: Expr, visit: (ref: Ref) => void): void {
  if (expr.type === 'ref') {
    visit(expr);
  } else if (expr.type === 'and') {
    for (const operand of expr.operands) visitNeeded(operand, visit);
  } else {
    visitNeeded(itemAt(expr.operands, expr.operands.length - 1), visit);
  }
}

/** The text of an expression with one reference replaced by another. */
export function replaced(expr: Expr, from: Ref, to: Ref): string {
  const swap = (at: Expr): Expr =>
    at.type === 'ref' ? (sameRef(at, from) ? to : at) : { ...at, operands: at.operands.map(swap) };
  return printExpression(swap(expr));
}
