/** Cards are dragged: they follow the pointer on the canvas alone, and the plan hears of it once, at the end. */

import { distance, type Gesture, heldWith } from './gesture.ts';

export const moveCards: Gesture = (press, { selection, mode }) => {
  if (press.on.kind !== 'card' || (mode !== 'edit' && mode !== 'dry-run')) return null;
  const calls = heldWith(press.on.call, selection);
  return {
    move: (to) => ({ moved: { calls, by: distance(press, to) } }),
    end: (at) => {
      const by = distance(press, at);
      return by.x === 0 && by.y === 0 ? [] : [{ kind: 'move', calls, by }];
    },
  };
};
