/** What a screen reader says for a call and for an arrow. Words only. */

import type { Effect } from '../../plan/contract-shape.ts';
import { printRef } from '../../plan/expression.ts';
import type { Edge } from '../../plan/graph.ts';
import type { Scene } from './scene.ts';

export const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  none: 'touches nothing outside',
  read: 'reads',
  write: 'writes',
  irreversible: "can't be undone",
};

/** The tool's name, and the call's id where that says more. */
export function spokenId(scene: Scene, index: number): string {
  const { call } = scene.cards[index]!;
  const id = scene.nodeIds[index]!;
  return id === call._tool ? call._tool : `${call._tool} (${id})`;
}

/** "reads from history, lookup" or "reads from no other call". */
export function spokenSources(scene: Scene, index: number): string {
  const writers = new Set(scene.arriving[index]!.map((e) => scene.nodeIds[scene.edges[e]!.from]!));
  return writers.size > 0 ? `reads from ${[...writers].join(', ')}` : 'reads from no other call';
}

export function spokenEdge(scene: Scene, edge: Edge): string {
  const what = `${scene.nodeIds[edge.to]} reads ${printRef(edge.ref)} from ${scene.nodeIds[edge.from]}`;
  return edge.role === 'after' ? `${scene.nodeIds[edge.to]} runs after ${scene.nodeIds[edge.from]}` : what;
}
