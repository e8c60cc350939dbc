/** The state of a run: what the fold of its journal has come to. Mutable inside, owned by whoever folds; read it through `view.ts`. */

import type { Flow } from '../flows/flow.ts';
import type { Part } from '../flows/flows-of.ts';
import { intAt } from '../lib/columns.ts';
import { type IntSet, intSet } from '../lib/int-set.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Call, Plan, Policy } from '../plan/document.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { AttemptLog } from './attempt-log.ts';
import type { Spent } from './budget.ts';
import type { CommitTurns } from './commit-queues.ts';
import type { DoneWrites } from './done-writes.ts';
import type {
  CallStatus,
  Capsule,
  Failure,
  InstanceInput,
  ParentCall,
  Replans,
  RunReason,
  RunStatus,
  Saved,
} from './events.ts';
import type { Grants } from './grants.ts';
import type { Streaming } from './growing.ts';
import type { Kin } from './kin.ts';
import type { LookedInto } from './looked-into.ts';
import type { MandatesAbove } from './mandate.ts';
import type { PathStates } from './path-states.ts';
import type { Cause, PlannerSaid, PlannerTold, SentBack } from './planner-said.ts';
import type { RunPolicy } from './policy.ts';
import type { Program } from './program.ts';
import type { RunMemory } from './run-memory.ts';
import type { Sent } from './sent.ts';
import type { StepTable } from './step-table.ts';
import type { WriteLog } from './write-log.ts';

interface Memo {
  readonly params: JsonObject;
  readonly value: Json;
  readonly branch: number;
  /** It was taken over from a run from outside (L-74). */
  readonly isUnproven: boolean;
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
  /** Since when it has been asked, ms. */
  since: number;
  value: Json;
  /** It counts as rejected because nobody answered (L-72). */
  unanswered?: true;
}

/** What a run is started with, beside its journal. */
export interface RunSetting {
  /** Results are invented (a dry run): that they fit a schema means nothing, and is not asked. */
  readonly invented?: boolean;
  /** False where a person's own code was not given: what is no known code may be theirs, or be answered by a model. */
  readonly knowsCode?: false;
  readonly catalogue: Catalogue;
  /** UTF-16 units of JSON from which a part of a result is kept apart; `LARGE_FROM` where nothing is said. */
  readonly largeFrom?: number;
  readonly hasActivity: (name: string) => boolean;
  readonly contractBehind?: (name: string) => ToolContract | undefined;
  readonly ownContract?: (name: string) => ToolContract | undefined;
  /** Whether a person has said of the host that a call goes to that it honours the idempotency key it is sent. */
  readonly honoursKey?: (call: Call, contract: ToolContract | undefined, params: JsonObject) => boolean;
  /** Whether the code of a call that writes tells the journal what it sends before that leaves, so that it may be waited for. */
  readonly announces?: (call: Call, contract: ToolContract | undefined) => boolean;
  /** The host of the server that answers latent calls; null or absent where none is connected. */
  readonly modelServer?: string | null;
  /** What others have done, under names of their own: the run that this one goes on from, those above and below, earlier tries of its call. */
  readonly doneBefore?: DoneWrites;
  /** What runs of the same origin have entered meanwhile; absent where a run has none, as a dry run. */
  readonly kin?: Kin;
  readonly durationOf?: (call: Plan['calls'][number]) => number | undefined;
  /** What a run with others above or below it may still spend (L-52), beside its own policy. */
  readonly left?: (state: RunState) => Spent;
  /** Whether a model has to wait for what others cost that answer runs above, beside or below it; absent where there are none. */
  readonly awaitsPrice?: () => boolean;
  /** The policy of plans that are made below a call (L-56); what fails in them is skipped where nothing is said. */
  readonly room?: Policy;
  /** What the runs above say of what this one may do by itself (L-64); absent where there are none. */
  readonly above?: () => MandatesAbove;
}

