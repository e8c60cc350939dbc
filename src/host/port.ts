/**
 * What a run needs of the world, as ports that a place gives: worker, terminal, a test; later a companion, a server.
 * A place decides nothing. Types, and the one class that a fault of storage is told by.
 */

import type { Sink } from '../flows/flow.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Effect, ToolContract } from '../plan/contract-shape.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Origin } from '../plan/origin.ts';
import type { Spent } from '../run/budget.ts';
import type { NotedWrite } from '../run/done-writes.ts';
import type { ForkOf, ParentCall, RunEvent, RunEventBody, SentRequest } from '../run/events.ts';
import type { LargeNote } from '../run/large-value.ts';
import type { Look } from '../run/looked-into.ts';
import type { Request, WorkerMessage } from '../run/messages.ts';
import type { EffectOutcome } from '../run/outcome.ts';
import type { AskedAgain, PlannerSaid } from '../run/planner-said.ts';
import type { PlannerAnswer, ReplanRequest } from '../run/replan.ts';
import type { RunSetting } from '../run/state.ts';
import type { Outcome } from './refusal.ts';

/** A run at a glance; what happened is in its events. Whoever holds the run's lease is its only writer. */
export interface RunRow {
  readonly runId: string;
  readonly planId: string;
  readonly title: string;
  readonly startedAt: number;
  readonly status: string;
  readonly reason: string | null;
  /** As far as it was when the row was last written; exact once the run has ended. */
  readonly lastSeq: number;
  /** 1 while the run has not ended, else 0: IndexedDB can't index a boolean. */
  readonly open: 0 | 1;
  /** Of a sub-run (L-52): the call it belongs to, whose run also holds its lease. */
  readonly parent?: ParentCall;
  /** Of a sub-run: its part of its parent's budgets. */
  readonly spent?: Spent;
  /** How its calls ended, once it has. */
  readonly counts?: CallCounts;
  /** Writes that it has in doubt, and that nobody has settled (L-41); absent where there are none. */
  readonly doubts?: number;
  /** US dollars that it and its sub-runs spent, once it has ended; absent where they spent none. */
  readonly cost?: number;
  /** Answers of models that nobody heard, once it has ended: what they cost is not in it. Absent where there are none. */
  readonly lost?: number;
  /** The run whose results it began with. */
  readonly forkOf?: ForkOf;
  /** The call that it was run to, where its plan is the part that this one needs. */
  readonly to?: string;
  /** Where its record came from; absent where it was begun on this device. One from outside never goes on (L-74). */
  readonly origin?: Origin;
  /** Where the plan came from that it runs; absent where that was not noted. */
  readonly planOrigin?: Origin;
  /** A person paused it: nobody goes on with it unasked. */
  readonly paused?: true;
  /** It waits for a person alone, or until `due` (ms since the epoch; null: for a person alone): see L-91a. */
  readonly parked?: { readonly due: number | null };
}

