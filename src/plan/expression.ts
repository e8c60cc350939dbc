/** References and expressions (PLAN-LANGUAGE §3): parse with carets and hints, print the normal form. */

import type { Result } from '../lib/result.ts';

export type Segment = string | number;

export interface Ref {
  readonly type: 'ref';
  /** input, state, run, secret, or a declared data kind. */
  readonly kind: string;
  /** A number is an array index (`.0`); a string is a name or a quoted key. */
  readonly path: readonly Segment[];
}
export interface Or {
  readonly type: 'or';
  readonly operands: readonly Expr[];
}
export interface And {
  readonly type: 'and';
  readonly operands: readonly Expr[];
}
export type Expr = Ref | Or | And;

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

/** What a call writes: alternatives (`||`), each with one target or several (`&&`, fan-out). */
export interface OutputTargets {
  readonly alternatives: readonly (readonly Ref[])[];
}

/** The data kinds every plan has (L-5a). */
export const BASE_KINDS: ReadonlySet<string> = new Set(['input', 'state', 'run', 'secret', 'data']);

// TO BE WRITTEN by the language helper, with exactly these signatures:
export declare function isExpression(text: string): boolean;
export declare function literalOf(text: string): string;
export declare function parseExpression(
  text: string,
  kinds?: ReadonlySet<string>,
): Result<Expr, ExpressionError>;
export declare function parseOutputPath(
  text: string,
  kinds?: ReadonlySet<string>,
): Result<OutputTargets, ExpressionError>;
export declare function printExpression(expr: Expr): string;
export declare function printRef(ref: Ref): string;
