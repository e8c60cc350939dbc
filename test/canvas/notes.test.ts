/** Notes, frames, comments and colours on the canvas: as a person puts them there, and as they are drawn. */

import { describe, expect, test } from 'vitest';
import { type CanvasNote, canvasNotes, MOST_NOTES, type NoteAt } from '../../src/plan/canvas-notes.ts';
import { withNotes } from '../../src/plan/notes.ts';
import { Desk } from './desk.ts';
import { refund } from './sample.ts';

const desk = (notes: readonly unknown[] = [], selection: readonly string[] = []) =>
  new Desk({ ...refund(), ...(notes.length > 0 ? { notes: [...notes] } : {}) }, { selection });
const notesOf = (at: Desk): readonly CanvasNote[] => (at.plan.notes ?? []) as readonly CanvasNote[];
const one = (at: Desk, place: number): NoteAt => canvasNotes(at.plan.notes).find((own) => own.at === place)!;
const setNotes = (at: Desk, notes: readonly unknown[]): void => {
  at.document.actions.edit([withNotes(notes)], { label: 'Elsewhere' });
  at.give();
};

const NOTE = { kind: 'note', text: 'Ask Ada', x: 10, y: 20, width: 200, height: 100 };
const SAID = { kind: 'comment', call: 'refund', text: 'Twice?' };

describe('put there', () => {
  test('a note by its key stands in the middle of the view, and its words are typed at once', () => {
    const at = desk();
    expect(at.press('Shift+N')).toBe(true);
    expect(notesOf(at)).toMatchObject([{ kind: 'note', text: '', width: 248 }]);
    expect(at.controller.shows.session.note).toEqual({ at: 0, isWritten: true });
    at.perform({ kind: 'write-note', note: one(at, 0), text: 'Ask Ada' });
    expect(notesOf(at)).toMatchObject([{ text: 'Ask Ada' }]);
    at.undo();
    at.undo();
    expect(at.plan.notes).toBeUndefined();
  });

  test('a note that is left without words is gone, and undo brings its words back; a frame frames without', () => {
    const at = desk();
    at.press('Shift+N');
    at.perform({ kind: 'write-note', note: one(at, 0), text: ' ' });
    expect(at.plan.notes).toBeUndefined();
    expect(at.controller.shows.session.note).toBeNull();

    const written = desk([NOTE, { ...NOTE, kind: 'frame' }]);
    written.perform({ kind: 'write-note', note: one(written, 0), text: '', leave: true });
    expect(notesOf(written)).toEqual([{ ...NOTE, kind: 'frame' }]);
    written.perform({ kind: 'write-note', note: one(written, 0), text: '' });
    expect(notesOf(written)).toEqual([{ ...NOTE, kind: 'frame', text: '' }]);
    written.undo();
    written.undo();
    expect(notesOf(written)[0]).toEqual(NOTE);
  });

  test('a frame goes around the selected calls, with room for its title', () => {
    const at = desk([], ['history', 'decide']);
    at.perform({ kind: 'add-note', note: 'frame' });
    const [frame] = notesOf(at);
    for (const id of ['history', 'decide']) {
      const { x, y } = at.at(id);
      expect(frame).toMatchObject({ kind: 'frame' });
      if (!frame || !('x' in frame)) throw new Error('It is no frame.');
      expect(x > frame.x && y > frame.y + 40 && x + 248 < frame.x + frame.width).toBe(true);
    }
  });

  test('a comment is asked for, said of the call, written anew, and gone with its call', () => {
    const at = desk([], ['refund']);
    at.press('m');
    expect(at.question).toMatchObject({ title: 'Comment on refund', typed: { at: '', does: 'Say' } });
    at.perform({ kind: 'choose', id: 'Twice?' });
    expect(notesOf(at)).toEqual([SAID]);
    at.perform({ kind: 'begin-commenting', call: 'refund', note: one(at, 0) });
    expect(at.question?.typed?.at).toBe('Twice?');
    at.perform({ kind: 'choose', id: 'Once.' });
    expect(notesOf(at)).toEqual([{ ...SAID, text: 'Once.' }]);
    at.perform({ kind: 'remove', calls: ['refund'] });
    expect(at.plan.notes).toBeUndefined();
    at.undo();
    expect(notesOf(at)).toEqual([{ ...SAID, text: 'Once.' }]);
  });

  test('a colour is chosen for all that are selected, another takes its place, and none takes it away', () => {
    const at = desk([SAID], ['refund', 'ticket']);
    const choose = (label: string) => {
      at.perform({ kind: 'begin-colouring' });
      at.choose(label);
    };
    choose('Green');
    choose('Red');
    expect(notesOf(at)).toEqual([
      SAID,
      { kind: 'colour', call: 'refund', colour: 'red' },
      { kind: 'colour', call: 'ticket', colour: 'red' },
    ]);
    choose('No colour');
    expect(notesOf(at)).toEqual([SAID]);
  });

  test('where the canvas draws no more, nothing is put there, and that is said', () => {
    const at = desk(
      Array.from({ length: MOST_NOTES }, () => NOTE),
      ['refund'],
    );
    for (const intent of [
      { kind: 'add-note', note: 'note' },
      { kind: 'comment', call: 'refund', text: 'Why?' },
      { kind: 'colour', of: { calls: ['refund'] }, colour: 'red' },
    ] as const) {
      at.perform(intent);
      expect(at.notice).toBe(
        'Nothing was put there: the canvas draws at most 500 notes, frames, comments and colours of a plan.',
      );
      expect(notesOf(at)).toHaveLength(MOST_NOTES);
    }
  });

  test('in a run nothing of it is put there', () => {
    const at = new Desk(refund(), { mode: 'run' });
    at.press('Shift+N');
    at.press('m');
    expect(at.plan.notes).toBeUndefined();
    expect(at.question).toBeNull();
  });
});

