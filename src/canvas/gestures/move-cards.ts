/**
 * Cards are dragged: they follow the pointer on the canvas alone, snap into line with others near by – with Alt held after
 * the press they don't –, and the plan hears of it once, at the end.
 */

import { snapper } from '../guides.ts';
import type { XY } from '../plane.ts';
import { distance, type Gesture, heldWith, type Pointer } from './gesture.ts';

export const moveCards: Gesture = (press, view) => {
  const { selection, mode, scene, area } = view;
  if (press.on.kind !== 'card' || (mode !== 'edit' && mode !== 'dry-run')) return null;
  const calls = heldWith(press.on.call, selection);
  const snap = snapper(
    view,
    area,
    calls.flatMap((id) => scene.indexOf.get(id) ?? []),
  );
  const way = (to: Pointer): { by: XY; guides: ReturnType<typeof snap>['guides'] } => {
    const by = distance(press, to);
    // What was not moved at all is not put in line either.
    if (to.alt || (by.x === 0 && by.y === 0)) return { by, guides: [] };
    const { by: more, guides } = snap(by);
    return { by: { x: by.x + more.x, y: by.y + more.y }, guides };
  };
  return {
    move: (to) => {
      const { by, guides } = way(to);
      return { moved: { calls, by }, guides };
    },
    end: (at) => {
      const { by } = way(at);
      return by.x === 0 && by.y === 0 ? [] : [{ kind: 'move', calls, by }];
    },
  };
};
