/** What a person can do that reaches beyond the stores, as the composition does it. None of it throws; what fails is said on the screen. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { Conflict } from '../plan/conflict.ts';
import type { Plan } from '../plan/document.ts';
import type { Origin } from '../plan/origin.ts';
import type { TestOutcome } from '../plan/plan-tests.ts';
import type { Proposal } from '../plan/proposal.ts';
import type { Settled } from '../plan/settled.ts';
import type { Decision } from '../run/decision.ts';
import type { ClearOrder, RunChoices, Turns } from '../run/events.ts';
import type { HappenedBelow } from '../run/happened-below.ts';
import type { LargeValue } from '../run/large-value.ts';
import type {
  Connection,
  ConnectionTest,
  FarAnswer,
  FarAsk,
  FarValue,
  KeyUse,
  LookFirst,
  PlannerKind,
  PromptAnswer,
  PromptAsk,
  PromptGround,
  TriedTable,
} from '../run/messages.ts';
import type { OpenWrite } from '../run/open-writes.ts';
import type { FollowedRow, RowOrigins } from '../run/row-path.ts';
import type { RunPlan } from '../run/run-plans.ts';
import type { Estimate } from '../run/took.ts';
import type { DocumentStore } from '../stores/document.ts';
import type { Example } from '../stores/library.ts';
import type { KeptVersion, Receipt, ReplanDraft, StoredBytes } from '../stores/ports.ts';
import type { RunFromPreview } from '../stores/run-from-preview.ts';
import type { ViewedValue } from '../stores/session.ts';
import type { ShownRun } from '../stores/shown-run.ts';

/** A person's decision on something a run asked. */
export type Answer = Decision;

/** Which planner drafts, and how the goal box says so. */
export interface PlannerChoice {
  readonly kind: PlannerKind;
  readonly baseUrl: string;
  readonly model: string;
  /** Leaves this object only towards the worker. */
  readonly key: string;
  /** Kept on this device beyond the session, because the person asked for it. */
  readonly keepKey: boolean;
  /** What is wanted of its plans, and what it costs. */
  readonly more?: PlannerWishes;
}

export type PlannerWishes = Pick<
  Connection,
  | 'temperature'
  | 'mostCalls'
  | 'prices'
  | 'instructions'
  | 'template'
  | 'showsApproved'
  | 'strategy'
  | 'maxDepth'
>;

/** The model that a browser may have of its own. */
export interface BrowserModel {
  availability(): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  /** Whether this page may set one. */
  takesTemperature(): Promise<boolean>;
  /** Brings it to this device, while a person presses a button; rejects where it was stopped or refused. `told`: 0 to 1. */
  fetch(signal: AbortSignal, told: (share: number) => void): Promise<void>;
}

/** The browser's own figures; null where it does not tell. */
export interface StorageFacts {
  readonly usedBytes: number | null;
  readonly quotaBytes: number | null;
  /** Whether the browser promised not to clear it by itself. */
  readonly persisted: boolean;
}

/** By call: a value that the person puts in the place of the recorded one. */
export type ChangedValues = Readonly<Record<string, Json>>;

/** What a tidying would free. */
export interface Tidying {
  readonly runs: number;
  readonly bytes: number;
}

/** From a goal to a draft, and who drafts. */
export interface Planning {
  /**
   * What is typed becomes a plan; where one is on the table, a change that is proposed for it.
   * @param meant by which planner in the place of the one that is chosen, whether as a plan of its own, and whether a model is sent fewer tools
   */
  draftPlan(meant?: { readonly by?: 'offline'; readonly anew?: true; readonly fewerTools?: true }): void;
  /** Reads the goal anew with what words of it mean, and asks on where something is open still. */
  settle(settles: Settled): void;
  cancelDraft(): void;
  /** What is taken of the proposed change becomes the plan, as one step. */
  takeChange(): void;
  leaveChange(): void;
  /** Shows its parts to go through, or no longer. */
  chooseParts(): void;
  setPart(part: string, isTaken: boolean): void;
  /** Shows the plan with what a run's plan has become, as a proposed change of it. */
  offerFromRun(runId: string): void;
  /** What a goal would give on the files beside it, in a few words; undefined where it is none to offer. May reject. */
  tryGoal(goal: string, signal: AbortSignal): Promise<string | undefined>;
  /** Shows on the canvas how an earlier version differs from the plan on the table; taken, it is the plan. @param words what it is called */
  compareVersion(version: Plan, words: string, by: Origin | null): void;
  /** What could stand in the place of an open step, the best first. May reject. */
  proposals(step: string, signal: AbortSignal): Promise<readonly Proposal[]>;
  choosePlanner(choice: PlannerChoice): void;
  plannerChoice(): PlannerChoice;
  /** Fetched when it is asked for. */
  browserModel(): Promise<BrowserModel>;
  /** Whether a model answers there, in a sentence. */
  testPlanner(choice: PlannerChoice, signal: AbortSignal): Promise<ConnectionTest>;
}

