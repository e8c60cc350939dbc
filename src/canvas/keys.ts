/** What can be done on the canvas, by key or without one: one table for keys, menu, palette and sheet. It listens to nothing. */

import type { Along, Direction, Intent } from './intents.ts';
import type { XY } from './plane.ts';

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
  /** In that menu only where at least so many calls are selected. */
  readonly ofMany?: number;
  /** As the menu of an arrow, and of the plane, say it; without it, they have it not. */
  readonly onEdge?: string;
  readonly onPlane?: string;
  /** Its place in these menus; the first where none is said. */
  readonly group?: 'look' | 'shape' | 'copy' | 'remove';
  /** It changes the plan. */
  readonly edits?: true;
  /** It asks for something first: which call, which tool, what is on the clipboard. */
  readonly asks?: true;
  /** It is done with an arrow that is selected. */
  readonly ofEdge?: true;
  /** It is done with calls that are selected. */
  readonly ofCalls?: true;
  /** @param call the one that is meant, where it is not the selected one @param at the point of the plane that is meant */
  readonly does: (call?: string, at?: XY) => Intent;
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
const around = (at: XY | undefined) => (at === undefined ? {} : { at });

/** @param ofMany how many cards it takes */
const aligns = (along: Along, title: string, ofMany: number): CanvasAction => ({
  title,
  inMenu: () => title,
  ofMany,
  group: 'shape',
  edits: true,
  ofCalls: true,
  does: () => ({ kind: 'align', along }),
});

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
    asks: true,
    ofCalls: true,
    does: (call) => ({ kind: 'begin-connecting', ...about(call) }),
  },
  insert: {
    title: 'Insert a step on the selected reference',
    keys: 'N',
    on: [{ key: 'n' }],
    onEdge: 'Insert a step here…',
    edits: true,
    asks: true,
    ofEdge: true,
    does: () => ({ kind: 'begin-inserting' }),
  },
  'move-reference': {
    title: 'Move the selected reference to another place',
    onEdge: 'Connect to another place…',
    edits: true,
    asks: true,
    ofEdge: true,
    does: () => ({ kind: 'begin-connecting' }),
  },
  replace: {
    title: 'Put another tool in the place of the call’s',
    keys: 'X',
    on: [{ key: 'x' }],
    inMenu: () => 'Replace the tool…',
    edits: true,
    asks: true,
    ofCalls: true,
    does: (call) => ({ kind: 'begin-replacing', ...about(call) }),
  },
  'rename-path': {
    title: 'Rename what the call writes, for all who read it',
    keys: 'F2',
    on: [{ key: 'F2' }],
    inMenu: () => 'Rename what it writes…',
    edits: true,
    asks: true,
    ofCalls: true,
    does: (call) => ({ kind: 'begin-renaming', ...about(call) }),
  },
  'add-here': {
    title: 'Add a call in the middle of the view',
    onPlane: 'Add a call here…',
    edits: true,
    asks: true,
    does: (_, at) => ({ kind: 'begin-adding', ...around(at) }),
  },
  'paste-here': {
    title: 'Paste calls from the clipboard',
    onPlane: 'Paste here',
    edits: true,
    asks: true,
    does: (_, at) => ({ kind: 'paste-here', ...around(at) }),
  },
  comment: {
    title: 'Comment on the call',
    keys: 'M',
    on: [{ key: 'm' }],
    inMenu: () => 'Comment…',
    group: 'shape',
    edits: true,
    asks: true,
    ofCalls: true,
    does: (call) => ({ kind: 'begin-commenting', ...about(call) }),
  },
  colour: {
    title: 'Colour the selected calls',
    inMenu: (them) => `Colour${them}…`,
    group: 'shape',
    edits: true,
    asks: true,
    ofCalls: true,
    does: (call) => ({ kind: 'begin-colouring', ...about(call) }),
  },
  'add-note': {
    title: 'Write a note on the canvas',
    keys: 'Shift+N',
    on: [{ key: 'N', shift: true }],
    onPlane: 'Write a note here',
    edits: true,
    does: (_, at) => ({ kind: 'add-note', note: 'note', ...around(at) }),
  },
  'add-frame': {
    title: 'Put a frame around the selected calls',
    inMenu: (them) => `Put a frame around${them || ' it'}`,
    onPlane: 'Draw a frame here',
    group: 'shape',
    edits: true,
    does: (_, at) => ({ kind: 'add-note', note: 'frame', ...around(at) }),
  },
  'align-left': aligns('left', 'Align their left edges', 2),
  'align-top': aligns('top', 'Align their tops', 2),
  'align-right': aligns('right', 'Align their right edges', 2),
  'align-bottom': aligns('bottom', 'Align their bottoms', 2),
  'distribute-across': aligns('across', 'Make the gaps across the same', 3),
  'distribute-down': aligns('down', 'Make the gaps down the same', 3),
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
    // With Control too, as other editors have it: the browser would put the page among its bookmarks.
    on: [{ key: 'd' }, { key: 'd', command: true, shift: false }],
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
    onEdge: 'Remove the reference',
    group: 'remove',
    edits: true,
    ofCalls: true,
    does: () => ({ kind: 'remove' }),
  },
  'select-all': {
    title: 'Select every call',
    onPlane: 'Select every call',
    group: 'shape',
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
  fit: {
    title: 'Fit the plan',
    keys: '0',
    on: [{ key: '0' }],
    onPlane: 'Fit the plan',
    group: 'shape',
    does: () => ({ kind: 'fit' }),
  },
  'life-size': {
    title: 'Zoom to life size',
    keys: '1',
    on: [{ key: '1' }],
    does: () => ({ kind: 'zoom-to', zoom: 1 }),
  },
  'auto-layout': {
    title: 'Auto-layout',
    onPlane: 'Auto-layout',
    group: 'shape',
    edits: true,
    does: () => ({ kind: 'auto-layout' }),
  },
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
    keys: 'E',
    title: 'Go to its references, one after the other: Delete removes one, ← and → go to its ends',
    on: [{ key: 'e' }, { key: 'E', shift: true }],
    intent: ({ shift }) => ({ kind: 'go-reference', step: shift ? -1 : 1 }),
  },
  {
    keys: 'Escape',
    title: 'Back to the card, then let go of it',
    on: [{ key: 'Escape' }],
    intent: () => ({ kind: 'escape' }),
  },
  ...keysOf(Object.values(CANVAS_ACTIONS)),
  { keys: 'Alt+drag', title: 'Leave a copy where the drag ends', on: [], intent: () => null },
  { keys: 'Mod+X', title: 'Cut the selected calls', on: [], intent: () => null },
  { keys: 'Mod+V', title: 'Paste calls', on: [], intent: () => null },
  { keys: 'Double-click', title: 'Add a call on the free plane; open one', on: [], intent: () => null },
  { keys: 'Click on an output', title: 'Add a call that reads it', on: [], intent: () => null },
  { keys: 'Space+drag', title: 'Move the view, over a card too', on: [], intent: () => null },
];

/** What a key means on the canvas; null for one that means nothing here and belongs to the page or the browser. */
export function intentOf(press: KeyPress): Intent | null {
  if (press.alt) return null;
  const binding = CANVAS_KEYS.find(({ on }) => on.some((chord) => isPressed(chord, press)));
  return binding?.intent(press) ?? null;
}

const isPressed = ({ key, shift, command = false }: Chord, press: KeyPress): boolean =>
  press.key === key && press.command === command && (shift === undefined || press.shift === shift);
