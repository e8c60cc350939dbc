/** What can be undone of a plan, as data: steps of edits with their inverses. It stands beside the plan and is no part of it. */

import type { Edit } from './edit.ts';
import type { Origins } from './origin.ts';

/** What one gesture did. */
export interface Step {
  /** In sentence case, as in "Undo: Connect sum to report". */
  readonly label: string;
  readonly mark?: string;
  /** The sentence that a planner made it of. */
  readonly said?: string;
  /** The conversation says that it was done, and so that it was undone. */
  readonly told?: true;
  readonly forward: readonly Edit[];
  /** Takes the document back exactly, applied in this order. */
  readonly backward: readonly Edit[];
  /** Where the parts of the plan came from, before it and after. */
  readonly origins: { readonly before: Origins; readonly after: Origins };
}

/** A draft that is streamed, and may yet be given up. */
export const isUnderWay = ({ told, mark }: Step): boolean => told === true && mark !== undefined;

export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const EMPTY_HISTORY: History = { past: [], future: [] };
