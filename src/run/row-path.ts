/** What is told of a row's way through a plan: on from where it stands, or back to where it comes from. */

import type { Json } from '../lib/json.ts';

/**
 * `stands`: it is one of these rows. `counted`: without it those would be others. `alike`: one that says the same stands there with
 * and without it. `gone`: nothing there would be another without it.
 */
export interface FollowedStep {
  readonly call: string;
  readonly is: 'stands' | 'counted' | 'alike' | 'gone' | 'unknown';
  /** Rows of the step in all, where it has rows. */
  readonly of?: number;
  /** Rows that are meant, and the first of them. */
  readonly rows?: number;
  readonly first?: readonly Json[];
  /** Why it is not known. */
  readonly why?: string;
}

export type FollowedRow =
  | {
      readonly told: true;
      /** Whose row it is. */
      readonly call: string;
      /** Calls that read it, directly or not, until it is gone. */
      readonly steps: readonly FollowedStep[];
    }
  | { readonly told: false; readonly why: string };

export interface OriginStep {
  readonly call: string;
  readonly rows: number;
  readonly of: number;
  readonly first: readonly Json[];
}

/** `calls`: those on the way to it. */
export type RowOrigins =
  | { readonly told: true; readonly calls: readonly string[]; readonly steps: readonly OriginStep[] }
  | { readonly told: false; readonly calls: readonly string[]; readonly why: string };
