/** Part of the workbench: the way along the references of a call by keyboard: which comes next, and what is said of it. */

import { itemAt } from '../lib/columns.ts';
import { edgeId } from './drawing.ts';
import type { Direction } from './intents.ts';
import { type Scene, spokenEdge } from './scene.ts';
import type { Snapshots } from './snapshots.ts';
import type { Host } from './stage.ts';

/** An arrow that a person has come to. */
export interface Reached {
  readonly edge: string;
  /** Ids of the cards at its ends. */
  readonly from: string;
  readonly to: string;
}

/**
 * The reference after `edge` of those that a call reads and then of those that read it; round and round. undefined for a
 * call without any.
 * @param edge where one stands; undefined to begin
 * @returns with what is said: which it is of how many
 */
function nextReference(
  scene: Scene,
  call: number,
  edge: string | undefined,
  step: 1 | -1,
): (Reached & { readonly words: string }) | undefined {
  const all = [...itemAt(scene.arriving, call), ...itemAt(scene.leaving, call)];
  if (all.length === 0) return undefined;
  const at = edge === undefined ? -1 : all.findIndex((e) => edgeId(scene, itemAt(scene.edges, e)) === edge);
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  const e = itemAt(all, next);
  const words = `${spokenEdge(scene, itemAt(scene.edges, e))}, ${next + 1} of ${all.length}.`;
  return { ...reachedBy(scene, e), words };
}

/** The arrow that has the keyboard; undefined where none has, or it is gone. */
export function reached({ scene, ringed, session: { ringEdge } }: Snapshots): Reached | undefined {
  if (ringed === undefined || ringEdge === undefined) return undefined;
  const all = [...itemAt(scene.arriving, ringed), ...itemAt(scene.leaving, ringed)];
  const e = all.find((one) => edgeId(scene, itemAt(scene.edges, one)) === ringEdge);
  return e === undefined ? undefined : reachedBy(scene, e);
}

/** To the next reference of the card that keys are about. @returns false where there is no card */
export function goReference({ shows, stage, set, say }: Host, step: 1 | -1): boolean {
  const { scene, activeId, session } = shows;
  const call = activeId === undefined ? undefined : scene.indexOf.get(activeId);
  if (call === undefined) return false;
  const next = nextReference(scene, call, session.ringEdge, step);
  if (next) {
    set({ ring: activeId, ringEdge: next.edge, selectedEdges: new Set([next.edge]) });
    stage()?.focusEdge(next.edge);
  }
  say(next ? next.words : 'It reads from no other call, and none reads it.');
  return true;
}

/** From the arrow that has the keyboard to another, or to one of its ends. @returns false where none has it */
export function goAlong(host: Host, direction: Direction): boolean {
  const along = reached(host.shows);
  if (!along) return false;
  if (direction === 'up' || direction === 'down') return goReference(host, direction === 'down' ? 1 : -1);
  return host.perform({ kind: 'pick', call: direction === 'left' ? along.from : along.to });
}

function reachedBy(scene: Scene, e: number): Reached {
  const edge = itemAt(scene.edges, e);
  return {
    edge: edgeId(scene, edge),
    from: itemAt(scene.nodeIds, edge.from),
    to: itemAt(scene.nodeIds, edge.to),
  };
}
