/** The one file of types that page and worker share. Every request is numbered; every answer names its request. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { JsonSchema, Plan } from '../plan/document.ts';
import type { DraftEvent } from '../plan/draft-event.ts';
import type { Origin } from '../plan/origin.ts';
import type { PlanTest } from '../plan/plan-tests.ts';
import type { Settled } from '../plan/settled.ts';
import type { SaidBefore, StandingCall } from '../plan/talk.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import type { MatchRequest } from '../tools/likely-columns.ts';
import type { RowsAnswer, RowsAsk } from '../values/looked-at.ts';
import type { Decision } from './decision.ts';
import type { ClearOrder, InstanceInput, Replans, RunEvent, Turns } from './events.ts';
import type { LookedInto, LookFor } from './look-into.ts';
import type { LiveCall } from './value-head.ts';

/** How to reach a server of models. */
export interface Connection {
  readonly baseUrl: string;
  /** Held in memory on the device; never in an export, a link, a journal or an error. */
  readonly key?: string;
  readonly model: string;
  /** US dollars for a million tokens, where the person entered them. */
  readonly prices?: { readonly input: number; readonly output: number };
  /** As the server takes it, 0 to 2; of its own choice where absent. For plans alone. */
  readonly temperature?: number;
  /** What the person wants of every plan. */
  readonly instructions?: string;
  /** In the place of our messages, with `{rules}` and `{request}` where they go. */
  readonly template?: string;
  /** A first draft is asked for with the plans that were approved here for goals like this one. Only where the person ticked it. */
  readonly showsApproved?: true;
  /** Calls of a plan, or that a change may add: 1 to 15 (L-62). */
  readonly mostCalls?: number;
  /** A new plan is made in parts (L-61), which may have parts so deep: 1 to 3. */
  readonly strategy?: 'hierarchical';
  readonly maxDepth?: number;
  /** Turns that the model may take within one latent call; 5 where absent. */
  readonly stepMaxIterations?: number;
}

/** Whether a model answers, in a sentence that says what is wrong where it does not. */
export interface ConnectionTest {
  readonly works: boolean;
  readonly message: string;
}

/** What becomes of runs that were cut off. Read with `resumePolicy`, which knows the defaults. */
export interface ResumePolicy {
  readonly default: 'retry_pending' | 'discard';
  /** By the effect of the call that began a sub-run: whether the sub-run goes on or is stopped when its parent is discarded. */
  readonly childPurity: Readonly<Record<ChildPurity, 'cancel' | 'adopt'>>;
}
/** What a call in flight does to the world, as far as resuming is concerned. */
export type ChildPurity = 'pure' | 'world' | 'side_effect' | 'external' | 'llm';

/** A run that begins with the results of another (docs/decisions/0008). */
export interface Fork {
  readonly runId: string;
  /** The call from which it runs again; absent where only values were changed. */
  readonly call?: string;
  /** Calls whose results are not taken over. */
  readonly cleared: readonly string[];
  /** Values that the person put in the place of recorded ones, by call. */
  readonly values: Readonly<Record<string, Json>>;
  /** The plan of the new run is another: of the results only those stand that it leaves as they are (`changed-fork.ts`). */
  readonly changed?: true;
  /** Over instances: those that failed run again, and what was said at gates stands (`failedAgain`). */
  readonly again?: 'failed';
}

/** Asks for a run. */
export interface StartRun {
  readonly runId: string;
  readonly planId: string;
  readonly plan: Plan;
  /** What was approved (L-70). The worker computes it again and refuses a mismatch. */
  readonly hash: string;
  readonly input: JsonObject;
  readonly instances?: readonly InstanceInput[];
  /** How many of the instances go first: the others wait for a person (L-55). */
  readonly canary?: number;
  /** The plans that it delegates to, covered by the hash: no other is run (L-52). */
  readonly delegates?: Delegates;
  readonly fork?: Fork;
  /** Without a fork: values that the person put in the place of results, by call. Of a fork they are among its own. */
  readonly given?: Readonly<Record<string, Json>>;
  /** The plan is a part of the one on the table (`plan/part-of.ts`), and no change of another run's. */
  readonly isPart?: true;
  /** The call that a part is run to: for whoever reads of the run. */
  readonly to?: string;
  /** A person chose that a replan's draft within the approved scope goes ahead unasked (L-71); else it waits for them. */
  readonly replans?: Replans;
  /** Whether the turns of its planner wait for the person; absent: they go ahead within the mandate (L-63). */
  readonly turns?: Turns;
  /** Ids of plans and runs whose doubts the person has seen named, and goes ahead all the same (L-41). */
  readonly despite?: readonly string[];
  /** Where the plan came from, or what changed it: shown, and trusted with nothing. That of a fork is its source's, too. */
  readonly planOrigin?: Origin;
}

