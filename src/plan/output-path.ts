/** Output paths (L-5b): where a call's result goes. `||` between alternatives, `&&` inside one. */

import { itemAt } from '../lib/columns.ts';
import { err, ok, type Result } from '../lib/result.ts';
import {
  BASE_KINDS,
  type Expr,
  type ExpressionError,
  isExpression,
  parseExpression,
  printRef,
  type Ref,
} from './expression.ts';

/** What a call writes: alternatives (`||`), each with one target or several (`&&`, fan-out). */
export interface OutputTargets {
  readonly alternatives: readonly (readonly Ref[])[];
}

const READ_ONLY: ReadonlySet<string> = new Set(['input', 'run', 'secret']);

/** Parses an `_outputPath` (L-5b). An expression's own faults keep their codes. */
export function parseOutputPath(
  text: string,
  kinds: ReadonlySet<string> = BASE_KINDS,
): Result<OutputTargets, ExpressionError> {
  if (!isExpression(text)) {
    const message = 'An output path is a †state path, such as †state.result.';
    const meant = /^(?:state\.)?([A-Za-z_$][\w$.-]{0,80})$/.exec(text)?.[1];
    const hint = meant === undefined ? undefined : `did you mean †state.${meant}`;
    return err({ code: 'bad-output-path', message, caret: 0, ...(hint === undefined ? {} : { hint }) });
  }
  const parsed = parseExpression(text, kinds);
  if (!parsed.ok) return parsed;
  const alternatives: (readonly Ref[])[] = [];
  for (const alternative of flatten(parsed.value, 'or')) {
    const targets: Ref[] = [];
    for (const target of flatten(alternative, 'and')) {
      if (target.type !== 'ref') {
        return err({
          code: 'bad-output-path',
          message: "|| chooses between alternatives and can't stand inside an &&.",
          caret: caretOf(text, kinds, firstRef(target)),
          hint: 'put the && inside one side of the ||',
        });
      }
      const fault = faultOfTarget(target);
      if (fault !== undefined) return err({ ...fault, caret: caretOf(text, kinds, target) });
      targets.push(target);
    }
    alternatives.push(targets);
  }
  return ok({ alternatives });
}

/** `(a || b) || c` chooses as `a || b || c` does, so nested lists of one operator are one list. */
function flatten(expr: Expr, type: 'or' | 'and'): readonly Expr[] {
  if (expr.type !== type) return [expr];
  return expr.operands.flatMap((operand) => flatten(operand, type));
}

/** Why a call cannot write to a path, or undefined where it can. */
export function faultOfTarget(target: Ref): Omit<ExpressionError, 'caret'> | undefined {
  if (READ_ONLY.has(target.kind)) {
    const message = `${printRef(target)} can only be read: a call writes to †state or to a data kind.`;
    return { code: 'read-only-target', message, hint: 'write to †state' };
  }
  if (target.kind === 'state' && target.path[0] === 'approvals') {
    return {
      code: 'read-only-target',
      message: `${printRef(target)} is written only by a person who approves.`,
    };
  }
  if (target.path.length === 0) {
    return { code: 'bad-output-path', message: `${printRef(target)} is the whole of it; name a path in it.` };
  }
  if (target.path.some(isIndex)) {
    const message = `${printRef(target)} has an index: a call writes whole values, not an element of an array.`;
    return { code: 'bad-output-path', message, hint: 'to add to an array use _outputMethod "push"' };
  }
  return undefined;
}

const isIndex = (segment: string | number) => typeof segment === 'number';

function firstRef(expr: Expr): Ref {
  let at = expr;
  while (at.type !== 'ref') at = itemAt(at.operands, 0);
  return at;
}

/** References carry no offsets, for they are kept by the ten thousand; a fault reads the text again. */
function caretOf(text: string, kinds: ReadonlySet<string>, ref: Ref): number {
  const wanted = printRef(ref);
  let caret = -1;
  parseExpression(text, kinds, (found, start) => {
    if (caret < 0 && printRef(found) === wanted) caret = start;
  });
  return Math.max(caret, 0);
}
