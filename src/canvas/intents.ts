/** What a person means, whichever key, gesture or button said it. Words and data only: a controller carries them out. */

import type { Problem } from '../check/problem.ts';
import type { Json } from '../lib/json.ts';
import type { NoteAt, NoteColour } from '../plan/canvas-notes.ts';
import type { Plan } from '../plan/document.ts';
import type { Ref } from '../plan/expression.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { CardPlanOf, ReaderPort } from './card.ts';
import type { Change } from './changes.ts';
import type { Connection } from './connect.ts';
import type { EndConnection } from './end-connection.ts';
import type { DrawnEnd } from './end-places.ts';
import type { CanvasMode, Copies } from './given.ts';
import type { MenuOn } from './menu.ts';
import type { Rect, SpatialIndex, XY } from './plane.ts';
import type { Scene } from './scene.ts';
import type { Shown } from './window.ts';

/** Changes the plan: refused in words, or one undo step. */
export type EditIntent =
  | { readonly kind: 'connect'; readonly connection: Connection }
  /** An arrow from or to an end of the plan. */
  | { readonly kind: 'connect-end'; readonly connection: EndConnection }
  /** What stands in that row of the result is returned no longer. */
  | { readonly kind: 'return-no-more'; readonly row: number }
  /** `calls` are ids of cards, of ends too; `by` is a distance on the plane. */
  | {
      readonly kind: 'move';
      readonly calls: readonly string[];
      readonly notes?: readonly NoteAt[];
      readonly by: XY;
    }
  /** A note where `at` says, or a frame: around the selected calls, where some are and no point is meant. */
  | { readonly kind: 'add-note'; readonly note: 'note' | 'frame'; readonly at?: XY }
  /**
   * `note` as it was when its words were begun. Without words a note or a comment is gone. With `leave` the keyboard stays
   * where it went.
   */
  | { readonly kind: 'write-note'; readonly note: NoteAt; readonly text: string; readonly leave?: boolean }
  | { readonly kind: 'resize-note'; readonly note: NoteAt; readonly by: XY }
  | { readonly kind: 'remove-note'; readonly note: NoteAt }
  /** A note, or these calls; null takes the colour away. */
  | {
      readonly kind: 'colour';
      readonly of: { readonly note: NoteAt } | { readonly calls: readonly string[] };
      readonly colour: NoteColour | null;
    }
  | { readonly kind: 'comment'; readonly call: string; readonly text: string }
  /** A copy of each, of those that are selected or of `calls`, reading from each other as they do. */
  | { readonly kind: 'duplicate'; readonly calls?: readonly string[]; readonly by?: XY }
  /** Where `at` is said, what is pasted stands around it; else beside where the text has it. */
  | { readonly kind: 'paste'; readonly text: string; readonly at?: XY }
  /** Adds a call of the tool, beside the selected one, and opens it. */
  | {
      readonly kind: 'add';
      readonly tool: string;
      readonly at?: XY;
      readonly params?: Readonly<Record<string, Json>>;
    }
  /** These calls; without them the selected references, else the selected calls. */
  | { readonly kind: 'remove'; readonly calls?: readonly string[] }
  /** The selected calls off, or on again where all of them are off (L-37). */
  | { readonly kind: 'switch' }
  | { readonly kind: 'auto-layout' }
  /** A new call that reads what another writes. */
  | {
      readonly kind: 'pull-out';
      readonly writer: number;
      readonly alternative: number;
      readonly tool: string;
      readonly at: XY | undefined;
    }
  /** A new call on an arrow, as `edgeId` names it. */
  | { readonly kind: 'insert'; readonly edge: string; readonly tool: string }
  /** An arrow to another place. */
  | { readonly kind: 'move-edge'; readonly edge: string; readonly connection: Connection }
  | { readonly kind: 'replace-tool'; readonly call: string; readonly tool: string }
  /** The selected cards in a line, or as far from each other. */
  | { readonly kind: 'align'; readonly along: Along }
  /** A path that is written, and all who read it. */
  | { readonly kind: 'rename-path'; readonly ref: Ref; readonly to: string };

/** Where cards are brought in line: their edges or middles, or the gaps between them. */
export type Along = 'left' | 'right' | 'top' | 'bottom' | 'across' | 'down';

export type Direction = 'right' | 'left' | 'up' | 'down';

/** Changes what is on the screen, and no plan. Where a call may be left out, it is the one the keys are about. */
export type ScreenIntent =
  | { readonly kind: 'select'; readonly calls: readonly string[] }
  | { readonly kind: 'select-edges'; readonly edges: readonly string[] }
  | { readonly kind: 'select-all' }
  /** Selects a call, brings it into view and gives it the keyboard. */
  | { readonly kind: 'pick'; readonly call: string; readonly extend?: boolean }
  /** The plan that a call runs; of `#<plan>/<call>` that plan, with the call selected. */
  | { readonly kind: 'open-plan'; readonly call: string }
  /** The next plan that is given is one step back or forth: the view goes to what that changed. */
  | { readonly kind: 'follow' }
  /** The new call stands at `at`, where that is said. */
  | { readonly kind: 'begin-adding'; readonly at?: XY }
  /** With `leave` the keyboard stays where it went. */
  | { readonly kind: 'cancel-adding'; readonly leave?: boolean }
  /** Lets go of what is selected, and of what was said. */
  | { readonly kind: 'let-go' }
  /** Takes back what is under way, else lets go. */
  | { readonly kind: 'escape' };