/** What goes along with a plan that leaves the device, beside itself. */
export interface Sent {
  readonly withTalk?: boolean;
}

/** The plan on the table and the others on this device: what comes in, what goes out. */
export interface Plans {
  /** Puts the dry run of this very revision on the canvas. */
  dryRun(): void;
  newPlan(): void;
  /** A plan that another tab removed goes on as a new one. */
  keepAsNew(): void;
  /** What two tabs made differently is chosen, as soon as the rules are here that can change the plan. */
  choose(conflicts: readonly Conflict[], choice: 'standing' | 'other'): void;
  openPlan(id: string): void;
  removePlan(id: string): void;
  openExample(example: Example): void;
  addFiles(files: readonly File[]): void;
  /** Reads a plan from text and puts it on the table; a sentence where it can't. */
  importText(text: string, from: string, came?: Pick<Origin, 'kind' | 'name'>): Promise<string | null>;
  /** Files dropped on the page: one .json that holds a plan is opened, the rest joins the goal. */
  dropFiles(files: readonly File[]): void;
  exportPlan(sent?: Sent): void;
  /** The link that carries the plan on the table. */
  shareLink(sent?: Sent): Promise<string>;
  /** Ids of calls of the plan on the table that would not run, because an optional input is not given (L-18). */
  leftOut(): Promise<readonly string[]>;
}

/** Where another file is to be read: what a call reads, or all calls that read a file of the name. */
export type SwapPlace = (
  | { readonly name: string; readonly call?: undefined }
  | { readonly call: string; readonly name?: undefined }
) & {
  /** The plan on the table, where it is not said. */
  readonly planId?: string;
};

/** Another file in the place of one that the plan reads: the plan stays as it is. */
export interface Swaps {
  /**
   * Takes the file where its columns are the same; else puts them before the person. What is not here yet is given under the
   * plan's own name, anything else under its own. Where nothing is read there, the file joins the goal.
   * @param file or the name of one that is beside the goal
   * @param isForRun the plan is to be signed and run with it next
   */
  give(place: SwapPlace, file: File | string, isForRun?: boolean): Promise<void>;
  /** Takes the file that is before the person, its columns as they say. */
  take(columns: ReadonlyMap<string, string>): Promise<void>;
  /** Its first rows as the plan would read them then. Rejects when the signal falls. */
  tryTable(columns: ReadonlyMap<string, string>, signal: AbortSignal): Promise<TriedTable>;
}

/**
 * Asks the connected model what a call of the plan on the table would come to, were it worded so, on the values at hand:
 * outside of any run, and nothing of it is kept. Without asks only what it can be tried on is looked for. Rejects when the
 * signal falls.
 */
export type TryPromptVerb = (
  call: string,
  asks: readonly PromptAsk[],
  signal: AbortSignal,
  told: (ask: number, answer: PromptAnswer) => void,
) => Promise<PromptGround>;

/** The versions of the plan on the table that are kept apart from it: what was approved here, and what the person named. */
export interface PlanVersions {
  /** The newest first. May reject. */
  list(): Promise<readonly KeptVersion[]>;
  /** Keeps the plan as it stands under a name. May reject. */
  keep(name: string): Promise<void>;
  /** May reject. */
  remove(id: string): Promise<void>;
}

/** What a person has approved on this device, and what they are asked to approve before it begins (L-74). */
export interface Approvals {
  /** Signs the document; resolves to a sentence where that was refused, null once its receipt is kept. */
  approve(document: DocumentStore): Promise<string | null>;
  /** Begins the run that was put before the person, once they have approved it. */
  goOn(choices: RunChoices): void;
  /** Approvals of a plan, newest first. */
  list(planId: string): Promise<readonly Receipt[]>;
  /** No run starts from that approval any more. */
  takeBack(hash: string): Promise<void>;
}

