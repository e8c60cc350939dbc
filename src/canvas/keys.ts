/** The canvas's own keys: one table for what they do and for the sheet of shortcuts. It listens to nothing itself. */

import type { Intent } from './intents.ts';
import type { Direction } from './selection.ts';

/** A key that went down, as the browser names it (`KeyboardEvent.key`). */
export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
  /** Control, or Command on a Mac. */
  readonly command: boolean;
  readonly alt: boolean;
  /** A button has the keyboard, and Enter belongs to it. */
  readonly isOnButton: boolean;
}

/** Where `shift` is left out it may be held or not. */
interface Chord {
  readonly key: string;
  readonly shift?: boolean;
  readonly command?: boolean;
}

export interface CanvasKey {
  /** As the sheet of shortcuts shows it. */
  readonly keys: string;
  readonly title: string;
  /** None where something else than a key comes: the browser's own events for copying and pasting, a gesture. */
  readonly on: readonly Chord[];
  /** null where the key means nothing there. */
  readonly intent: (press: KeyPress) => Intent | null;
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowRight: 'right',
  ArrowLeft: 'left',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
/** One press of a key or button for the zoom. */
export const ZOOM_STEP = 1.25;

const arrows = (shift: boolean): readonly Chord[] => Object.keys(ARROWS).map((key) => ({ key, shift }));

/** Also where there is nowhere to go: the page must not scroll instead. */
const go = ({ key, shift }: KeyPress): Intent | null => {
  const direction = ARROWS[key];
  return direction ? { kind: 'go', direction, extend: shift } : null;
};

export const CANVAS_KEYS: readonly CanvasKey[] = [
  { keys: '← ↑ → ↓', title: 'Go to the next call, along the references', on: arrows(false), intent: go },
  { keys: 'Shift+← ↑ → ↓', title: 'Select it as well', on: arrows(true), intent: go },
  {
    keys: 'Enter',
    title: 'Open the call in the inspector',
    on: [{ key: 'Enter' }],
    intent: ({ isOnButton }) => (isOnButton ? null : { kind: 'open' }),
  },
  {
    keys: 'Escape',
    title: 'Back to the card, then let go of it',
    on: [{ key: 'Escape' }],
    intent: () => ({ kind: 'escape' }),
  },
  {
    keys: 'C',
    title: 'Connect the call to another',
    on: [{ key: 'c' }],
    intent: () => ({ kind: 'begin-connecting' }),
  },
  {
    keys: 'Shift+F10',
    title: 'What can be done with the call',
    // The browser opens its menu by these keys where there is no card; Safari and macOS know them not at all.
    on: [{ key: 'F10', shift: true }, { key: 'ContextMenu' }],
    intent: () => ({ kind: 'menu' }),
  },
  {
    keys: 'D',
    title: 'Duplicate the selected calls',
    on: [{ key: 'd' }],
    intent: () => ({ kind: 'duplicate' }),
  },
  { keys: 'Alt+drag', title: 'Leave a copy where the drag ends', on: [], intent: () => null },
  {
    keys: 'Delete',
    title: 'Remove the selected calls or references',
    on: [{ key: 'Delete' }, { key: 'Backspace' }],
    intent: () => ({ kind: 'remove' }),
  },
  {
    keys: 'Mod+A',
    title: 'Select every call',
    on: [{ key: 'a', command: true, shift: false }],
    intent: () => ({ kind: 'select-all' }),
  },
  { keys: 'Mod+C', title: 'Copy the selected calls as JSON', on: [], intent: () => null },
  { keys: 'Mod+V', title: 'Paste calls', on: [], intent: () => null },
  {
    keys: '+ −',
    title: 'Zoom in, zoom out',
    on: [{ key: '+' }, { key: '=' }, { key: '-' }],
    intent: ({ key }) => ({ kind: 'zoom-by', factor: key === '-' ? 1 / ZOOM_STEP : ZOOM_STEP }),
  },
  { keys: '0', title: 'Fit the plan', on: [{ key: '0' }], intent: () => ({ kind: 'fit' }) },
  { keys: '1', title: 'Zoom to life size', on: [{ key: '1' }], intent: () => ({ kind: 'zoom-to', zoom: 1 }) },
];

/** What a key means on the canvas; null for one that means nothing here and belongs to the page or the browser. */
export function intentOf(press: KeyPress): Intent | null {
  if (press.alt) return null;
  const binding = CANVAS_KEYS.find(({ on }) => on.some((chord) => isPressed(chord, press)));
  return binding?.intent(press) ?? null;
}

const isPressed = ({ key, shift, command = false }: Chord, press: KeyPress): boolean =>
  press.key === key && press.command === command && (shift === undefined || press.shift === shift);
