/** The planner's interface (seed 002, P-4, P-5): it knows nothing of the executor, of retries or of time-outs. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { Call, JsonSchema } from '../plan/document.ts';
import type { Catalogue } from '../tools/catalogue.ts';

/** A call that has been executed, with its result or its error: what a replanner reads. */
export interface HistoryStep {
  readonly call: Call;
  readonly status: 'completed' | 'failed' | 'skipped';
  readonly result?: Json;
  readonly error?: string;
}

/** A file the person dropped beside the goal: enough to plan with, never the content itself. */
export interface InputFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** First characters of a text file, at most 2,000: column names of a CSV, keys of a JSON. */
  readonly head?: string;
}

export interface PlannerRequest {
  readonly goal: string;
  readonly catalogue: Catalogue;
  readonly files: readonly InputFile[];
  /** Input the person already filled in, and its schema where there is one. */
  readonly input?: JsonObject;
  readonly inputSchema?: JsonSchema;
  readonly stateSchema?: JsonSchema;
  /** Steps already executed; empty the first time. */
  readonly history: readonly HistoryStep[];
  /** null the first time, else the most recent failure (P-4). */
  readonly lastError: string | null;
  /** 2 to 7 by default, 15 at most (L-62). An answer over the limit is rejected, never trimmed. */
  readonly minCalls: number;
  readonly maxCalls: number;
  readonly signal: AbortSignal;
}

/** What a planner streams. `done` comes exactly once, last; a stream that ends without it was cut. */
export type PlannerEvent =
  /** A call as soon as it is whole: it goes on the canvas at once. */
  | { readonly kind: 'call'; readonly call: Call }
  /** The plan's parts that are not calls; may come more than once, later wins. */
  | {
      readonly kind: 'plan';
      readonly title?: string;
      readonly output?: Json;
      readonly inputSchema?: JsonSchema;
      /** Values found in the goal's text for the declared input. */
      readonly input?: JsonObject;
    }
  /** Words of the goal that it did not use, and other things a person should know. */
  | { readonly kind: 'note'; readonly text: string; readonly unusedWords?: readonly string[] }
  /** Everything streamed so far is void: the planner starts again (its plan failed the checks). */
  | { readonly kind: 'restart'; readonly problems: readonly string[] }
  | {
      readonly kind: 'usage';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly cost?: number;
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

export type Planner = (request: PlannerRequest) => AsyncIterable<PlannerEvent>;
