/** What a planner streams, in one place: planners make it, the worker passes it on, the page draws it. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { Call, JsonSchema, Plan } from './document.ts';
import type { Asked } from './planning-trace.ts';
import type { ReadingsAsked } from './readings.ts';

/** What a planner streams. `done` comes exactly once, last; a stream that ends without it was cut. */
export type DraftEvent =
  /** A call as soon as it is whole: it goes on the canvas at once. */
  | { readonly kind: 'call'; readonly call: Call }
  /** The plan's parts that are not calls; may come more than once, later wins. */
  | {
      readonly kind: 'plan';
      readonly title?: string;
      readonly output?: Json;
      readonly inputSchema?: JsonSchema;
      /** What its calls delegate to by `#name` (L-52): comes before the calls that do, and again as each part is planned. */
      readonly plans?: NonNullable<Plan['plans']>;
      /** The one that was chosen, where a plan says so. */
      readonly strategy?: 'hierarchical';
      /** Values found in the goal's text for the declared input. */
      readonly input?: JsonObject;
    }
  /** Words of the goal that it did not use, and other things a person should know. */
  | {
      readonly kind: 'note';
      readonly text: string;
      readonly unusedWords?: readonly string[];
      /** What a person can do about it, the likeliest first. */
      readonly remedies?: readonly Remedy[];
    }
  /**
   * Part of the goal can be meant in ways that are about as near: which one? The first reading is what was streamed.
   * Made on this device alone: no answer of a model is read into one.
   */
  | ({ readonly kind: 'question' } & ReadingsAsked)
  /** Everything streamed so far is void: the planner starts again (its plan failed the checks). */
  | { readonly kind: 'restart'; readonly problems: readonly string[] }
  /** What a model has taken since the last of these: `usage` as its server says, which an `estimate` stands for until then. */
  | {
      readonly kind: 'usage' | 'estimate';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly cost?: number;
    }
  /** What was asked, and what came of it: before the end, one for each request (T-3). */
  | { readonly kind: 'asked'; readonly asked: Asked }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      /** What a person can do about it, the likeliest first; absent where nobody knows. */
      readonly remedies?: readonly Remedy[];
      /** Milliseconds the server asked to wait before it is asked again. */
      readonly waitMs?: number;
    };

/**
 * `again` asks the same once more, `fewer-tools` with `fewerTools`; `key`, `connection` and `most-calls` are fields of the
 * planner's settings, `planner` is the choice of another. `other-words` is the person's own.
 */
export type Remedy =
  | 'again'
  | 'fewer-tools'
  | 'key'
  | 'connection'
  | 'most-calls'
  | 'planner'
  | 'other-words';

/** Codes a change that is none, for the plan does already what was said: no fault of anybody's. */
export const ALREADY_SO = 'already-so';

/** Codes a draft that failed because its goal is in a language the planner does not read: a model may. */
export const OTHER_LANGUAGE = 'other-language';
