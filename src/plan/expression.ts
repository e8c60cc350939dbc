/** References and expressions (PLAN-LANGUAGE §3): parse with carets and hints, print the normal form. Knows no plan. */

import { err, ok, type Result } from '../lib/result.ts';
import {
  type Cursor,
  isName,
  isSpace,
  LIMITS,
  plainReference,
  scanReference,
  skipSpace,
} from './scan-reference.ts';

/** One step of a path: a key, or a place in a list. */
export type Segment = string | number;

/** A reference: `†state.a.b`. */
export interface Ref {
  readonly type: 'ref';
  /** input, state, run, secret, or a declared data kind. */
  readonly kind: string;
  /** A number is an array index (`.0`); a string is a name or a quoted key. */
  readonly path: readonly Segment[];
}
interface Or {
  readonly type: 'or';
  readonly operands: readonly Expr[];
}
interface And {
  readonly type: 'and';
  readonly operands: readonly Expr[];
}
/** What a text that begins with † comes to: a reference, or several between `||` or `&&`. */
export type Expr = Ref | Or | And;

// Output paths have a file of their own; they are reached from here, with the rest of the language of strings.
export { type OutputTargets, parseOutputPath } from './output-path.ts';

/** Why a text is no expression, as a sentence. */
export interface ExpressionError {
  readonly code:
    | 'syntax'
    | 'mixed-operators'
    | 'unknown-kind'
    | 'forbidden-segment'
    | 'limit'
    | 'read-only-target'
    | 'bad-output-path';
  readonly message: string;
  /** UTF-16 offset of the caret in the text. */
  readonly caret: number;
  readonly hint?: string;
}

/** The data kinds every plan has (L-5a). */
export const BASE_KINDS: ReadonlySet<string> = new Set(['input', 'state', 'run', 'secret', 'data']);

const DAGGER = 0x2020;
const OPEN = 0x28;
const CLOSE = 0x29;

/** The offset of the first dagger where an expression would begin, or -1 (L-1). */
function openingDagger(text: string): number {
  const first = text.charCodeAt(0);
  if (first === DAGGER) return 0;
  if (first !== OPEN) return -1;
  let at = 1;
  while (text.charCodeAt(at) === OPEN || isSpace(text.charCodeAt(at))) at++;
  return text.charCodeAt(at) === DAGGER ? at : -1;
}

/** True where a string must parse as an expression (L-1). `††…` and `(††…` are escaped text (L-2). */
export function isExpression(text: string): boolean {
  const at = openingDagger(text);
  return at >= 0 && text.charCodeAt(at + 1) !== DAGGER;
}

/** The text a string that is no expression stands for: one escaped `††` at its start becomes `†` (L-2). */
export function literalOf(text: string): string {
  const at = openingDagger(text);
  return at >= 0 && text.charCodeAt(at + 1) === DAGGER ? text.slice(0, at) + text.slice(at + 1) : text;
}

/** Text as a value that stands for just that text: a dagger where an expression would begin is doubled (L-2). */
export const literalText = (text: string): string => {
  const at = openingDagger(text);
  return at < 0 ? text : `${text.slice(0, at)}†${text.slice(at)}`;
};

/**
 * Parses a whole string as an expression (L-1 to L-6).
 * @param kinds every kind that is declared, the base kinds included (L-5a).
 * @param onReference is told each reference and the offset of its dagger, left to right.
 */
export function parseExpression(
  text: string,
  kinds: ReadonlySet<string> = BASE_KINDS,
  onReference?: (ref: Ref, start: number) => void,
): Result<Expr, ExpressionError> {
  if (text.length > LIMITS.characters) {
    const message = `The expression has ${text.length} characters; ${LIMITS.characters} is the most.`;
    return err({ code: 'limit', message, caret: LIMITS.characters });
  }
  if (!isExpression(text)) {
    const message = 'This is text, not an expression: an expression begins with †.';
    return err({ code: 'syntax', message, caret: 0 });
  }
  if (onReference === undefined && text.charCodeAt(0) === DAGGER) {
    const plain = plainReference(text, kinds);
    if (plain !== undefined) return ok(plain);
  }
  const cursor: ExpressionCursor = { text, at: 0, fault: undefined, kinds, operands: 0, onReference };
  const expr = scanList(cursor, false);
  if (expr === undefined) return err(cursor.fault!);
  // Spaces and escapes make the normal form longer than what was typed; were it let over the limit,
  // a plan that was saved in normal form would no longer open.
  if (text.length > LIMITS.characters / 6 && printExpression(expr).length > LIMITS.characters) {
    const message = `The expression, printed in full, has more than ${LIMITS.characters} characters.`;
    return err({ code: 'limit', message, caret: text.length });
  }
  return ok(expr);
}

