/** What the canvas is given and what it says back. It knows no store, so that it can be tested alone. */

import type { Problem } from '../check/problem.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import type { Origin } from '../plan/origin.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { CallOffer } from './menu.ts';
import type { Viewport } from './plane.ts';

/** `proposed`: a change of the plan that is yet to be taken; `read`: a plan that is changed elsewhere. */
export type CanvasMode = 'edit' | 'dry-run' | 'run' | 'proposed' | 'read';

/** How a proposed plan differs from the one before it; `plan` is the proposed one. */
export interface CanvasDiff {
  /** Calls of the plan before that are no longer in it; drawn struck out. */
  readonly removed: readonly Call[];
  /** Ids of calls that are new. */
  readonly added: readonly string[];
  /** Changed calls, as they were before. */
  readonly revised: readonly Call[];
  /** What is new or changed is a planner's next turn: signed by nobody, and in no document. */
  readonly areGhosts?: true;
}

/** That calls of an edit are copies. */
export interface Copies {
  /** The id of the original by the id of the copy. */
  readonly of: Readonly<Record<string, string>>;
  /** The text that was pasted, which came from anywhere; absent where the originals are in this plan. */
  readonly text?: string;
}

/** What the canvas is given from outside: what it shows, and whom it tells. */
export interface Given {
  readonly plan: Plan;
  readonly catalogue: Catalogue;
  readonly problems: readonly Problem[];
  /** Ids of the selected calls. */
  readonly selection: readonly string[];
  readonly mode: CanvasMode;
  readonly diff?: CanvasDiff;
  /** Calls are still arriving from a planner: the view follows them until the person moves it. */
  readonly streaming?: boolean;
  /** By id, calls that a stranger wrote and that did not come with the plan. */
  readonly strangers?: ReadonlyMap<string, Origin>;
  /** The plans below it that are not in its document, by reference (L-52). */
  readonly delegates?: Delegates;
  /** How the view stands at first, where one comes back to it. */
  readonly opensAt?: Viewport | undefined;
  /** Cards have room for what their calls come to. */
  readonly withValues?: boolean;
  /** What a card shows of what its call comes to, as text to be found by; nothing where it shows none. */
  readonly shownOf?: ((call: string) => string) | undefined;
  /** One gesture of the person: applied, and undone, as a whole. `gesture` names it ("Connect a to b"). */
  readonly onEdits: (edits: readonly Edit[], gesture: string, copies?: Copies) => void;
  /** These calls of the plan are on the clipboard from here on, as this text. */
  readonly onCopied?: (text: string) => void;
  readonly onSelect: (ids: readonly string[]) => void;
  readonly onOpenInspector: (id: string) => void;
  /** Opens the plan that a call runs; without a call, the plan above the one that is shown, where there is one. */
  readonly onOpenPlan?: (call?: string) => void;
  /** What was said of a call is asked for as a change of it; absent where no change of the plan is asked for. */
  readonly onAsk?: ((call: string, words: string) => void) | undefined;
  /** What the app offers for a call of what is shown, for its menu. */
  readonly offersOf?: (call: string) => readonly CallOffer[];
  /** The list of tools to add a call of is open. */
  readonly adding?: boolean;
  readonly onAdding?: (open: boolean) => void;
}
