/** Directions as axes: the stages know "along" (from layer to layer) and "across" (within one), not x and y. */
import type { LayoutNode, LayoutOptions } from './layout.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Axes {
  /** The extent of a node along the direction of the edges. */
  length(node: LayoutNode): number;
  /** Its extent across that direction. */
  extent(node: LayoutNode): number;
  along(point: Point): number;
  across(point: Point): number;
  point(along: number, across: number): Point;
}

const right: Axes = {
  length: (node) => node.width,
  extent: (node) => node.height,
  along: (point) => point.x,
  across: (point) => point.y,
  point: (along, across) => ({ x: along, y: across }),
};

const down: Axes = {
  length: (node) => node.height,
  extent: (node) => node.width,
  along: (point) => point.y,
  across: (point) => point.x,
  point: (along, across) => ({ x: across, y: along }),
};

export const axesOf = (options: LayoutOptions): Axes => (options.direction === 'down' ? down : right);

/** Room between layers and between neighbours in one, in pixels. */
export const gapsOf = (options: LayoutOptions): { layerGap: number; nodeGap: number; edgeGap: number } => {
  const nodeGap = options.nodeGap ?? 32;
  return { layerGap: options.layerGap ?? 96, nodeGap, edgeGap: nodeGap / 3 };
};
