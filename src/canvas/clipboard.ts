/** Calls as text, to and from the clipboard. What is pasted comes from anywhere: it is read as data and checked. */

import { itemAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { faultOfCall } from '../plan/call-shape.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { type Expr, parseExpression, printExpression, printRef, type Ref } from '../plan/expression.ts';
import { freeId } from '../plan/free-id.ts';
import { buildGraph, type Graph } from '../plan/graph.ts';
import type { Origins } from '../plan/origin.ts';
import type { Came } from '../plan/origins-after.ts';
import { type Change, named } from './changes.ts';
import type { Copies } from './given.ts';
import type { XY } from './plane.ts';

const CHARACTERS_AT_MOST = 1_000_000;
const CALLS_AT_MOST = 500;
const DEPTH_AT_MOST = 64;
/** A pasted copy stands a little beside its original. */
const BESIDE: XY = { x: 32, y: 32 };

export function copyText(plan: Plan, ids: readonly string[], places: ReadonlyMap<string, XY>): string {
  const chosen = new Set(ids);
  const calls = plan.calls.filter((call) => chosen.has(call._id));
  const layout = Object.fromEntries(
    calls.flatMap((call) => {
      const at = places.get(call._id);
      return at ? [[call._id, { x: Math.round(at.x), y: Math.round(at.y) }]] : [];
    }),
  );
  return JSON.stringify({ calls, layout }, null, 2);
}

/**
 * Pasted calls as edits, with ids of their own, writing to paths of their own where theirs are taken, reading from each
 * other as their originals did. They stand `by` from where the text has them. The error is a sentence.
 */
export function paste(
  plan: Plan,
  text: string,
  by: XY = BESIDE,
): Result<Change & { readonly ids: readonly string[]; readonly of: Copies['of'] }, string> {
  const read = readCalls(text);
  if (!read.ok) return read;
  const { calls, layout } = read.value;
  const graph = buildGraph(plan);
  const ids = freshIds(plan, calls);
  const rename = renameWrites(graph, buildGraph({ ...plan, calls }), ids);
  const edits: Edit[] = calls.map((call, i) => ({
    kind: 'add-call',
    call: { ...(mapTexts(call, rename) as Call), _id: itemAt(ids, i) },
    at: plan.calls.length + i,
  }));
  const positions = calls.flatMap((call, i) => {
    const at = layout.get(call._id);
    return at ? [[itemAt(ids, i), { x: at.x + by.x, y: at.y + by.y }] as const] : [];
  });
  if (positions.length > 0) edits.push({ kind: 'place', positions: Object.fromEntries(positions) });
  const of = Object.fromEntries(calls.map(({ _id }, i) => [itemAt(ids, i), _id]));
  return ok({ edits, title: `Paste ${named(ids)}`, ids, of });
}

/** What was copied here last, as it went to the clipboard. */
export interface Copied {
  readonly text: string;
  /** Of the plan that it was copied from. */
  readonly from: Origins;
}

/**
 * Where copies came from (L-74): text is a stranger's, whatever it says of itself; only what was copied here is known, by
 * every letter of it.
 * @param own of the plan they are put into @param at now, ms
 */
export function cameWith({ of, text }: Copies, own: Origins, copied: Copied | null, at: number): Came {
  if (text === undefined) return { copies: { from: own, of } };
  // A clipboard may end lines in its own way.
  if (copied?.text === text.replaceAll('\r\n', '\n')) return { copies: { from: copied.from, of } };
  return { by: { kind: 'pasted', at } };
}

function readCalls(text: string): Result<{ calls: Call[]; layout: Map<string, XY> }, string> {
  if (text.length > CHARACTERS_AT_MOST) {
    return err(
      'Nothing was pasted: the text is longer than 1,000,000 characters. Import it as a file instead.',
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err(
      'Nothing was pasted: the clipboard holds no JSON. Copy calls, or a JSON array of calls, first.',
    );
  }
  const list = Array.isArray(value) ? value : isObject(value) ? (value.calls ?? [value]) : null;
  if (!Array.isArray(list) || list.length === 0) {
    return err('Nothing was pasted: the JSON holds no calls. A call has an "_id" and a "_tool".');
  }
  if (list.length > CALLS_AT_MOST) {
    return err(
      `Nothing was pasted: ${list.length} calls are more than the ${CALLS_AT_MOST} that can be pasted.`,
    );
  }
  const calls: Call[] = [];
  for (const item of list) {
    const named = isObject(item) && item._id === undefined ? { ...item, _id: 'call' } : item;
    if (faultOfCall(named) !== undefined || depthOf(named) > DEPTH_AT_MOST) {
      return err(
        `Nothing was pasted: item ${calls.length + 1} of the JSON is no call. A call has an "_id" and a "_tool".`,
      );
    }
    calls.push(named as Call);
  }
  return ok({ calls, layout: readLayout(value) });
}

function readLayout(value: unknown): Map<string, XY> {
  const layout = isObject(value) && isObject(value.layout) ? value.layout : {};
  return new Map(
    Object.entries(layout).flatMap(([id, at]) =>
      isObject(at) && Number.isFinite(at.x) && Number.isFinite(at.y)
        ? [[id, { x: at.x as number, y: at.y as number }] as const]
        : [],
    ),
  );
}

/** Without recursion: the nesting is a stranger's. */
function depthOf(root: unknown): number {
  let deepest = 0;
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let item = open.pop(); item; item = open.pop()) {
    if (typeof item.value !== 'object' || item.value === null) continue;
    deepest = Math.max(deepest, item.depth + 1);
    if (deepest > DEPTH_AT_MOST) return deepest;
    for (const child of Object.values(item.value)) open.push({ value: child, depth: item.depth + 1 });
  }
  return deepest;
}

function freshIds(plan: Plan, calls: readonly Call[]): string[] {
  const taken = new Set(plan.calls.map((call) => call._id));
  return calls.map(({ _id }) => {
    const id = freeId(_id, (candidate) => taken.has(candidate));
    taken.add(id);
    return id;
  });
}

/** References to a path that a pasted call writes and the plan writes already lead to that call's own path instead. */
function renameWrites(plan: Graph, pasted: Graph, ids: readonly string[]): (ref: Ref) => Ref {
  const taken = new Set(plan.writes.map((write) => rootOf(write.ref)));
  const roots = new Map<string, string>();
  for (const write of pasted.writes) {
    const root = rootOf(write.ref);
    const name = String(write.ref.path[0]);
    if (!taken.has(root) || roots.has(root)) continue;
    let fresh = name === itemAt(pasted.calls, write.call).call._id ? itemAt(ids, write.call) : `${name}_2`;
    for (let n = 3; taken.has(`${write.ref.kind}.${fresh}`); n++) fresh = `${name}_${n}`;
    taken.add(`${write.ref.kind}.${fresh}`);
    roots.set(root, fresh);
  }
  return (ref) => {
    const fresh = roots.get(rootOf(ref));
    return fresh === undefined ? ref : { ...ref, path: [fresh, ...ref.path.slice(1)] };
  };
}

const rootOf = (ref: Ref): string => `${ref.kind}.${ref.path[0] ?? ''}`;

/** Every text of a call through `renamed`; `DEPTH_AT_MOST` holds here. */
function mapTexts(value: unknown, rename: (ref: Ref) => Ref): unknown {
  if (typeof value === 'string') return renamed(value, rename);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, rename)]));
}

/** The text with every reference passed through `rename`; a text that is no expression stays as it is. */
function renamed(text: string, rename: (ref: Ref) => Ref): string {
  const parsed = parseExpression(text);
  if (!parsed.ok) return text;
  const walk = (expr: Expr): Expr =>
    expr.type === 'ref' ? rename(expr) : { type: expr.type, operands: expr.operands.map(walk) };
  const changed = walk(parsed.value);
  return changed.type === 'ref' ? printRef(changed) : printExpression(changed);
}
