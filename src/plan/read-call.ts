/** Reads the expressions of calls, with where they stand. Knows no plan: which kinds count is for the caller to say. */

import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import type { Call } from './document.ts';
import type { JsonPath } from './edit.ts';
import { type Expr, type ExpressionError, isExpression, parseExpression, type Ref } from './expression.ts';
import type { Read } from './graph.ts';
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

// Walks the texts of a call that hold its wires, in document order (L-5). Parses none of them; knows no plan.

/** Where an expression stands in its call. */
export type PlaceRole = 'parameter' | 'after' | 'forEach' | 'scope';

interface TextVisitor {
  /**
   * A text that is an expression or, in a parameter, has a dagger in it.
   * @param below where it stands, from the call on, if that is not right under `key`
   */
  text(text: string, role: PlaceRole, key: string, below: JsonPath | undefined): void;
  /** The output path. */
  target(text: string): void;
}

const DAGGER = '†';
const DAGGER_CODE = 0x2020;
const UNDERSCORE = 95;

/** @param declared the `_` keys that the call's contract has as parameters (§2) */
export function visitTexts(call: Call, declared: ReadonlySet<string>, visitor: TextVisitor): void {
  for (const key in call) {
    const value = call[key];
    if (key.charCodeAt(0) !== UNDERSCORE || declared.has(key)) {
      if (typeof value === 'string') {
        if (mayHoldReference(value)) visitor.text(value, 'parameter', key, undefined);
      } else if (typeof value === 'object' && value !== null) {
        visitNested(value as Json, key, visitor);
      }
    } else if (key === '_outputPath') {
      if (typeof value === 'string') visitor.target(value);
    } else if (key === '_after') {
      if (typeof value === 'string') visitor.text(value, 'after', key, undefined);
    } else if (key === '_forEach') {
      if (typeof value === 'string') visitor.text(value, 'forEach', key, undefined);
    } else if (key === '_scopes') {
      if (Array.isArray(value)) visitScopes(value, visitor);
    }
  }
}

/** A scope may be named without its dagger (L-51). Apart, for a closure in the walk would cost every key of every call. */
function visitScopes(scopes: readonly unknown[], visitor: TextVisitor): void {
  for (const [i, scope] of scopes.entries()) {
    if (typeof scope !== 'string') continue;
    const text = scope.startsWith(DAGGER) ? scope : `${DAGGER}${scope}`;
    visitor.text(text, 'scope', '_scopes', ['_scopes', i]);
  }
}

/** Depth-first without recursion, in document order: a stranger's nesting must not end our stack. */
function visitNested(root: Json, key: string, visitor: TextVisitor): void {
  const stack: { value: Json; path: JsonPath }[] = [{ value: root, path: [key] }];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, path } = item;
    if (typeof value === 'string') {
      visitor.text(value, 'parameter', key, path);
    } else if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--)
        if (mayHoldReference(itemAt(value, i))) stack.push({ value: itemAt(value, i), path: [...path, i] });
    } else if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value);
      for (let i = keys.length - 1; i >= 0; i--) {
        const child = value[itemAt(keys, i)]!;
        if (mayHoldReference(child)) stack.push({ value: child, path: [...path, itemAt(keys, i)] });
      }
    }
  }
}

/** The first character tells of most that are: a search through the text takes longer than to read it. */
const mayHoldReference = (value: Json) =>
  typeof value === 'string'
    ? value.charCodeAt(0) === DAGGER_CODE || value.includes(DAGGER)
    : typeof value === 'object' && value !== null;

// The read of a reference among those of its call.

/** Reads that are compared one by one; a call with more has a table, or 10,000 references would be 10^8 comparisons. */
const FEW = 8;

const tables = new WeakMap<readonly Read[], ReadonlyMap<string, Read>>();

/** @param reads those of one call: `graph.readsOf[call]` */
export function findRead(reads: readonly Read[], ref: Ref): Read | undefined {
  if (reads.length > FEW) return tableOf(reads).get(keyOf(ref));
  for (let i = 0; i < reads.length; i++) if (sameRef(itemAt(reads, i).ref, ref)) return reads[i];
  return undefined;
}

function tableOf(reads: readonly Read[]): ReadonlyMap<string, Read> {
  let table = tables.get(reads);
  if (!table) {
    table = new Map(reads.map((read) => [keyOf(read.ref), read]));
    tables.set(reads, table);
  }
  return table;
}

/** The same for `.0` and `["0"]`; quoted, because a key may hold any character that could stand between two. */
const keyOf = (ref: Ref) => JSON.stringify([ref.kind, ...ref.path.map(String)]);

/** Same kind and segments. `.0` and `["0"]` are the same place. */
export function sameRef(a: Ref, b: Ref): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.path.length !== b.path.length) return false;
  for (let i = 0; i < a.path.length; i++)
    if (a.path[i] !== b.path[i] && String(a.path[i]) !== String(b.path[i])) return false;
  return true;
}