/** How the calls of a run ended, or stand. */
export interface CallCounts {
  readonly calls: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Where runs are kept. What every store promises, and `test/host/store-contract.ts` tries on each:
 *
 * - *All or nothing.* The events of one `append` and the row are there together or not at all, whatever dies when.
 *   When it resolves they are durable; a reader that asks afterwards, here or elsewhere, sees them.
 * - *In order.* The events of a run are read back in order of `seq`, from 1, without a gap and none twice.
 * - *A lost reply is looked up.* An `append` that is there already, event for event, is acknowledged and changes
 *   nothing. One that leaves a gap, or that begins where other events are, is refused with a `StoreFault` and changes
 *   nothing. So whoever got no answer may look, and need never guess.
 * - *Faults are told apart.* What can't be read now is a `StoreFault`; what is there and is no journal is any other
 *   error: a run is discarded for the second, never for the first.
 */
export interface Store {
  /** @param strict flushed to the disk before it resolves: the world is changed next (L-90) */
  append(row: RunRow, events: readonly RunEvent[], strict: boolean): Promise<void>;
  /** Writes the row alone: what is no event, as that a person paused the run. */
  mark(row: RunRow): Promise<void>;
  /**
   * Keeps a large value of a run as JSON, in the place of one under the same key; durable, before an event can name it.
   * It is erased with the run.
   */
  keepLarge(runId: string, key: string, json: string): Promise<void>;
  /** undefined where it is gone. */
  large(runId: string, key: string): Promise<string | undefined>;
  /** All events of a run after `since`, in order; none for an unknown run. */
  events(runId: string, since?: number): Promise<RunEvent[]>;
  run(runId: string): Promise<RunRow | undefined>;
  /** Runs that have not ended, sub-runs among them. */
  open(): Promise<RunRow[]>;
  /** Runs with a write in doubt (`doubts`), sub-runs among them. */
  doubtful(): Promise<RunRow[]>;
  /** Runs that began with what another has done (`forkOf`). */
  forks(): Promise<RunRow[]>;
  /** Runs whose ids begin so, as those of sub-runs do with their parent's. */
  below(beginning: string): Promise<RunRow[]>;
  /**
   * Marks a run whose journal can't be read as ended, so that it is not tried again at every start (L-94).
   * @param doubts writes of it that may have happened since what can be read
   */
  discard(runId: string, doubts?: number): Promise<void>;
  /**
   * Erases a run with all its sub-runs and whatever is kept beside them, at once; nothing where it goes on and the caller
   * does not hold its lease (`going-on`), or where it is a sub-run (`sub-run`).
   */
  remove(runId: string, lease: 'held' | 'free'): Promise<Removal>;
}

/** `going-on`: its row, or a sub-run's, is open. `sub-run`: it goes with its parent, never alone. */
export type Removal = 'removed' | 'going-on' | 'sub-run';

/** A store that is full, denied, unreachable or too new, or that refused what does not fit, as a sentence. */
export class StoreFault extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreFault';
    this.code = code;
  }
}

/** What a store says to an `append` that does not follow what it holds. @param end seq of the last event that is there */
export const outOfOrder = (runId: string, first: number, end: number): StoreFault =>
  new StoreFault(
    'out-of-order',
    first > end
      ? `The journal of run "${runId}" ends at event ${end}, so event ${first} can't be kept: something between is missing.`
      : `The journal of run "${runId}" holds another event ${first} already: somebody else goes on with the run. Nothing was changed; reload to see it as it is.`,
  );

/** The time of a place. */
export interface PlaceClock {
  /** The clock of the place, ms since the epoch; a person may set it. */
  now(): number;
  /** Milliseconds since some moment, that only ever grow. */
  elapsed(): number;
  /** Calls `ring` once, `ms` from now or later. Returns what forgets it. */
  alarm(ms: number, ring: () => void): () => void;
}

/** Who runs a run. Whoever dies loses all its leases without a word. */
export interface Leases {
  /** Waits, for as long as it takes, until the caller alone may run the run. */
  take(runId: string): Promise<Lease>;
  /** The lease, if nobody has it and nobody waits for it; else null, at once. */
  takeIfFree(runId: string): Promise<Lease | null>;
}

/** The right to run a run, until it is let go of. */
export interface Lease {
  /** When it ends by itself, ms since the epoch; null where it lasts as long as its holder does. */
  readonly until: number | null;
  /** Lets the run go; another may take it. */
  release(): void;
}

/** What those who hear of runs are told, and how a decision reaches the place that has the run. */
export interface Channel {
  /** To whoever asked here. */
  tell(message: WorkerMessage): void;
  /** To all who listen, here and elsewhere. */
  tellAll(message: WorkerMessage): void;
  /** Hears what other places made durable. */
  onNews(hear: (message: WorkerMessage) => void): void;
  /** What the place that has the run said; null where none says that it has. One that dies in between leaves it open. */
  passOn(decision: Decision): Promise<Outcome | null>;
  /** Decisions from other places. */
  onDecision(carryOut: CarryOut): void;
}

/** A request about a run that may be in another place's hands. */
export type Decision = Extract<
  Request,
  {
    kind:
      | 'answer'
      | 'look'
      | 'stop-run'
      | 'resume-from'
      | 'discard-run'
      | ToGoOn
      | 'wish'
      | 'set-turns'
      | 'stop-call';
  }
