/** A note or a frame is dragged, a frame with all that stands in it; or pulled larger by its corner. */

import { noteAt, withinFrame } from '../note-edits.ts';
import { distance, type Gesture } from './gesture.ts';

export const moveNotes: Gesture = ({ on, ...press }, view) => {
  if ((on.kind !== 'note' && on.kind !== 'note-corner') || view.mode !== 'edit') return null;
  const isSize = on.kind === 'note-corner';
  const one = noteAt(view, on.note);
  if (!one) return null;
  const { calls, notes } = isSize ? { calls: [], notes: [one] } : withinFrame(view, one);
  const at = notes.map((each) => each.at);
  return {
    move: (to) => {
      const by = distance({ on, ...press }, to);
      return { notes: { at, by, isSize }, ...(calls.length > 0 ? { moved: { calls, by } } : {}) };
    },
    end: (to) => {
      const by = distance({ on, ...press }, to);
      if (by.x === 0 && by.y === 0) return [];
      return [isSize ? { kind: 'resize-note', note: one, by } : { kind: 'move', calls, notes, by }];
    },
  };
};