/** Runs that go on: started, stopped, answered, steered. */
export interface Running {
  /**
   * @param choices what the person chose; where they said nothing, drafts of replans wait for them (L-71), and turns do not (L-63)
   * @param despite the earlier run of which they have seen what it left in doubt; where it is absent that is named first (L-41)
   */
  startRun(choices?: RunChoices, despite?: string): void;
  /**
   * Runs a part of the plan on the table (L-76): what that call needs and the call, or the call and all that reads of it. What
   * the last run has done of it and is unchanged stands, and so does what is pinned; what must be signed is asked for first.
   */
  runPart(way: 'to' | 'from', call: string): void;
  stopRun(runId: string): void;
  /** Stops one call that is under way; the run then asks what becomes of it (L-41). @param call its id, or `id@LABEL` */
  stopCall(runId: string, call: string): void;
  /** What another run of the plan is likely to take, by the last ones of this device; null where none of them says it. */
  estimate(plan: Plan): Promise<Estimate | null>;
  /** Nothing new starts in it; it rests once nothing is in flight, and stays so until somebody goes on with it. */
  pauseRun(runId: string): void;
  goOnRun(runId: string): void;
  /** Whether the turns of its planner wait for the person from now on (L-63). */
  setTurns(runId: string, turns: Turns): void;
  /** Begins a new run with what a run of older rules has done; what is in doubt, it asks (L-95). */
  goOnAsNew(runId: string): void;
  /** Resolves once it is recorded, or was refused, which is said then. */
  answer(runId: string, answer: Answer): Promise<void>;
  /** Gives a run a file that one of its calls has failed for, under the name that the call asks for; false where it was refused. */
  giveFile(runId: string, name: string, file: File): Promise<boolean>;
  /** Has a read that the person names see whether a doubtful call has happened; resolves when that is told, or refused. */
  look(runId: string, look: LookFirst): Promise<void>;
  /** @param call is selected then: its id, or `id@LABEL` */
  openRun(runId: string, call?: string): void;
  /**
   * Ends a run where it goes on and deletes its records. Whoever calls it has asked.
   * @param forget writes in doubt that the person has seen named, as `writeKey` has it; any other keeps the record
   */
  discardRun(runId: string, forget?: readonly string[]): void;
  /** The writes of a run, and of those below it, whose end nobody knows. May reject. */
  openWrites(runId: string): Promise<readonly OpenWrite[]>;
  /** What running it again from a call would do, or why it can't; a new run where this one has ended. */
  runFromPreview(runId: string, call: string, order: ClearOrder): Promise<RunFromPreview>;
  runFrom(runId: string, call: string, order: ClearOrder): void;
  /** Carries a typed `/plan …` out; resolves to what it answers, a line each. */
  planCommand(text: string): Promise<readonly string[]>;
  /** The rest of a run's plan, to be written by the person; without a call, the draft that waits. */
  reviseRun(runId: string, call?: string, tool?: string): void;
  submitRevision(): void;
  leaveRevision(): void;
  /** A call's parameters with their references resolved; null while one is open. */
  paramsOf(run: ShownRun, call: string): Promise<JsonObject | null>;
  /** What a replan's draft would change; null where none waits for review. */
  draftOf(run: ShownRun): Promise<ReplanDraft | null>;
}

/** A list that an earlier run of a plan holds. */
export interface EarlierList {
  readonly runId: string;
  /** ms. */
  readonly startedAt: number;
  /** What it is in that run. */
  readonly words: string;
  readonly count: number;
  /** A sentence where it is none, or is gone. @param onlyInput under which name an item that is no object is an input */
  rows(onlyInput?: string): Promise<readonly JsonObject[] | string>;
}

/** Lists that a run goes over (L-55). Each may reject with a sentence. */
export interface Lists {
  /** The rows of a file, or of what was pasted, whose name is empty; a sentence where it is no list. */
  readList(name: string, content: Blob, onlyInput?: string): Promise<readonly JsonObject[] | string>;
  /** Of the last runs of a plan on this device, the newest first. */
  earlierLists(planId: string): Promise<readonly EarlierList[]>;
  /** Begins a new run of those of its instances that failed; a sentence where it does not, null where it did or is asked first. */
  failedAgain(run: ShownRun): Promise<string | null>;
}

/** Runs that are kept: read beside another, forked, exported, tidied, the values they hold, and lists to run over. */
export interface RunHistory extends Lists {
  /** Saves one run with its plan, sub-runs, values and files as a file. */
  exportRun(runId: string): void;
  /** Reads a run's whole record, to be looked at beside another: it stands still; null, with a sentence said, where it can't be. */
  recordOf(runId: string): Promise<ShownRun | null>;
  /** The plans that a run went by, the one that was signed first; what its replans made of it after. May reject. */
  plansOf(runId: string): Promise<readonly RunPlan[]>;
  /** What the runs below it sent or did, added up by the calls that started them. May reject. */
  happenedBelow(run: ShownRun): Promise<HappenedBelow>;
  /**
   * What a new run with changed values would enter, and what it takes over.
   * @param run as it stands, or stood at the moment that is looked at: what had no result then is entered
   */
  forkPreview(run: ShownRun, values: ChangedValues): Promise<RunFromPreview>;
  /** Starts it and shows it; a sentence where it was refused, empty where that is said already or it is asked first. */
  forkRun(run: ShownRun, values: ChangedValues): Promise<string | null>;
  /** What tidying would delete under the retention that is set. */
  tidyPreview(): Promise<Tidying>;
  /** Deletes what the retention no longer keeps and packs the rest; resolves to a sentence. */
  tidyNow(): Promise<string>;
  /** Puts the link that leads back to a run, on this device alone, on the clipboard; says how it went. */
  copyRunLink(runId: string): Promise<void>;
  /** Offers a file that a run made for download; false where it is not on this device. */
  saveFile(runId: string, name: string, isUnproven: boolean): Promise<boolean>;
  /** Offers several as one ZIP; a sentence where some are no longer on this device, and are not in it. */
  saveFiles(runId: string, names: readonly string[], isUnproven: boolean): Promise<string | null>;
  /** Offers all of it for download as JSON; false where it is gone. */
  saveLarge(large: LargeValue, isUnproven: boolean): Promise<boolean>;
}

