/** What a call, a gate or a replan waits for, and what a person may decide there. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { Call } from '../plan/document.ts';

/** A person's decision: on a call, on a gate, or on a replan draft. */
export interface Decision {
  readonly call?: string;
  readonly gate?: string;
  /**
   * A name of the door's (`grants.ts`). With `reject`: takes back what was allowed under it, for the call or for all. Where
   * a replan asks under that name it answers that; with `replan` it is the model's host that the person was told of.
   */
  readonly about?: string;
  readonly choose: Choice;
  /** For `value`, and for the answer to a form. */
  readonly value?: Json;
  /** For `edit` and for an approval with changed values: merged over the call's parameters for that attempt. */
  readonly params?: JsonObject;
  /** For `replan`, and for `edit` of a draft: the person's own calls from here on, in place of a planner's. */
  readonly calls?: readonly Call[];
}

/** Why a call waits (L-46: for approval, an answer, a gate, a retry, a time, a child). */
export type WaitKind =
  | 'approval'
  | 'answer'
  | 'gate'
  | 'retry'
  | 'time'
  | 'child'
  | 'failure'
  | 'in_doubt'
  /** It lies beyond what was signed for calls that nobody knew then (L-64). */
  | 'mandate';

/** Waits that no person can end. */
export const ASKS_NOBODY: ReadonlySet<WaitKind> = new Set(['child', 'retry', 'time']);

/** What a person may say to a failed or doubtful call (L-41, L-91). */
export type Choice = 'retry' | 'edit' | 'skip' | 'value' | 'replan' | 'abort' | 'approve' | 'reject';
