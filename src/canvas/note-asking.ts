/** Part of the workbench: what is asked about comments and colours, and what an answer does. */

import { visible } from '../lib/visible-text.ts';
import { NOTE_COLOURS, type NoteAt, type NoteColour } from '../plan/canvas-notes.ts';
import type { Question } from './asking.ts';
import { named } from './changes.ts';
import type { EditIntent } from './intents.ts';

export type NoteAsking =
  | { readonly kind: 'colour'; readonly of: Extract<EditIntent, { kind: 'colour' }>['of'] }
  /** `note` is the comment that is written anew. */
  | { readonly kind: 'comment'; readonly call: string; readonly note?: NoteAt };

const NO_COLOUR = 'none';

const NAMES: Readonly<Record<NoteColour, string>> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  violet: 'Violet',
  red: 'Red',
  grey: 'Grey',
};

export function noteQuestion(asking: NoteAsking): Question {
  if (asking.kind === 'comment') {
    const own = asking.note?.note;
    const at = own?.kind === 'comment' ? own.text : '';
    const typed = { at, does: 'Say', wants: 'Type what there is to say.' };
    return { title: `Comment on ${visible(asking.call)}`, choices: [], typed };
  }
  const what = 'note' in asking.of ? `the ${asking.of.note.note.kind}` : named(asking.of.calls);
  const choices = NOTE_COLOURS.map((id) => ({ id, label: NAMES[id] }));
  return { title: `Which colour for ${what}?`, choices: [...choices, { id: NO_COLOUR, label: 'No colour' }] };
}

export function noteAnswer(asking: NoteAsking, id: string): EditIntent {
  if (asking.kind === 'colour') {
    const colour = NOTE_COLOURS.find((one) => one === id) ?? null;
    return { kind: 'colour', of: asking.of, colour };
  }
  const { call, note } = asking;
  return note === undefined ? { kind: 'comment', call, text: id } : { kind: 'write-note', note, text: id };
}
