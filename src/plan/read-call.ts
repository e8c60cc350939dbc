/** Reads the expressions of calls, with where they stand. Knows no plan: which kinds count is for the caller to say. */

import { type PlaceRole, visitTexts } from './call-texts.ts';
import type { Call } from './document.ts';
import type { JsonPath } from './edit.ts';
import { type Expr, type ExpressionError, isExpression, parseExpression, type Ref } from './expression.ts';
import { faultOfTarget, type OutputTargets, parseOutputPath } from './output-path.ts';

/** An expression and where it stands in its call. */
export interface Place {
  readonly role: PlaceRole;
  readonly path: JsonPath;
  readonly text: string;
  readonly expr: Expr;
  /** The references in it, left to right. */
  readonly refs: readonly Ref[];
}

/** What the texts of a call say. */
export interface CallReading {
  readonly places: readonly Place[];
  /** null where there is no `_outputPath`, or one that does not parse. */
  readonly targets: OutputTargets | null;
  readonly errors: readonly { readonly path: JsonPath; readonly error: ExpressionError }[];
  /** Texts with a reference in their middle (L-2): probably meant to be one. */
  readonly embedded: readonly JsonPath[];
}

const EMBEDDED = /†(input|state|run|data|secret)\b/;
const NONE: readonly never[] = [];

/** Whether a text that is no expression has what looks like a reference in it (L-2). */
export const hasEmbedded = (text: string): boolean => EMBEDDED.test(text);

/** Every reference of an expression, left to right. */
export function refsOf(expr: Expr): Ref[] {
  if (expr.type === 'ref') return [expr];
  const refs: Ref[] = [];
  for (const operand of expr.operands) {
    if (operand.type === 'ref') refs.push(operand);
    else refs.push(...refsOf(operand));
  }
  return refs;
}

interface ReadText {
  readonly expr: Expr;
  readonly refs: readonly Ref[];
}

/** @param declared the `_` keys that the call's contract has as parameters (§2) */
export type CallReader = (call: Call, declared: ReadonlySet<string>) => CallReading;

/** A reader for the calls of one plan. What they have in common it makes once: most paths are read by several. */
export function callReader(kinds: ReadonlySet<string>): CallReader {
  /** By text. One with a fault is not kept: it is told for each place. */
  const known = new Map<string, ReadText>();
  const topPaths = new Map<string, JsonPath>();

  function topPath(key: string): JsonPath {
    let path = topPaths.get(key);
    if (!path) {
      path = [key];
      topPaths.set(key, path);
    }
    return path;
  }

  return (call, declared) => {
    const places: Place[] = [];
    const errors: { path: JsonPath; error: ExpressionError }[] = [];
    const embedded: JsonPath[] = [];
    let targets: OutputTargets | null = null;

    function read(text: string, path: JsonPath): ReadText | undefined {
      let reading = known.get(text);
      if (reading) return reading;
      const parsed = parseExpression(text, kinds);
      if (!parsed.ok) {
        errors.push({ path, error: parsed.error });
        return undefined;
      }
      reading = { expr: parsed.value, refs: refsOf(parsed.value) };
      known.set(text, reading);
      return reading;
    }

    function readTargets(text: string, path: JsonPath): OutputTargets | null {
      if (isExpression(text)) {
        const reading = read(text, path);
        if (!reading) return null;
        if (reading.expr.type === 'ref' && !faultOfTarget(reading.expr))
          return { alternatives: [reading.refs] };
      }
      const parsed = parseOutputPath(text, kinds);
      if (parsed.ok) return parsed.value;
      errors.push({ path, error: parsed.error });
      return null;
    }

    visitTexts(call, declared, {
      text(text, role, key, below) {
        const path = below ?? topPath(key);
        if (role === 'parameter' && !isExpression(text)) {
          if (hasEmbedded(text)) embedded.push(path);
          return;
        }
        const reading = read(text, path);
        if (reading) places.push({ role, path, text, expr: reading.expr, refs: reading.refs });
      },
      target(text) {
        targets = readTargets(text, topPath('_outputPath'));
      },
    });
    return {
      places: listOf(places),
      targets,
      errors: listOf(errors),
      embedded: listOf(embedded),
    };
  };
}

/** Of the length it has: a list that grew by `push` keeps room for 17. */
const listOf = <T>(items: readonly T[]): readonly T[] => (items.length > 0 ? items.slice() : NONE);
