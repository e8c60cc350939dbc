/** A step put on an arrow, a step pulled out of a call, an arrow moved elsewhere, a tool put in another's place: one change each. */

import { viewOf } from '../check/contract-view.ts';
import { LAYER_GAP } from '../layout/gaps.ts';
import { itemAt } from '../lib/columns.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import { type Call, META_KEYS } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { printExpression, printRef } from '../plan/expression.ts';
import type { Edge } from '../plan/graph.ts';
import { sameRef } from '../plan/graph.ts';
import { mapExpr } from '../plan/map-refs.ts';
import { ANY_TYPE, TYPES, type TypeSet, typesAt } from '../tools/schema-types.ts';
import { titleOf } from '../tools/titles.ts';
import { CARD_WIDTH } from './card.ts';
import type { Change } from './changes.ts';
import { type Connection, connect, edgeOf, withoutRefs, writtenPath } from './connect.ts';
import { itemsWritten, likelihood, toolsFor, typesTaken, typesWritten } from './fits.ts';
import type { View } from './intents.ts';
import { addCall, idFor, pathsOf } from './new-call.ts';
import type { XY } from './plane.ts';
import type { Scene } from './scene.ts';

const GONE = 'That reference is gone. Nothing was changed.';

/** A new call of a tool, reading what another writes by the parameter that is likeliest; it stands at `at`. */
export function pulledOut(
  view: View,
  {
    writer,
    alternative,
    at,
  }: { readonly writer: number; readonly alternative: number; readonly at: XY | undefined },
  contract: ToolContract,
): Result<Change & { readonly id: string }, string> {
  const { plan, scene } = view;
  const written = writtenPath(scene, { writer, alternative });
  if (!written.ok) return written;
  const given = typesWritten(scene.cardOf(writer), alternative);
  const [best] = toolsFor([contract], given, undefined, itemsWritten(scene.cardOf(writer)));
  const reads = best ? { [best.name]: printRef(written.value.ref) } : { _after: printRef(written.value.ref) };
  // Let go of on the plane, its head comes to be there.
  const middle = at && { x: at.x + CARD_WIDTH / 2, y: at.y + HEAD };
  const added = addCall(plan, view, contract, middle ? undefined : writer, middle ?? view.middle, reads);
  return ok({
    ...added,
    edits: [...written.value.edits, ...added.edits],
    title: `Add ${added.id} after ${scene.nodeIds[writer]}`,
  });
}
/** From the top of a new card to its middle, as `addCall` places it, less the half of its head. */
const HEAD = 60;

/** The types that come along an arrow, and those that its reader takes there. */
export function typesAlong(
  scene: Scene,
  edge: Edge,
): { readonly given: TypeSet; readonly items: TypeSet; readonly wanted: TypeSet } {
  const writer = scene.cardOf(edge.from);
  const reader = scene.cardOf(edge.to);
  const deeper = edge.ref.path.length - edge.write.ref.path.length;
  const whole = typesWritten(writer, edge.write.alternative);
  const given =
    deeper === 0 || whole === ANY_TYPE
      ? whole
      : typesAt(writer.contract?._output, edge.ref.path, edge.write.ref.path.length);
  const wanted =
    edge.role === 'after'
      ? ANY_TYPE
      : edge.role === 'forEach'
        ? TYPES.array
        : edge.path.length === 1
          ? typesTaken(reader.contract, String(edge.path[0]))
          : ANY_TYPE;
  return { given, items: deeper === 0 ? itemsWritten(writer) : ANY_TYPE, wanted };
}

/** A call of the tool between the two ends of an arrow: it reads what the reader read, and the reader reads it. */
export function inserted(
  view: View,
  edgeName: string,
  contract: ToolContract,
): Result<Change & { readonly id: string }, string> {
  const { plan, scene, places } = view;
  const edge = edgeOf(scene, edgeName);
  if (!edge) return err(GONE);
  const parsed = itemAt(scene.graph.calls, edge.to);
  const key = JSON.stringify(edge.path);
  const place = parsed.places.find(({ path }) => JSON.stringify(path) === key);
  if (!place) return err(GONE);
  const id = idFor(scene, contract.name);
  const own = pathsOf(contract, id);
  // Of several ways the first is the one that goes on.
  const read = itemAt(own, 0);
  const { given, items } = typesAlong(scene, edge);
  const [best] = edge.role === 'after' ? [] : toolsFor([contract], given, undefined, items);
  const call: Call = {
    _id: id,
    _tool: contract.name,
    [best?.name ?? '_after']: printRef(edge.ref),
    _outputPath: own.map(printRef).join(' || '),
  };
  const expr = mapExpr(place.expr, (ref) => (sameRef(ref, edge.ref) ? read : ref));
  const edits: Edit[] = [
    // Behind its writer in the list, too: that order decides ties.
    { kind: 'add-call', call, at: edge.from + 1 },
    {
      kind: 'set-in-call',
      id: parsed.call._id,
      path: edge.path,
      value: expr && printExpression(expr),
    },
  ];
  const positions = roomFor(scene, places, edge, plan.layout ?? {});
  if (positions) edits.push({ kind: 'place', positions: { ...positions.moved, [id]: positions.at } });
  return ok({
    edits,
    title: `Insert ${id} between ${scene.nodeIds[edge.from]} and ${scene.nodeIds[edge.to]}`,
    id,
  });
}