interface ExpressionCursor extends Cursor {
  operands: number;
  readonly onReference: ((ref: Ref, start: number) => void) | undefined;
}

/** An `or`, an `and` or one operand, up to the end of the text or, in a group, past its `)`. */
function scanList(cursor: ExpressionCursor, group: boolean): Expr | undefined {
  const { text } = cursor;
  const first = scanOperand(cursor);
  if (first === undefined) return undefined;
  let operands: Expr[] | undefined;
  let type: 'or' | 'and' | undefined;
  for (;;) {
    skipSpace(cursor);
    if (cursor.at >= text.length) {
      if (group) return fail(cursor, 'A "(" is not closed.', 'add ")"');
      break;
    }
    if (text.charCodeAt(cursor.at) === CLOSE) {
      if (!group) return fail(cursor, 'This ")" closes nothing.');
      break;
    }
    const start = cursor.at;
    const found = scanOperator(cursor);
    if (found === undefined) return undefined;
    if (type !== undefined && type !== found) {
      cursor.at = start;
      const message = '|| and && stand side by side, and which binds first is not said.';
      return fail(cursor, message, 'put one of them in parentheses', 'mixed-operators');
    }
    type = found;
    skipSpace(cursor);
    const next = scanOperand(cursor);
    if (next === undefined) return undefined;
    operands ??= [first];
    operands.push(next);
  }
  if (group) {
    if (operands === undefined) {
      return fail(cursor, 'Parentheses hold two references or more.', 'remove the parentheses');
    }
    cursor.at++;
  }
  return operands === undefined ? first : { type: type!, operands };
}

function scanOperand(cursor: ExpressionCursor): Expr | undefined {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === DAGGER) {
    const start = cursor.at;
    const ref = scanReference(cursor);
    if (ref === undefined) return undefined;
    if (++cursor.operands > LIMITS.operands) {
      cursor.at = start;
      return fail(cursor, `An expression has ${LIMITS.operands} operands at most.`, undefined, 'limit');
    }
    cursor.onReference?.(ref, start);
    return ref;
  }
  if (code === OPEN) {
    cursor.at++;
    skipSpace(cursor);
    return scanList(cursor, true);
  }
  if (Number.isNaN(code)) return fail(cursor, 'The expression ends where a reference is expected.');
  return fail(cursor, `Expected a reference, which begins with †, not "${cursor.text[cursor.at]}".`);
}

function scanOperator(cursor: ExpressionCursor): 'or' | 'and' | undefined {
  const { text, at } = cursor;
  if (text.startsWith('||', at)) return take(cursor, 2, 'or');
  if (text.startsWith('&&', at)) return take(cursor, 2, 'and');
  if (text.startsWith('<|>', at)) return take(cursor, 3, 'or');
  if (text.startsWith('*>', at)) return take(cursor, 2, 'and');
  switch (text[at]) {
    case '|':
    case '<':
      return fail(cursor, `"${text[at]}" is not an operator.`, 'did you mean ||');
    case '&':
    case '*':
      return fail(cursor, `"${text[at]}" is not an operator.`, 'did you mean &&');
    case '†':
      return fail(cursor, 'Two references stand side by side.', 'put || or && between them');
    default: {
      const message = `Expected || or &&, not "${text[at]}": a reference can't be part of a longer text.`;
      return fail(cursor, message, 'use a template call to put it into text, or write †† for a dagger');
    }
  }
}

function take<T>(cursor: Cursor, length: number, operator: T): T {
  cursor.at += length;
  return operator;
}

function fail(
  cursor: Cursor,
  message: string,
  hint?: string,
  code: ExpressionError['code'] = 'syntax',
): undefined {
  cursor.fault = { code, message, caret: cursor.at, ...(hint === undefined ? {} : { hint }) };
  return undefined;
}

/** The normal form: one space around operators, aliases as `||` and `&&`, quotes only where needed (L-3, L-4). */
export function printExpression(expr: Expr): string {
  if (expr.type === 'ref') return printRef(expr);
  return expr.operands
    .map((operand) => (operand.type === 'ref' ? printRef(operand) : `(${printExpression(operand)})`))
    .join(expr.type === 'or' ? ' || ' : ' && ');
}

/** `†state.items.0["a key"]` */
export function printRef(ref: Ref): string {
  let text = `†${ref.kind}`;
  for (const segment of ref.path) {
    text += typeof segment === 'number' || isName(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
  }
  return text;
}

/** Whether one path is a prefix of the other (L-14). */
export function pathsMeet(a: readonly Segment[], b: readonly Segment[]): boolean {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) if (a[i] !== b[i] && String(a[i]) !== String(b[i])) return false;
  return true;
}
