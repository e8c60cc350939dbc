/** The journal's vocabulary (PLAN-LANGUAGE §12): facts, appended and never changed. A run is a fold over them. */

import type { Flow } from '../flows/flow.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Checklist } from './checklist.ts';
import type { Decision, WaitKind } from './decision.ts';
import type { NotedWrite } from './done-writes.ts';
import type { LargeNote } from './large-value.ts';
import type { LookFound } from './looked-into.ts';
import type { EffectOutcome } from './outcome.ts';
import type { AskedAgain, Cause, PlannerSaid } from './planner-said.ts';
import type { PartNote } from './signed-part.ts';

/** Why an attempt failed: a code of §13, or one that its activity threw. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** What is recorded of a request at the door (L-73): no body, and of its address no query. */
export interface SentRequest {
  /** Its number within the attempt, from 1. */
  readonly n: number;
  /** As `reachedAt` has it. */
  readonly host: string;
  readonly method: string;
  /** What it asked for there, without secrets and cut in its middle where it is long. Absent in journals of before. */
  readonly path?: string;
  /** Of its body, where it has one. Absent in journals of before. */
  readonly bytes?: number;
  /** The idempotency key that went out with it. */
  readonly key?: string;
  /** No signed line names the host: a person allowed it while the run went on. */
  readonly allowed?: true;
  /** A person looked by it whether a doubtful call has happened: it is none of the call's own. */
  readonly look?: true;
  /** Of what may change something: a browser carries it, which sends it again by itself where a connection is gone. */
  readonly again?: true;
  /** The status of the answer, or that none came. */
  readonly answered?: number | 'broke';
}

/** A read that a person named to see whether a doubtful call has happened, and what came of it: one of the last three. */
export interface DoubtLook {
  readonly tool: string;
  readonly params: JsonObject;
  /** The beginning of what it answered. */
  readonly value?: Json;
  readonly failure?: Failure;
  /** What has to be allowed before anything is sent, by its name (`grants.ts`): no signed line of the call names it. */
  readonly asks?: string;
}

/** A call's status (L-46). */
export type CallStatus =
  | 'pending'
  | 'ready'
  | 'waiting'
  | 'in_progress'
  | 'completed'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'dispatched'
  | 'in_doubt';

/** A run's result (L-45), or what it is doing. */
export type RunStatus = 'running' | 'waiting' | 'completed' | 'completed_with_errors' | 'failed' | 'aborted';
/** Why a run ended as it did (L-45). */
export type RunReason =
  | 'goal_met'
  | 'errors'
  | 'nothing_ran'
  | 'call_failed'
  | 'step_budget'
  | 'replan_budget'
  | 'turn_budget'
  | 'cost_budget'
  | 'time_budget'
  | 'no_plan'
  | 'rejected'
  | 'aborted'
  | 'discarded'
  | 'invalid';

/** Why a call was skipped. */
export type SkipReason =
  | 'branch-not-taken'
  | 'failure'
  | 'rejected'
  | 'person'
  | 'unanswered'
  | 'input-not-given'
  | 'switched-off'
  /** Of a run of a part of a plan (L-76): whatever lies outside of it. */
  | 'not-in-part';

/** One instance's own input and initial state (L-50). */
export interface InstanceInput {
  readonly label: string;
  readonly input?: JsonObject;
  readonly state?: JsonObject;
}

/** Where a sub-run belongs (L-52). */
export interface ParentCall {
  readonly runId: string;
  /** The call's id, or `id@LABEL`. */
  readonly call: string;
  /** The element of the loop, from 0 (L-53). */
  readonly index?: number;
}

/** What a sub-run gives its parent beside its value (L-54). */
export interface Capsule {
  readonly goal: string;
  /** How far its plan came, as a checklist (C-13). */
  readonly planSnapshot?: Checklist;
  readonly keyFindings: readonly string[];
  readonly artifacts: readonly { readonly type: string; readonly ref: string; readonly summary: string }[];
  readonly nextActions?: readonly string[];
}

/** How a call stands when its run is resumed (R-22, L-91). */
export type ResumeClass =
  | 'pending'
  | 'completed_with_result'
  | 'failed'
  | 'in_doubt'
  | 'interrupted_with_child';

/** What a resume did not pay for again. */
export interface Saved {
  /** Calls with a recorded result. */
  readonly calls: number;
  /** Answers of a model that are in the record (L-93). */
  readonly modelCalls: number;
  /** US dollars that those answers cost, as far as it is known. */
  readonly cost: number;
}

