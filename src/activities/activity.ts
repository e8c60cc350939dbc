/** What the code behind a tool looks like. An activity never throws for control flow: a throw is a failed attempt. */

import type { LargeOwner, LargeShelf } from '../host/large-values.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import type { EffectOutcome } from '../run/outcome.ts';
import type { Hidden } from './redaction.ts';

/** What an activity may add to its failure. */
export interface SaidOfFailure {
  /** `tool-error` where it gives none. */
  readonly code?: string;
  /** Milliseconds to wait before another attempt, from a Retry-After. */
  readonly retryAfterMs?: number | undefined;
}

/** What an activity throws to say what went wrong; any other throw is `tool-error` with its message. */
export class ActivityError extends Error {
  readonly code: string;
  readonly retryAfterMs: number | undefined;
  /** What is known of the effect; where it says nothing, a call that writes is in doubt (L-40a). */
  readonly outcome: EffectOutcome | undefined;
  /** With `done`: what is known of the answer. */
  readonly value: Json | undefined;
  constructor(
    code: string,
    message: string,
    more: Omit<SaidOfFailure, 'code'> & { readonly outcome?: EffectOutcome; readonly value?: Json } = {},
  ) {
    super(message);
    this.name = 'ActivityError';
    this.code = code;
    this.retryAfterMs = more.retryAfterMs;
    this.outcome = more.outcome;
    this.value = more.value;
  }
}

const failing =
  (outcome: EffectOutcome) =>
  (message: string, { code = 'tool-error', retryAfterMs }: SaidOfFailure = {}): ActivityError =>
    new ActivityError(code, message, { retryAfterMs, outcome });

/** To be thrown where nothing has left this device: the call is tried again (L-40a). */
export const notSent = failing('not-sent');
/** To be thrown where the other side answered that it did nothing: the call is tried again (L-40a). */
export const refused = failing('refused');
/** To be thrown where the effect may have happened: a person is asked before the call goes out again (L-40a). */
export const unknown = failing('unknown');
/** To be thrown where the effect has happened and only the answer can't be used: the call completes with `value` (L-40a). */
export const done = (
  message: string,
  { value = null, code = 'tool-error' }: Pick<SaidOfFailure, 'code'> & { readonly value?: Json } = {},
): ActivityError => new ActivityError(code, message, { outcome: 'done', value });

/** A call could not be entered, as the engine would say it: such a failure has no error alternative (L-24). */
export class NotEntered extends ActivityError {
  constructor(code: 'invalid-arguments' | 'result-missing', message: string) {
    super(code, message, { outcome: 'not-sent' });
    this.name = 'NotEntered';
  }
}

/** Why a signal fell where the attempt is cut off to be made again: what it has begun is to be found again, not undone. */
export class Interruption extends Error {
  constructor() {
    super('The call was interrupted, to be entered again.');
    this.name = 'Interruption';
  }
}

/**
 * How `ask` and `sleep` end an entry (L-91a). The activity is entered again from its top when what it waits for has come;
 * one that catches this goes on for nothing, as nobody listens any more.
 */
export class Parked extends Error {
  constructor() {
    super('The entry has ended here: the activity is entered again with the answer.');
    this.name = 'Parked';
  }
}

/** Names an alternative of a branching `_outputPath` (L-23). */
export interface Routed {
  readonly route: string | number;
  readonly value: Json;
}

/** A question to a person. */
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
  /** A short line for the journal. */
  log(line: string): void;
}

/** What an activity may reach and ask of its host. */
export interface ActivityContext extends ComputingContext {
  readonly runId: string;
  readonly callId: string;
  /** From 1; a resumed attempt has a new number. */
  readonly attempt: number;
  /** The same for every attempt of a call (run id + call id): send it where the other side understands one. */
  readonly idempotencyKey: string;
  /** The key as a host is to be sent it; null where the person has switched it off for that host. Absent: it is sent. */
  keyFor?(host: string): string | null;
  /** What `_scopes` allows, frozen: `{ state: {...}, input: {...} }` (L-51). */
  readonly scopes: Readonly<Record<string, Json>>;
  /** Chooses an alternative of a branching output path, by index or by last segment (L-23). */
  route(branch: string | number, value: Json): Routed;
  /**
   * Asks the person. The first time it ends the entry (it rejects with `Parked`); once there is an answer the activity is
   * entered again from its top, and gets it here. Questions and waits are told apart by their order alone, so that must be
   * the same in every entry. In a call that writes only `before` may ask: what was done would be done again.
   */
  ask(form: QuestionForm): Promise<Json>;
  /**
   * Like the global one, through the door (L-73): to a host that neither a signed line names nor the person allowed it
   * rejects with `permission-denied`, redirects come back as they are, and what was sent is recorded with the attempt.
   */
  readonly fetch: typeof fetch;
  /** Waits so many ms in the same way: nothing is held in memory meanwhile, and no time-out runs. */
  sleep(ms: number): Promise<void>;
}

/** What a thread that enters a call for its host has to know of that beside the parameters. */
export interface Entry extends LargeOwner {
  /** What loaded parameters have to fit. */
  readonly parameters?: JsonSchema;
  /** Where large values lie; absent where none is kept apart. */
  readonly shelf?: LargeShelf;
  /** Secrets that are to be taken out of what is kept (L-9). */
  readonly hidden?: Hidden;
  /** The call waits for its turn: what passes until the returned function is called is no time of its own. */
  readonly waits?: () => () => void;
}

/** The code behind a tool. It may return a promise; what it returns must be JSON. */
export interface Activity {
  (params: JsonObject, context: ActivityContext, entry?: Entry): Promise<Json | Routed> | Json | Routed;
  /** It hands large values on to where they are loaded, and gives a result whose large parts are kept. */
  readonly byReference?: true;
  /** Runs first at every entry and may ask, whatever the call changes: nothing has been done yet (L-91a). */
  readonly before?: Before;
}

/** What runs before an activity is entered, with the same parameters and context: it may ask, and what it throws did nothing. */
export type Before = (params: JsonObject, context: ActivityContext) => Promise<unknown> | unknown;

/** The activity with something that comes before it, and before what already comes before it. */
export function withBefore(activity: Activity, first: Before): Activity {
  const then = activity.before;
  const before: Before = async (params, context) => {
    await first(params, context);
    await then?.(params, context);
  };
  const run: Activity = (params, context, entry) => activity(params, context, entry);
  return Object.assign(run, { before }, activity.byReference ? { byReference: true as const } : {});
}

/** An activity that only computes: from its parameters, the time and the run's files to plain JSON. It asks nobody. */
export type Computation = (params: JsonObject, context: ComputingContext) => Promise<Json> | Json;

export const isRouted = (value: unknown): value is Routed =>
  typeof value === 'object' && value !== null && ROUTED in value;

/** Marks a routed result so that no tool's ordinary object is taken for one. */
const ROUTED = Symbol('routed');

export const routed = (route: string | number, value: Json): Routed =>
  Object.defineProperty({ route, value }, ROUTED, { value: true }) as Routed;
