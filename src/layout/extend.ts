/** Layout while a plan streams in: new cards find a place, those that have one keep it. It reorders nothing. */
import { addAt, intAt, itemAt } from '../lib/columns.ts';
import { LAYER_GAP, NODE_GAP } from './gaps.ts';
import { type Indexed, type IndexedGraph, incidence, indexGraph } from './indexed.ts';
import { withoutCycles } from './layers.ts';
import type { Layout, LayoutEdge, LayoutNode, Point } from './layout.ts';

/**
 * Places the nodes that `previous` does not have and leaves the others where they are. A node already placed never
 * leaves its layer, and moves inside it only if its card has grown into another one; what is gone from `nodes`
 * leaves its room. A new node goes one layer after the last of those it reads, level with them or as near to that
 * as there is room.
 *
 * So if a node streams in after one that reads it, and that one's layer is taken, the edge between them may lead
 * backwards: `layoutGraph` sets that right once the stream has ended.
 */
export function extendLayout(
  previous: Layout,
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
): Layout {
  const indexed = indexGraph(nodes, edges);
  const graph = withoutCycles(indexed);
  const into = incidence(graph.count, graph.to);
  const layer = placedLayers(previous, indexed);
  const wasPlaced = layer.map((l) => (l >= 0 ? 1 : 0));
  const order = settleLayers(graph, layer);
  const occupied = new Occupied();
  const at: (Area | undefined)[] = new Array(graph.count);
  const settle = (v: number, area: Area) => {
    at[v] = area;
    occupied.add(intAt(layer, v), area);
  };

  // All cards that can stay do so before any other looks for room.
  const displaced: { v: number; area: Area }[] = [];
  for (const ids of previous.layers) {
    for (const id of ids) {
      const v = indexed.indexOf.get(id);
      if (v === undefined || wasPlaced[v] === 0 || at[v] !== undefined) continue;
      const corner = previous.positions[id]!;
      const area = areaAt(v, corner.x, corner.y);
      if (occupied.isFree(area)) settle(v, area);
      else displaced.push({ v, area });
    }
  }
  for (const { v, area } of displaced) {
    settle(v, areaAt(v, area.start, occupied.nearestFree(area, NODE_GAP, Number.NEGATIVE_INFINITY)));
  }
  for (const v of order) {
    if (wasPlaced[v] === 1) continue;
    const l = intAt(layer, v);
    const end = occupied.endBefore(l);
    const start = occupied.startOf(l) ?? (end === undefined ? 0 : end + LAYER_GAP);
    const wanted = areaAt(v, start, level(v) - itemAt(indexed.nodes, v).height / 2);
    settle(v, areaAt(v, start, occupied.nearestFree(wanted, NODE_GAP, 0)));
  }

  const positions: Record<string, Point> = Object.create(null);
  const layers: string[][] = [];
  let width = 0;
  let height = 0;
  const byPlace = Array.from(order).sort((v, w) => at[v]!.low - at[w]!.low || v - w);
  for (const v of byPlace) {
    const area = at[v]!;
    const { id } = itemAt(indexed.nodes, v);
    positions[id] = { x: area.start, y: area.low };
    while (layers.length <= intAt(layer, v)) layers.push([]);
    itemAt(layers, intAt(layer, v)).push(id);
    width = Math.max(width, area.end);
    height = Math.max(height, area.high);
  }
  const stayed = (id: string): boolean => {
    const before = previous.positions[id];
    const now = positions[id];
    return before !== undefined && now !== undefined && before.x === now.x && before.y === now.y;
  };
  const bends = previous.bends.filter(({ from, to }) => stayed(from) && stayed(to));
  return { positions, layers, bends, width, height };

  function areaAt(v: number, start: number, low: number): Area {
    const node = itemAt(indexed.nodes, v);
    return { start, end: start + node.width, low, high: low + node.height };
  }

  /** The mean centre of what a new node reads; zero, the top, where it reads nothing. */
  function level(v: number): number {
    let sum = 0;
    let count = 0;
    for (let k = intAt(into.start, v); k < intAt(into.start, v + 1); k++) {
      const area = at[intAt(graph.from, intAt(into.edges, k))];
      if (area === undefined) continue;
      sum += (area.low + area.high) / 2;
      count++;
    }
    return count === 0 ? 0 : sum / count;
  }
}

/** The layer each node has in `previous`, -1 for the new ones. */
function placedLayers(previous: Layout, indexed: Indexed): Int32Array {
  const layer = new Int32Array(indexed.count).fill(-1);
  previous.layers.forEach((ids, l) => {
    for (const id of ids) {
      const v = indexed.indexOf.get(id);
      if (v !== undefined && Object.hasOwn(previous.positions, id)) layer[v] = l;
    }
  });
  return layer;
}

