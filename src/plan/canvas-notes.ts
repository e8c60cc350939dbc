/**
 * What people put on the canvas beside the calls: notes, frames, comments on calls, colours. They are among a plan's notes
 * (§2), so they travel with it and are never signed. What is read here was written by a stranger: each has bounds.
 */

import { isObject } from '../lib/json.ts';
import type { Plan } from './document.ts';
import type { Edit } from './edit.ts';
import { withNotes } from './notes.ts';

export const NOTE_COLOURS = ['yellow', 'green', 'blue', 'violet', 'red', 'grey'] as const;
export type NoteColour = (typeof NOTE_COLOURS)[number];

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A text on the plane, or a frame around cards with a text as its title. */
export interface PlaneNote extends Area {
  readonly kind: 'note' | 'frame';
  readonly text: string;
  readonly colour?: NoteColour;
}

/** What someone has to say of a call. */
export interface CallComment {
  readonly kind: 'comment';
  readonly call: string;
  readonly text: string;
}

/** The colour of a call's card. */
export interface CallColour {
  readonly kind: 'colour';
  readonly call: string;
  readonly colour: NoteColour;
}

export type CanvasNote = PlaneNote | CallComment | CallColour;

/** UTF-16 units. */
export const MOST_OF_A_NOTE = 4000;
/** Of one plan; more are kept and not drawn. */
export const MOST_NOTES = 500;
/** Pixels of the plane, at most and at least: a side, and how far from its middle. */
export const LONGEST_SIDE = 100_000;
export const SHORTEST_SIDE = 48;
const FARTHEST = 10_000_000;

const KINDS: ReadonlySet<unknown> = new Set(['note', 'frame', 'comment', 'colour']);

/** Whether it says that it is one of these. A comment on no call is on the plan, and stands at none of its cards. */
export const isOfCanvas = (note: unknown): note is Readonly<Record<string, unknown>> =>
  isObject(note) && KINDS.has(note.kind) && (note.kind !== 'comment' || note.call !== undefined);

/** What keeps a note from being drawn: the end of a sentence; undefined where nothing does. By hand: a page carries no zod. */
export function faultOfNote(note: Readonly<Record<string, unknown>>): string | undefined {
  const { kind, call, text, colour, x, y, width, height } = note;
  if (colour !== undefined && !(NOTE_COLOURS as readonly unknown[]).includes(colour))
    return `its "colour" is none of ${NOTE_COLOURS.join(', ')}`;
  if (kind === 'colour') {
    if (colour === undefined) return 'it has no "colour"';
  } else if (typeof text !== 'string' || text.length > MOST_OF_A_NOTE)
    return `its "text" is no text of at most ${MOST_OF_A_NOTE} characters`;
  if (kind === 'comment' || kind === 'colour')
    return typeof call === 'string' ? undefined : 'its "call" names none';
  const isPlace = (at: unknown) => typeof at === 'number' && Math.abs(at) <= FARTHEST;
  const isSide = (at: unknown) => typeof at === 'number' && at >= SHORTEST_SIDE && at <= LONGEST_SIDE;
  if (!isPlace(x) || !isPlace(y)) return 'its "x" and "y" are no place on the canvas';
  return isSide(width) && isSide(height)
    ? undefined
    : `its "width" and "height" are not from ${SHORTEST_SIDE} to ${LONGEST_SIDE}`;
}

/** A note with its place among the plan's notes, which names it. */
export interface NoteAt<Note = CanvasNote> {
  readonly at: number;
  readonly note: Note;
}

/** Those that can be drawn, the first of very many: the same of the same list, so that those that stay are not drawn again. */
export function canvasNotes(notes: readonly unknown[] = NONE): readonly NoteAt[] {
  const known = READ.get(notes);
  if (known) return known;
  const found: NoteAt[] = [];
  for (const [at, note] of notes.entries()) {
    if (found.length >= MOST_NOTES) break;
    if (isOfCanvas(note) && faultOfNote(note) === undefined)
      found.push({ at, note: note as unknown as CanvasNote });
  }
  READ.set(notes, found);
  return found;
}
const NONE: readonly unknown[] = [];
const READ = new WeakMap<readonly unknown[], readonly NoteAt[]>();

/** By its kind, never by its keys: a stranger's comment may have an `x`, and a note a `call`, that mean nothing. */
export const isOnPlane = (note: CanvasNote): note is PlaneNote =>
  note.kind === 'note' || note.kind === 'frame';
export const isOfCall = (note: CanvasNote): note is CallComment | CallColour => !isOnPlane(note);

/** Notes and frames that can be drawn. */
export const planeNotes = (notes: Plan['notes']): readonly PlaneNote[] =>
  canvasNotes(notes).flatMap(({ note }) => (isOnPlane(note) ? [note] : []));

/** What was said of each call, by its id. */
export function commentsOn(notes: Plan['notes']): ReadonlyMap<string, readonly NoteAt<CallComment>[]> {
  const said = new Map<string, NoteAt<CallComment>[]>();
  for (const { at, note } of canvasNotes(notes))
    if (note.kind === 'comment') said.set(note.call, [...(said.get(note.call) ?? []), { at, note }]);
  return said;
}

/** The colour of each call, by its id: the one said last. */
export const coloursOn = (notes: Plan['notes']): ReadonlyMap<string, NoteColour> =>
  new Map(
    canvasNotes(notes).flatMap(({ note }) => (note.kind === 'colour' ? [[note.call, note.colour]] : [])),
  );

const within = (least: number, at: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(at) || 0));

/** Whole pixels, so that a document stays readable, and inside the bounds: past them it would not be drawn any more. */
export const bounded = ({ x, y, width, height }: Area): Area => ({
  x: within(-FARTHEST, x, FARTHEST),
  y: within(-FARTHEST, y, FARTHEST),
  width: within(SHORTEST_SIDE, width, LONGEST_SIDE),
  height: within(SHORTEST_SIDE, height, LONGEST_SIDE),
});

// ---- Edits ----

export const addNotes = ({ notes = [] }: Plan, more: readonly CanvasNote[]): Edit =>
  withNotes([...notes, ...more]);

/** Each note as `change` has it; undefined: it goes. What nobody reads of it stays in it. No edit where nothing changes. */
export function changeNotes(
  { notes = [] }: Pick<Plan, 'notes'>,
  change: (one: NoteAt) => CanvasNote | undefined,
): readonly Edit[] {
  const drawn = new Map(canvasNotes(notes).map((one) => [one.at, one]));
  let isOther = false;
  const next = notes.flatMap((note, at) => {
    const one = drawn.get(at);
    if (!one) return [note];
    const made = change(one);
    isOther ||= made !== one.note;
    return made ? [made] : [];
  });
  return isOther ? [withNotes(next)] : [];
}

/** What was said of these calls, and their colours, go with them. */
export const notesWithout = (plan: Pick<Plan, 'notes'>, calls: ReadonlySet<string>): readonly Edit[] =>
  changeNotes(plan, ({ note }) => (isOfCall(note) && calls.has(note.call) ? undefined : note));

/** What was said of a call is said of it under its new name. */
export const notesRenamed = (plan: Pick<Plan, 'notes'>, from: string, to: string): readonly Edit[] =>
  changeNotes(plan, ({ note }) => (isOfCall(note) && note.call === from ? { ...note, call: to } : note));