describe('moved and changed', () => {
  const pull = (at: Desk, kind: 'note' | 'note-corner', by: { x: number; y: number }) => {
    const pointer = (share: number) => ({
      at: { x: by.x * share, y: by.y * share },
      on: { kind, note: 0 } as const,
      alt: false,
    });
    at.controller.press(pointer(0));
    at.controller.drag(pointer(0.5));
    at.controller.drag(pointer(1));
    return () => at.controller.release(pointer(1));
  };

  test('a note follows the pointer, and the plan hears of it at the end', () => {
    const at = desk([NOTE]);
    const letGo = pull(at, 'note', { x: 40, y: -10 });
    expect(at.controller.shows.notes?.onPlane[0]?.note).toMatchObject({ x: 50, y: 10 });
    expect(notesOf(at)).toEqual([NOTE]);
    letGo();
    expect(notesOf(at)).toEqual([{ ...NOTE, x: 50, y: 10 }]);
    expect(at.gestures).toEqual(['Move on the canvas']);
  });

  test('a frame takes along what stands in it, in one step', () => {
    const at = desk([], ['history', 'decide']);
    at.perform({ kind: 'add-note', note: 'frame' });
    const [was, other] = [at.at('decide'), at.at('answer')];
    pull(at, 'note', { x: 100, y: 200 })();
    expect(at.at('decide')).toEqual({ x: was.x + 100, y: was.y + 200 });
    expect(at.at('answer')).toEqual(other);
    at.undo();
    expect(at.at('decide')).toEqual(was);
  });

  test('by its corner it is made larger, and never too small to be held', () => {
    const at = desk([NOTE]);
    pull(at, 'note-corner', { x: 60, y: 30 })();
    expect(notesOf(at)).toEqual([{ ...NOTE, width: 260, height: 130 }]);
    pull(at, 'note-corner', { x: -9_000, y: -9_000 })();
    expect(notesOf(at)).toEqual([{ ...NOTE, width: 48, height: 48 }]);
  });

  test('Escape on the way leaves it where it was', () => {
    const at = desk([NOTE]);
    const letGo = pull(at, 'note', { x: 40, y: -10 });
    at.press('Escape');
    letGo();
    expect(notesOf(at)).toEqual([NOTE]);
  });
});

describe('while another tab changes the notes', () => {
  const BOB = { ...NOTE, text: 'Ask Bob' };

  test('what is typed goes into the note that it was begun in, not into what has its place now', () => {
    const at = desk([NOTE, BOB]);
    const begun = one(at, 1);
    setNotes(at, [{ ...BOB, x: 400 }, SAID]);
    at.perform({ kind: 'write-note', note: begun, text: 'Ask Cem' });
    expect(notesOf(at)).toEqual([{ ...BOB, x: 400, text: 'Ask Cem' }, SAID]);
  });

  test('of a note that is gone the words stay, in one of their own; with none nothing comes back', () => {
    const at = desk([NOTE, BOB]);
    const [ada, bob] = [one(at, 0), one(at, 1)];
    setNotes(at, [{ ...NOTE, text: 'Told Ada' }]);
    at.perform({ kind: 'write-note', note: ada, text: '' });
    at.perform({ kind: 'write-note', note: bob, text: 'Ask Bob' });
    expect(notesOf(at)).toHaveLength(1);
    at.perform({ kind: 'write-note', note: bob, text: 'Ask Cem' });
    expect(notesOf(at)).toEqual([
      { ...NOTE, text: 'Told Ada' },
      { ...BOB, text: 'Ask Cem', x: 34, y: 44 },
    ]);
  });

  test('a drag moves the note that was taken, or nothing', () => {
    const at = desk([NOTE, BOB]);
    const begun = one(at, 1);
    setNotes(at, [BOB, SAID]);
    at.perform({ kind: 'move', calls: [], notes: [begun], by: { x: 5, y: 0 } });
    expect(notesOf(at)).toEqual([{ ...BOB, x: 15 }, SAID]);
    setNotes(at, [NOTE]);
    at.perform({ kind: 'move', calls: [], notes: [begun], by: { x: 5, y: 0 } });
    at.perform({ kind: 'remove-note', note: begun });
    expect(notesOf(at)).toEqual([NOTE]);
  });
});