/**
 * Gives every node without a layer the one after the last it reads; one that reads nothing goes before the first
 * placed node that reads it, or first. @returns all nodes, each after those it reads.
 */
function settleLayers(graph: IndexedGraph, layer: Int32Array): Int32Array {
  const { count, from, to } = graph;
  const out = incidence(count, from);
  const into = incidence(count, to);
  const missing = Int32Array.from(
    { length: count },
    (_, v) => intAt(into.start, v + 1) - intAt(into.start, v),
  );
  const order = new Int32Array(count);
  let end = 0;
  for (let v = 0; v < count; v++) if (missing[v] === 0) order[end++] = v;
  for (let i = 0; i < end; i++) {
    const v = intAt(order, i);
    const readers = out.edges.subarray(intAt(out.start, v), intAt(out.start, v + 1));
    if (intAt(layer, v) < 0) layer[v] = layerFor(v, readers);
    for (const e of readers) if (addAt(missing, intAt(to, e), -1) === 0) order[end++] = intAt(to, e);
  }
  return order;

  function layerFor(v: number, readers: Int32Array): number {
    const read = into.edges.subarray(intAt(into.start, v), intAt(into.start, v + 1));
    if (read.length > 0) return read.reduce((most, e) => Math.max(most, intAt(layer, intAt(from, e)) + 1), 0);
    const placed = readers.filter((e) => intAt(layer, intAt(to, e)) >= 0);
    if (placed.length === 0) return 0;
    return Math.max(
      0,
      placed.reduce((least, e) => Math.min(least, intAt(layer, intAt(to, e))), Number.MAX_SAFE_INTEGER) - 1,
    );
  }
}

interface Area {
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
}

interface Column {
  start: number;
  end: number;
  /** By `low`, ascending. */
  readonly areas: Area[];
  /** The largest `high - low`: how far back a search for overlaps must look. */
  tallest: number;
}

/** The first index whose area starts at `low` or after it. */
function firstFrom(areas: readonly Area[], low: number): number {
  let from = 0;
  let to = areas.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (itemAt(areas, middle).low < low) from = middle + 1;
    else to = middle;
  }
  return from;
}

class Occupied {
  readonly #columns: (Column | undefined)[] = [];

  /** Where the layer starts along the direction of the edges; `undefined` while nothing stands in it. */
  startOf(layer: number): number | undefined {
    return this.#columns[layer]?.start;
  }

  /** How far everything in the layers before `layer` reaches; `undefined` where they are empty. */
  endBefore(layer: number): number | undefined {
    let end: number | undefined;
    for (const column of this.#columns.slice(0, layer)) {
      if (column !== undefined && (end === undefined || column.end > end)) end = column.end;
    }
    return end;
  }

  add(layer: number, area: Area): void {
    this.#columns[layer] ??= { start: area.start, end: area.end, areas: [], tallest: 0 };
    const column = this.#columns[layer];
    column.start = Math.min(column.start, area.start);
    column.end = Math.max(column.end, area.end);
    column.tallest = Math.max(column.tallest, area.high - area.low);
    column.areas.splice(firstFrom(column.areas, area.low), 0, area);
  }

  isFree(area: Area): boolean {
    return this.#beside(area).every((column) => {
      for (let i = firstFrom(column.areas, area.low - column.tallest); i < column.areas.length; i++) {
        const other = itemAt(column.areas, i);
        if (other.low >= area.high) break;
        if (other.high > area.low && other.start < area.end && other.end > area.start) return false;
      }
      return true;
    });
  }

  /**
   * The place nearest to `area`, moved across the layers only, not before `floor` and `gap` away from everything.
   * @returns its `low`.
   */
  nearestFree(area: Area, gap: number, floor: number): number {
    const columns = this.#beside(area);
    const all = columns.length === 1 ? itemAt(columns, 0).areas : columns.flatMap((column) => column.areas);
    const taken = all.filter((other) => other.start < area.end && other.end > area.start);
    if (columns.length > 1) taken.sort((a, b) => a.low - b.low);
    const extent = area.high - area.low;
    let free = floor;
    let best = Number.POSITIVE_INFINITY;
    for (const other of taken) {
      const room = other.low - gap - extent;
      if (room >= free) best = nearer(Math.min(Math.max(area.low, free), room), best, area.low);
      free = Math.max(free, other.high + gap);
    }
    return nearer(Math.max(area.low, free), best, area.low);
  }

  #beside(area: Area): Column[] {
    return this.#columns.filter(
      (column) => column !== undefined && column.start < area.end && column.end > area.start,
    ) as Column[];
  }
}

const nearer = (a: number, b: number, wanted: number): number =>
  Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a;
