/** What a camera and a surface are told of a canvas: what there is to follow, where its cards are, which part is in view. */

import { type Camera, farStep, type Sight } from './camera.ts';
import { endRect } from './end-places.ts';
import { rectAt } from './places.ts';
import type { Rect } from './plane.ts';
import type { CanvasSession } from './session.ts';
import type { Snapshots } from './snapshots.ts';
import { windowAt } from './window.ts';

/** What there is to follow: the selected call, what a difference is about, calls that arrive. */
export function sightOf({ scene, places, index, bounds, firstRect, given }: Snapshots): Sight {
  const { selection, diff, streaming } = given;
  const rect = (call: number | undefined) =>
    call === undefined || !places[call] ? undefined : rectAt(scene, places, call);
  return {
    only: selection.length === 1 ? selection[0] : undefined,
    reviewed: diff && [...diff.added, ...[...diff.revised, ...diff.removed].map(({ _id }) => _id)],
    streaming: streaming === true,
    index,
    bounds,
    rectOf: (id) => rect(scene.indexOf.get(id)),
    first: firstRect,
    newest: rect(places.length - 1),
  };
}

/** Where these cards are, of those that there are; those at the ends of the plan, too. */
export const rectsOf = ({ scene, places, placedEnds }: Snapshots, ids: readonly string[]): readonly Rect[] =>
  ids.flatMap((id) => {
    const call = scene.indexOf.get(id);
    if (call !== undefined) return [rectAt(scene, places, call)];
    return placedEnds.filter((end) => end.id === id).map(endRect);
  });

/** The part of the plan that is in view: the same value until the view has left it. */
export function inView(
  { count, index, session, given }: Snapshots,
  { viewport, size }: Camera,
): Pick<CanvasSession, 'window' | 'farStep'> {
  return {
    // Hundreds of notes are as much to move as hundreds of cards.
    window: windowAt(count + (given.plan.notes?.length ?? 0), index, viewport, size, session.window),
    farStep: farStep(viewport.zoom),
  };
}
