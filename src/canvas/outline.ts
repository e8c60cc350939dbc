/**
 * The plan as a list that one works in: its calls in the order in which they run. A second showing of the same scene; it
 * draws nothing.
 */

import type { Graph } from '../plan/graph.ts';
import type { Marks } from './marks.ts';
import type { Scene } from './scene.ts';

/** What the list shows; the same object until something of it is another. */
export interface Outline {
  readonly scene: Scene;
  readonly marks: Marks;
  /** Call indexes, row by row. */
  readonly order: readonly number[];
  /** By call index its row, from 0. */
  readonly rowOf: Int32Array;
}

/** In plan order (L-22); calls in a cycle, and those that wait for one, stand behind the others as the plan has them. */
export function orderOf({ order, rank }: Pick<Graph, 'order' | 'rank'>): readonly number[] {
  if (order.length === rank.length) return order;
  const stuck: number[] = [];
  rank.forEach((at, call) => {
    if (at < 0) stuck.push(call);
  });
  return [...order, ...stuck];
}

/** @param order as `orderOf` gives it */
export function rowsOf(order: readonly number[]): Int32Array {
  const rows = new Int32Array(order.length);
  order.forEach((call, row) => {
    rows[call] = row;
  });
  return rows;
}
