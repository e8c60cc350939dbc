/**
 * Calls as text, to and from the clipboard, with what was said of them and notes that stand beside them. What is pasted comes
 * from anywhere: it is read as data and checked.
 */

import { LAYER_GAP } from '../layout/gaps.ts';
import { itemAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { faultOfCall } from '../plan/call-shape.ts';
import {
  addNotes,
  bounded,
  type CanvasNote,
  canvasNotes,
  isOfCall,
  isOnPlane,
} from '../plan/canvas-notes.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { type Expr, parseExpression, printExpression, printRef, type Ref } from '../plan/expression.ts';
import { freeId } from '../plan/free-id.ts';
import { buildGraph, type Graph, graphApart } from '../plan/graph.ts';
import { CARD_WIDTH, cardRect } from './card.ts';
import { type Change, named } from './changes.ts';
import type { Copies } from './given.ts';
import { around, type Rect, type XY } from './plane.ts';

const CHARACTERS_AT_MOST = 1_000_000;
const CALLS_AT_MOST = 500;
const DEPTH_AT_MOST = 64;
/** A pasted copy stands a little beside its original. */
const BESIDE: XY = { x: 32, y: 32 };

/** @param beside notes and frames to take along, by their places among the plan's notes */
export function copyText(
  plan: Plan,
  ids: readonly string[],
  places: ReadonlyMap<string, XY>,
  beside: readonly number[] = [],
): string {
  const chosen = new Set(ids);
  const calls = plan.calls.filter((call) => chosen.has(call._id));
  const layout = Object.fromEntries(
    calls.flatMap((call) => {
      const at = places.get(call._id);
      return at ? [[call._id, { x: Math.round(at.x), y: Math.round(at.y) }]] : [];
    }),
  );
  const notes = canvasNotes(plan.notes).flatMap(({ at, note }) =>
    (isOfCall(note) ? chosen.has(note.call) : beside.includes(at)) ? [note] : [],
  );
  return JSON.stringify({ calls, layout, ...(notes.length > 0 ? { notes } : {}) }, null, 2);
}

/**
 * Pasted calls as edits, with ids of their own, writing to paths of their own where theirs are taken, reading from each
 * other as their originals did. The error is a sentence.
 */
export function paste(
  plan: Plan,
  text: string,
  where: Where = { by: BESIDE },
): Result<Change & { readonly ids: readonly string[]; readonly of: Copies['of'] }, string> {
  const read = readCalls(text);
  if (!read.ok) return read;
  const { calls, layout, notes } = read.value;
  const graph = buildGraph(plan);
  const ids = freshIds(plan, calls);
  const rename = renameWrites(graph, graphApart({ ...plan, calls }), ids);
  const edits: Edit[] = calls.map((call, i) => ({
    kind: 'add-call',
    call: { ...(mapTexts(call, rename) as Call), _id: itemAt(ids, i) },
    at: plan.calls.length + i,
  }));
  const rects = [...[...layout.values()].map((at) => cardRect(at, 0)), ...notes.filter(isOnPlane)];
  const by = 'by' in where ? where.by : toBeAround(where.around, rects);
  const positions = calls.flatMap((call, i) => {
    const at = layout.get(call._id);
    if (at) return [[itemAt(ids, i), { x: at.x + by.x, y: at.y + by.y }] as const];
    // Text from elsewhere says no places: a row of cards, from there on.
    const row = 'around' in where && layout.size === 0 ? where.around : undefined;
    return row
      ? [
          [
            itemAt(ids, i),
            { x: Math.round(row.x + i * (CARD_WIDTH + LAYER_GAP)), y: Math.round(row.y) },
          ] as const,
        ]
      : [];
  });
  if (positions.length > 0) edits.push({ kind: 'place', positions: Object.fromEntries(positions) });
  const of = Object.fromEntries(calls.map(({ _id }, i) => [itemAt(ids, i), _id]));
  const own = new Map(calls.map(({ _id }, i) => [_id, itemAt(ids, i)]));
  const pasted = notes.flatMap((note) => pastedNote(note, own, by));
  if (pasted.length > 0) edits.push(addNotes(plan, pasted));
  const what = calls.length > 0 ? named(ids) : notes.length === 1 ? 'a note' : `${notes.length} notes`;
  return ok({ edits, title: `Paste ${what}`, ids, of });
}

/** So far from where the text has them; or all of them around a point of the plane. */
export type Where = { readonly by: XY } | { readonly around: XY };

/** Beside its original, or of the copy of its call; nothing where that is not pasted. */
function pastedNote(note: CanvasNote, ids: ReadonlyMap<string, string>, by: XY): readonly CanvasNote[] {
  if (isOnPlane(note)) return [{ ...note, ...bounded({ ...note, x: note.x + by.x, y: note.y + by.y }) }];
  const call = ids.get(note.call);
  return call === undefined ? [] : [{ ...note, call }];
}

function toBeAround({ x, y }: XY, places: readonly Rect[]): XY {
  const all = around(places);
  return all
    ? { x: Math.round(x - all.x - all.width / 2), y: Math.round(y - all.y - all.height / 2) }
    : BESIDE;
}

interface Read {
  readonly calls: readonly Call[];
  readonly layout: ReadonlyMap<string, XY>;
  readonly notes: readonly CanvasNote[];
}

function readCalls(text: string): Result<Read, string> {
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
  const notes =
    isObject(value) && Array.isArray(value.notes)
      ? canvasNotes(value.notes).flatMap(({ note }) => (depthOf(note) > DEPTH_AT_MOST ? [] : [note]))
      : [];
  const list = Array.isArray(value) ? value : isObject(value) ? (value.calls ?? [value]) : null;
  if (!Array.isArray(list) || list.length + notes.length === 0) {
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
  return ok({ calls, layout: readLayout(value), notes });
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
