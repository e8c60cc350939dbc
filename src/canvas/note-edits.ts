/** Part of the workbench: notes, frames, comments and colours as edits of the plan. */

import { itemAt } from '../lib/columns.ts';
import { err, ok, type Result } from '../lib/result.ts';
import {
  addNotes,
  bounded,
  type CanvasNote,
  canvasNotes,
  changeNotes,
  isOnPlane,
  MOST_NOTES,
  MOST_OF_A_NOTE,
  type NoteAt,
  type NoteColour,
  type PlaneNote,
} from '../plan/canvas-notes.ts';
import type { Edit } from '../plan/edit.ts';
import { named } from './changes.ts';
import type { EditIntent, Outcome, View } from './intents.ts';
import { rectAt } from './places.ts';
import { around, type Rect, type XY } from './plane.ts';

export type NoteIntent = Extract<
  EditIntent,
  { kind: 'add-note' | 'write-note' | 'resize-note' | 'remove-note' | 'colour' | 'comment' }
>;

/** A frame leaves so much room around what it is put around; above for its title as well. */
const AROUND = 24;
const TITLE = 40;
const SIZES = { note: { width: 248, height: 120 }, frame: { width: 560, height: 320 } } as const;

const NAMES = { note: 'the note', frame: 'the frame', comment: 'the comment', colour: 'the colour' } as const;

/** One that is not drawn could be neither seen nor removed. */
const isFull = (notes: View['plan']['notes'], more: number): boolean =>
  canvasNotes(notes).length + more > MOST_NOTES;
const FULL = err(
  `Nothing was put there: the canvas draws at most ${MOST_NOTES} notes, frames, comments and colours of a plan.`,
);

/** What an intent about notes does to the plan. */
export function noteChangeOf(intent: NoteIntent, view: View): Result<Outcome, string> {
  const { plan } = view;
  const one = (meant: NoteAt, title: string, change: (own: CanvasNote) => CanvasNote | undefined) => {
    const at = placeNow(view, meant);
    const edits = changeNotes(plan, (each) => (each.at === at ? change(each.note) : each.note));
    return ok({ edits, title: `${title} ${NAMES[meant.note.kind]}` });
  };
  switch (intent.kind) {
    case 'add-note': {
      if (isFull(plan.notes, 1)) return FULL;
      const note: PlaneNote = { kind: intent.note, text: '', ...placeFor(view, intent.note, intent.at) };
      return ok({ ...added(plan, note, `Add a ${intent.note}`), writes: plan.notes?.length ?? 0 });
    }
    case 'comment': {
      const text = intent.text.trim().slice(0, MOST_OF_A_NOTE);
      if (text === '') return NOTHING;
      if (isFull(plan.notes, 1)) return FULL;
      return ok(added(plan, { kind: 'comment', call: intent.call, text }, `Comment on ${intent.call}`));
    }
    case 'write-note': {
      const text = intent.text.slice(0, MOST_OF_A_NOTE);
      const was = intent.note.note;
      if (was.kind === 'colour') return NOTHING;
      // One without words is a grey sheet that nobody put there on purpose; a frame frames without.
      if (was.kind === 'note' && text.trim() === '' && placeNow(view, intent.note) !== undefined) {
        const gone = one(intent.note, 'Remove', () => undefined).value;
        return ok(intent.leave ? gone : { ...gone, next: null });
      }
      if (was.text === text) return NOTHING;
      // What it was written in is gone: another tab removed it, or wrote other words. What was typed is not lost by that.
      if (placeNow(view, intent.note) === undefined) {
        const beside = isOnPlane(was) ? bounded({ ...was, x: was.x + AROUND, y: was.y + AROUND }) : {};
        return text.trim() === ''
          ? NOTHING
          : ok(added(plan, { ...was, ...beside, text }, `Write ${NAMES[was.kind]}`));
      }
      return one(intent.note, 'Write', (own) => {
        return own.kind === 'comment' && text.trim() === '' ? undefined : { ...own, text };
      });
    }
    case 'resize-note':
      return one(intent.note, 'Resize', (own) =>
        isOnPlane(own) ? { ...own, ...sized(own, intent.by) } : own,
      );
    case 'remove-note':
      return ok({ ...one(intent.note, 'Remove', () => undefined).value, next: null });
    case 'colour': {
      const { of, colour } = intent;
      if ('calls' in of) return coloured(view, of.calls, colour);
      return one(of.note, 'Colour', (own) => {
        if (!isOnPlane(own)) return own;
        const { colour: _, ...rest } = own;
        return colour ? { ...rest, colour } : rest;
      });
    }
  }
}

