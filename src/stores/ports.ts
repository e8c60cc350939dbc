/** What the stores and the screen need from the rest of the house. Composed in `app`; what is kept has the journal's own shape. */

import type { Problem } from '../check/problem.ts';
import type { BeyondScope } from '../flows/approved-scope.ts';
import type { Part } from '../flows/flows-of.ts';
import type { Signed } from '../flows/sign.ts';
import type { FlowTable } from '../flows/table.ts';
import type { ContractCame } from '../flows/tools.ts';
import type { KeptRun, ReceiptRow } from '../journal/database.ts';
import type { PlanFiles } from '../journal/files.ts';
import type { KeptPlan, PlanSummary, Plans } from '../journal/plans.ts';
import type { ReceiptBook } from '../journal/receipts.ts';
import type { StoredBytes } from '../journal/stored-bytes.ts';
import type { KeptVersion, VersionShelf } from '../journal/versions.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Result } from '../lib/result.ts';
import type { Conflict, Sides } from '../plan/conflict.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { ShownDiff } from '../plan/diff.ts';
import type { Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import type { History, Step } from '../plan/history.ts';
import type { Origin, Origins } from '../plan/origin.ts';
import type { Came } from '../plan/origins-after.ts';
import type { Said } from '../plan/talk.ts';
import type { RunEvent, RunReason, RunStatus } from '../run/events.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { DocumentState } from './document.ts';
import type { Merged } from './take-in.ts';
import type { Travelled, Way } from './travelled.ts';

export type { KeptVersion, PlanSummary, StoredBytes };

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

export type ReceiptsRepository = ReceiptBook;
/** A plan as it is kept on this device. */
export type StoredPlan = KeptPlan;
export type PlansRepository = Plans;
export type PlanFilesRepository = PlanFiles;
export type VersionsRepository = VersionShelf;

/** A run as lists show it: `endedAt` and `counts` are absent while it goes on, `counts` where nobody counted too. */
export interface RunSummary
  extends Pick<
      KeptRun,
      'runId' | 'planId' | 'title' | 'startedAt' | 'endedAt' | 'counts' | 'doubts' | 'cost' | 'lost'
    >,
    Pick<KeptRun, 'forkOf' | 'to' | 'origin' | 'planOrigin' | 'paused'> {
  /** So many events it has, or more while it goes on. */
  readonly lastSeq?: number;
  readonly status: RunStatus;
  readonly reason?: RunReason;
  /** It has not ended, is of older rules, and is not gone on with (L-95). */
  readonly interrupted?: true;
}

/** Runs on this device, newest first. The worker writes them, the page only reads. */
export interface RunsRepository {
  /** Sub-runs are seen in their parents, not here. */
  list(): Promise<readonly RunSummary[]>;
  /** Sub-runs of a run at any depth, parents first. */
  subRuns(runId: string): Promise<readonly RunSummary[]>;
  /** Ids of the runs in the list that, or of which one below, ended with a write that nobody has settled. */
  doubtful(): Promise<readonly string[]>;
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
  /** What another tab's save makes of the document (take-in.ts). */
  takenIn(mine: DocumentState, theirs: StoredPlan, sides: Sides): Merged;
  /** What the step from `before` to `after` does on another version, as far as that has not touched the same. */
  carriedOver(before: Plan, after: Plan, onto: Plan): Plan;
  /** The edits that put a conflict's other version into the plan. */
  toTake(plan: Plan, conflict: Conflict): readonly Edit[];
  /** The plan after the edits, and the edits that take it back exactly; a sentence where an edit does not fit. */
  apply(plan: Plan, edits: readonly Edit[]): Result<{ plan: Plan; inverse: readonly Edit[] }, string>;
  /** The edits that keep what calls say of themselves true, where that was made of their parameters: after others, on what they made. */
  retold(before: Plan, after: Plan, edits: readonly Edit[]): readonly Edit[];
  readonly origins: OriginRules;
  /** One step along the history (travelled.ts). */
  travelled(state: DocumentState, way: Way): Result<Travelled | null, string>;
  /** A step, and one that goes on with it, as one. */
  joined(step: Step, next: Step): Step;
  /** What of the steps is kept with the plan. */
  kept(history: History): History;
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
interface OriginRules {
  after(origins: Origins, edits: readonly Edit[], before: Plan, came?: Came): Origins;
  revised(origins: Origins, revision: number, by: Origin | null): Origins;
}

/** What was understood of a stranger's text: the plan, its input, and what was changed on the way in. */
export interface Imported {
  readonly plan: Plan;
  readonly input?: JsonObject;
  /** What was said of it elsewhere, where that was sent along, and the sentence that says so. */
  readonly talk?: { readonly lines: readonly Said[]; readonly words: string };
  readonly notes: readonly string[];
}

/** A replan's draft as a person reviews it (L-42, L-71). */
export interface ReplanDraft extends ShownDiff {
  readonly beyond: BeyondScope;
  /** It is a planner's turn (L-63): what it adds or changes is signed by nobody and stands in no document. */
  readonly areGhosts?: true;
}

/** Keeps a small text under a name on this device; may refuse silently (private windows do). */
export interface Memory {
  read(name: string): string | null;
  write(name: string, text: string): void;
}