>;
type ToGoOn = 'pause-run' | 'go-on-run';

/** A person’s answer to a call that asks. */
export type Answer = Extract<Decision, { kind: 'answer' }>;

/** What a place says to a decision about a run: null where the run is not its own. */
export type CarryOut = (decision: Decision, heard: () => Promise<boolean>) => Promise<Outcome | null>;

/**
 * One attempt of one call, to be entered now. Plain data that may cross a process: `JSON` and a structured clone give it
 * back as it was, but that `undefined` may become absent.
 */
export interface CallStart {
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  /** Its number in the present revision: who gives it back with the end spares the engine a search. */
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
  /** What of these is kept apart: null stands there, and whoever enters the call loads it. */
  readonly large?: {
    readonly params?: readonly LargeNote[];
    readonly scopes?: readonly LargeNote[];
    readonly items?: readonly LargeNote[];
  };
  /** UTF-16 units of JSON from which a part of the result is kept apart; absent where it is to stay whole. */
  readonly largeFrom?: number | undefined;
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
  /** What the person said at the door within this attempt, by the name of the question. */
  readonly door: Readonly<JsonObject>;
  /** Milliseconds that earlier entries of this attempt took of the tool's time-out. */
  readonly spentMs: number;
  /** What it sends is durable in the journal before it leaves: nobody need doubt an attempt that came to no request. */
  readonly announced?: boolean;
}

/** What an activity may wait for: a person's answer to a form, or a time (ms) on the run's clock. */
export type AwaitedByActivity =
  | { readonly kind: 'answer'; readonly form: JsonObject }
  | { readonly kind: 'time'; readonly until: number };

/** What reaches a run from outside it: how attempts end, what a person decided, what the planner said. */
export type Happening =
  | {
      readonly kind: 'returned';
      readonly call: string;
      /** As `CallStart` had it. */
      readonly step?: number;
      readonly attempt: number;
      readonly value: Json;
      /** What of it is kept apart, durably by now. */
      readonly large?: readonly LargeNote[];
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
      /** It could not be entered: what it was given does not fit, or is gone. Such a failure has no error alternative (L-24). */
      readonly by?: 'engine';
      /** What it knows of the effect (L-40a). */
      readonly outcome?: EffectOutcome;
      /** With `done`: what is known of the answer, and what of that is kept apart. */
      readonly value?: Json;
      readonly large?: readonly LargeNote[];
    }
  /** A person stopped the call (L-41). Comes to nothing where it has ended by then. `kept` as below. */
  | { readonly kind: 'stopped'; readonly call: string; readonly attempt: number; readonly kept: () => void }
  /** A large value was looked into. */
  | { readonly kind: 'looked'; readonly event: Looked }
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
  | {
      readonly kind: 'event';
      readonly body: RunEventBody;
      /** Hears that it is durable, flushed to the disk, and that the run goes on; never called where it does not. */
      readonly kept?: () => void;
    }
  /** A call of the planner's answer has come whole, and the rest of it has not (L-60). */
  | { readonly kind: 'planned-call'; readonly call: Call }
  /** The planner's answer; what could not be read has no calls. */
  | ({
      readonly kind: 'planned';
      readonly calls: readonly Call[];
      /** There is none: see `PlannerAnswer`. */
      readonly isNone?: true;
      readonly from?: string;
    } & PlannerSaid);

/** What a look has found, as it is recorded. */
export type Looked = Extract<RunEventBody, { type: 'plan_value_read' }>;

/** What the activities of one run may know of it. */
export interface RunFacts {
  readonly runId: string;
  /** The run whose files these are: its own id, or that of the run that a person started (L-52). */
  readonly filesOf: string;
  /** The revision that runs now. */
  plan(): Plan;
  /** Where a signed line lets that call go (L-73). */
  sinks(start: CallStart): readonly Sink[];
  /** Whether the person has allowed it since to that call of the document, by the name of the door's question. */
  granted(call: string, about: string): boolean;
  /** US dollars that the run, and those above it, may still spend. */
  costLeft(): number;
  /** The run's clock, ms: what activities wait for is told in it. */
  clock(): number;
  /** What an activity comes to, waits for or records. Heard no more of an attempt that was cut off. */
  tell(happening: Happening): void;
  /** Storage failed: the run is let go of, its journal intact. */
  abandon(reason: Error): void;
}

