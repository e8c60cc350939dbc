/** Part of the workbench: notes, frames, comments and colours as they are on the screen. */

import type { CallComment, NoteAt, NoteColour, PlaneNote } from '../plan/canvas-notes.ts';
import { canvasNotes, coloursOn, isOnPlane } from '../plan/canvas-notes.ts';
import type { Plan } from '../plan/document.ts';
import { cardRect } from './card.ts';
import type { DrawnCard } from './drawing.ts';
import type { Preview } from './gestures/gesture.ts';
import { sized } from './note-edits.ts';
import type { Rect, XY } from './plane.ts';
import type { Window } from './window.ts';

/** What was said of a call, at the upper left corner of its card. */
export interface DrawnComments {
  readonly id: string;
  readonly call: string;
  readonly at: XY;
  readonly comments: readonly NoteAt<CallComment>[];
}

export interface DrawnNotes {
  /** Frames, and then notes: those lie over them. */
  readonly onPlane: readonly NoteAt<PlaneNote>[];
  readonly comments: readonly DrawnComments[];
  readonly colours: readonly { readonly id: string; readonly rect: Rect; readonly colour: NoteColour }[];
}

/**
 * @param cards those in view, where they stand now
 * @param window what is in view, and a little around it
 * @param held the note that has the keyboard, by its place: it stays wherever the view goes
 */
export function notesDrawn(
  notes: Plan['notes'],
  cards: readonly DrawnCard[],
  preview: Preview['notes'],
  window: Window = 'all',
  held?: number,
): DrawnNotes {
  const onPlane: NoteAt<PlaneNote>[] = [];
  const colours = coloursOn(notes);
  for (const one of canvasNotes(notes)) {
    const { at, note } = one;
    if (isOnPlane(note) && (at === held || preview?.at.includes(at) || isWithin(window, note)))
      onPlane.push(
        preview?.at.includes(at) ? { at, note: shifted(note, preview) } : (one as NoteAt<PlaneNote>),
      );
  }
  const drawn = cards.filter(({ isBeyond }) => !isBeyond);
  return {
    onPlane: onPlane.toSorted((a, b) => Number(a.note.kind === 'note') - Number(b.note.kind === 'note')),
    comments: drawn.flatMap(({ id, at, data: { card, said } }) =>
      said ? [{ id, call: card.call._id, at, comments: said }] : [],
    ),
    colours: drawn.flatMap(({ id, at, data: { card } }) => {
      const colour = colours.get(card.call._id);
      return colour ? [{ id, rect: cardRect(at, card.height), colour }] : [];
    }),
  };
}

/** From so far that cards are a picture, all of them are in view. */
const isWithin = (window: Window, { x, y, width, height }: Rect): boolean =>
  typeof window === 'string' ||
  (x < window.x + window.width &&
    x + width > window.x &&
    y < window.y + window.height &&
    y + height > window.y);

const shifted = (note: PlaneNote, { by, isSize }: NonNullable<Preview['notes']>): PlaneNote =>
  isSize ? { ...note, ...sized(note, by) } : { ...note, x: note.x + by.x, y: note.y + by.y };
