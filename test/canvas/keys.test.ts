/** Every key of the canvas, and every one that is none. */

import { describe, expect, test } from 'vitest';
import type { Intent } from '../../src/canvas/intents.ts';
import { CANVAS_KEYS, intentOf, type KeyPress } from '../../src/canvas/keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): Intent | null =>
  intentOf({ key, shift: false, command: false, alt: false, isOnButton: false, ...more });

const MEANT: readonly (readonly [string, Partial<KeyPress>, Intent])[] = [
  ['ArrowRight', {}, { kind: 'go', direction: 'right', extend: false }],
  ['ArrowLeft', {}, { kind: 'go', direction: 'left', extend: false }],
  ['ArrowUp', {}, { kind: 'go', direction: 'up', extend: false }],
  ['ArrowDown', {}, { kind: 'go', direction: 'down', extend: false }],
  ['ArrowRight', { shift: true }, { kind: 'go', direction: 'right', extend: true }],
  ['ArrowLeft', { shift: true }, { kind: 'go', direction: 'left', extend: true }],
  ['ArrowUp', { shift: true }, { kind: 'go', direction: 'up', extend: true }],
  ['ArrowDown', { shift: true }, { kind: 'go', direction: 'down', extend: true }],
  ['Enter', {}, { kind: 'open' }],
  ['Escape', {}, { kind: 'escape' }],
  ['Escape', { shift: true }, { kind: 'escape' }],
  ['e', {}, { kind: 'go-reference', step: 1 }],
  ['E', { shift: true }, { kind: 'go-reference', step: -1 }],
  ['c', {}, { kind: 'begin-connecting' }],
  ['n', {}, { kind: 'begin-inserting' }],
  ['x', {}, { kind: 'begin-replacing' }],
  ['F2', {}, { kind: 'begin-renaming' }],
  ['m', {}, { kind: 'begin-commenting' }],
  ['N', { shift: true }, { kind: 'add-note', note: 'note' }],
  ['d', {}, { kind: 'duplicate' }],
  ['d', { command: true }, { kind: 'duplicate' }],
  ['o', {}, { kind: 'switch' }],
  ['F10', { shift: true }, { kind: 'menu' }],
  ['ContextMenu', {}, { kind: 'menu' }],
  ['Delete', {}, { kind: 'remove' }],
  ['Backspace', {}, { kind: 'remove' }],
  ['a', { command: true }, { kind: 'select-all' }],
  ['+', { shift: true }, { kind: 'zoom-by', factor: 1.25 }],
  ['=', {}, { kind: 'zoom-by', factor: 1.25 }],
  ['-', {}, { kind: 'zoom-by', factor: 0.8 }],
  ['0', {}, { kind: 'fit' }],
  ['1', {}, { kind: 'zoom-to', zoom: 1 }],
];

describe('a key', () => {
  test.each(MEANT)('%s %o means what the table says', (key, more, intent) => {
    expect(press(key, more)).toEqual(intent);
  });

  test('of the table is in this list, so that none is without a test', () => {
    const chords = CANVAS_KEYS.flatMap(({ on }) => on);
    const untested = chords.filter(
      ({ key, command = false, shift }) =>
        !MEANT.some(
          ([name, more]) =>
            name === key &&
            (more.command ?? false) === command &&
            (shift === undefined || (more.shift ?? false) === shift),
        ),
    );
    expect(untested).toEqual([]);
  });

  test.each(MEANT)('%s %o with Alt is the browser’s', (key, more) => {
    expect(press(key, { ...more, alt: true })).toBeNull();
  });

  test('that is a command of the page or the browser is none of the canvas’s', () => {
    for (const key of ['c', 's', 'v', 'x', 'z', '0', '+', '-', 'Enter', 'ArrowLeft', 'Delete']) {
      expect(press(key, { command: true })).toBeNull();
    }
    for (const key of ['A', 'a']) expect(press(key, { command: true, shift: true })).toBeNull();
    for (const key of ['a', 'b', 'F10', 'Tab', ' ', 'PageDown', 'constructor']) expect(press(key)).toBeNull();
  });

  test('Enter on a button is the button’s', () => {
    expect(press('Enter', { isOnButton: true })).toBeNull();
    expect(press('Escape', { isOnButton: true })).toEqual({ kind: 'escape' });
  });
});

test('no key means two things', () => {
  const seen = new Set<string>();
  for (const { on } of CANVAS_KEYS) {
    for (const { key, command = false, shift } of on) {
      for (const held of shift === undefined ? [true, false] : [shift]) {
        const name = `${key} ${command} ${held}`;
        expect(seen.has(name)).toBe(false);
        seen.add(name);
      }
    }
  }
});

test('every row of the sheet has words, and a key unless something else than a key comes', () => {
  for (const { keys, title, on } of CANVAS_KEYS) {
    expect(title).not.toBe('');
    expect(on.length > 0 || /drag$|lick|^Mod\+[CVX]$/.test(keys)).toBe(true);
  }
});
