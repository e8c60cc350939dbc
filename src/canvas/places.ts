/** Where every card stands: where the plan says, else where it stood, else where the layout puts it; and where arrows bend. */

import { extendLayout } from '../layout/extend.ts';
import { LAYER_GAP } from '../layout/gaps.ts';
import { type Layout, layoutGraph } from '../layout/layout.ts';
import { intAt, itemAt, numberAt, valueAt } from '../lib/columns.ts';
import type { Plan } from '../plan/document.ts';
import { CARD_WIDTH, cardRect } from './card.ts';
import { isOnPlane, type Rect, type SpatialIndex, spatialIndex, type XY } from './plane.ts';
import type { Scene } from './scene.ts';

export const rectAt = (scene: Scene, places: readonly XY[], call: number): Rect =>
  cardRect(itemAt(places, call), numberAt(scene.heights, call));

/** By call index, both. */
export const indexPlaces = (heights: readonly number[], places: readonly XY[]): SpatialIndex =>
  spatialIndex(heights.map((height, i) => cardRect(itemAt(places, i), height)));

type Places = NonNullable<Plan['layout']>;

/** Above this, opening a plan must not wait for few crossings; auto-layout does, when it is asked for. */
const LAYERED_AT_MOST = 3_000;

/**
 * Remembers what it placed, so that a call that streams in, or an edit, moves nothing that stands already – but where a
 * call comes in between two, those behind it make room, unless a person has placed them.
 */
export function createPlacement() {
  let automatic: ReadonlyMap<string, XY> = new Map();
  let last: readonly XY[] = [];

  /** Places by call index; the same array where nothing moved. */
  return function placesOf(scene: Scene, layout: Places | undefined): readonly XY[] {
    const chosen = (id: string): XY | undefined => {
      const own = layout && Object.hasOwn(layout, id) ? layout[id] : undefined;
      return own && isOnPlane(own) ? own : undefined;
    };
    const known = (id: string): XY | undefined => chosen(id) ?? automatic.get(id);
    if (scene.nodeIds.some((id) => !known(id))) {
      const next = withNew(scene, known, automatic);
      automatic = automatic.size === 0 ? next : withRoom(scene, known, next, chosen);
    }
    const next = scene.nodeIds.map((id) => known(id) ?? { x: 0, y: 0 });
    const same =
      next.length === last.length &&
      next.every((at, i) => at.x === itemAt(last, i).x && at.y === itemAt(last, i).y);
    if (!same) last = next;
    return last;
  };
}

type Known = (id: string) => XY | undefined;

function withNew(scene: Scene, known: Known, automatic: ReadonlyMap<string, XY>): ReadonlyMap<string, XY> {
  const standing = scene.nodeIds.filter((id) => known(id) !== undefined);
  const positions = placeAll(scene, known, standing);
  const next = new Map(automatic);
  scene.nodeIds.forEach((id, i) => {
    if (!known(id)) next.set(id, positions(id, i));
  });
  return next;
}

/** The places once what stands behind new cards has moved on to make room for them. */
function withRoom(
  scene: Scene,
  before: Known,
  placed: ReadonlyMap<string, XY>,
  chosen: Known,
): ReadonlyMap<string, XY> {
  const places = new Map(placed);
  const at = (call: number): XY => {
    const id = itemAt(scene.nodeIds, call);
    return chosen(id) ?? valueAt(places, id);
  };
  for (const call of scene.graph.order) {
    const id = itemAt(scene.nodeIds, call);
    if (before(id) !== undefined) continue;
    const readers = itemAt(scene.leaving, call).map((edge) => itemAt(scene.edges, edge).to);
    const behind = readers.filter(
      (reader) => at(reader).x < at(call).x + CARD_WIDTH && !chosen(itemAt(scene.nodeIds, reader)),
    );
    const left = Math.min(...behind.map((reader) => at(reader).x));
    const first = behind.find((reader) => at(reader).x === left);
    const writers = itemAt(scene.arriving, call).map((edge) => itemAt(scene.edges, edge).from);
    if (first === undefined || writers.some((writer) => at(writer).x + CARD_WIDTH > left)) continue;
    const seat = at(first);
    for (const [other, { x, y }] of places)
      if (x >= left) places.set(other, { x: x + CARD_WIDTH + LAYER_GAP, y });
    places.set(id, seat);
  }
  return places;
}

function placeAll(
  scene: Scene,
  known: Known,
  standing: readonly string[],
): (id: string, index: number) => XY {
  const unplaced = scene.nodeIds.length - standing.length;
  if (unplaced > LAYERED_AT_MOST) {
    const places = quickPlaces(scene);
    return (_, index) => itemAt(places, index);
  }
  const nodes = layoutNodesOf(scene);
  const edges = layoutEdgesOf(scene);
  const { positions } =
    standing.length === 0
      ? layoutGraph(nodes, edges)
      : extendLayout(layoutFrom(scene, known, standing), nodes, edges);
  return (id) => positions[id] ?? { x: 0, y: 0 };
}

/** Places as a layout: cards whose left edges are near each other are one layer. */
function layoutFrom(scene: Scene, known: Known, standing: readonly string[]): Layout {
  const positions: Record<string, XY> = Object.create(null);
  const layers: string[][] = [];
  let [width, height, layerLeft] = [0, 0, Number.NEGATIVE_INFINITY];
  const byLeft = [...standing].sort((a, b) => known(a)!.x - known(b)!.x);
  for (const id of byLeft) {
    const at = known(id)!;
    if (at.x - layerLeft > CARD_WIDTH / 2) {
      layers.push([]);
      layerLeft = at.x;
    }
    itemAt(layers, layers.length - 1).push(id);
    positions[id] = at;
    width = Math.max(width, at.x + CARD_WIDTH);
    height = Math.max(height, at.y + numberAt(scene.heights, valueAt(scene.indexOf, id)));
  }
  return { positions, layers, bends: [], width, height };
}

