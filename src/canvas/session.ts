/** What goes on at a canvas, beside the plan that it is given. */

import type { Asking } from './asking.ts';
import { NO_PREVIEW, type Preview } from './gestures/gesture.ts';
import type { NoteHeld } from './intents.ts';
import type { OpenMenu } from './menu.ts';
import type { XY } from './plane.ts';
import type { Window } from './window.ts';
import type { Workbench } from './workbench.ts';

/** What goes on at a canvas and ends with it: never saved, never undone. */
export interface CanvasSession {
  readonly selectedEdges: ReadonlySet<string>;
  /** What is asked before something can be done; null while nothing is. */
  readonly asking: Asking | null;
  /** Where on the plane the question came up, where a pointer was. */
  readonly askAt: XY | undefined;
  /** Where a call that is being added shall stand, where a point was meant. */
  readonly addAt: XY | undefined;
  /** null until it has come. */
  readonly bench: Workbench | null;
  readonly notice: string;
  readonly menu: OpenMenu | null;
  readonly preview: Preview;
  readonly window: Window;
  /** How far away one is (`camera.ts`). */
  readonly farStep: number;
  /** A large plan is being zoomed: what is shown as cards stays as it is until the view rests. */
  readonly isHeld: boolean;
  /** Id of the card, or of the list's row, that has the keyboard or had it last; undefined where that is elsewhere on the canvas. */
  readonly ring: string | undefined;
  /** And the arrow that has it, reached from that card. */
  readonly ringEdge: string | undefined;
  /** The note that has the keyboard. */
  readonly note: NoteHeld | null;
}

/** The same each time: cards are not drawn again because nothing is selected once more. */
export const NONE: ReadonlySet<string> = new Set();

export const NOTHING_GOES_ON: CanvasSession = {
  selectedEdges: NONE,
  asking: null,
  askAt: undefined,
  addAt: undefined,
  bench: null,
  notice: '',
  menu: null,
  preview: NO_PREVIEW,
  window: 'all',
  farStep: 0,
  isHeld: false,
  ring: undefined,
  ringEdge: undefined,
  note: null,
};
