/** The planner's interface (seed 002, P-4, P-5): it knows nothing of the executor, of retries or of time-outs. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { Call, JsonSchema, Plan } from '../plan/document.ts';
import type { DraftEvent } from '../plan/draft-event.ts';
import type { Settled } from '../plan/settled.ts';
import type { SaidBefore, StandingCall } from '../plan/talk.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import type { TryPlan } from '../tools/trial.ts';

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
  /** What the door found in it; absent in places that have not judged it. */
  readonly profile?: FileProfile;
}

/** What is wrong with a draft, in a sentence, and the calls that it is about. */
export interface DraftProblem {
  readonly message: string;
  readonly calls: readonly string[];
}

/** A draft that did not pass: only what is broken is asked for again, and the answer is the whole plan, mended. */
export interface Mending {
  readonly calls: readonly Call[];
  readonly output: Json;
  readonly problems: readonly DraftProblem[];
}

/** A plan to be changed, and the calls that the sentence is about; none: all. */
export interface ChangeOf {
  readonly plan: Plan;
  readonly selected: readonly string[];
  /** It came from outside, and nobody said yet that it may be computed (L-83): it is not tried. */
  readonly held?: true;
}

/** What a planner is asked. */
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
  /** The plan may be made in parts, so many in one answer: calls that run a part, each declared with its contract. */
  readonly mostParts?: number;
  /** The goal is the contract of a part: what is given is `inputSchema`, which no answer changes; what it gives back, this. */
  readonly part?: { readonly gives?: JsonSchema };
  /** 2 to 7 by default (L-62). A plan with more is said to have more, never trimmed. */
  readonly maxCalls: number;
  /** A plan to be changed: the goal is then a sentence about it, and the answer the whole plan as it should be. */
  readonly change?: ChangeOf;
  readonly mend?: Mending;
  /** The least that a model can plan with is sent: the request was too long for it. */
  readonly fewerTools?: true;
  /** Calls of the plan before that have not run: what a replan goes on from. */
  readonly rest?: readonly Call[];
  /** What a replan's calls may name beside calls: the sub-plans and the kinds of data of the plan that goes on. */
  readonly parts?: Pick<Plan, 'plans' | 'data'>;
  /** How a run of the plan to be changed stands, where the sentence was said beside it. */
  readonly standing?: readonly StandingCall[];
  /** What was said of the plan before, in order. */
  readonly said?: readonly SaidBefore[];
  /** What the person said that words of the goal mean, in the order of saying. */
  readonly settled?: readonly Settled[];
  /** US dollars that may be spent on the answer, where there is a cap: at nothing left nothing is asked a second time. */
  readonly costLeft?: number;
  /** Tries a candidate on the heads of the files (L-83); absent where nothing can be run. */
  readonly tryPlan?: TryPlan;
  /** The last answer to this, which went back, where nobody heard the next one: so often an answer has gone back. */
  readonly sentBack?: Mending & { readonly times: number };
  /**
   * Hears that another answer is asked for, and resolves when what the last one cost is kept. Absent where nobody keeps it.
   * @param sentBack what went back; undefined where nothing was wrong with it
   */
  readonly again?: (sentBack?: Mending) => Promise<void>;
  readonly signal: AbortSignal;
}

/** What it streams: calls as they are made, notes, and one end. */
export type PlannerEvent = DraftEvent;

/** From a request to a stream of calls. */
export type Planner = (request: PlannerRequest) => AsyncIterable<PlannerEvent>;
