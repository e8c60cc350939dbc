/**
 * An arrow is pulled: from an output to what shall read it, from a place that reads back to an output, or by its head off
 * the place where it ends; from an input of the plan to a call, and a result off its place. What can't be connected is
 * refused in words.
 */

import { itemAt } from '../../lib/columns.ts';
import { alternativeOf, outputPort, portOf, readerPortOf } from '../card.ts';
import { edgeId } from '../drawing.ts';
import { pulledEnd } from '../end-connection.ts';
import type { ArrowFrom, ArrowOn, Intent, View } from '../intents.ts';
import { type Scene, waitedForBy, waitingFor } from '../scene.ts';
import type { Gesture, Grip, Pointer, Preview, Pull } from './gesture.ts';

export const connectPorts: Gesture = (press, view) => {
  if (press.on.kind !== 'port' || view.mode !== 'edit') return null;
  const pulled = pulledAt(view, press.on);
  if (!pulled) return null;
  const { from, moved } = pulled;
  const pull = { ...pulled, refused: refusedTo(view.scene, from) };
  let last: Preview = { pull };
  return {
    move: ({ on }) => {
      // The same until something else is under it: each card that is drawn is asked what it says otherwise.
      if (!sameGrip(last.pull?.over, on)) last = { pull: { ...pull, over: on } };
      return last;
    },
    end: (at) => ended(view, from, moved, press, at),
  };
};

/** Calls that would wait for themselves; none where the other end is one of the plan's. */
function refusedTo(scene: Scene, from: ArrowFrom): ReadonlySet<number> {
  if ('writer' in from) return waitedForBy(scene, from.writer);
  return 'reader' in from ? waitingFor(scene, from.reader) : NONE;
}

const NONE: ReadonlySet<number> = new Set();

/** What a pull from there is about. null at a port from which nothing can be pulled. */
function pulledAt(
  { scene, ends }: View,
  { call, port }: Grip & { kind: 'port' },
): Pick<Pull, 'from' | 'moved' | 'tail'> | null {
  const index = scene.indexOf.get(call);
  if (index === undefined) {
    const from = pulledEnd(ends, { kind: 'port', call, port });
    return from && { from };
  }
  const alternative = alternativeOf(port);
  if (alternative !== null) return { from: { writer: index, alternative } };
  const reads = readerPortOf(port);
  if (!reads) return null;
  // The last of several: it is the one that was put there last.
  const e = itemAt(scene.arriving, index).findLast((at) => {
    const { role, path } = itemAt(scene.edges, at);
    return portOf(role, path) === port;
  });
  if (e === undefined) return { from: { reader: index, port: reads } };
  const edge = itemAt(scene.edges, e);
  return {
    from: { writer: edge.from, alternative: edge.write.alternative },
    moved: edgeId(scene, edge),
    tail: { call: itemAt(scene.nodeIds, edge.from), port: outputPort(edge.write.alternative) },
  };
}

function ended(
  view: View,
  from: ArrowFrom,
  moved: string | undefined,
  press: Pointer,
  { at, on }: Pointer,
): readonly Intent[] {
  const isBack =
    on.kind === 'port' && press.on.kind === 'port' && on.call === press.on.call && on.port === press.on.port;
  if (isBack) return [];
  const place = placeOf(view, on);
  // A pull that comes back to its own card, not to a port of it, was thought better of.
  const own = 'writer' in from ? from.writer : 'reader' in from ? from.reader : undefined;
  if (!place || (on.kind === 'card' && place !== 'plane' && 'call' in place && place.call === own)) return [];
  if (own === undefined && 'call' in on && press.on.kind === 'port' && on.call === press.on.call) return [];
  return [{ kind: 'end-arrow', from, on: place, at, ...(moved === undefined ? {} : { moved }) }];
}

function placeOf({ scene, ends }: View, on: Grip): ArrowOn | null {
  if (!('call' in on)) return 'plane';
  const call = scene.indexOf.get(on.call);
  if (call === undefined) return ends.some(({ id }) => id === on.call) ? { end: on.call } : null;
  return on.kind === 'port' ? { call, port: on.port } : { call };
}

const sameGrip = (a: Grip | undefined, b: Grip): boolean =>
  a?.kind === b.kind &&
  (!('call' in a) || !('call' in b) || a.call === b.call) &&
  (a.kind !== 'port' || b.kind !== 'port' || a.port === b.port);
