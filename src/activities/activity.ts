/** What the code behind a tool looks like. An activity never throws for control flow: a throw is a failed attempt. */

import type { Json, JsonObject } from '../lib/json.ts';

/** What an activity throws to say what went wrong; any other throw is `tool-error` with its message. */
export class ActivityError extends Error {
  readonly code: string;
  /** Milliseconds to wait before another attempt, from a Retry-After. */
  readonly retryAfterMs: number | undefined;
  constructor(code: string, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ActivityError';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Why a signal fell where the attempt is cut off to be made again: what it has begun is to be found again, not undone. */
export class Interruption extends Error {
  constructor() {
    super('The call was interrupted, to be entered again.');
    this.name = 'Interruption';
  }
}

/** Names an alternative of a branching `_outputPath` (L-23). */
export interface Routed {
  readonly route: string | number;
  readonly value: Json;
}

export interface QuestionForm {
  readonly title: string;
  readonly message?: string;
  /** JSON Schema of the answer; a form is made from it. */
  readonly schema: JsonObject;
}

/** What code that only computes may reach: it is entered in a thread of its own as well, which is ended with it. */
export interface ComputingContext {
  /** Aborted at a stop, an abort or the call's time-out. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** A file the person dropped or the plan's samples: its bytes, by name. Rejects with `invalid-arguments` where there is none. */
  readFile(name: string): Promise<Blob>;
  /** Offers a file for download and keeps it with the run. Idempotent by (run, call). */
  saveFile(
    name: string,
    type: string,
    content: string | Uint8Array,
  ): Promise<{ name: string; bytes: number }>;
}

export interface ActivityContext extends ComputingContext {
  readonly runId: string;
  readonly callId: string;
  /** From 1; a resumed attempt has a new number. */
  readonly attempt: number;
  /** The same for every attempt of a call (run id + call id): send it where the other side understands one. */
  readonly idempotencyKey: string;
  /** What `_scopes` allows, frozen: `{ state: {...}, input: {...} }` (L-51). */
  readonly scopes: Readonly<Record<string, Json>>;
  /** Chooses an alternative of a branching output path, by index or by last segment (L-23). */
  route(branch: string | number, value: Json): Routed;
  /** Asks the person; resolves with the answer, which is recorded and replayed on resume. */
  ask(form: QuestionForm): Promise<Json>;
  /** A short line for the journal. */
  log(line: string): void;
}

export type Activity = (
  params: JsonObject,
  context: ActivityContext,
) => Promise<Json | Routed> | Json | Routed;

/** An activity that only computes: from its parameters, the time and the run's files to plain JSON. It asks nobody. */
export type Computation = (params: JsonObject, context: ComputingContext) => Promise<Json> | Json;

export const isRouted = (value: unknown): value is Routed =>
  typeof value === 'object' && value !== null && ROUTED in value;

/** Marks a routed result so that no tool's ordinary object is taken for one. */
const ROUTED = Symbol('routed');

export const routed = (route: string | number, value: Json): Routed =>
  Object.defineProperty({ route, value }, ROUTED, { value: true }) as Routed;