/** The run whose results a run begins with. */
export interface ForkOf {
  readonly runId: string;
  /** The call from which it runs again, if one was named. */
  readonly call?: string;
  /** It began with another plan than that run had; absent in journals of before, which do not say it. */
  readonly changed?: true;
  /** Of a run over instances, those that failed run again (L-55). */
  readonly again?: 'failed';
}

/** A replan's draft that stays within what was approved waits for the person, or goes ahead unasked. */
export type Replans = 'ask' | 'unasked';

/** A planner's turn waits for the person before any of it starts, or goes ahead within the mandate (L-63, L-64). */
export type Turns = 'shown' | 'unasked';

/** What a person chooses for one run, and no plan does. */
export interface RunChoices {
  readonly replans?: Replans;
  /** Absent: unasked. */
  readonly turns?: Turns;
  /** The list that it goes over, and how many of it go first (L-55). */
  readonly instances?: readonly InstanceInput[];
  readonly canary?: number;
}

/** Which calls are run again with a call: what depends on it, or all after it in list order (K-11). */
export type ClearOrder = 'dependants' | 'list';

export interface PlanDiff {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly revised: readonly string[];
}

/** In a run over instances a call is named `id@LABEL`. `large`: what of the value beside it is kept apart; there it is null. */
export type RunEventBody =
  /** An answer of the planner to a replan; it counts against `maxReplans` even where `problems` reject it (L-42). */
  | ({
      readonly type: 'plan.draft';
      readonly revision: number;
      readonly calls: readonly Call[];
      readonly problems?: readonly string[];
      /** It would pass the step ceiling (L-42): the run ends. */
      readonly refused?: 'step_budget';
      /** It goes beyond what was approved: a person decides, whatever the policy says (L-71). */
      readonly beyond?: true;
      /** A person wrote it: no planner was called, so it does not count against `maxReplans`. */
      readonly by?: 'person';
      /** The model that wrote it, and its server; absent where nobody but this device did (L-74). */
      readonly from?: string;
      /** A person asked for the change: it uses up no replan, and what comes of nothing changes nothing (L-63). Absent: a failure did. */
      readonly cause?: 'person';
    } & PlannerSaid)
  /**
   * A planner's answer to a tick (L-63). It uses up a turn, refused or not.
   */
  | ({
      readonly type: 'plan_turn';
      /** From 1. */
      readonly turn: number;
      readonly revision: number;
      readonly calls: readonly Call[];
      readonly problems?: readonly string[];
      readonly refused?: 'step_budget';
      readonly from?: string;
    } & PlannerSaid)
  /** A call of a turn has come whole while the rest of it still streams in (L-60). */
  | { readonly type: 'plan_turn_call'; readonly turn: number; readonly planned: Call }
  /** A person has chosen otherwise while it goes on: it holds from the next turn, and for one that waits now. */
  | { readonly type: 'plan_turns'; readonly turns: Turns }
  /** What a person wants of the rest of a run that goes on (L-63). */
  | { readonly type: 'plan_said'; readonly said: string }
  /**
   * A planner waits for the person: no signed line names the host of the model that would plan now (L-73), the model that was
   * signed is not connected, or what was asked for a turn gave no answer, which is told and uses up none (L-63).
   */
  | ({
      readonly type: 'plan_replan_waiting';
      readonly about: string;
      /** Of an answer that failed, as a turn has it. */
      readonly from?: string;
    } & Pick<PlannerSaid, 'told' | 'remedies' | 'tokens' | 'cost'>)
  /**
   * As `plan_step_sent`, of a request that asks a model for the rest of the plan. `replan`: which answer of the run's planner it is
   * for, from 1. `turn`: of a plan that goes on, the turn (L-63); absent where it mends the rest, and in journals of before.
   */
  | ({ readonly type: 'plan_replan_sent'; readonly replan: number; readonly turn?: number } & SentRequest)
  /**
   * An answer of the planner is through, and another is asked for in its place: what it cost is kept from here on, and a run that
   * is cut off goes on with that question. The answer that is taken says its own price alone. It uses up no turn (L-63).
   */
  | ({
      readonly type: 'plan_replan_again';
      readonly replan: number;
      /** Why the planner was asked. */
      readonly cause: Cause;
      readonly from?: string;
    } & AskedAgain)
  /** The revision that runs, whole, so that the journal alone is enough to resume (L-94). */
  | {
      readonly type: 'plan.commit';
      readonly revision: number;
      /** The version of the rules that the run is decided by (L-95); absent means the first. */
      readonly rules?: number;
      /** SHA-256 of what was approved (L-70); absent where no approval was asked for (conformance, dry run). */
      readonly hash?: string;
      /** The version of what was signed; absent means the first, which had no flows. */
      readonly v?: number;
      /** Where it was signed to go (L-73), what stays on the device left out. */
      readonly flows?: readonly Flow[];
      /** Where only a part was signed (L-76). */
      readonly part?: PartNote;
      readonly plan: Plan;
      readonly input?: JsonObject;
      /** Of the input. */
      readonly large?: readonly LargeNote[];
      readonly instances?: readonly InstanceInput[];
      /** How many of them go first: the others wait at the gate `canary` (L-55). */
      readonly canary?: number;
      /** The plans that it delegates to, as approved: a library that changes later does not change the run (L-94). */
      readonly delegates?: Delegates;
      readonly parent?: ParentCall;
      readonly forkOf?: ForkOf;
      /** The plan is a part of the one that was on the table (`plan/part-of.ts`), and no change of a run's. */
      readonly isPart?: true;
      /** The call that a person had it run to: the plan is the part of theirs that it needs. */
      readonly to?: string;
      /**
       * Whether a replan's draft within the approved scope waits for the person, as they said when they started the run
       * (L-71). Absent in journals of before and where nobody is asked: there the plan's policy says it.
       */
      readonly replans?: Replans;
      /** Whether the turns of its planner wait for the person, as they said when they started the run. Absent: they do not. */
      readonly turns?: Turns;
    }
  | ({ readonly type: 'plan.diff'; readonly revision: number } & PlanDiff)
  | { readonly type: 'plan_started'; readonly goal?: string; readonly total: number }
  | {
      readonly type: 'plan_step_started';
      readonly call: string;
      readonly attempt: number;
      /** The attempt goes on: its activity is entered again after an answer, or after a time it waited for (L-91a). */
      readonly again?: true;
      /** A person has said of the host it goes to that it honours the key it is sent: resuming never asks the device. */
      readonly keyed?: true;
      /** Its code says in the journal what it sends before that leaves: until it has, it has changed nothing (L-40a). */
      readonly announced?: true;
    }
  | {
      readonly type: 'plan_step_completed';
      readonly call: string;
      readonly attempt: number;
      readonly value: Json;
      readonly large?: readonly LargeNote[];
      /** Index of the alternative taken; absent means the first. */
      readonly branch?: number;
      /** How the value came: returned, thrown into the error alternative (L-24), given by a person (L-41) or by an eager planner (L-60). */
      readonly via?: 'error' | 'person' | 'planner';
      /** The value was stored beside the journal and is gone: its readers fail with `result-missing` (L-92). */
      readonly lost?: true;
      /** The warning `unreadable-answer`: it happened, its answer can't be used, and the value is what is known (L-40a). */
      readonly unreadable?: string;
    }
  | {
      readonly type: 'plan_step_failed';
      readonly call: string;
      readonly attempt: number;
      readonly code: string;
      readonly message: string;
      readonly retryAfterMs?: number;
      /**
       * The engine found it (a missing key, wrong arguments, …): such a failure has no error alternative (L-24). Or a person
       * stopped the call, to say what becomes of it (L-41).
       */
      readonly by?: 'engine' | 'person';
      /** What its activity knows of the effect; absent where it does not say (L-40a). */
      readonly outcome?: EffectOutcome;
    }
  | {
      readonly type: 'plan_step_retry';
      readonly call: string;
      readonly retry: number;
      readonly delayMs: number;
    }
  | {
      readonly type: 'plan_step_skipped';
      readonly call: string;
      readonly because: SkipReason;
      /** The path or call it was skipped for, as a person reads it. */
      readonly detail?: string;
    }
  | {
      readonly type: 'plan_step_memoized';
      readonly lost?: true;
      readonly call: string;
      readonly value: Json;
      readonly large?: readonly LargeNote[];
      readonly branch?: number;
      /**
       * In a fork: the person put this value in the place of the recorded one, or it was taken over from a run that came
       * from outside, and nobody here has seen how it came about (L-74).
       */
      readonly via?: 'person' | 'unproven';
    }
  | {
      readonly type: 'plan_step_waiting';
      readonly call: string;
      readonly kind: WaitKind;
      /** For `approval`: the completed write that it would repeat, with the same parameters (L-42). */
      readonly repeats?: string;
      /** Nobody knows whether that write was done: the run in which it is in doubt, as `NotedWrite` names it (L-41). */
      readonly doubtOf?: string;
      /** That write was done by another run of the same origin: its id. */
      readonly doneIn?: string;
      /** For `in_doubt`, of a call that the run before this one entered: what that one's records tell of it, in sentences. */
      readonly known?: string;
      /** For `mandate`: the name of what has to be allowed (`flows/mandate.ts`). */
      readonly about?: string;
      /** The gate's name, for `gate`. */
      readonly gate?: string;
      /** The form's title, message and schema, for `answer`. */
      readonly form?: JsonObject;
      /** When it is due, ms on the run's clock, for `time`. */
      readonly until?: number;
      /**
       * For `answer` and `time`: the attempt whose entry ended with it (L-91a). Absent in journals of before, whose
       * activities waited in memory and were cut off with their run.
       */
      readonly attempt?: number;
      /** Milliseconds that this entry took of the tool's time-out. */
      readonly ms?: number;
      /** The sub-run's id, for `child`. */
      readonly run?: string;
    }
  /** A sub-run of the call has ended: what it spent is the parent's (L-52). */
  | {
      readonly type: 'plan_sub_run_ended';
      readonly call: string;
      readonly run: string;
      readonly index?: number;
      readonly status: RunStatus;
      readonly steps: number;
      readonly cost: number;
      /** Answers that nobody heard, and whose price is not in it; absent where there are none. */
      readonly lost?: number;
      readonly capsule: Capsule;
    }
  /**
   * `by`: nobody answered in the time that the policy gives (L-72), or what a person said of the whole run answers it
   * (L-73); absent where a person did.
   */
  | ({ readonly type: 'approval'; readonly by?: 'nobody' | 'whole-run' } & Decision)
  /** A person said it of the whole run where a run below asked: it holds for all calls of this one and below (L-73). */
  | { readonly type: 'plan_allowed'; readonly about: string }
  /** A model's answer was kept beside the journal, under the hash of what was asked (L-93). */
  | {
      readonly type: 'llm_recorded';
      readonly call: string;
      readonly hash: string;
      readonly tokens?: { readonly input: number; readonly output: number };
      /** US dollars, where the server says it or the person entered the model's prices. */
      readonly cost?: number;
      /** That another model answered than was asked, in words. */
      readonly otherModel?: string;
    }
  /** Told when a request leaves, and again, with `answered`, when its answer begins or can come no more. */
  | ({ readonly type: 'plan_step_sent'; readonly call: string; readonly attempt: number } & SentRequest)
  /** A person looked, by a read that they named, whether a doubtful call has happened (L-41). It decides nothing. */
  | ({ readonly type: 'plan_doubt_looked'; readonly call: string } & DoubtLook)
  /** A large value was looked into, because somebody reads below it: what is there, and what is not. */
  | {
      readonly type: 'plan_value_read';
      readonly ref: string;
      readonly found: readonly LookFound[];
      /** All of it, where it is joined with another value. */
      readonly value?: Json;
      /** It is gone from this device: its readers fail with `result-missing` (L-92). */
      readonly lost?: true;
    }
  | { readonly type: 'plan_aggregated'; readonly output: Json; readonly large?: readonly LargeNote[] }
  | {
      readonly type: 'plan_completed';
      readonly status: 'completed' | 'completed_with_errors' | 'failed';
      readonly reason: RunReason;
      readonly output: Json;
      readonly large?: readonly LargeNote[];
      /** Why it is `invalid`, as sentences. */
      readonly problems?: readonly string[];
    }
  /** `lost`: what follows is damaged and gone, see `damaged.ts`; such an end is never written. */
  | { readonly type: 'plan_aborted'; readonly reason: 'aborted' | 'discarded'; readonly lost?: true }
  /** Written at resume: whatever was in flight has no end. The interrupted attempt uses up no retry (L-91). */
  | { readonly type: 'plan_run_interrupted' }
  /** Written after it: how the calls stand, and what is not paid for again. */
  | {
      readonly type: 'plan_resumed';
      readonly classes: Readonly<Record<ResumeClass, number>>;
      readonly saved: Saved;
    }
  /**
   * Of a run that goes on from another: what that one and those before it have done, so that they may be erased (L-42). Of
   * any run: what others here have left in doubt (L-41).
   */
  | { readonly type: 'plan_done_before'; readonly writes: readonly NotedWrite[] }
  /** A person runs the plan again from a call: the results of the cleared ones are gone. */
  | {
      readonly type: 'plan_resumed_from';
      readonly call: string;
      readonly order: ClearOrder;
      readonly cleared: readonly string[];
    }
  | { readonly type: 'plan_step_log'; readonly call: string; readonly line: string };

/** One entry of a journal: what happened, in which run, as which entry, and when (ms since the epoch). */
export type RunEvent = RunEventBody & {
  readonly runId: string;
  /** From 1, without gaps, within a run. */
  readonly seq: number;
  /** Milliseconds since the epoch, or virtual. */
  readonly time: number;
};

/** The names of all events. */
export type RunEventType = RunEventBody['type'];
