/** Edits as data. Every edit has an inverse that restores the document exactly; a gesture is a list of edits. */

import type { Json } from '../lib/json.ts';
import type { Call, Plan } from './document.ts';

/** Path inside a call or a document: keys and array indexes. */
export type JsonPath = readonly (string | number)[];

export type Edit =
  /** Inserts `call` at list index `at`. */
  | { readonly kind: 'add-call'; readonly call: Call; readonly at: number }
  | { readonly kind: 'remove-call'; readonly id: string }
  /** Moves a call to another list index (start order and ties only, L-36). */
  | { readonly kind: 'move-call'; readonly id: string; readonly to: number }
  /** Sets (or, with `value` undefined, deletes) the value at `path` inside a call: `['to', 0]`, `['_after']`. */
  | {
      readonly kind: 'set-in-call';
      readonly id: string;
      readonly path: JsonPath;
      readonly value: Json | undefined;
    }
  /** Replaces a whole call; the new one may have another id. References to the old id's paths are left alone. */
  | { readonly kind: 'replace-call'; readonly id: string; readonly call: Call }
  /** Sets (or deletes) a top-level part of the document other than `calls`: `title`, `policy`, `input`, … */
  | {
      readonly kind: 'set-field';
      readonly field: Exclude<keyof Plan & string, 'calls'>;
      readonly value: Json | undefined;
    }
  /** Canvas positions, kept apart because they are never part of the hash or the diff. */
  | { readonly kind: 'place'; readonly positions: Readonly<Record<string, { x: number; y: number } | null>> };
