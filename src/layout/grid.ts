/** The inside of a block: its one node, or a crowd of twins row by row in a grid that is about square. */
import { itemAt, realAt } from '../lib/columns.ts';
import type { Axes } from './axes.ts';
import type { LayoutNode } from './layout.ts';

export interface Block {
  readonly length: number;
  readonly extent: number;
  /** Of each member, in the order given: where it starts and ends along the block, and its centre across it. */
  readonly along: Float64Array;
  readonly alongEnd: Float64Array;
  readonly centre: Float64Array;
}

export function blockOf(nodes: readonly LayoutNode[], axes: Axes, nodeGap: number): Block {
  const length = nodes.reduce((most, node) => Math.max(most, axes.length(node)), 0);
  const total = nodes.reduce((sum, node) => sum + axes.extent(node) + nodeGap, 0);
  const columnCount = Math.max(1, Math.min(nodes.length, Math.round(Math.sqrt(total / (length + nodeGap)))));
  const along = new Float64Array(nodes.length);
  const alongEnd = new Float64Array(nodes.length);
  const centre = new Float64Array(nodes.length);
  let extent = 0;
  for (let first = 0; first < nodes.length; first += columnCount) {
    const row = nodes.slice(first, first + columnCount);
    const tallest = row.reduce((most, node) => Math.max(most, axes.extent(node)), 0);
    if (first > 0) extent += nodeGap;
    for (let k = 0; k < row.length; k++) {
      along[first + k] = k * (length + nodeGap);
      alongEnd[first + k] = realAt(along, first + k) + axes.length(itemAt(row, k));
      centre[first + k] = extent + tallest / 2;
    }
    extent += tallest;
  }
  return { length: columnCount * (length + nodeGap) - nodeGap, extent, along, alongEnd, centre };
}
