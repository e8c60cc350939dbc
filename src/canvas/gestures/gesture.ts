/**
 * What a gesture is: from a press of the pointer to its release, and what the person meant by it. One gesture a file
 * beside this one; `gestures.ts` has the list. A gesture changes nothing: while it goes on it says what to show, at its
 * end it returns intents.
 */

import type { ArrowFrom, Intent, View } from '../intents.ts';
import type { Rect, XY } from '../plane.ts';

/** What is under the pointer. Calls are named as cards are (`scene.nodeIds`), ports as `card.ts` names them. */
export type Grip =
  | { readonly kind: 'plane' }
  | { readonly kind: 'card'; readonly call: string }
  /** A note by its place among the plan's notes, or the corner by which it is made larger. */
  | { readonly kind: 'note' | 'note-corner'; readonly note: number }
  | { readonly kind: 'port'; readonly call: string; readonly port: string };

/** Where the pointer is and what is under it. */
export interface Pointer {
  /** In the plane's coordinates. While a card is dragged, its upper left corner: that is what one sees moving. */
  readonly at: XY;
  readonly on: Grip;
  readonly alt: boolean;
}

/** What is shown while a gesture goes on. */
export interface Preview {
  /** Cards that stand elsewhere meanwhile. */
  readonly moved?: { readonly calls: readonly string[]; readonly by: XY };
  /** Notes that stand elsewhere meanwhile, or are larger. */
  readonly notes?: { readonly at: readonly number[]; readonly by: XY; readonly isSize: boolean };
  /** Frames on the plane, for cards that are not there yet. */
  readonly outlines?: readonly Rect[];
  /** Lines by which cards that are dragged stand as others do. */
  readonly guides?: readonly Rect[];
  readonly pull?: Pull;
}

/** An arrow that is being pulled. */
export interface Pull {
  readonly from: ArrowFrom;
  /** The arrow that it was, as `edgeId` names it, and where that one begins. */
  readonly moved?: string;
  readonly tail?: { readonly call: string; readonly port: string };
  /** Calls that it can't end at, whatever it carries: they would wait for themselves. */
  readonly refused: ReadonlySet<number>;
  readonly over?: Grip;
}

/** A gesture under way. It is dropped where the person presses Escape. */
export interface Going {
  readonly move: (to: Pointer) => Preview;
  /** What was meant, in the order in which it is done; nothing where nothing was. */
  readonly end: (at: Pointer) => readonly Intent[];
}

/** Begins where the press is one for it; null leaves the press to the next gesture of the list. */
export type Gesture = (press: Pointer, view: View) => Going | null;

/** For a gesture that shows nothing on its way. */
export const NO_PREVIEW: Preview = {};

/** How far the pointer has come. */
export const distance = (from: Pointer, to: Pointer): XY => ({
  x: to.at.x - from.at.x,
  y: to.at.y - from.at.y,
});

/** The cards that a gesture on this one is about: all that are selected where it is one of them. */
export const heldWith = (call: string, selection: readonly string[]): readonly string[] =>
  selection.includes(call) ? selection : [call];
