/** Where every card stands: where the plan says, else where it stood, else where the layout puts it. */

import { extendLayout } from '../../layout/extend.ts';
import { type Layout, layoutGraph } from '../../layout/layout.ts';
import type { Plan } from '../../plan/document.ts';
import { CARD_WIDTH, LAYER_GAP } from './geometry.ts';
import { quickPlaces } from './quick-places.ts';
import type { Scene } from './scene.ts';
import type { XY } from './to-flow.ts';

type Places = NonNullable<Plan['layout']>;

/** Above this, opening a plan must not wait for few crossings; auto-layout does, when it is asked for. */
const LAYERED_AT_MOST = 3_000;

/** Remembers what it placed, so that a call that streams in, or an edit, moves nothing that stands already. */
export function createPlacement() {
  let automatic: ReadonlyMap<string, XY> = new Map();
  let last: readonly XY[] = [];

  /** Places by call index; the same array where nothing moved. */
  return function placesOf(scene: Scene, layout: Places | undefined): readonly XY[] {
    const known = (id: string): XY | undefined =>
      layout && Object.hasOwn(layout, id) ? layout[id] : automatic.get(id);
    if (scene.nodeIds.some((id) => !known(id))) automatic = withNew(scene, known, automatic);
    const next = scene.nodeIds.map((id) => known(id) ?? { x: 0, y: 0 });
    const same =
      next.length === last.length && next.every((at, i) => at.x === last[i]!.x && at.y === last[i]!.y);
    if (!same) last = next;
    return last;
  };
}

export const LAYOUT_OPTIONS = { layerGap: LAYER_GAP } as const;

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

function placeAll(
  scene: Scene,
  known: Known,
  standing: readonly string[],
): (id: string, index: number) => XY {
  const unplaced = scene.nodeIds.length - standing.length;
  if (unplaced > LAYERED_AT_MOST) {
    const places = quickPlaces(scene);
    return (_, index) => places[index]!;
  }
  const nodes = layoutNodesOf(scene);
  const edges = layoutEdgesOf(scene);
  const { positions } =
    standing.length === 0
      ? layoutGraph(nodes, edges, LAYOUT_OPTIONS)
      : extendLayout(layoutFrom(scene, known, standing), nodes, edges, LAYOUT_OPTIONS);
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
    layers[layers.length - 1]!.push(id);
    positions[id] = at;
    width = Math.max(width, at.x + CARD_WIDTH);
    height = Math.max(height, at.y + scene.cards[scene.indexOf.get(id)!]!.height);
  }
  return { positions, layers, bends: [], width, height };
}

export const layoutNodesOf = (scene: Scene) =>
  scene.nodeIds.map((id, i) => ({ id, width: CARD_WIDTH, height: scene.cards[i]!.height }));

export const layoutEdgesOf = (scene: Scene) =>
  scene.edges.map((edge) => ({ from: scene.nodeIds[edge.from]!, to: scene.nodeIds[edge.to]! }));