/** Who drafts: this device's own planner, a model behind a server, or the browser's own model. */
export type PlannerKind = 'offline' | 'openai' | 'browser';

/** Asks a planner for a plan. */
export interface PlanRequest {
  readonly planner: PlannerKind;
  /** What the person set for the browser's model; a server's stands with its connection. */
  readonly wishes?: Pick<Connection, 'temperature' | 'instructions' | 'template' | 'mostCalls'>;
  /** The plan that is drafted: until it has come whole it is a draft, and does not run (L-60). */
  readonly planId: string;
  readonly goal: string;
  readonly tools: readonly ToolContract[];
  /** `content` is where candidates are tried on its head; no planner sees it. */
  readonly files: readonly { name: string; type: string; size: number; head?: string; content?: Blob }[];
  readonly input?: JsonObject;
  readonly inputSchema?: JsonSchema;
  readonly stateSchema?: JsonSchema;
  /** The plan that the goal is a sentence about, and the calls that it is about; none: all. `held`: nobody said yet that it may be computed (L-83). */
  readonly change?: { readonly plan: Plan; readonly selected: readonly string[]; readonly held?: true };
  /** What the person said that words of the goal mean, in order. */
  readonly settled?: readonly Settled[];
  /** How a run of the plan stands, where the sentence was said beside it. */
  readonly standing?: readonly StandingCall[];
  /** What was said of the plan before, in order. */
  readonly said?: readonly SaidBefore[];
  /** A model is sent the least it can plan with: the remedy `fewer-tools`. */
  readonly fewerTools?: true;
  /** Plans that were approved here for goals like this one are offered beside the draft; the offline planner's alone. */
  readonly learns?: true;
  readonly maxCalls: number;
}

/** Asks what could stand in the place of an open step. */
export interface ProposalsRequest extends Pick<PlanRequest, 'tools' | 'input'> {
  readonly plan: Plan;
  readonly step: string;
  readonly files: readonly {
    readonly name: string;
    readonly profile?: FileProfile;
    readonly content?: Blob;
  }[];
}

/** What tests of a plan are run with (L-84). */
export interface TestGround {
  readonly plan: Plan;
  readonly delegates: Delegates;
  /** `id` tells a file from another of that name: what was read of it is kept by it. */
  readonly files: readonly { readonly name: string; readonly id: number; readonly content: Blob }[];
  /** A plan from outside runs only after the person said so (L-83). */
  readonly allowed: boolean;
}

/** Asks for the values of a plan that is edited, as far as a preview has them (L-83). */
export interface LiveRequest extends TestGround {
  readonly input: JsonObject;
  /** Values in the place of calls, by id, and what they are. */
  readonly given: Readonly<
    Record<string, { readonly value: Json; readonly word: 'pinned' | 'recorded' | 'sampled' }>
  >;
  /** What stands in the place of a call that a preview may not enter, where it waits for no person. */
  readonly standIns: Readonly<
    Record<string, { readonly value: Json; readonly word: 'recorded' | 'sampled' }>
  >;
  /** The page knows nothing of it yet: it is told of all calls, and else of those that stand otherwise than before. */
  readonly anew: boolean;
}

/** A call of a plan that is edited, by id, and what it comes to now; null: it is gone. */
export type LiveChange = readonly [string, LiveCall | null];

/** What stands there. `ofHead`: it rests on the first rows of a file. */
export type LiveLook = LookedInto & { readonly ofHead: boolean };

/** What a person wrote for rows of a table. */
export type Examples = readonly { readonly row: number; readonly result: string }[];

/** Which formulas give that. */
export interface ByExample {
  /** The first rows, their cells as they are read. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The plainest first, with what each gives for those rows. */
  readonly formulas: readonly {
    readonly expression: string;
    readonly results: readonly (string | number | boolean | null)[];
  }[];
  /** Not all that may fit was tried. */
  readonly isCut: boolean;
}

/** A value that the page holds none of: of a preview, or one that is kept apart, with its JSON. `at`: the part of it that is meant. */
export type FarValue = {
  readonly at: readonly (string | number)[];
} & (
  | { readonly kind: 'live'; readonly planId: string; readonly call: string }
  | { readonly kind: 'large'; readonly ref: string; readonly json: Blob }
);

