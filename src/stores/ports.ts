/** What the stores and the screen need from the rest of the house. Composed in `app`; what is kept has the journal's own shape. */

import type { Problem } from '../check/problem.ts';
import type { BeyondScope } from '../flows/approved-scope.ts';
import type { Part } from '../flows/flows-of.ts';
import type { Signed } from '../flows/sign.ts';
import type { FlowTable } from '../flows/table.ts';
import type { ContractCame } from '../flows/tools.ts';
import type { ReceiptRow } from '../journal/database.ts';
import type { KeptPlan, Saving } from '../journal/plans.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Result } from '../lib/result.ts';
import type { Conflict, Sides, Version } from '../plan/conflict.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import type { Origin, Origins } from '../plan/origin.ts';
import type { Came } from '../plan/origins-after.ts';
import type { ForkOf, RunEvent, RunReason, RunStatus } from '../run/events.ts';
import type { Catalogue } from '../tools/catalogue.ts';

/** A person's signature under one revision (L-70). */
export interface Approval {
  /** See `Signed`. One of an older version stands for nothing: it signed no flows. */
  readonly hash: string;
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** That a person approved something on this device (L-74), as it is kept. */
export type Receipt = ReceiptRow;

/** What was approved on this device. Rejections carry a sentence in `message`. */
export interface ReceiptsRepository {
  holds(hash: string): Promise<boolean>;
  give(receipt: Receipt): Promise<void>;
  takeBack(hash: string, at: number): Promise<void>;
  /** Newest first, those that were taken back among them. */
  list(planId?: string): Promise<readonly Receipt[]>;
}

/** A plan as it is kept on this device. */
export type StoredPlan = KeptPlan;

/** A plan as lists show it. */
export interface PlanSummary {
  readonly id: string;
  readonly title: string;
  readonly calls: number;
  readonly savedAt: number;
  /** Where it came from, as `wholeOrigin` says it. */
  readonly origin?: Origin | null;
}

/** Plans on this device, newest first. Rejections carry a sentence in `message`. */
export interface PlansRepository {
  list(): Promise<readonly PlanSummary[]>;
  get(id: string): Promise<StoredPlan | undefined>;
  /** @param basedOn the save that this one began with; null for a plan that was never saved. Compared as it is written. */
  save(stored: StoredPlan, basedOn: string | null): Promise<Saving>;
  remove(id: string): Promise<void>;
}

/** Files that belong to a plan: what a person dropped beside its goal. */
export interface PlanFilesRepository {
  list(planId: string): Promise<readonly { readonly name: string; readonly blob: Blob }[]>;
  put(planId: string, name: string, blob: Blob): Promise<void>;
  remove(planId: string, name: string): Promise<void>;
  removeAll(planId: string): Promise<void>;
}

/** How the calls of a run ended, or stand. */
interface RunCounts {
  readonly calls: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A run as lists show it. */
export interface RunSummary {
  readonly runId: string;
  readonly planId: string;
  readonly title: string;
  readonly startedAt: number;
  /** So many events it has, or more while it goes on. */
  readonly lastSeq?: number;
  /** Absent while the run goes on. */
  readonly endedAt?: number;
  readonly status: RunStatus;
  readonly reason?: RunReason;
  /** Absent while the run goes on, and where nobody counted. */
  readonly counts?: RunCounts;
  /** Writes that it ended with in doubt, and that nobody has settled (L-41); absent where there are none. */
  readonly doubts?: number;
  /** US dollars that it spent, as far as it is known. */
  readonly cost?: number;
  /** The run whose results it began with. */
  readonly forkOf?: ForkOf;
  /** Where its record came from; absent where it was begun here. */
  readonly origin?: Origin;
  /** Where its plan came from. */
  readonly planOrigin?: Origin;
  /** A person paused it: nobody goes on with it unasked. */
  readonly paused?: true;
  /** It has not ended, is of older rules, and is not gone on with (L-95). */
  readonly interrupted?: true;
}

/** Which runs of the history; every condition that is there must hold. */
interface RunQuery {
  readonly planId?: string;
  readonly statuses?: readonly RunStatus[];
  /** Words that the title holds, in any order and case. */
  readonly text?: string;
  /** At most so many. */
  readonly limit?: number;
  /** What comes after this one in the list: the last of the page before. */
  readonly after?: Pick<RunSummary, 'startedAt' | 'runId'>;
}

/** Bytes on this device by kind, estimated without reading what is stored; `runs` are journals and models' answers. */
export interface StoredBytes {
  readonly plans: number;
  readonly runs: number;
  readonly values: number;
  readonly files: number;
}

/** Runs on this device, newest first. The worker writes them, the page only reads. */
export interface RunsRepository {
  /** Sub-runs are seen in their parents, not here. */
  list(query?: RunQuery): Promise<readonly RunSummary[]>;
  /** Sub-runs of a run at any depth, parents first. */
  subRuns(runId: string): Promise<readonly RunSummary[]>;
  /** All events of a run in order of `seq`; empty for an unknown run. */
  events(runId: string): Promise<readonly RunEvent[]>;
  /** A large value by its reference, as JSON; undefined where it is gone. */
  large(ref: string): Promise<Blob | undefined>;
  /** One run with its plan, sub-runs, values and files as the text of a file; rejects for an unknown run. */
  exportRun(runId: string): Promise<string>;
  /** Bytes of one run with its sub-runs and files, estimated. */
  bytesOf(runId: string): Promise<number>;
  /** What is stored on this device by kind. */
  storedBytes(): Promise<StoredBytes>;
}

/** The language, as far as the document needs it. */
export interface Language {
  /** The one version that follows from two, against the one both began with (plan/merge.ts). */
  merge(base: Version, mine: Version, theirs: Version, sides: Sides): Version;
  /** What the step from `before` to `after` does on another version, as far as that has not touched the same. */
  carriedOver(before: Plan, after: Plan, onto: Plan): Plan;
  /** The edits that make the one plan the other. */
  between(from: Plan, to: Plan): readonly Edit[];
  /** The edits that put a conflict's other version into the plan. */
  toTake(plan: Plan, conflict: Conflict): readonly Edit[];
  /** The plan after the edits, and the edits that take it back exactly; a sentence where an edit does not fit. */
  apply(plan: Plan, edits: readonly Edit[]): Result<{ plan: Plan; inverse: readonly Edit[] }, string>;
  readonly origins: OriginRules;
  /** What a person would sign of it, or of a part (L-70, L-76); a sentence where the plan has no canonical form. */
  sign(plan: Plan, delegates: Delegates, part?: Part): Result<Signed, string>;
  /** Where everything goes (L-73); null while the rules are not here. */
  flows(plan: Plan, delegates: Delegates, part?: Part, came?: ContractCame): FlowTable | null;
  /** Whether two revisions have the same hash where everything else is the same. Costs what differs, not the plan. */
  signedAlike(a: Plan, b: Plan): boolean;
  /**
   * `previous` is what the last call returned as `state`, so that one edit re-checks little. null while the rules are
   * not here.
   */
  check(
    plan: Plan,
    catalogue: Catalogue,
    delegates: Delegates,
    previous: unknown,
  ): { problems: readonly Problem[]; state: unknown } | null;
}

/** What becomes of where a document came from (plan/origins-after.ts). */
export interface OriginRules {
  after(origins: Origins, edits: readonly Edit[], before: Plan, came?: Came): Origins;
  back(origins: Origins, then: Origins, touched: readonly Edit[], isExact: boolean): Origins;
  revised(origins: Origins, revision: number, by: Origin | null): Origins;
  merged(base: Plan, mine: Noted, theirs: Noted, merged: Omit<Noted, 'origins'>, isOpen: boolean): Origins;
}

type Noted = Pick<StoredPlan, 'plan' | 'revision'> & { readonly origins: Origins };

/** What was understood of a stranger's text: the plan, its input, and what was changed on the way in. */
export interface Imported {
  readonly plan: Plan;
  readonly input?: JsonObject;
  readonly notes: readonly string[];
}

/** A replan's draft as a person reviews it (L-42, L-71). */
export interface ReplanDraft {
  /** The whole plan as it would go on: what is done, then what the planner drafted. */
  readonly plan: Plan;
  readonly added: readonly string[];
  readonly removed: readonly Call[];
  /** Changed calls as they were. */
  readonly revised: readonly Call[];
  /** How many calls stay as they are. */
  readonly kept: number;
  readonly beyond: BeyondScope;
}

/** Keeps a small text under a name on this device; may refuse silently (private windows do). */
export interface Memory {
  read(name: string): string | null;
  write(name: string, text: string): void;
}
