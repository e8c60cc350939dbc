/** Edits as data. Every edit has an inverse that restores the document exactly; a gesture is a list of edits. */

import type { Json } from '../lib/json.ts';
import type { Call, Plan } from './document.ts';

/** Path inside a call or a document: keys and array indexes. */
export type JsonPath = readonly (string | number)[];

/** A top-level part of the document other than `calls`. */
export type PlanField = Exclude<keyof Plan & string, 'calls'>;

/**
 * `at`, where an edit names a call, is the list index of the one that is meant: a document with a duplicate id
 * can be edited, and undone, all the same. Without it the first call of that id is meant.
 */
export type Edit =
  /** Inserts `call` at list index `at`. */
  | { readonly kind: 'add-call'; readonly call: Call; readonly at: number }
  | { readonly kind: 'remove-call'; readonly id: string; readonly at?: number }
  /** Moves a call to another list index, counted without it (start order and ties only, L-36). */
  | { readonly kind: 'move-call'; readonly id: string; readonly to: number; readonly at?: number }
  /** Sets (or, with `value` undefined, deletes) the value at `path` inside a call: `['to', 0]`, `['_after']`. */
  | {
      readonly kind: 'set-in-call';
      readonly id: string;
      readonly path: JsonPath;
      readonly value: Json | undefined;
      readonly at?: number;
    }
  /** Replaces a whole call; the new one may have another id. References to the old id's paths are left alone. */
  | { readonly kind: 'replace-call'; readonly id: string; readonly call: Call; readonly at?: number }
  /**
   * Sets (or deletes) a top-level part of the document other than `calls`: `title`, `policy`, `input`, …
   * A new one goes to the end, or in front of the field `before`.
   */
  | {
      readonly kind: 'set-field';
      readonly field: PlanField;
      readonly value: Json | undefined;
      readonly before?: string;
    }
  /** Canvas positions, kept apart because they are never part of the hash or the diff. */
  | { readonly kind: 'place'; readonly positions: Readonly<Record<string, { x: number; y: number } | null>> }
  /** An edit of a sub-plan of the document's own `plans`, by its name (L-52); none of which has plans itself. */
  | { readonly kind: 'in-plan'; readonly name: string; readonly edit: Edit };
