/** A new call: its name, its path and the free spot where its card comes to stand. */

import { LAYER_GAP } from '../layout/gaps.ts';
import { itemAt, numberAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { printRef, type Ref } from '../plan/expression.ts';
import { freeId } from '../plan/free-id.ts';
import { CARD_WIDTH, cardRect } from './card.ts';
import { type Change, pinned, place } from './changes.ts';
import type { Rect, SpatialIndex, XY } from './plane.ts';
import type { Scene } from './scene.ts';

/** Kept free around a new card. */
const MARGIN = 24;
/** The height to look for room with: the card's own is known only once it is in the plan. */
const USUAL_HEIGHT = 160;

/** What there is already. */
interface Standing {
  readonly scene: Scene;
  readonly places: readonly XY[];
  readonly index: SpatialIndex;
}

/**
 * A call of `contract` with nothing filled in, so that what it needs shows as problems with a place. It stands one layer
 * after the call `beside`, or at `middle` where none is meant, on the nearest free spot below.
 * @param reads what it has from its beginning: the reference that it was pulled from, the file that was meant
 */
export function addCall(
  plan: Plan,
  { scene, places, index }: Standing,
  contract: ToolContract,
  beside: number | undefined,
  middle: XY,
  reads: Readonly<Record<string, Json>> = {},
): Change & { readonly id: string } {
  const id = idFor(scene, contract.name);
  const call: Call = {
    _id: id,
    _tool: contract.name,
    ...reads,
    _outputPath: pathsOf(contract, id).map(printRef).join(' || '),
  };
  const wanted =
    beside === undefined
      ? { x: middle.x - CARD_WIDTH / 2, y: middle.y - USUAL_HEIGHT / 2 }
      : { x: itemAt(places, beside).x + CARD_WIDTH + LAYER_GAP, y: itemAt(places, beside).y };
  const title = `Add ${id}`;
  const at = freeSpot(index, places, scene, wanted);
  const positions = new Map([...pinned(scene, places, plan.layout), [id, at] as const]);
  const edits: Edit[] = [{ kind: 'add-call', call, at: plan.calls.length }, ...place(positions, title).edits];
  return { edits, title, id };
}

/** What a new call writes: a path that is its own or, where its tool always takes one of several ways, one for each (L-23). */
export function pathsOf(contract: ToolContract, id: string): readonly Ref[] {
  const ways: unknown = contract['x-branches'];
  const named = Array.isArray(ways) && ways.length > 1 ? ways.map((way) => [id, String(way)]) : [[id]];
  return named.map((path) => ({ type: 'ref', kind: 'state', path }));
}

/** It names the path that the call writes too, so neither may be taken, and it begins as a path's name does. */
export function idFor(scene: Scene, tool: string): string {
  const written = new Set(scene.graph.writes.map((write) => String(write.ref.path[0])));
  const base = /^[A-Za-z_]/.test(tool) ? tool : `call_${tool}`;
  return freeId(base, (id) => scene.indexOf.has(id) || written.has(id));
}

function freeSpot(index: SpatialIndex, places: readonly XY[], scene: Scene, wanted: XY): XY {
  let at = wanted;
  for (;;) {
    const area = padded(cardRect(at, USUAL_HEIGHT));
    const bottoms = index.within(area).map((i) => itemAt(places, i).y + numberAt(scene.heights, i));
    if (bottoms.length === 0) return at;
    at = { x: at.x, y: Math.max(...bottoms) + MARGIN + 1 };
  }
}

const padded = ({ x, y, width, height }: Rect): Rect => ({
  x: x - MARGIN,
  y: y - MARGIN,
  width: width + 2 * MARGIN,
  height: height + 2 * MARGIN,
});