/** What the fold of a journal has come to. Read it with `callViews`, `openQuestions` and their like. */
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
  /** The version of what was signed, under which it goes on whatever is signed today (L-70); null for the first, and where nothing was. */
  v: number | null;
  /** Where it was signed to go (L-73); null where what was signed had no flows, and where nothing was. */
  flows: readonly Flow[] | null;
  /** The part of the revision that was signed (L-76); null where it was the whole. */
  part: Part | null;
  /** What the person chose for replans; null where the plan's policy says it (L-71). */
  replansChosen: Replans | null;
  /** The version of the rules it was begun under (L-95). */
  rules: number;
  /** The global input, with the schema's defaults. */
  input: JsonObject;
  /** By label what an instance's calls see: its own input over the global one. */
  inputs: ReadonlyMap<string, JsonObject>;
  instances: readonly InstanceInput[];
  /** By label the initial state of the instances that have one of their own. */
  initials: ReadonlyMap<string, JsonObject>;
  /** How many of the instances go first; 0 where all go at once (L-55). */
  canary: number;
  /** Of the steps that the canary's gate is about, how many of each kind are known to have ended. */
  turn: { first: number; held: number };
  delegates: Delegates;
  /** The call whose sub-run this is (L-52). */
  parent: ParentCall | null;
  /** Its plan is a part of another (L-76): what is switched off in it is what lies outside. */
  isPart: boolean;
  /** What the last resume did not pay for again. */
  saved: Saved | null;
  /** Sub-runs that have ended, by run id. */
  subRuns: Map<string, SubRun>;

  steps: StepTable;
  paths: PathStates;
  store: RunMemory;
  writes: WriteLog;
  /** What is known of its large values. */
  looked: LookedInto;
  /** What waits for a large value to be looked into: paths, results that are to be joined, readers of failures' texts. */
  toLook: { readonly paths: Set<number>; readonly commits: Set<number>; readonly readers: Set<number> };
  gates: Map<string, Gate>;
  history: AttemptLog;
  /** By step what a completed call of an earlier revision with the same definition came to (L-42). */
  memos: Map<number, Memo>;

  /** Ready to start, in start order. May hold steps that have moved on; they are passed over. */
  ready: ReadyQueue;
  /** The parameters of the call that starts next, resolved to be checked: the start takes them over. */
  resolved: { step: number; seq: number; params: JsonObject | null };
  /** The call asked for last: whoever decides, folds and starts it need not look for it one after the other. */
  lookedUp: { id: string; step: number };
  /** Waiting for a time: their retry's, or one that their activity waits for. */
  timed: Set<number>;
  /** Steps waiting for a person. */
  asking: Set<number>;
  /** Whose turn it is to commit what accumulates (L-22). */
  turns: CommitTurns;
  /** What follows from what happened and is not in the journal yet; `decide` empties them. */
  toSkip: number[];
  toFail: { step: number; failure: Failure }[];
  toJudge: number[];
  toAsk: number[];
  toOpen: { step: number; gate: string }[];
  /** Decided by a person: to be skipped, or completed with the value given. */
  toClose: number[];

  /** Slots in use. A call that waits for a person or a time has none (L-91a). */
  inFlight: number;
  /** Fire-and-forget calls in flight: nothing waits for them but the end (L-29). */
  forgotten: number;
  unended: number;
  /** Distinct calls dispatched, each for each instance, those of sub-runs that have ended among them (L-44). */
  stepsTaken: number;
  /** The revision that was approved; null before it. */
  firstPlan: Plan | null;
  /** By id the calls that replans added and that were dispatched, and how many they are. */
  added: Map<string, readonly Call[]>;
  addedCalls: number;
  cost: number;
  /** By step what a model's answers cost within its present attempt, US dollars. */
  answersCost: Map<number, number>;
  /** Calls, and `REPLAN`, whose model was asked and has not answered. */
  unheard: Set<string>;
  /** By them the answers that nobody heard, and whose price is not known; those of sub-runs that have ended among them. */
  lostAnswers: Map<string, number>;
  /** What the answers of one attempt have cost at most; null while no model has answered. */
  dearest: number | null;
  /** Milliseconds it has worked until the last event; counted only where there is a cap. */
  worked: number;
  replans: number;
  /** A planner's turn waits for the person before any of it starts. */
  turnsShown: boolean;
  /** When a person chose that while it went on, ms; null where nobody has. Of a run and one below it the later choice holds. */
  turnsSince: number | null;
  /** Ticks that a planner has answered (L-63). */
  turnsTaken: number;
  /** Answers of planners and of persons in their place, of whatever cause: whoever asks tells by it that one has come. */
  answered: number;
  /** The answer that went back last of those to the present question, and how many have; null where none has. */
  sentBack: { readonly cause: Cause; readonly times: number; readonly last: SentBack } | null;
  /** What a person should know of the planner's last answer; null where there is nothing, or a new plan stands. */
  plannerTold: PlannerTold | null;
  /** What was wrong with the last answer, for the next request that no failure causes; null where none was refused. */
  refusal: string | null;
  /** Why the plan is made anew, from the beginning of it to its end; null where it is not. */
  cause: Cause | null;
  /** What persons want of the rest, in order: the first is seen to now, or next (L-63). */
  wishes: readonly string[];
  /** Those that were seen to, in order: each planner after that is told of them, too. */
  heardWishes: readonly string[];
  /** The call at whose failure a person chose a new plan: it asks again where none is found (L-42). */
  mending: string | null;
  /** The turn that streams in, as far as it has come; null between turns (L-60). */
  streaming: Streaming | null;
  /** By id the calls that a person has signed or looked at; null as long as these are all (L-64). */
  vouched: ReadonlyMap<string, Call> | null;
  /** A call has failed whose policy wants a new plan, while one was made for another reason. */
  failedSince: boolean;
  lastError: string | null;
  /** The planner's last revision has started no call yet. */
  idleRevision: boolean;
  /** Nothing new starts: a ceiling was reached, or a replan waits for what is in flight. */
  ceiling: RunReason | null;
  replanning: 'no' | 'draining' | 'asking' | 'reviewing' | 'accepted' | 'diffed';
  /** What a replan asks at the door, by its name; null where it asks nothing. */
  replanAsks: string | null;
  /** The person would not have this replan sent to a model: this device plans. */
  plansHere: boolean;
  draft:
    | ({
        readonly revision: number;
        readonly calls: readonly Call[];
        /** A person wrote it, or has looked at it. */
        readonly isVouched: boolean;
      } & PlannerSaid)
    | null;
  /** What a person wrote in place of a planner's answer: drafted as soon as everything in flight has ended. */
  ownCalls: readonly Plan['calls'][number][] | null;
  finishing: RunReason | null;
  /** Its record is damaged behind this, and what it says there is gone. */
  isCut: boolean;
  /** Calls whose result was taken over instead of being paid for again. */
  memoized: number;
  /** How the steps stood that a later revision left out. */
  retired: Map<string, CallStatus>;
  /** By step's id the seq of the event at which a person had it run again: nothing recorded before is taken over. */
  recordedFrom: Map<string, number>;
  /** What a person allowed at the door to the outside while it went on (L-73). */
  grants: Grants;
  /** What it did outside, since its plan was first made anew (L-42). */
  done: DoneWrites;
  /** Seq of the present revision. */
  revisedAt: number;
  /** What left this device, in order (L-73). */
  sent: Sent[];
}

