/** A candidate tried on the heads of a person's files (L-83): what a planner asks for and what it learns. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';

/** What became of one call of a trial. `notRun`: a preview may not run it, or what it reads did not come. */
export type TrialCall =
  | {
      readonly status: 'completed';
      readonly value: Json /** Made from the head of a file: proves nothing empty. */;
      readonly ofHead: boolean;
    }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'notRun'; readonly why: string };

/** What a plan came to when it was tried on what is known. */
export interface Trial {
  readonly calls: ReadonlyMap<string, TrialCall>;
  /** The plan's output, where all it reads came. */
  readonly output?: Json;
}

/**
 * Runs what a preview may run of a plan, with what is known of its input. A failed call rejects nothing; it rejects when
 * what asked for it was stopped.
 */
export type TryPlan = (plan: Plan, input?: JsonObject) => Promise<Trial>;