/** The code behind the calls of one run. */
export interface Activities {
  /** Enters an activity. Its end is told. A call with `_delegate` never comes here. */
  start(start: CallStart): void;
  /** Looks into a large value, away from the run's thread where there is another. What it finds is told. */
  look(look: Look): void;
  /** Ends all that is in flight, for good. */
  cancel(): void;
  /** Cuts off all that is in flight, to be entered again; what the `cleared` calls have begun counts no more. */
  interrupt(cleared: ReadonlySet<string>): void;
  /** Ends that call's entry, for good: a person stopped it, and nothing more is told of it. Nothing where it is not entered. */
  stop(call: string): void;
  /** How many are in memory: entered, and neither returned, thrown nor waiting; looks among them. */
  readonly entered: number;
}

/** A planner under way. */
export interface Replanning {
  /** The rest of the plan, without calls where the planner has no way. One that rejects is such an answer. */
  readonly answer: Promise<PlannerAnswer>;
  /** The model that is asked, and its server; absent where it is this device's own planner. */
  readonly from?: string;
  stop(): void;
  /** Where time is virtual: it waits for that alone, and nothing is lost where it passes. */
  isWaiting?(): boolean;
}

/** What a planner may send that works for a run, and how that is told (L-73). */
export interface PlannerPass {
  /** The run that it works for. */
  readonly runId: string;
  /** The run whose files these are (`RunFacts`). */
  readonly filesOf: string;
  /** The person would not have it sent: this device plans. */
  readonly staysHere: boolean;
  /** Whether a signed line names the host for replans. */
  names(host: string): boolean;
  /** The model's server that a signed line names for replans; null where none does. */
  readonly signed: string | null;
  /** Whether the person has allowed it since, by the name of the door's question. */
  granted(about: string): boolean;
  /** Asks the person; always rejects: with the answer the planner is asked anew. */
  ask(about: string): Promise<never>;
  /** Resolves when it is durable in the journal. */
  record(sent: SentRequest): Promise<void>;
  /** An answer is through, and another is asked for. Resolves when what it cost is durable: then the next may be asked. */
  again(answer: AskedAgain): Promise<void>;
}

/** What the person has approved in this place (L-74). Whatever a journal, a file or a link says of itself grants nothing. */
export interface Receipts {
  /** Whether a person has approved exactly this here, and has not taken it back. @param hash as L-70 makes it */
  holds(hash: string): Promise<boolean>;
}

/** Everything that a host needs of where it is. It decides nothing. */
export interface Place {
  readonly store: Store;
  readonly clock: PlaceClock;
  readonly leases: Leases;
  readonly channel: Channel;
  readonly receipts: Receipts;
  /** What every run here is compiled with. A plan's own contracts come on top of these (L-35). */
  readonly setting: RunSetting;
  activities(run: RunFacts): Activities;
  /** Asks the planner (L-42). */
  /** @param heard takes each call of the answer as it has come whole; absent where it waits for all of it */
  replan(request: ReplanRequest, pass: PlannerPass, heard?: (call: Call) => void): Replanning;
  /** Error sentences about a revision; empty where it may run. @param kept ids of the calls that are done (L-42) */
  /** @param isOpen calls are still to come: what they may write is no error yet (L-60) */
  check(plan: Plan, delegates: Delegates, kept?: ReadonlySet<string>, isOpen?: boolean): readonly string[];
  /** What can't be done here, as sentences: code that is missing, a model that is not connected. Asked before a run begins. */
  lacks?(plan: Plan, delegates: Delegates): readonly string[];
  /** What runs of this device that lie in other stores have in doubt; absent where there are none. */
  doubted?(): Promise<readonly NotedWrite[]>;
  /** Gives one run the files of another; those that are there stay as they are. */
  copyFiles(from: string, to: string): Promise<void>;
}