/** What is asked of such a value: what it is, all of it, or of a list what a table of it shows. */
export type FarAsk = { readonly kind: 'what' } | { readonly kind: 'all' } | RowsAsk;

/** What a form asks of it: what may be offered, or which formulas give what a person wrote for rows of a table. */
export type FormAsk =
  | ({ readonly kind: 'offers' } & Omit<LookFor, 'path'>)
  | { readonly kind: 'formulas'; readonly examples: Examples };

export type FarAnswer =
  | RowsAnswer
  | { readonly kind: 'list' }
  /** Its beginning where it is large. */
  | { readonly kind: 'value'; readonly value: Json; readonly isAll: boolean }
  /** There is none, or none any more. */
  | { readonly kind: 'gone' };

export type FormAnswer =
  | { readonly kind: 'offers'; readonly offers: LiveLook }
  | { readonly kind: 'formulas'; readonly formulas: ByExample }
  /** There is none, or nobody computed it. */
  | { readonly kind: 'gone' };

/** Asks for the first rows of a table, as built-in calls read it of a file that takes another's place. */
export interface TryTable {
  readonly plan: Plan;
  readonly name: string;
  readonly file: Blob;
}

/** Cells as they are read; or why there are none. */
export type TriedTable =
  | { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly fault: string };

/** Asks a model, outside of any run, what a call that it answers comes to on the values at hand. Nothing of it is kept. */
export interface TryPrompt extends Omit<LiveRequest, 'anew'> {
  readonly call: string;
  /** One answer each; none: only what it can be tried on is said. */
  readonly asks: readonly PromptAsk[];
}

export interface PromptAsk {
  /** Takes the place of what the call says in words. */
  readonly wording: string;
  /** Of the list that the call is given: one alone; null: all that it is given. */
  readonly row: number | null;
}

/** What a call's words can be tried on; or why they can't. */
export type PromptGround =
  | { readonly fault: string }
  | {
      /** The parameter that says in words what the model is to do, and what it says now. */
      readonly parameter: string;
      readonly wording: string;
      /** The parameter that is given a list, and the beginnings of its first members; null where none is. */
      readonly rows: { readonly parameter: string; readonly first: readonly string[] } | null;
      /** What it is given rests on the first rows of a file. */
      readonly ofHead: boolean;
      /** UTF-16 units of what one request sends: of all that the call is given, and of its first row. */
      readonly sends: { readonly whole: number; readonly row: number };
    };

/** What a model said to one of them, and what that took. `way`: the outcome that it chose. */
export type PromptAnswer = (
  | { readonly value: string; readonly way?: string }
  | { readonly fault: string }
) & {
  readonly tokens?: { readonly input: number; readonly output: number };
  /** US dollars. */
  readonly cost?: number;
  /** That another model answered than was asked, in words. */
  readonly otherModel?: string;
};

/** Asks where a row goes on, or comes from (`row-path.ts`). */
export interface FollowRequest extends TestGround {
  readonly way: 'on' | 'back';
  /** Whose row it is; null: the plan's result. */
  readonly call: string | null;
  readonly row: Json;
  readonly input: JsonObject;
  readonly given: LiveRequest['given'];
  /** What the calls of a run came to: stands in the place of those that no preview may run. */
  readonly recorded: Readonly<Record<string, Json>>;
}

/** Asks for a test by which a value that a run has shown must come out again. */
export interface KeepTest extends TestGround {
  readonly path: string;
  readonly value: Json;
  readonly input: JsonObject;
  /** What the calls of that run came to. */
  readonly recorded: Readonly<Record<string, Json>>;
}

/** A read by which a person sees whether a doubtful call has happened: run once, through the door, and recorded (L-41). */
export interface LookFirst {
  readonly call: string;
  readonly tool: string;
  readonly params: JsonObject;
  /** What it may reach beside the signed lines of the call, by the door's names (`grants.ts`). */
  readonly allow?: readonly string[];
}