/** So many cards move on at most to make room; more would stand anew by a press of auto-layout. */
const MOVED_AT_MOST = 500;

/**
 * Where the new card stands, and where those behind it move on to. Undefined where a person has placed none of the two
 * ends: the layout makes room by itself then.
 */
function roomFor(
  scene: Scene,
  places: readonly XY[],
  { from, to }: Edge,
  layout: Readonly<Record<string, unknown>>,
): { readonly at: XY; readonly moved: Readonly<Record<string, XY>> } | undefined {
  const idOf = (call: number) => itemAt(scene.nodeIds, call);
  if (!Object.hasOwn(layout, idOf(from)) && !Object.hasOwn(layout, idOf(to))) return undefined;
  const [start, end] = [itemAt(places, from), itemAt(places, to)];
  const left = start.x + CARD_WIDTH;
  const needed = CARD_WIDTH + 2 * LAYER_GAP - (end.x - left);
  const at = { x: Math.round(left + LAYER_GAP), y: Math.round((start.y + end.y) / 2) };
  // Backwards, or there is room: it stands in the middle of the two.
  if (needed <= 0 || end.x < left)
    return { at: { ...at, x: Math.round((left + end.x - CARD_WIDTH) / 2) }, moved: {} };
  const moved: Record<string, XY> = {};
  const seen = new Set([to]);
  const open = [to];
  for (let call = open.pop(); call !== undefined; call = open.pop()) {
    const { x, y } = itemAt(places, call);
    moved[idOf(call)] = { x: Math.round(x + needed), y: Math.round(y) };
    for (const e of itemAt(scene.leaving, call)) {
      const next = itemAt(scene.edges, e).to;
      if (seen.has(next) || itemAt(places, next).x < end.x) continue;
      seen.add(next);
      open.push(next);
    }
    if (seen.size > MOVED_AT_MOST) return { at, moved: {} };
  }
  return { at, moved };
}

/** An arrow that ends elsewhere from here on: taken off where it was, put on there. It reads the same part as before. */
export function movedEdge(view: View, edgeName: string, connection: Connection): Result<Change, string> {
  const { scene } = view;
  const edge = edgeOf(scene, edgeName);
  if (!edge) return err(GONE);
  // Of the writer alone another result may be meant; the same one is looked into as before.
  const isSame = edge.from === connection.writer && edge.write.alternative === connection.alternative;
  const on = connect(scene, isSame ? { ...connection, ref: edge.ref } : connection);
  if (!on.ok) return on;
  const to = itemAt(scene.nodeIds, connection.reader);
  return ok({
    edits: [...withoutRefs(scene, [edge]), ...on.value.edits],
    title: `Move a reference from ${scene.nodeIds[edge.to]} to ${to}`,
  });
}

const META: ReadonlySet<string> = new Set(META_KEYS);

/**
 * Another tool in the place of a call's: what the new one knows by the same name, and takes, stays; a reference whose
 * name it does not know goes to the parameter that it fits best. What has no place is told in the title's words.
 */
export function replacedTool(
  view: View,
  id: string,
  contract: ToolContract,
): Result<Change & { readonly lost: readonly string[] }, string> {
  const { scene } = view;
  const index = scene.indexOf.get(id);
  if (index === undefined) return err(`There is no call ${id}.`);
  const { call, places } = itemAt(scene.graph.calls, index);
  const to = viewOf(contract);
  const next: Record<string, Call[string]> = { _id: call._id, _tool: contract.name };
  const left: string[] = [];
  for (const [key, value] of Object.entries(call)) {
    if (key === '_id' || key === '_tool') continue;
    // What says by which code the old one ran is the old tool's.
    if (key === '_activity' || key === '_delegate') continue;
    if (META.has(key) || to.parameters.has(key)) next[key] = value;
    else left.push(key);
  }
  const isReference = (key: string) => places.some(({ path }) => path.length === 1 && path[0] === key);
  const lost = left.filter((key) => {
    const given = isReference(key) ? typesRead(scene, index, key) : null;
    const [best] =
      given === null
        ? []
        : [...to.parameters.keys()]
            .filter((name) => next[name] === undefined)
            .flatMap((name) => {
              const likely = likelihood(contract, name, given);
              return likely ? [{ name, rank: likely.rank + (to.required.includes(name) ? 0 : 2) }] : [];
            })
            .toSorted((a, b) => a.rank - b.rank);
    if (!best) return true;
    next[best.name] = call[key];
    return false;
  });
  const title = `Replace ${scene.titleOf(index)} by ${titleOf(contract, contract.name)}`;
  return ok({ edits: [{ kind: 'replace-call', id: call._id, call: next as Call }], title, lost });
}

/** The types that come to a parameter by its arrows. */
function typesRead(scene: Scene, reader: number, name: string): TypeSet {
  const along = itemAt(scene.arriving, reader)
    .map((e) => itemAt(scene.edges, e))
    .filter(({ path }) => path[0] === name)
    .map((edge) => typesAlong(scene, edge).given);
  return along.length === 0 ? ANY_TYPE : along.reduce((all, one) => all | one, 0);
}