/** What the workbench does, which comes once the plan is drawn, and is no edit: where keys go, menus, what is asked, the clipboard. */
export type BenchIntent =
  /** To the card that lies that way; from an arrow that was reached, to one of its ends. */
  | { readonly kind: 'go'; readonly direction: Direction; readonly extend: boolean }
  | { readonly kind: 'open'; readonly call?: string }
  /** To the next of the call's references, or to the one before. */
  | { readonly kind: 'go-reference'; readonly step: 1 | -1 }
  /** `at` is in pixels of the window; without it, the menu opens at the card. */
  | { readonly kind: 'menu'; readonly call?: string; readonly on?: MenuOn; readonly at?: XY }
  | { readonly kind: 'close-menu' }
  /** The call with another, either way; or the selected arrow with another place. */
  | { readonly kind: 'begin-connecting'; readonly call?: string }
  /** An arrow was let go of on a card, at a place of it, on the plane; the pointer was at `at`. `moved` is the arrow that it was before. */
  | {
      readonly kind: 'end-arrow';
      readonly from: ArrowFrom;
      readonly on: ArrowOn;
      readonly at: XY;
      readonly moved?: string;
    }
  /** Asks for a tool whose call reads what comes out of that port, beside its card; the list stands at `at`. */
  | { readonly kind: 'begin-pulling'; readonly call: string; readonly port: string; readonly at: XY }
  /** Asks for a tool to put on the selected arrow, or on this one. */
  | { readonly kind: 'begin-inserting'; readonly edge?: string; readonly at?: XY }
  | { readonly kind: 'begin-replacing'; readonly call?: string }
  | { readonly kind: 'begin-renaming'; readonly call?: string }
  | { readonly kind: 'begin-finding' }
  /** `note` is a comment that is there and is written anew. */
  | { readonly kind: 'begin-commenting'; readonly call?: string; readonly note?: NoteAt }
  /** The note that is meant, or the selected calls. */
  | { readonly kind: 'begin-colouring'; readonly note?: NoteAt; readonly call?: string; readonly at?: XY }
  /** A note has the keyboard, or is written; null: none any more. */
  | { readonly kind: 'at-note'; readonly note: NoteHeld | null }
  /** A choice that is looked at, and not taken yet: what is found is brought into view. */
  | { readonly kind: 'consider'; readonly id: string }
  | { readonly kind: 'choose'; readonly id: string }
  | { readonly kind: 'cancel-asking' }
  /** What is on the clipboard, without its key; beside where it was copied from, or around `at`. */
  | { readonly kind: 'paste-here'; readonly at?: XY }
  /** The selected calls as JSON on the clipboard, without its key. */
  | { readonly kind: 'copy' };

/** A note by its place among the plan's notes. */
export interface NoteHeld {
  readonly at: number;
  /** Its text is being typed. */
  readonly isWritten: boolean;
}

/** Where an arrow was pulled from: a result of a call, a place that reads, or an end of the plan. */
export type ArrowFrom =
  | { readonly writer: number; readonly alternative: number }
  | { readonly reader: number; readonly port: ReaderPort }
  | EndFrom;

/** An input of the plan by its name, or a row of what the plan returns. */
export type EndFrom = { readonly input: string } | { readonly row: number };

/** Whether it is pulled from where it ends to where it shall begin. */
export const isBackwards = (from: ArrowFrom): boolean => 'reader' in from || 'row' in from;

/** Where it was let go of: a call, a port of one, the card of an end of the plan by its id, or the plane. */
export type ArrowOn = { readonly call: number; readonly port?: string } | { readonly end: string } | 'plane';

/** Moves the view. */
type ViewIntent =
  | { readonly kind: 'zoom-by'; readonly factor: number }
  | { readonly kind: 'zoom-to'; readonly zoom: number }
  | { readonly kind: 'fit' };

/** Whatever a person can mean at the canvas. */
export type Intent = EditIntent | BenchIntent | ScreenIntent | ViewIntent;

/** What intents and gestures look at. `places` is where the cards stand when nothing is dragged, by call index. */
export interface View {
  readonly plan: Plan;
  readonly catalogue: Catalogue;
  readonly problems: readonly Problem[];
  /** Cards have room for what their calls come to. */
  readonly withValues: boolean;
  readonly shownOf: ((call: string) => string) | undefined;
  readonly planOf?: CardPlanOf | undefined;
  readonly scene: Scene;
  readonly places: readonly XY[];
  readonly index: SpatialIndex;
  /** The cards at the ends of the plan. */
  readonly ends: readonly DrawnEnd[];
  /** What of the plan is drawn. */
  readonly shown: Shown;
  /** Ids of calls, and of arrows as `edgeId` names them. */
  readonly selection: readonly string[];
  readonly selectedEdges: ReadonlySet<string>;
  /** What is in view, and its middle. */
  readonly area: Rect;
  readonly middle: XY;
  /** Only in `edit` may the plan be changed; in `run` its cards do not move either: they are another plan's. */
  readonly mode: CanvasMode;
  /** One picture stands for all cards. */
  readonly isOverview: boolean;
}

/** A change, with the calls to select once it is made, and the one to open. */
export interface Outcome extends Change {
  readonly select?: readonly string[];
  readonly open?: string;
  readonly copies?: Copies;
  /** What could not be kept, as a sentence. */
  readonly tell?: string;
  /** The card that gets the keyboard once it is made; null where none is left. */
  readonly next?: string | null;
  /** The note that is written next. */
  readonly writes?: number;
}