export const nothingToLook = (): RunState['toLook'] => ({
  paths: new Set(),
  commits: new Set(),
  readers: new Set(),
});

/** Steps, the one that starts first at the head (L-32). */
interface ReadyQueue {
  push(step: number): void;
  /** -1 when empty. */
  peek(): number;
  pop(): void;
  copy(): ReadyQueue;
}

export function readyQueue({ startRank }: Pick<Program, 'startRank'>): ReadyQueue {
  const stepAt = new Int32Array(startRank.length);
  for (let step = 0; step < startRank.length; step++) stepAt[intAt(startRank, step)] = step;
  return queueOver(intSet(startRank.length), startRank, stepAt);
}

function queueOver(ranks: IntSet, startRank: Int32Array, stepAt: Int32Array): ReadyQueue {
  return {
    push: (step) => ranks.add(intAt(startRank, step)),
    peek: () => {
      const rank = ranks.least();
      return rank === -1 ? -1 : intAt(stepAt, rank);
    },
    pop: () => void ranks.takeLeast(),
    copy: () => queueOver(ranks.copy(), startRank, stepAt),
  };
}

/**
 * The step of a call's id; -1 where the present revision has none.
 * @param likely the step it had when it was started: nearly always it is that one still
 */
export function stepNamed(state: RunState, id: string, likely = -1): number {
  const { lookedUp, program } = state;
  if (lookedUp.id !== id) {
    lookedUp.step = program.steps[likely]?.id === id ? likely : (program.index.get(id) ?? -1);
    lookedUp.id = id;
  }
  return lookedUp.step;
}

/** Has ended for good, whatever way (L-46). */
export const hasEnded = (status: CallStatus): boolean =>
  status === 'completed' || status === 'failed' || status === 'skipped' || status === 'cancelled';
