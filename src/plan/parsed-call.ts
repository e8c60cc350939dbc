/** A call with its expressions parsed, once for each call object: an edit leaves the others' identity, and so this, alone. */

import type { Json } from '../lib/json.ts';
import { type Call, META_KEYS, type Plan } from './document.ts';
import type { JsonPath } from './edit.ts';
import {
  BASE_KINDS,
  type Expr,
  type ExpressionError,
  isExpression,
  type OutputTargets,
  parseExpression,
  parseOutputPath,
  type Ref,
} from './expression.ts';

export type PlaceRole = 'parameter' | 'after' | 'forEach' | 'scope';

/** An expression and where it stands in its call. */
export interface Place {
  readonly role: PlaceRole;
  readonly path: JsonPath;
  readonly text: string;
  readonly expr: Expr;
  /** The references in it, left to right. */
  readonly refs: readonly Ref[];
}

export interface ParsedCall {
  readonly call: Call;
  readonly places: readonly Place[];
  /** null where there is no `_outputPath`, or one that does not parse. */
  readonly targets: OutputTargets | null;
  readonly errors: readonly { readonly path: JsonPath; readonly error: ExpressionError }[];
  /** Texts with a reference in their middle (L-2): probably meant to be one. */
  readonly embedded: readonly JsonPath[];
}

const META = new Set<string>(META_KEYS);
const DAGGER = '†';
const EMBEDDED = /†(input|state|run|data|secret)\b/;

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

/** The kinds an expression of this plan may start with (L-5a). */
export function kindsOf(plan: Plan): ReadonlySet<string> {
  return plan.data ? new Set([...BASE_KINDS, ...Object.keys(plan.data)]) : BASE_KINDS;
}

/** The `_` keys that contracts of the plan declare as parameters (§2), by tool. */
export function declaredMeta(plan: Plan): ReadonlyMap<string, ReadonlySet<string>> {
  const byTool = new Map<string, ReadonlySet<string>>();
  for (const tool of plan.tools ?? []) {
    const properties = typeof tool.parameters === 'object' ? tool.parameters.properties : undefined;
    if (typeof properties !== 'object' || properties === null) continue;
    const declared = Object.keys(properties).filter((key) => key.startsWith('_') && !META.has(key));
    if (declared.length > 0) byTool.set(tool.name, new Set(declared));
  }
  return byTool;
}

const caches = new WeakMap<ReadonlySet<string>, WeakMap<Call, ParsedCall>>();
const NONE: ReadonlySet<string> = new Set();

/** Parses a call's expressions; the same call object and kinds give the same result object. */
export function parseCall(
  call: Call,
  kinds: ReadonlySet<string> = BASE_KINDS,
  declared: ReadonlySet<string> = NONE,
): ParsedCall {
  if (declared.size > 0) return readCall(call, kinds, declared);
  let cache = caches.get(kinds);
  if (!cache) {
    cache = new WeakMap();
    caches.set(kinds, cache);
  }
  let parsed = cache.get(call);
  if (!parsed) {
    parsed = readCall(call, kinds, declared);
    cache.set(call, parsed);
  }
  return parsed;
}

function readCall(call: Call, kinds: ReadonlySet<string>, declared: ReadonlySet<string>): ParsedCall {
  const places: Place[] = [];
  const errors: { path: JsonPath; error: ExpressionError }[] = [];
  const embedded: JsonPath[] = [];
  let targets: OutputTargets | null = null;

  const readExpression = (text: string, role: PlaceRole, path: JsonPath) => {
    const parsed = parseExpression(text, kinds);
    if (parsed.ok) places.push({ role, path, text, expr: parsed.value, refs: refsOf(parsed.value) });
    else errors.push({ path, error: parsed.error });
  };

  const readText = (text: string, path: JsonPath) => {
    if (isExpression(text)) readExpression(text, 'parameter', path);
    else if (text.includes(DAGGER) && EMBEDDED.test(text)) embedded.push(path);
  };

  for (const key in call) {
    const value = call[key];
    if (key.charCodeAt(0) !== 95 /* _ */ || declared.has(key)) {
      if (typeof value === 'string') {
        if (value.includes(DAGGER)) readText(value, [key]);
      } else if (typeof value === 'object' && value !== null) {
        readNested(value as Json, [key], readText);
      }
    } else if (key === '_outputPath' && typeof value === 'string') {
      const parsed = parseOutputPath(value, kinds);
      if (parsed.ok) targets = parsed.value;
      else errors.push({ path: [key], error: parsed.error });
    } else if (key === '_after' && typeof value === 'string') {
      readExpression(value, 'after', [key]);
    } else if (key === '_forEach' && typeof value === 'string') {
      readExpression(value, 'forEach', [key]);
    } else if (key === '_scopes' && Array.isArray(value)) {
      value.forEach((scope, i) => {
        if (typeof scope === 'string')
          readExpression(scope.startsWith(DAGGER) ? scope : `${DAGGER}${scope}`, 'scope', [key, i]);
      });
    }
  }
  return { call, places, targets, errors, embedded };
}

/** Depth-first without recursion, in document order: a stranger's nesting must not end our stack. */
function readNested(root: Json, path: JsonPath, readText: (text: string, path: JsonPath) => void): void {
  const stack: { value: Json; path: JsonPath }[] = [{ value: root, path }];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, path } = item;
    if (typeof value === 'string') {
      if (value.includes(DAGGER)) readText(value, path);
    } else if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--) {
        const child = value[i]!;
        if (typeof child === 'string' || (typeof child === 'object' && child !== null))
          stack.push({ value: child, path: [...path, i] });
      }
    } else if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value);
      for (let i = keys.length - 1; i >= 0; i--) {
        const child = value[keys[i]!]!;
        if (typeof child === 'string' || (typeof child === 'object' && child !== null)) {
          stack.push({ value: child, path: [...path, keys[i]!] });
        }
      }
    }
  }
}
