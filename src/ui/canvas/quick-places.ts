/** Places for thousands of calls in one pass: layer by layer, each a block of columns. Crossings are not looked at. */

import { CARD_WIDTH, LAYER_GAP } from './geometry.ts';
import type { Scene } from './scene.ts';
import type { XY } from './to-flow.ts';

const COLUMN_GAP = 32;
const ROW_GAP = 32;
/** A layer of hundreds becomes a block: a column of them would be a thread on the screen. */
const ROWS_AT_MOST = 60;

/** Linear in calls and arrows but for the sorting within layers. Calls in cycles go to the first layer. */
export function quickPlaces(scene: Scene): XY[] {
  const { order } = scene.graph;
  const layer = new Int32Array(scene.cards.length);
  for (const call of order) {
    for (const e of scene.arriving[call]!) {
      layer[call] = Math.max(layer[call]!, layer[scene.edges[e]!.from]! + 1);
    }
  }
  const layers: number[][] = [];
  scene.cards.forEach((_, call) => {
    const at = layer[call]!;
    while (layers.length <= at) layers.push([]);
    layers[at]!.push(call);
  });
  const places: XY[] = scene.cards.map(() => ({ x: 0, y: 0 }));
  let left = 0;
  for (const calls of layers) {
    const height = new Map(calls.map((call) => [call, meanHeight(scene, places, call)]));
    calls.sort((a, b) => height.get(a)! - height.get(b)! || a - b);
    left = placeBlock(scene, places, calls, left) + LAYER_GAP;
  }
  return places;
}

function placeBlock(scene: Scene, places: XY[], calls: readonly number[], left: number): number {
  const columns = Math.max(1, Math.ceil(calls.length / ROWS_AT_MOST));
  const tops = new Array<number>(columns).fill(0);
  calls.forEach((call, i) => {
    const column = i % columns;
    places[call] = { x: left + column * (CARD_WIDTH + COLUMN_GAP), y: tops[column]! };
    tops[column] = tops[column]! + scene.cards[call]!.height + ROW_GAP;
  });
  return left + columns * (CARD_WIDTH + COLUMN_GAP) - COLUMN_GAP;
}

/** The mean height of those it reads from, already placed. */
function meanHeight(scene: Scene, places: readonly XY[], call: number): number {
  const arriving = scene.arriving[call]!;
  let sum = 0;
  for (const e of arriving) sum += places[scene.edges[e]!.from]!.y;
  return arriving.length > 0 ? sum / arriving.length : 0;
}
