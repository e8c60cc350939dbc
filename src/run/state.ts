/** The state of a run: what the fold of its journal has come to. Mutable inside, owned by whoever folds; read it through `view.ts`. */

import { intSet } from '../lib/int-set.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { Spent } from './budget.ts';
import type {
  CallStatus,
  Capsule,
  Failure,
  InstanceInput,
  RunReason,
  RunStatus,
  WaitKind,
} from './events.ts';
import type { RunPolicy } from './policy.ts';
import type { Program } from './program.ts';
import type { Target } from './steps.ts';
import type { Found, ValueStore } from './value-store.ts';
import type { Verdict } from './verdict.ts';

/** Why something is dead: a branch not taken, a person's no, or a failure. It may be settled later than that it is dead. */
export type Cause = 'unknown' | 'branch' | 'rejected' | 'failure';

/** A path in the eyes of its readers (PLAN-LANGUAGE §4). `missing`: settled, but the key is not there (L-15). */
export interface PathState {
  status: 'pending' | 'present' | 'missing' | 'dead';
  cause: Cause;
  /** Connected targets whose step has not settled. */
  open: number;
  /** The value was stored beside the journal and is gone (L-92). */
  lost: boolean;
  /** The value as readers see it, assembled once: nothing connected can change it any more. */
  value: Found;
}

export interface StepState {
  status: CallStatus;
  /** Attempts started. */
  attempt: number;
  /** Seq of the event that began this try: an interruption goes on with it, a failure ends it; 0 before the first. */
  begun: number;
  retries: number;
  /** Retries allowed; a person's "retry again" adds to it (L-41). */
  allowance: number;
  /** When a waiting retry is due, ms. */
  dueAt: number;
  waiting: WaitKind | null;
  /** What its activity asks the person, while it waits for an answer. */
  form: JsonObject | null;
  /** What the person answered to its activity so far, in order: replayed when it is entered again. */
  answers: readonly Json[];
  failure: (Failure & { readonly by?: 'engine'; readonly retryAfterMs?: number }) | null;
  /** What is to become of the failure; null where there is none, or it has been seen to. */
  verdict: Verdict | null;
  value: Json | undefined;
  branch: number;
  via: 'error' | 'person' | null;
  lost: boolean;
  /** Parameters of the last or next attempt, resolved and frozen at dispatch (L-17). */
  params: JsonObject | null;
  /** A person's changes for the next attempt (L-41, L-72). */
  edits: JsonObject | null;
  /** Distinct paths it reads that are pending. */
  open: number;
  /** Something it reads is settled without a value: counting what is open is not enough. */
  mustJudge: boolean;
  skippedFor: { because: 'branch-not-taken' | 'failure' | 'rejected' | 'person'; detail?: string } | null;
  cause: Cause;
  /** Returned, and held until every earlier writer of an overlapping path has ended (L-22). */
  held: boolean;
  /** Its activity has been entered and has neither returned nor thrown: it uses a slot. */
  slot: boolean;
  /** Nothing is awaited from it any more. A held result has ended, and is reopened where its commit fails. */
  ended: boolean;
  /** What a person gave as its result; the completion that follows takes it. */
  given: { readonly value: Json } | null;
  /** Its writes are decided: committed, or never to come. */
  settled: boolean;
  /** It counts against `maxSteps` already (L-44). */
  counted: boolean;
  approved: boolean;
  /** A completed call of an earlier revision with the same definition: taken over if its parameters are the same (L-42). */
  memo: Memo | null;
}

export interface Memo {
  readonly params: JsonObject;
  readonly value: Json;
  readonly branch: number;
}

/** A sub-run that has ended, as its parent's journal tells (L-54). */
export interface SubRun {
  readonly run: string;
  readonly call: string;
  readonly index?: number;
  readonly status: RunStatus;
  readonly capsule: Capsule;
}

export interface Gate {
  status: 'open' | 'approved' | 'rejected';
  asked: boolean;
  value: Json;
}

/** One entry of the write log (L-20); `view.ts` puts it in words. */
export interface WriteEntry {
  readonly target: Target;
  readonly time: number;
  /** What the call returned; what stands at the path may be more (L-21). */
  readonly value: unknown;
}

/** A finished attempt, for the planner's history and the run's result. */
export interface Attempt {
  readonly step: string;
  readonly attempt: number;
  readonly outcome: 'ok' | 'error';
  readonly failure?: Failure;
}

/** What a run is started with, beside its journal. */
export interface RunSetting {
  /** Results are invented (a dry run): that they fit a schema means nothing, and is not asked. */
  readonly invented?: boolean;
  readonly catalogue: Catalogue;
  readonly hasActivity: (name: string) => boolean;
  readonly contractBehind?: (name: string) => ToolContract | undefined;
  readonly durationOf?: (call: Plan['calls'][number]) => number | undefined;
  /** What a run with others above or below it may still spend (L-52), beside its own policy. */
  readonly left?: (state: RunState) => Spent;
}

export interface RunState {
  readonly runId: string;
  readonly setting: RunSetting;
  seq: number;
  time: number;
  startedAt: number;
  endedAt: number;
  status: RunStatus | 'new';
  reason: RunReason | null;
  output: Json;
  aggregated: boolean;