export const layoutNodesOf = (scene: Scene) =>
  scene.nodeIds.map((id, i) => ({ id, width: CARD_WIDTH, height: numberAt(scene.heights, i) }));

export const layoutEdgesOf = (scene: Scene) =>
  scene.edges.map((edge) => ({ from: itemAt(scene.nodeIds, edge.from), to: itemAt(scene.nodeIds, edge.to) }));

// ---- Places for thousands of calls in one pass: layer by layer, each a block of columns. Crossings are not looked at. ----

const COLUMN_GAP = 32;
const ROW_GAP = 32;
/** A layer of hundreds becomes a block: a column of them would be a thread on the screen. */
const ROWS_AT_MOST = 60;

/** Linear in calls and arrows but for the sorting within layers. Calls in cycles go to the first layer. */
export function quickPlaces(scene: Scene): XY[] {
  const { order } = scene.graph;
  const layer = new Int32Array(scene.ids.length);
  for (const call of order) {
    for (const e of itemAt(scene.arriving, call)) {
      layer[call] = Math.max(intAt(layer, call), intAt(layer, itemAt(scene.edges, e).from) + 1);
    }
  }
  const layers: number[][] = [];
  scene.ids.forEach((_, call) => {
    const at = intAt(layer, call);
    while (layers.length <= at) layers.push([]);
    itemAt(layers, at).push(call);
  });
  const places: XY[] = scene.ids.map(() => ({ x: 0, y: 0 }));
  let left = 0;
  for (const calls of layers) {
    const height = new Map(calls.map((call) => [call, meanHeight(scene, places, call)]));
    calls.sort((a, b) => valueAt(height, a) - valueAt(height, b) || a - b);
    left = placeBlock(scene, places, calls, left) + LAYER_GAP;
  }
  return places;
}

function placeBlock(scene: Scene, places: XY[], calls: readonly number[], left: number): number {
  const columns = Math.max(1, Math.ceil(calls.length / ROWS_AT_MOST));
  const tops = new Array<number>(columns).fill(0);
  calls.forEach((call, i) => {
    const column = i % columns;
    places[call] = { x: left + column * (CARD_WIDTH + COLUMN_GAP), y: numberAt(tops, column) };
    tops[column] = numberAt(tops, column) + numberAt(scene.heights, call) + ROW_GAP;
  });
  return left + columns * (CARD_WIDTH + COLUMN_GAP) - COLUMN_GAP;
}

/** The mean height of those it reads from, already placed. */
function meanHeight(scene: Scene, places: readonly XY[], call: number): number {
  const arriving = itemAt(scene.arriving, call);
  let sum = 0;
  for (const e of arriving) sum += itemAt(places, itemAt(scene.edges, e).from).y;
  return arriving.length > 0 ? sum / arriving.length : 0;
}

// ---- Where long arrows bend past the cards between their ends: as the layered layout says, while the ends stand there. ----

/** By the place of an edge in the scene. */
export type Bends = ReadonlyMap<number, readonly XY[]>;

/** Above this the layout, computed anew at every change of an arrow, would be felt. */
export const BENT_AT_MOST = 300;
/** Places in a plan are whole pixels. */
const SAME = 1.5;

const NONE: Bends = new Map();

/** Remembers the layout of the last shape it saw: typing a value changes a call and no shape. One a canvas. */
export function createBends() {
  let last: { shape: string; layout: Layout } | null = null;
  let bent: { readonly by: readonly unknown[]; readonly bends: Bends } | null = null;

  return function bendsOf(scene: Scene, places: readonly XY[]): Bends {
    if (scene.ids.length > BENT_AT_MOST) return NONE;
    const by = [places, scene.heights, scene.edges, scene.nodeIds];
    if (bent?.by.every((one, i) => one === by[i])) return bent.bends;
    const nodes = layoutNodesOf(scene);
    const edges = layoutEdgesOf(scene);
    const shape = JSON.stringify([nodes, edges]);
    if (last?.shape !== shape) last = { shape, layout: layoutGraph(nodes, edges) };
    bent = { by, bends: bendsWhereTheyStand(scene, places, last.layout) };
    return bent.bends;
  };
}

/** Cards that were dragged away from where the layout has them take their arrows with them, straight. */
function bendsWhereTheyStand(scene: Scene, places: readonly XY[], layout: Layout): Bends {
  const stands = (id: string): boolean => {
    const [at, wanted] = [places[valueAt(scene.indexOf, id)], layout.positions[id]];
    if (!at || !wanted) return false;
    return Math.abs(at.x - wanted.x) < SAME && Math.abs(at.y - wanted.y) < SAME;
  };
  const bends = layout.bends.filter(({ from, to }) => stands(from) && stands(to));
  const points = new Map(
    bends.map((one) => [`${scene.indexOf.get(one.from)}>${scene.indexOf.get(one.to)}`, one.points]),
  );
  return new Map(
    scene.edges.flatMap(({ from, to }, e) => {
      const bent = points.get(`${from}>${to}`);
      return bent ? [[e, bent] as const] : [];
    }),
  );
}
