/** Values with other references, or without some: what a rename and the repair of an output are made of. */

import { isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { type Expr, isExpression, parseExpression, printExpression, type Ref } from './expression.ts';

/** What stands in the place of a reference: itself, another, or nothing. */
type Turn = (ref: Ref) => Ref | undefined;

/**
 * The value with each of its references turned, and without what then says nothing: the key or item that held nothing
 * else. Undefined where nothing of it is left. What no turn changes is the same object.
 */
export function mapRefs(value: Json, kinds: ReadonlySet<string>, turn: Turn): Json | undefined {
  if (typeof value === 'string') {
    const parsed = isExpression(value) ? parseExpression(value, kinds) : undefined;
    if (!parsed?.ok) return value;
    const left = mapExpr(parsed.value, turn);
    return left === parsed.value ? value : left && printExpression(left);
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => mapRefs(item, kinds, turn));
    if (items.every((item, i) => item === value[i])) return value;
    const left = items.filter((item) => item !== undefined);
    return left.length === 0 ? undefined : left;
  }
  if (!isObject(value)) return value;
  const left: JsonObject = {};
  let isSame = true;
  for (const [key, item] of Object.entries(value as JsonObject)) {
    const rest = mapRefs(item, kinds, turn);
    if (rest !== item) isSame = false;
    if (rest !== undefined) setOwn(left, key, rest);
  }
  return isSame ? value : Object.keys(left).length === 0 ? undefined : left;
}

/** A gate whose value is gone goes whole; one that has lost a condition keeps its value. */
export function mapExpr(expr: Expr, turn: Turn): Expr | undefined {
  if (expr.type === 'ref') return turn(expr);
  const rest = expr.operands.map((operand) => mapExpr(operand, turn));
  if (rest.every((operand, i) => operand === expr.operands[i])) return expr;
  if (expr.type === 'and' && rest.at(-1) === undefined) return undefined;
  const left = rest.filter((operand) => operand !== undefined);
  return left.length < 2 ? left[0] : { ...expr, operands: left };
}
