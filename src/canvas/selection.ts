/** What is selected, and where one begins where nothing is. */

import { itemAt } from '../lib/columns.ts';
import type { XY } from './plane.ts';
import type { Scene } from './scene.ts';

/** The selection after some were selected and others let go, in the order in which they were; null where none was. */
export function afterChanges(
  ids: Iterable<string>,
  changes: readonly { readonly id: string; readonly selected: boolean }[],
): readonly string[] | null {
  if (changes.length === 0) return null;
  const next = new Set(ids);
  for (const { id, selected } of changes) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return [...next];
}

/** `id` selected as well, and last: it is the one that keys are about. */
export const extended = (ids: readonly string[], id: string): readonly string[] => [
  ...ids.filter((other) => other !== id),
  id,
];

/** The selected call that is in the scene, the last of several. */
export function lastSelected(scene: Scene, selection: readonly string[]): number | undefined {
  const id = selection.findLast((one) => scene.indexOf.has(one));
  return id === undefined ? undefined : scene.indexOf.get(id);
}

/** Where to begin when no call is selected: leftmost, then topmost. */
export function firstCall(places: readonly XY[]): number | null {
  let best: number | null = null;
  for (let i = 0; i < places.length; i++) {
    const at = itemAt(places, i);
    const known = best === null ? null : itemAt(places, best);
    if (!known || at.x < known.x || (at.x === known.x && at.y < known.y)) best = i;
  }
  return best;
}