/** Page → worker. */
export type Request =
  | { readonly kind: 'start-run'; readonly start: StartRun }
  /** A person's decision; refused where the run has no such open question. */
  | ({ readonly kind: 'answer'; readonly runId: string } & Decision)
  | ({ readonly kind: 'look'; readonly runId: string } & LookFirst)
  | { readonly kind: 'stop-run'; readonly runId: string }
  /** Stops one call of it that is under way: the run then asks what becomes of it (L-41). Resolves when it is noted. */
  | { readonly kind: 'stop-call'; readonly runId: string; readonly call: string }
  /** What the person wants of the rest of a run that goes on (L-63). Resolves when it is noted. */
  | { readonly kind: 'wish'; readonly runId: string; readonly said: string }
  /** Whether the planner's turns wait for the person from now on. Resolves when it is noted. */
  | { readonly kind: 'set-turns'; readonly runId: string; readonly turns: Turns }
  /** Nothing new starts; resolves when nothing is in flight and the run rests (DESIGN §3). Resuming leaves it alone. */
  | { readonly kind: 'pause-run'; readonly runId: string }
  /** Opens a run that was paused: no mark of an interruption, no doubt. */
  | { readonly kind: 'go-on-run'; readonly runId: string }
  /**
   * Ends the run where it goes on, and deletes its records; refused (`in-doubt`) once it has ended where a write of
   * it is in doubt (L-41), unless `forget` names it, by `writeKey`: the person has seen which.
   */
  | { readonly kind: 'discard-run'; readonly runId: string; readonly forget?: readonly string[] }
  /** In a run that has not ended: the call and those that are cleared with it run again. */
  | {
      readonly kind: 'resume-from';
      readonly runId: string;
      readonly call: string;
      readonly order: ClearOrder;
    }
  | { readonly kind: 'resume-all'; readonly policy?: ResumePolicy }
  /** Answered with the durable events of a run after `since`, in order. */
  | { readonly kind: 'events-since'; readonly runId: string; readonly since: number }
  /** Answered with the rows of the runs that have not ended, sub-runs among them. */
  | { readonly kind: 'list-runs' }
  /** Deletes runs that ended before `before` (ms since the epoch), packs the journals of the other ended ones. */
  | { readonly kind: 'tidy'; readonly before: number }
  | { readonly kind: 'connect'; readonly connection: Connection | null }
  /** Answered with a `ConnectionTest`; the connection in use stays what it is. */
  | { readonly kind: 'test-connection'; readonly connection: Connection }
  | { readonly kind: 'plan'; readonly request: PlanRequest }
  /** Answered with what the plan that the goal comes to would give, in a few words; with nothing where it is none to offer. */
  | { readonly kind: 'try-goal'; readonly request: PlanRequest }
  /** Answered with a list of `Proposal`. */
  | { readonly kind: 'propose'; readonly request: ProposalsRequest }
  /** Answered with a list of `TestOutcome`. */
  | { readonly kind: 'run-tests'; readonly request: TestGround & { readonly tests: readonly PlanTest[] } }
  /** Answered when all has come that comes; what has come meanwhile is told as `previewed`. */
  | { readonly kind: 'preview'; readonly request: LiveRequest }
  /** Answered with a `FarAnswer`, or with a `FormAnswer`. */
  | { readonly kind: 'look-at'; readonly of: FarValue; readonly ask: FarAsk | FormAsk }
  /** Answered with a `FollowedRow`, or with `RowOrigins`. */
  | { readonly kind: 'follow-row'; readonly request: FollowRequest }
  /** Answered with a `Result`: a `PlanTest` without a name, or a sentence. */
  | { readonly kind: 'keep-test'; readonly request: KeepTest }
  | { readonly kind: 'cancel'; readonly request: number }
  /** What the window's model says to what request `of` asked it. */
  | { readonly kind: 'model-said'; readonly of: number; readonly said: ModelSaid }
  /** Answered with the file's `FileProfile`. */
  | { readonly kind: 'judge-file'; readonly name: string; readonly file: Blob }
  /** Answered with the rows of the list (L-55), or with a sentence where it is none. */
  | { readonly kind: 'read-list'; readonly name: string; readonly content: Blob; readonly onlyInput?: string }
  | { readonly kind: 'try-table'; readonly request: TryTable }
  /** Answered with a `PromptGround`; each answer is told as `tried` when it has come. */
  | { readonly kind: 'try-prompt'; readonly request: TryPrompt }
  | { readonly kind: 'match-columns'; readonly request: MatchRequest }
  | {
      readonly kind: 'secrets';
      readonly secrets: Readonly<Record<string, HeldSecret>>;
      /** Names of those that are kept and sealed. */
      readonly locked: readonly string[];
    }
  /** What the person knows of hosts and the idempotency key, whole. */
  | { readonly kind: 'host-keys'; readonly keys: Readonly<Record<string, KeyUse>> }
  | { readonly kind: 'put-file'; readonly runId: string; readonly name: string; readonly file: Blob };