/** A secret as a person enters it. */
export interface NewSecret {
  readonly name: string;
  readonly value: string;
  /** As it was typed: several with commas or spaces between them. */
  readonly hosts: string;
  readonly keep: boolean;
  /** Where it is to be kept and no passphrase was given yet in this session. */
  readonly passphrase: string;
}

/** What is on this device: secrets, room, everything as one file. */
export interface Device {
  /** A sentence where the name can't be one; null once it is there. */
  putSecret(secret: NewSecret): Promise<string | null>;
  removeSecret(name: string): void;
  /** Takes back that the secret may go to that host. */
  unbindSecret(name: string, host: string): void;
  /** A sentence where it is another passphrase; null once the secrets can be used. */
  unlockSecrets(passphrase: string): Promise<string | null>;
  /** What was said of hosts and the idempotency key, by host. */
  saidOfHosts(): Promise<Readonly<Record<string, KeyUse>>>;
  /** A sentence where that is no host; null takes back what was said of it. */
  sayOfHost(host: string, use: KeyUse | null): Promise<string | null>;
  /** What is stored on this device, and how much may be. */
  storageFacts(): Promise<StorageFacts>;
  /** Bytes on this device by kind; null where the browser stores nothing. */
  storedBytes(): Promise<StoredBytes | null>;
  /** Asks the browser not to clear this device's storage by itself; whether it agreed. */
  askToPersist(): Promise<boolean>;
  /** Saves everything on this device, secrets and keys apart, as one file. */
  exportEverything(): Promise<void>;
  /**
   * Adds what such a file holds; resolves to what was added, or says why nothing was.
   * @param own the person says that it is a backup of theirs: shown, and trusted with nothing (L-74)
   */
  importEverything(file: File, own: boolean): Promise<string>;
  /** Deletes all that is kept here and shows a new page; a sentence where the browser did not. @param say hears what it waits for */
  deleteEverything(say: (sentence: string) => void): Promise<string>;
}

/** A test that passed before a change and does not after it. */
export type BrokenTest = Omit<TestOutcome, 'state'> & { readonly state: 'breaks' | 'untested' };

/** The tests of the plan on the table (L-84). They run whenever it stands still; how they stand is in the session. */
export interface PlanTests {
  /** Keeps what a run shows at a path, or as its `output`, as a test of the plan: one undo step. Says what came of it. */
  keep(run: ShownRun, path: string, value: Json): Promise<void>;
  /** The person says that a plan from outside may be computed (L-83). */
  allow(): void;
  /** Whether the plan on the table may be computed. */
  isAllowed(): boolean;
  /**
   * The tests of `before` that pass on it and would not on `after`, on the files that are here: what a proposed plan breaks.
   * None where the plan's tests do not run. Rejects where they were stopped.
   */
  brokenTests(before: Plan, after: Plan, signal?: AbortSignal): Promise<readonly BrokenTest[]>;
}

/** What a person does with a value that they look at, beyond what the page holds of it. */
export interface ValueDoor {
  /** Of a value in the worker. Rejects when the signal falls, or the worker dies. */
  ask(of: FarValue, ask: FarAsk, signal?: AbortSignal): Promise<FarAnswer>;
  /** A value that is kept apart, as it can be asked for; null where it is gone from this device. */
  farOf(large: LargeValue): Promise<FarValue | null>;
  /** Offers rows for download, in parts as they come; resolves to the file's name. Rejects with a sentence where they can't be such a file. */
  saveRows(
    name: string,
    as: 'csv' | 'xlsx',
    columns: readonly string[],
    parts: AsyncIterable<readonly JsonObject[]>,
  ): Promise<string>;
  /** Where a row goes on, or comes from, by running the plan on this device. Rejects when the signal falls. */
  follow<Way extends 'on' | 'back'>(
    of: ViewedValue,
    row: Json,
    way: Way,
    signal: AbortSignal,
  ): Promise<Way extends 'on' ? FollowedRow : RowOrigins>;
  /** Offers a text or a picture for download. @returns the file's name */
  saveFile(name: string, content: string | Blob, type: string): string;
}
