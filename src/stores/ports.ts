/** What the stores and the screen need from the rest of the house. Composed in `app`; no room is named here. */

import type { Problem } from '../check/problem.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Result } from '../lib/result.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import type { RunEvent, RunReason, RunStatus } from '../run/events.ts';
import type { BeyondScope } from '../tools/approved-scope.ts';
import type { Catalogue } from '../tools/catalogue.ts';

/** A person's signature under one revision (L-70). */
export interface Approval {
  /** SHA-256 of the plan without layout and notes, with the contracts it uses. */
  readonly hash: string;
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A plan as it is kept on this device. */
export interface StoredPlan {
  readonly plan: Plan;
  readonly revision: number;
  /** What the person gave as the plan's input so far. */
  readonly input: JsonObject;
  readonly approval: Approval | null;
  readonly savedAt: number;
}

export interface PlanSummary {
  readonly id: string;
  readonly title: string;
  readonly calls: number;
  readonly savedAt: number;
}

/** Plans on this device, newest first. Rejections carry a sentence in `message`. */
export interface PlansRepository {
  list(): Promise<readonly PlanSummary[]>;
  get(id: string): Promise<StoredPlan | undefined>;
  put(stored: StoredPlan): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Files that belong to a plan: what a person dropped beside its goal. */
export interface PlanFilesRepository {
  list(planId: string): Promise<readonly { readonly name: string; readonly blob: Blob }[]>;
  put(planId: string, name: string, blob: Blob): Promise<void>;
  remove(planId: string, name: string): Promise<void>;
  removeAll(planId: string): Promise<void>;
}

export interface RunSummary {
  readonly runId: string;
  readonly planId: string;
  readonly title: string;
  readonly startedAt: number;
  readonly status: RunStatus;
  readonly reason?: RunReason;
}

/** Runs on this device, newest first. The worker writes them, the page only reads. */
export interface RunsRepository {
  list(): Promise<readonly RunSummary[]>;
  /** All events of a run in order of `seq`; empty for an unknown run. */
  events(runId: string): Promise<readonly RunEvent[]>;
}

/** The language, as far as the document needs it. */
export interface Language {
  /** The plan after the edits, and the edits that take it back exactly; a sentence where an edit does not fit. */
  apply(plan: Plan, edits: readonly Edit[]): Result<{ plan: Plan; inverse: readonly Edit[] }, string>;
  /** The approval hash of L-70; a sentence where the plan has no canonical form. */
  hash(plan: Plan, catalogue: Catalogue, delegates: Delegates): Result<string, string>;
  /** `previous` is what the last call returned as `state`, so that one edit re-checks little. */
  check(
    plan: Plan,
    catalogue: Catalogue,
    delegates: Delegates,
    previous: unknown,
  ): { problems: readonly Problem[]; state: unknown };
}

/** What was understood of a stranger's text: the plan, its input, and what was changed on the way in. */
export interface Imported {
  readonly plan: Plan;
  readonly input?: JsonObject;
  readonly notes: readonly string[];
}

/** A value in a run's state and the calls that wrote it, in plan order (L-22). */
export interface WrittenValue {
  readonly path: string;
  readonly value: Json;
  readonly writtenBy: readonly string[];
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