  program: Program;
  policy: RunPolicy;
  revision: number;
  hash: string | null;
  input: JsonObject;
  instances: readonly InstanceInput[];
  delegates: Delegates;
  /** Sub-runs that have ended, by run id. */
  subRuns: Map<string, SubRun>;

  steps: StepState[];
  /** By step when its first attempt started and when it ended, ms; 0 before. */
  times: StepTimes;
  paths: PathState[];
  store: ValueStore;
  writes: WriteEntry[];
  gates: Map<string, Gate>;
  history: Attempt[];

  /** Ready to start, in start order. May hold steps that have moved on; they are passed over. */
  ready: ReadyQueue;
  /** The parameters of the call that starts next, resolved to be checked: the start takes them over. */
  resolved: { readonly step: number; readonly seq: number; readonly params: JsonObject } | null;
  /** The call asked for last: whoever decides, folds and starts it need not look for it one after the other. */
  lookedUp: { id: string; step: number };
  /** Waiting for their retry. */
  retrying: Set<number>;
  /** Steps waiting for a person. */
  asking: Set<number>;
  /** Position of the first unsettled step in each commit queue. */
  queueHeads: number[];
  /** What follows from what happened and is not in the journal yet; `decide` empties them. */
  toSkip: number[];
  toFail: { step: number; failure: Failure }[];
  toJudge: number[];
  toAsk: number[];
  toOpen: { step: number; gate: string }[];
  /** Decided by a person: to be skipped, or completed with the value given. */
  toClose: number[];

  /** Slots in use. An activity that waits for a person's answer gives its slot up. */
  inFlight: number;
  answering: number;
  /** Fire-and-forget calls that have not returned: nothing waits for them but the end (L-29). */
  forgotten: number;
  unended: number;
  stepsTaken: number;
  cost: number;
  /** Answers of a model that were recorded (L-93). */
  modelCalls: number;
  /** By step what a model's answers cost within its present attempt, US dollars. */
  answersCost: Map<number, number>;
  /** Milliseconds it has worked until the last event; counted only where there is a cap. */
  worked: number;
  replans: number;
  lastError: string | null;
  /** The planner's last revision has started no call yet. */
  idleRevision: boolean;
  /** Nothing new starts: a ceiling was reached, or a replan waits for what is in flight. */
  ceiling: RunReason | null;
  replanning: 'no' | 'draining' | 'reviewing' | 'accepted' | 'diffed';
  draft: { readonly revision: number; readonly calls: readonly Plan['calls'][number][] } | null;
  /** What a person wrote in place of a planner's answer: drafted as soon as everything in flight has ended. */
  ownCalls: readonly Plan['calls'][number][] | null;
  finishing: RunReason | null;
  /** Calls whose result was taken over instead of being paid for again. */
  memoized: number;
  /** How the steps stood that a later revision left out. */
  retired: Map<string, CallStatus>;
  interruptions: number;
  /** By step's id the seq of the event at which a person had it run again: nothing recorded before is taken over. */
  recordedFrom: Map<string, number>;
}

/** One for all: ten thousand steps of which hardly any asks. */
const NONE: readonly Json[] = [];

export const newStep = (retryLimit: number): StepState => ({
  status: 'pending',
  attempt: 0,
  begun: 0,
  retries: 0,
  allowance: retryLimit,
  dueAt: 0,
  waiting: null,
  form: null,
  answers: NONE,
  failure: null,
  verdict: null,
  value: undefined,
  branch: 0,
  via: null,
  lost: false,
  params: null,
  edits: null,
  open: 0,
  mustJudge: false,
  skippedFor: null,
  cause: 'unknown',
  held: false,
  slot: false,
  ended: false,
  given: null,
  settled: false,
  counted: false,
  approved: false,
  memo: null,
});

export interface StepTimes {
  readonly started: Float64Array;
  readonly ended: Float64Array;
}

export const stepTimes = (steps: number): StepTimes => ({
  started: new Float64Array(steps),
  ended: new Float64Array(steps),
});

/** Steps, the one that starts first at the head (L-32). */
export interface ReadyQueue {
  push(step: number): void;
  /** -1 when empty. */
  peek(): number;
  pop(): void;
}

export function readyQueue({ startRank }: Pick<Program, 'startRank'>): ReadyQueue {
  const ranks = intSet(startRank.length);
  const stepAt = new Int32Array(startRank.length);
  for (let step = 0; step < startRank.length; step++) stepAt[startRank[step]!] = step;
  return {
    push: (step) => ranks.add(startRank[step]!),
    peek: () => {
      const rank = ranks.least();
      return rank === -1 ? -1 : stepAt[rank]!;
    },
    pop: () => void ranks.takeLeast(),
  };
}

/** The step of a call's id; -1 where the present revision has none. */
export function stepNamed(state: RunState, id: string): number {
  const { lookedUp } = state;
  if (lookedUp.id !== id) {
    lookedUp.step = state.program.index.get(id) ?? -1;
    lookedUp.id = id;
  }
  return lookedUp.step;
}

/** Has ended for good, whatever way (L-46). */
export const hasEnded = (status: CallStatus): boolean =>
  status === 'completed' || status === 'failed' || status === 'skipped' || status === 'cancelled';
