/** Notes on the canvas that can't be drawn, or are of a call that is gone. */

import {
  canvasNotes,
  changeNotes,
  faultOfNote,
  isOfCall,
  isOfCanvas,
  MOST_NOTES,
} from '../../plan/canvas-notes.ts';
import { fix, type PlanRule, warning } from '../rule.ts';

/** A stranger may write a hundred thousand: of more than so many nothing new is said. */
const MOST_SAID = 50;

export const notesOnCanvas: PlanRule = ({ plan }, problems) => {
  if (!plan.notes?.some(isOfCanvas)) return;
  let left = MOST_SAID;
  let drawable = 0;
  for (const [at, note] of plan.notes.entries()) {
    if (!isOfCanvas(note)) continue;
    const fault = faultOfNote(note);
    if (fault === undefined) drawable += 1;
    else if (left-- > 0)
      problems.push(
        warning('stale-note', `A ${note.kind} on the canvas can't be drawn: ${fault}.`, {
          path: ['notes', at],
        }),
      );
  }
  if (drawable > MOST_NOTES) {
    const message = `The canvas draws the first ${MOST_NOTES} notes, frames, comments and colours; ${drawable - MOST_NOTES} more are kept and not drawn.`;
    problems.push(warning('stale-note', message, { path: ['notes'] }));
  }
  const calls = new Set(plan.calls.map(({ _id }) => _id));
  const gone = canvasNotes(plan.notes).filter(({ note }) => isOfCall(note) && !calls.has(note.call));
  // One edit for all of them: an edit has the whole list of notes in it.
  const places = new Set(gone.map(({ at }) => at));
  const edits = changeNotes(plan, ({ at, note }) => (places.has(at) ? undefined : note));
  for (const { at, note } of gone.slice(0, MOST_SAID)) {
    if (!isOfCall(note)) continue;
    const message = `A ${note.kind} is of the call "${note.call}", which is not in the plan any more.`;
    const title =
      gone.length === 1 ? `Drop the ${note.kind}` : `Drop all ${gone.length} of calls that are gone`;
    problems.push(warning('stale-note', message, { path: ['notes', at], fixes: [fix(title, ...edits)] }));
  }
};
