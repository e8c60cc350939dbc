/** Cards are dragged with Alt: they stay, and copies of them come to stand where the pointer lets go. */

import { rectAt } from '../places.ts';
import { distance, type Gesture, heldWith } from './gesture.ts';

export const duplicateCards: Gesture = (press, { scene, places, selection, mode }) => {
  if (press.on.kind !== 'card' || !press.alt || mode !== 'edit') return null;
  // What stands at an end of the plan is there once.
  if (!scene.indexOf.has(press.on.call)) return null;
  const calls = heldWith(press.on.call, selection);
  const rects = calls.flatMap((id) => {
    const call = scene.indexOf.get(id);
    return call === undefined ? [] : [rectAt(scene, places, call)];
  });
  return {
    move: (to) => {
      const by = distance(press, to);
      return { outlines: rects.map((rect) => ({ ...rect, x: rect.x + by.x, y: rect.y + by.y })) };
    },
    end: (at) => {
      const by = distance(press, at);
      return by.x === 0 && by.y === 0 ? [] : [{ kind: 'duplicate', calls, by }];
    },
  };
};
