/** The port between the engine and whatever runs it: the worker, the dry run, the conformance runner, Node. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { Effect, ToolContract } from '../plan/contract-shape.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Ref } from '../plan/expression.ts';
import type { RunEvent, RunEventBody } from './events.ts';
import type { ReplanRequest } from './replan.ts';

/** One attempt of one call, to be entered now. */
export interface CallStart {
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  /** Its number in the present revision: a host that gives it back with the end spares the engine a search. */
  readonly step: number;
  readonly call: Call;
  readonly instance: string | null;
  readonly contract: ToolContract | undefined;
  /** As strict as the tool's own contract and the plan's say together (L-36). */
  readonly effect: Effect;
  readonly latent: boolean;
  readonly params: JsonObject;
  /** What `_scopes` allows (L-51). */
  readonly scopes: JsonObject;
  /** The value of `_forEach`, for a call that has one (L-53). */
  readonly items: Json | undefined;
  readonly attempt: number;
  /** Names this try within the run: the same after an interruption, another after a failure. */
  readonly begun: number;
  /**
   * Seq before which nothing recorded of the call may be taken over, neither a model's answers nor a sub-run: a person had
   * it run again. Absent where nobody had.
   */
  readonly recordedFrom?: number | undefined;
  /**
   * What the person answered so far, in order, and null for a time that came: the activity neither asks nor waits for
   * them again (L-91a).
   */
  readonly answers: readonly Json[];
  /** Milliseconds that earlier entries of this attempt took of the tool's time-out. */
  readonly spentMs: number;
  /** The same for every attempt of the call: run id + call id (L-91), and another once a person has it run again. */
  readonly idempotencyKey: string;
  readonly alternatives: readonly (readonly Ref[])[];
}

/** What an activity may wait for: a person's answer to a form, or a time (ms) on the clock of `Host.now`. */
export type AwaitedByActivity =
  | { readonly kind: 'answer'; readonly form: JsonObject }
  | { readonly kind: 'time'; readonly until: number };

export type Happening =
  | {
      readonly kind: 'returned';
      readonly call: string;
      /** As `CallStart` had it. */
      readonly step?: number;
      readonly attempt: number;
      readonly value: Json;
      /** The alternative the activity named (L-23). */
      readonly route?: string | number;
    }
  | {
      readonly kind: 'threw';
      readonly call: string;
      readonly step?: number;
      readonly attempt: number;
      readonly code: string;
      readonly message: string;
      readonly retryAfterMs?: number;
    }
  /** The entry has ended with a question or a wait, and nothing of it is left in memory (L-91a). */
  | {
      readonly kind: 'waits';
      readonly call: string;
      readonly step?: number;
      readonly attempt: number;
      /** How long the entry took. */
      readonly ms: number;
      readonly on: AwaitedByActivity;
    }
  /** A person's decision, a recorded model call: recorded as it is. */
  | { readonly kind: 'event'; readonly body: RunEventBody }
  /** The planner's answer to a replan. */
  | { readonly kind: 'planned'; readonly calls: readonly Call[] };

export interface Host {
  now(): number;
  /**
   * Makes the events durable, all or none, before it resolves. `strict`: a call that changes the world starts next
   * (L-90). A rejection stops the run where it is, its journal intact.
   */
  append(events: readonly RunEvent[], strict: boolean): Promise<void> | void;
  /** Enters an activity. Its end comes through `next`. */
  start(start: CallStart): void;
  /** Aborts every activity still in flight: the run has ended. */
  cancel(): void;
  /** Asks the planner; its answer comes through `next` (L-42). */
  replan(request: ReplanRequest): void;
  /** Error sentences about a revision; empty where it may run. @param kept ids of the calls that are done (L-42) */
  check(plan: Plan, kept: ReadonlySet<string>): readonly string[];
  /** Waits for at least one thing to happen, or until `wake` (ms; null: for ever). Empty at `wake`. */
  next(wake: number | null): Promise<readonly Happening[]> | readonly Happening[];
}
