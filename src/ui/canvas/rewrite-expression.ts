/** Changes to one expression's text: a reference added, taken out, or renamed. */

import { type Expr, parseExpression, printExpression, printRef, type Ref } from '../../plan/expression.ts';
import { sameRef } from '../../plan/graph.ts';
import { refsOf } from '../../plan/parsed-call.ts';

/** The expression without `ref`; undefined when nothing is left of it. */
export function withoutRef(expr: Expr, ref: Ref): Expr | undefined {
  if (expr.type === 'ref') return sameRef(expr, ref) ? undefined : expr;
  const operands = expr.operands.flatMap((operand) => withoutRef(operand, ref) ?? []);
  return operands.length > 1 ? { type: expr.type, operands } : operands[0];
}

/** `expr` joined with one more reference by `operator`, or null when it holds that reference already. */
export function joined(expr: Expr, ref: Ref, operator: 'or' | 'and'): Expr | null {
  if (refsOf(expr).some((known) => sameRef(known, ref))) return null;
  const operands = expr.type === operator ? [...expr.operands, ref] : [expr, ref];
  return { type: operator, operands };
}

/** The text with every reference passed through `rename`; a text that is no expression stays as it is. */
export function renamed(text: string, rename: (ref: Ref) => Ref, kinds?: ReadonlySet<string>): string {
  const parsed = parseExpression(text, kinds);
  if (!parsed.ok) return text;
  const walk = (expr: Expr): Expr =>
    expr.type === 'ref' ? rename(expr) : { type: expr.type, operands: expr.operands.map(walk) };
  const changed = walk(parsed.value);
  return changed.type === 'ref' ? printRef(changed) : printExpression(changed);
}
