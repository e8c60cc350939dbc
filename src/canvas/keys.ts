/** What can be done on the canvas, by key or without one: one table for keys, menu, palette and sheet. It listens to nothing. */

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

/** One row of the sheet of shortcuts. */
interface CanvasKey {
  /** As the sheet shows it. */
  readonly keys: string;
  readonly title: string;
  /** None where something else than a key comes: the browser's own events for copying and pasting, a gesture. */
  readonly on: readonly Chord[];
  /** null where the key means nothing there. */
  readonly intent: (press: KeyPress) => Intent | null;
}

/** What can also be done without its key: from the palette, a call's menu, a button. */
export interface CanvasAction {
  readonly title: string;
  readonly keys?: string;
  readonly on?: readonly Chord[];
  /** Its key belongs to a button that has the keyboard. */
  readonly notOnButton?: true;
  /** As a call's menu says it; without it, that menu has it not. @param them “ 2 calls”, or nothing for one @param areOff all of them are switched off */
  readonly inMenu?: (them: string, areOff: boolean) => string;
  /** Its place in that menu. */
  readonly group?: 'look' | 'copy' | 'remove';
  /** It changes the plan. */
  readonly edits?: true;
  /** It is done with calls that are selected. */
  readonly ofCalls?: true;
  /** @param call the one that is meant, where it is not the selected one */
  readonly does: (call?: string) => Intent;
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

const about = (call: string | undefined) => (call === undefined ? {} : { call });

/** In the order of the sheet, and of the menu. */
export const CANVAS_ACTIONS = {
  'open-call': {
    title: 'Open the call in the inspector',
    keys: 'Enter',
    on: [{ key: 'Enter' }],
    notOnButton: true,
    inMenu: () => 'Open in the inspector',
    group: 'look',
    ofCalls: true,
    does: (call) => ({ kind: 'open', ...about(call) }),
  },
  connect: {
    title: 'Connect the call to another',
    keys: 'C',
    on: [{ key: 'c' }],
    inMenu: () => 'Connect to another call…',
    group: 'look',
    edits: true,
    ofCalls: true,
    does: (call) => ({ kind: 'begin-connecting', ...about(call) }),
  },
  'call-menu': {
    title: 'What can be done with the call',
    keys: 'Shift+F10',
    // The browser opens its menu by these keys where there is no card; Safari and macOS know them not at all.
    on: [{ key: 'F10', shift: true }, { key: 'ContextMenu' }],
    ofCalls: true,
    does: () => ({ kind: 'menu' }),
  },
  switch: {
    title: 'Switch the selected calls off, or on again',
    keys: 'O',
    on: [{ key: 'o' }],
    inMenu: (them, areOff) => `Switch${them} ${areOff ? 'on' : 'off'}`,
    group: 'look',
    edits: true,
    ofCalls: true,
    does: () => ({ kind: 'switch' }),
  },
  duplicate: {
    title: 'Duplicate the selected calls',
    keys: 'D',
    on: [{ key: 'd' }],
    inMenu: (them) => `Duplicate${them}`,
    group: 'copy',
    edits: true,
    ofCalls: true,
    does: () => ({ kind: 'duplicate' }),
  },
  'copy-calls': {
    title: 'Copy the selected calls as JSON',
    keys: 'Mod+C',
    inMenu: (them) => `Copy${them} as JSON`,
    group: 'copy',
    ofCalls: true,
    does: () => ({ kind: 'copy' }),
  },
  remove: {
    title: 'Remove the selected calls or references',
    keys: 'Delete',
    on: [{ key: 'Delete' }, { key: 'Backspace' }],
    inMenu: (them) => `Remove${them}`,
    group: 'remove',
    edits: true,
    ofCalls: true,
    does: () => ({ kind: 'remove' }),
  },
  'select-all': {
    title: 'Select every call',
    keys: 'Mod+A',
    on: [{ key: 'a', command: true, shift: false }],
    does: () => ({ kind: 'select-all' }),
  },
  'zoom-in': {
    title: 'Zoom in',
    keys: '+',
    on: [{ key: '+' }, { key: '=' }],
    does: () => ({ kind: 'zoom-by', factor: ZOOM_STEP }),
  },
  'zoom-out': {
    title: 'Zoom out',
    keys: '−',
    on: [{ key: '-' }],
    does: () => ({ kind: 'zoom-by', factor: 1 / ZOOM_STEP }),
  },
  fit: { title: 'Fit the plan', keys: '0', on: [{ key: '0' }], does: () => ({ kind: 'fit' }) },
  'life-size': {
    title: 'Zoom to life size',
    keys: '1',
    on: [{ key: '1' }],
    does: () => ({ kind: 'zoom-to', zoom: 1 }),
  },
  'auto-layout': { title: 'Auto-layout', edits: true, does: () => ({ kind: 'auto-layout' }) },
} satisfies Record<string, CanvasAction>;

/** Names an action of the canvas in the table of all actions. */
export type CanvasActionId = keyof typeof CANVAS_ACTIONS;

/** The actions that have a key, as rows of the sheet. */
const keysOf = (actions: readonly CanvasAction[]): CanvasKey[] =>
  actions.flatMap(({ title, keys, on = [], notOnButton, does }) =>
    keys === undefined
      ? []
      : [{ keys, title, on, intent: ({ isOnButton }) => (notOnButton && isOnButton ? null : does()) }],
  );

/** Every key of the canvas, in the order of the sheet of shortcuts. */
export const CANVAS_KEYS: readonly CanvasKey[] = [
  { keys: '← ↑ → ↓', title: 'Go to the next call, along the references', on: arrows(false), intent: go },
  { keys: 'Shift+← ↑ → ↓', title: 'Select it as well', on: arrows(true), intent: go },
  {
    keys: 'Escape',
    title: 'Back to the card, then let go of it',
    on: [{ key: 'Escape' }],
    intent: () => ({ kind: 'escape' }),
  },
  ...keysOf(Object.values(CANVAS_ACTIONS)),
  { keys: 'Alt+drag', title: 'Leave a copy where the drag ends', on: [], intent: () => null },
  { keys: 'Mod+V', title: 'Paste calls', on: [], intent: () => null },
];

/** What a key means on the canvas; null for one that means nothing here and belongs to the page or the browser. */
export function intentOf(press: KeyPress): Intent | null {
  if (press.alt) return null;
  const binding = CANVAS_KEYS.find(({ on }) => on.some((chord) => isPressed(chord, press)));
  return binding?.intent(press) ?? null;
}

const isPressed = ({ key, shift, command = false }: Chord, press: KeyPress): boolean =>
  press.key === key && press.command === command && (shift === undefined || press.shift === shift);
