/** What people put on the canvas, as a stranger's document may have it. */

import { expect, test } from 'vitest';
import {
  bounded,
  canvasNotes,
  changeNotes,
  isOnPlane,
  LONGEST_SIDE,
  MOST_NOTES,
  MOST_OF_A_NOTE,
  notesRenamed,
  notesWithout,
} from '../../src/plan/canvas-notes.ts';
import type { Plan } from '../../src/plan/document.ts';

const place = { x: 0, y: 0, width: 200, height: 100 };
const note = { kind: 'note', text: 'Ask Ada', ...place };

test('what is no note, or lies nowhere, is not drawn, and keeps none of the others from it', () => {
  const hostile = [
    null,
    7,
    [],
    { kind: 'note' },
    { ...note, text: 3 },
    { ...note, text: 'x'.repeat(MOST_OF_A_NOTE + 1) },
    { ...note, x: '0' },
    { ...note, x: Number.NaN },
    { ...note, y: Number.POSITIVE_INFINITY },
    { ...note, x: 1e12 },
    { ...note, width: -5 },
    { ...note, height: 1e9 },
    { ...note, colour: 'javascript:alert(1)' },
    { ...note, colour: '__proto__' },
    { kind: 'comment', text: 'of nothing' },
    { kind: 'comment', call: {}, text: '' },
    { kind: 'colour', call: 'a' },
    { kind: 'test', name: 'no note of the canvas' },
  ];
  expect(canvasNotes([...hostile, note, ...hostile])).toEqual([{ at: hostile.length, note }]);
});

test('of very many the first are drawn', () => {
  expect(canvasNotes(Array.from({ length: MOST_NOTES + 50 }, () => note))).toHaveLength(MOST_NOTES);
});

const noted = (notes: readonly unknown[]): Pick<Plan, 'notes'> => ({ notes: [...notes] });
const said = { kind: 'comment', call: 'sort', text: 'By day?' };
const green = { kind: 'colour', call: 'sort', colour: 'green' };
const other = { kind: 'test', name: 'mine', expect: {} };

test('what was said of a call goes with it, and follows its name; what nobody knows stays as it was', () => {
  const plan = noted([other, said, note, green, { kind: 'odd' }]);
  expect(notesWithout(plan, new Set(['sort']))).toEqual([
    { kind: 'set-field', field: 'notes', value: [other, note, { kind: 'odd' }] },
  ]);
  expect(notesRenamed(plan, 'sort', 'ranked')).toEqual([
    {
      kind: 'set-field',
      field: 'notes',
      value: [other, { ...said, call: 'ranked' }, note, { ...green, call: 'ranked' }, { kind: 'odd' }],
    },
  ]);
  expect(notesWithout(plan, new Set(['chart']))).toEqual([]);
});

test('the last one that goes takes the list along, and a key that nobody reads stays in a note that changes', () => {
  expect(changeNotes(noted([said]), () => undefined)).toEqual([
    { kind: 'set-field', field: 'notes', value: undefined },
  ]);
  const [edit] = changeNotes(
    noted([{ ...note, by: 'Ada' }]),
    (one) => ({ ...one.note, text: 'Ask Bob' }) as never,
  );
  expect(edit).toMatchObject({ value: [{ by: 'Ada', text: 'Ask Bob' }] });
});

test('what a note is goes by its kind: keys that mean nothing in it make it nothing else', () => {
  const plan = noted([
    { ...note, call: 'sort' },
    { ...said, x: 'here', y: {} },
  ]);
  expect(canvasNotes(plan.notes).map((one) => isOnPlane(one.note))).toEqual([true, false]);
  expect(notesWithout(plan, new Set(['sort']))).toMatchObject([{ value: [{ kind: 'note' }] }]);
});

test('a place or a side past the bounds is drawn to them', () => {
  const far = { x: Number.POSITIVE_INFINITY, y: Number.NaN, width: 1e9, height: -3 };
  expect(canvasNotes([{ ...note, ...bounded(far) }])).toHaveLength(1);
  expect(bounded(far)).toMatchObject({ y: 0, width: LONGEST_SIDE });
});
