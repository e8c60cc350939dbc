/** Reads the expressions of calls. Knows no plan: which kinds and which `_` keys count is for the caller to say. */

import type { Json } from '../lib/json.ts';
import type { Call } from './document.ts';
import type { JsonPath } from './edit.ts';
import { type Expr, type ExpressionError, isExpression, parseExpression, type Ref } from './expression.ts';
import { faultOfTarget, type OutputTargets, parseOutputPath } from './output-path.ts';
import type { ParsedCall, Place, PlaceRole } from './parsed-call.ts';

const DAGGER = '†';
const EMBEDDED = /†(input|state|run|data|secret)\b/;
const DAGGER_CODE = 0x2020;
const UNDERSCORE = 95;
const NONE: readonly never[] = [];

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

/** What a text reads as. */
interface Reading<N> {
  readonly expr: Expr;
  readonly refs: readonly Ref[];
  /** What is known of the first of them; most texts have no other. */
  readonly node: N;
}

export interface CallReader<N> {
  /** @param declared the `_` keys that the call's contract has as parameters (§2) */
  read(call: Call, declared: ReadonlySet<string>): ParsedCall;
  /** Of the call read last: what `nodeOf` said of each reference in its places, in order. */
  readonly nodes: readonly N[];
  /** Of the call read last: the same of its output path, where that is one path alone. */
  readonly target: N | undefined;
}

/**
 * A reader for the calls of one plan. What calls have in common it makes once, for most paths are read by
 * several of them, and the collector, who has to move all of a plan that was just opened, takes longer for it
 * than the reading takes.
 * @param nodeOf whatever is known of a path; asked once for each text
 */
export function callReader<N>(kinds: ReadonlySet<string>, nodeOf: (ref: Ref) => N): CallReader<N> {
  /** By text. One with a fault is not kept: it is told for each place. */
  const readings = new Map<string, Reading<N>>();
  const topPaths = new Map<string, JsonPath>();
  // These are of the call being read. A list that grew by `push` keeps room for 17: places are copied.
  const places: Place[] = [];
  const nodes: N[] = [];
  let target: N | undefined;
  let errors: { path: JsonPath; error: ExpressionError }[] | undefined;
  let embedded: JsonPath[] | undefined;

  function fail(path: JsonPath, error: ExpressionError): void {
    errors ??= [];
    errors.push({ path, error });
  }

  function topPath(key: string): JsonPath {
    let path = topPaths.get(key);
    if (!path) {
      path = [key];
      topPaths.set(key, path);
    }
    return path;
  }

  function read(text: string, path: JsonPath): Reading<N> | undefined {
    let reading = readings.get(text);
    if (reading) return reading;
    const parsed = parseExpression(text, kinds);
    if (!parsed.ok) {
      fail(path, parsed.error);
      return undefined;
    }
    const refs = refsOf(parsed.value);
    reading = { expr: parsed.value, refs, node: nodeOf(refs[0]!) };
    readings.set(text, reading);
    return reading;
  }

  function readPlace(text: string, role: PlaceRole, path: JsonPath): void {
    const reading = read(text, path);
    if (!reading) return;
    places.push({ role, path, text, expr: reading.expr, refs: reading.refs });
    nodes.push(reading.node);
    for (let i = 1; i < reading.refs.length; i++) nodes.push(nodeOf(reading.refs[i]!));
  }

  function readText(text: string, path: JsonPath): void {
    if (isExpression(text)) {
      readPlace(text, 'parameter', path);
    } else if (EMBEDDED.test(text)) {
      embedded ??= [];
      embedded.push(path);
    }
  }

  function readTargets(text: string, path: JsonPath): OutputTargets | null {
    if (isExpression(text)) {
      const reading = read(text, path);
      if (!reading) return null;
      if (reading.expr.type === 'ref' && !faultOfTarget(reading.expr)) {
        target = reading.node;
        return { alternatives: [reading.refs] };
      }
    }
    const parsed = parseOutputPath(text, kinds);
    if (parsed.ok) return parsed.value;
    fail(path, parsed.error);
    return null;
  }

  function readAll(call: Call, declared: ReadonlySet<string>): ParsedCall {
    places.length = 0;
    nodes.length = 0;
    target = undefined;
    errors = undefined;
    embedded = undefined;
    let targets: OutputTargets | null = null;
    for (const key in call) {
      const value = call[key];
      if (key.charCodeAt(0) !== UNDERSCORE || declared.has(key)) {
        if (typeof value === 'string') {
          if (mayHoldReference(value)) readText(value, topPath(key));
        } else if (typeof value === 'object' && value !== null) {
          readNested(value as Json, topPath(key), readText);
        }
      } else if (key === '_outputPath' && typeof value === 'string') {
        targets = readTargets(value, topPath(key));
      } else if (key === '_after' && typeof value === 'string') {
        readPlace(value, 'after', topPath(key));
      } else if (key === '_forEach' && typeof value === 'string') {
        readPlace(value, 'forEach', topPath(key));
      } else if (key === '_scopes' && Array.isArray(value)) {
        value.forEach((scope, i) => {
          if (typeof scope === 'string')
            readPlace(scope.startsWith(DAGGER) ? scope : `${DAGGER}${scope}`, 'scope', [key, i]);
        });
      }
    }
    return {
      call,
      places: places.length > 0 ? places.slice() : NONE,
      targets,
      errors: errors ?? NONE,
      embedded: embedded ?? NONE,
    };
  }

  return {
    read: readAll,
    nodes,
    get target() {
      return target;
    },
  };
}

/** Depth-first without recursion, in document order: a stranger's nesting must not end our stack. */
function readNested(root: Json, path: JsonPath, readText: (text: string, path: JsonPath) => void): void {
  const stack: { value: Json; path: JsonPath }[] = [{ value: root, path }];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, path } = item;
    if (typeof value === 'string') {
      readText(value, path);
    } else if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--)
        if (mayHoldReference(value[i]!)) stack.push({ value: value[i]!, path: [...path, i] });
    } else if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value);
      for (let i = keys.length - 1; i >= 0; i--) {
        const child = value[keys[i]!]!;
        if (mayHoldReference(child)) stack.push({ value: child, path: [...path, keys[i]!] });
      }
    }
  }
}

/** The first character tells of most that are: a search through the text takes longer than to read it. */
const mayHoldReference = (value: Json) =>
  typeof value === 'string'
    ? value.charCodeAt(0) === DAGGER_CODE || value.includes(DAGGER)
    : typeof value === 'object' && value !== null;