describe('copied and pasted', () => {
  test('what was said of a call comes with its copy, under the name of that', () => {
    const at = desk([SAID, { kind: 'colour', call: 'refund', colour: 'blue' }, NOTE], ['refund']);
    at.perform({ kind: 'duplicate' });
    const copy = at.selection[0];
    expect(notesOf(at).slice(3)).toEqual([
      { ...SAID, call: copy },
      { kind: 'colour', call: copy, colour: 'blue' },
    ]);
  });

  test('the note that has the keyboard is copied, and pasted beside itself', () => {
    const at = desk([NOTE]);
    at.perform({ kind: 'at-note', note: { at: 0, isWritten: false } });
    const text = at.controller.copied();
    expect(at.notice).toBe('Copied the note.');
    at.perform({ kind: 'paste', text: text ?? '' });
    expect(notesOf(at)).toEqual([NOTE, { ...NOTE, x: 42, y: 52 }]);
  });

  test('what is pasted is a stranger’s: what can not be drawn is left out', () => {
    const at = desk();
    const notes = [
      { ...NOTE, width: 1e300 },
      { kind: 'comment', call: 'refund', text: 'Not of a pasted call' },
      NOTE,
    ];
    at.perform({ kind: 'paste', text: JSON.stringify({ calls: [], notes }) });
    expect(notesOf(at)).toEqual([{ ...NOTE, x: 42, y: 52 }]);
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const nested = JSON.stringify({ calls: [], notes: [{ ...NOTE, more: 'DEEP' }, NOTE] });
    at.perform({ kind: 'paste', text: nested.replace('"DEEP"', deep) });
    expect(notesOf(at)).toHaveLength(2);
    at.perform({ kind: 'paste', text: JSON.stringify({ calls: [], notes: [7] }) });
    expect(at.notice).toMatch(/^Nothing was pasted/);
  });
});

test('what is drawn: notes over frames, comments and colours at their cards', () => {
  const frame = { kind: 'frame', text: 'Money', x: 0, y: 0, width: 900, height: 400, colour: 'blue' };
  const at = desk([
    NOTE,
    frame,
    SAID,
    { ...SAID, text: 'And why?' },
    { kind: 'colour', call: 'refund', colour: 'red' },
  ]);
  const { onPlane, comments, colours } = at.controller.shows.notes!;
  expect(onPlane.map(({ note }) => note.kind)).toEqual(['frame', 'note']);
  expect(comments).toMatchObject([{ call: 'refund', at: at.at('refund') }]);
  expect(comments[0]?.comments).toHaveLength(2);
  expect(colours).toMatchObject([{ rect: at.at('refund'), colour: 'red' }]);
});

test('the plan is fitted with its notes', () => {
  const far = { ...NOTE, x: 20_000 };
  const at = desk([far]);
  at.press('0');
  const { x, zoom } = at.moves.at(-1)!;
  expect((far.x + far.width) * zoom + x).toBeLessThanOrEqual(1200);
});

test('keys that mean nothing in a comment make it no note that lies somewhere', () => {
  const at = desk([{ ...SAID, x: 'here', y: {}, width: 1e300, height: -1 }]);
  at.press('0');
  const { x, y, zoom } = at.moves.at(-1)!;
  expect([x, y, zoom].every(Number.isFinite)).toBe(true);
  at.perform({ kind: 'resize-note', note: one(at, 0), by: { x: 10, y: 10 } });
  expect(notesOf(at)[0]).toMatchObject({ x: 'here', y: {} });
});

test('of hundreds of notes those in view are drawn, and the one that has the keyboard', () => {
  const many = Array.from({ length: 400 }, (_, i) => ({
    ...NOTE,
    x: (i % 20) * 400,
    y: Math.floor(i / 20) * 400,
  }));
  const at = desk(many);
  const drawn = () => at.controller.shows.notes?.onPlane.map((one) => one.at) ?? [];
  expect(drawn().length).toBeLessThan(100);
  expect(drawn().length).toBeGreaterThan(0);
  expect(drawn()).not.toContain(399);
  at.perform({ kind: 'at-note', note: { at: 399, isWritten: false } });
  expect(drawn()).toContain(399);
  expect(desk(many.slice(0, 40)).controller.shows.notes?.onPlane).toHaveLength(40);
});
