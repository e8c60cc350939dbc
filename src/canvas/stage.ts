/** What a canvas is drawn on, and what its controller lends to those who do a part of its work. */

import type { Intent } from './intents.ts';
import type { Rect, Viewport, XY } from './plane.ts';
import type { CanvasSession } from './session.ts';
import type { Snapshots } from './snapshots.ts';

/** What the controller asks of the surface it is drawn on. Nothing of it is asked before `attach`. */
export interface Stage {
  /** Brings the view there, in its own time; every step of the way is told by `stand`. */
  readonly move: (to: Viewport) => void;
  /** Gives the keyboard to a card, as soon as it is drawn. */
  readonly focusCard: (id: string) => void;
  /** Gives the keyboard to an arrow, where it is drawn. */
  readonly focusEdge: (id: string) => void;
  /** Gives the keyboard to the card that Tab reaches, or to the canvas where there is none. */
  readonly focusCanvas: () => void;
  /** Where a point of the plane is, in pixels of the window. */
  readonly onPage: (at: XY) => XY;
  /** Where a card is, in pixels of the window; undefined where it is not drawn. */
  readonly boxOf: (id: string) => Rect | undefined;
  /** false where the browser keeps the clipboard to itself. */
  readonly copy: (text: string) => Promise<boolean>;
  /** null where the browser keeps the clipboard to itself. */
  readonly paste: () => Promise<string | null>;
}

/** What the controller lends to the parts of the workbench. */
export interface Host {
  readonly shows: Snapshots;
  /** null while it is not on the screen. */
  readonly stage: () => Stage | null;
  readonly set: (changed: Partial<CanvasSession>) => void;
  readonly say: (notice: string) => void;
  readonly perform: (intent: Intent) => boolean;
  /** Brings a card into view and gives it the keyboard. */
  readonly goTo: (call: string) => void;
  /** Brings cards into view, where none of them can be seen. */
  readonly look: (calls: readonly string[]) => void;
}
