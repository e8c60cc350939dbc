/** What the canvas can do, done from elsewhere: its own table says what, and its controller does it. */

import { CANVAS_ACTIONS, type CanvasAction, type CanvasActionId } from '../../canvas/keys.ts';
import type { Action } from './action.ts';

const ofCanvas = (action: CanvasAction): Action => ({
  title: action.title,
  section: action.edits ? 'Edit' : 'View',
  onCanvas: true,
  ...(action.keys === undefined ? {} : { keys: action.keys }),
  whyNot: ({ canvas, session, call }) => {
    const shown = canvas.controller?.shows;
    if (!shown) return 'No plan is on the canvas.';
    if (action.edits && shown.mode !== 'edit') return 'The canvas shows a run.';
    const isSelected =
      call !== undefined || session.getState().selection.length + shown.session.selectedEdges.size > 0;
    return action.ofCalls && !isSelected ? 'No call is selected.' : null;
  },
  run: ({ canvas, call }) => void canvas.controller?.perform(action.does(call)),
});

export const OF_CANVAS = (Object.keys(CANVAS_ACTIONS) as CanvasActionId[]).map(
  (id) => [id, ofCanvas(CANVAS_ACTIONS[id])] as const,
);