const NOTHING = ok({ edits: [], title: '' });

const added = (plan: View['plan'], note: CanvasNote, title: string): Outcome => ({
  edits: [addNotes(plan, [note])],
  title,
});

export const noteAt = ({ plan }: View, at: number): NoteAt | undefined =>
  canvasNotes(plan.notes).find((one) => one.at === at);

/** Where a note is among the notes now: by its words, for another tab may have put or removed some before it. */
function placeNow({ plan }: View, { at, note }: NoteAt): number | undefined {
  const all = canvasNotes(plan.notes);
  const isIt = (one: NoteAt | undefined) => one !== undefined && wordsOf(one.note) === wordsOf(note);
  return isIt(all.find((one) => one.at === at)) ? at : all.find(isIt)?.at;
}
const wordsOf = (note: CanvasNote): string =>
  JSON.stringify([
    note.kind,
    isOnPlane(note) ? null : note.call,
    note.kind === 'colour' ? note.colour : note.text,
  ]);

/** Around the selected calls, where a frame is to be and no point is meant; else at the point, or in the middle of the view. */
function placeFor(view: View, kind: 'note' | 'frame', at: XY | undefined): Rect {
  const { scene, places, selection } = view;
  const calls = kind === 'frame' && !at ? selection.flatMap((id) => scene.indexOf.get(id) ?? []) : [];
  const all = around(calls.map((call) => rectAt(scene, places, call)));
  if (all)
    return bounded({
      x: all.x - AROUND,
      y: all.y - AROUND - TITLE,
      width: all.width + 2 * AROUND,
      height: all.height + 2 * AROUND + TITLE,
    });
  const size = SIZES[kind];
  return bounded(
    at
      ? { ...at, ...size }
      : { x: view.middle.x - size.width / 2, y: view.middle.y - size.height / 2, ...size },
  );
}

/** Larger or smaller by so much, and never too small to be held. */
export const sized = ({ x, y, width, height }: Rect, by: XY): Rect =>
  bounded({ x, y, width: width + by.x, height: height + by.y });

function coloured(view: View, calls: readonly string[], colour: NoteColour | null): Result<Outcome, string> {
  const chosen = new Set(calls);
  const { plan } = view;
  const edits = changeNotes(plan, ({ note }) =>
    note.kind === 'colour' && chosen.has(note.call) ? undefined : note,
  );
  const title = `Colour ${named(calls)}`;
  if (!colour) return ok({ edits, title });
  // Behind what is left of the others: one edit, and one undo.
  const left = edits.flatMap((edit) =>
    edit.kind === 'set-field' && Array.isArray(edit.value) ? edit.value : [],
  );
  const notes = edits.length > 0 ? left : (plan.notes ?? []);
  if (isFull(notes, calls.length)) return FULL;
  const added = addNotes(
    { ...plan, notes },
    calls.map((call) => ({ kind: 'colour', call, colour })),
  );
  return ok({ edits: [added], title });
}

// ---- What a frame holds ----

const isIn = (frame: Rect, { x, y, width, height }: Rect): boolean => {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return (
    middleX >= frame.x &&
    middleX <= frame.x + frame.width &&
    middleY >= frame.y &&
    middleY <= frame.y + frame.height
  );
};

/** A note, and where it is a frame the cards and notes whose middle is in it; `calls` are ids of cards. */
export function withinFrame(
  view: View,
  one: NoteAt,
): { readonly calls: readonly string[]; readonly notes: readonly NoteAt[] } {
  const { plan, scene, places, index } = view;
  const { at, note: frame } = one;
  if (frame.kind !== 'frame') return { calls: [], notes: [one] };
  const calls = index
    .within(frame)
    .filter((call) => isIn(frame, rectAt(scene, places, call)))
    .map((call) => itemAt(scene.nodeIds, call));
  const notes = canvasNotes(plan.notes).filter(
    ({ at: own, note }) => own !== at && isOnPlane(note) && isIn(frame, note),
  );
  return { calls, notes: [one, ...notes] };
}

/** Notes and frames so far from where they stand. */
export const movedNotes = (view: View, notes: readonly NoteAt[], by: XY): readonly Edit[] => {
  const chosen = new Set(notes.map((one) => placeNow(view, one)));
  return changeNotes(view.plan, ({ at, note }: NoteAt) =>
    isOnPlane(note) && chosen.has(at)
      ? { ...note, ...bounded({ ...note, x: note.x + by.x, y: note.y + by.y }) }
      : note,
  );
};
