/** A whole plan for a goal as it is being chosen. Knows no reading. */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { Call, Plan } from '../../plan/document.ts';
import type { Settled } from '../../plan/settled.ts';
import type { Trial } from '../../tools/trial.ts';
import type { Outcomes } from './same-result.ts';
import type { Doubt } from './view.ts';
import type { Tongue } from './wording.ts';

/** A whole plan for a goal, and what should be said of it. */
export interface Candidate {
  readonly calls: readonly Call[];
  /** Sub-plans that its calls delegate to, by name (L-52). */
  readonly plans?: NonNullable<Plan['plans']>;
  readonly output: Json;
  /** What the person is asked for before the run. */
  readonly inputSchema?: JsonObject;
  /** Parts of the goal stand in it as open steps. */
  readonly isOpen?: boolean;
  /** Something was asked for each of what no call tells apart, or stands open as a sentence: no other plan may leave that out. */
  readonly isDivided?: boolean;
  readonly unused: readonly string[];
  readonly notes: readonly string[];
  readonly language: string | undefined;
  /** Share of what was mentioned that a call uses. */
  readonly coverage: number;
  /** Part of the goal can be read in ways about as near as this one, which is the first of them. */
  readonly question?: {
    readonly words: string;
    readonly text: string;
    readonly readings: readonly Read[];
    /** None of them is taken yet: an open step keeps the plan from a run before the answer. */
    readonly isUndecided?: boolean;
    /** What was answered before: words may be said otherwise, and each answer is read with these. */
    readonly settled?: readonly Settled[];
  };
}

/** A way to read the words in doubt. */
export interface Read {
  readonly took: string;
  readonly candidate: Candidate;
  /** What its words come to mean by it. */
  readonly settles?: Settled;
  /** What it gives on the files' heads. */
  readonly result?: string;
}

/** With what is still in doubt about it. */
export interface Made extends Candidate {
  readonly doubts: readonly Doubt[];
  /** The words of which it takes another reading than the first. */
  readonly picked?: string;
  readonly tongue: Tongue;
}

/** What it comes to on the files' heads. */
export interface Outcome {
  readonly fault?: string;
  readonly result?: string;
  readonly values?: Outcomes;
  /** All that was tried; absent where nothing was. */
  readonly trial?: Trial;
  /** A condition that hardly any row of a whole file meets. */
  readonly scant?: { readonly words: string; readonly kept: number; readonly of: number };
}