/** What a planner in the worker asks of the browser's own model, which only the window has: an answer, or how much room that takes. */
export interface ModelAsked {
  readonly turn: number;
  readonly what: 'answer' | 'room';
  readonly messages: readonly {
    readonly role: 'system' | 'user' | 'assistant';
    readonly content: string;
  }[];
  readonly schema: { readonly name: string; readonly schema: JsonObject };
  readonly temperature?: number;
}

/** What comes back, in order; a turn ends with `end`, `room` or `fault`. */
export type ModelSaid = { readonly turn: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly kind: 'end' }
  /** Tokens; null where the browser does not tell. */
  | { readonly kind: 'room'; readonly room: { readonly used: number; readonly room: number } | null }
  | { readonly kind: 'fault'; readonly code: string; readonly message: string }
);

/** `honours`: the host does a write once however often it comes with the same key. `off`: it is not sent the key. */
export type KeyUse = 'honours' | 'off';

/** Raised with every change that an older page or place would misread. */
export const MESSAGES_VERSION = 7;

/** A request as it is sent. */
export interface NumberedRequest {
  /** `MESSAGES_VERSION` of whoever asks: another version is refused in words. */
  readonly version: number;
  readonly id: number;
  readonly request: Request;
}

/** A secret as whoever enters calls holds it (L-9). */
export interface HeldSecret {
  readonly value: string;
  /** Where it may go, as `secretPlace` has it; null where an older version kept it and nobody was asked. */
  readonly hosts: readonly string[] | null;
}

/** Worker → page. */
export type WorkerMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly ok: true; readonly value?: Json }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly ok: false;
      readonly code: string;
      readonly message: string;
    }
  /** Events that are durable. Told to every tab. */
  | { readonly kind: 'events'; readonly runId: string; readonly events: readonly RunEvent[] }
  /** A person said, at a call's question, that a secret may go to that host. */
  | { readonly kind: 'secret-bound'; readonly secret: string; readonly host: string }
  /** A planner's stream, in answer to request `id`. */
  | { readonly kind: 'planner'; readonly id: number; readonly event: PlannerMessage }
  /** In answer to request `id`: the window's model is to be asked, and its pieces sent back as `model-said`. */
  | { readonly kind: 'model'; readonly id: number; readonly asked: ModelAsked }
  /** In answer to request `id`: calls that stand otherwise than was told before. */
  | { readonly kind: 'previewed'; readonly id: number; readonly changes: readonly LiveChange[] }
  /** In answer to request `id`: what the model said to the ask of that number. */
  | {
      readonly kind: 'tried';
      readonly id: number;
      readonly ask: number;
      readonly answer: PromptAnswer;
    }
  /** A file an activity made: the page offers it for download. */
  | {
      readonly kind: 'file';
      readonly runId: string;
      readonly callId: string;
      readonly name: string;
      readonly blob: Blob;
    }
  /**
   * The run was taken up, and its journal ends with that event: whoever had it may have died with its last ones untold.
   * Told to every tab; who follows the run and knows less reads it.
   */
  | { readonly kind: 'up-to'; readonly runId: string; readonly seq: number }
  /** The run's records were deleted. Told to every tab. */
  | { readonly kind: 'forgotten'; readonly runId: string }
  /**
   * From now on this worker passes on to its page what other tabs are told: the page need not listen itself, and hear
   * its own worker's news twice. Said to the page, and on the channel of news, where it stands after all that the page
   * hears there alone.
   */
  | { readonly kind: 'passes-on'; readonly worker: string }
  /** A person paused the run, or had it go on. Told to every tab. */
  | { readonly kind: 'paused'; readonly runId: string; readonly paused: boolean }
  /** What a running call says for the journal; not durable. */
  | { readonly kind: 'log'; readonly runId: string; readonly callId: string; readonly line: string }
  /** A storage fault that stopped a run: full disk, storage denied. */
  | {
      readonly kind: 'storage-fault';
      readonly runId: string;
      readonly code: string;
      readonly message: string;
    };

/** The BroadcastChannel on which workers tell every tab what became durable, was deleted or paused. */
export const NEWS_CHANNEL = 'obelus';

/** What a worker tells every tab. */
export const TOLD_TO_ALL: ReadonlySet<WorkerMessage['kind']> = new Set([
  'events',
  'up-to',
  'forgotten',
  'paused',
]);

/** A part of a plan as its planner tells it. */
export type PlannerMessage = DraftEvent;
