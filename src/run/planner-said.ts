/** What a planner that writes the rest of a run's plan is asked for and says, as journals have it (L-42, L-63). */

import type { Paid } from '../lib/answer-cost.ts';
import type { Json } from '../lib/json.ts';
import type { Call } from '../plan/document.ts';
import type { Remedy } from '../plan/draft-event.ts';

/** Why a planner is asked (L-63). */
export type Cause = 'failure' | 'tick' | 'person';

/** What a planner says beside its calls, and what its answer took where a model gave it. */
export interface PlannerSaid extends Paid {
  /** What the plan returns from now on; the literal null: it is not done yet. Absent: as it was. */
  readonly output?: Json;
  /** Why, in its own words. */
  readonly reflection?: string;
  /** What a person should know of the answer: why there is none, what is wrong with it still. */
  readonly told?: string;
  /** What can be done where there is none, the likeliest first. */
  readonly remedies?: readonly Remedy[];
}

/** An answer of a planner that went back: what could be read of it, and what was wrong. */
export interface SentBack {
  readonly calls: readonly Call[];
  readonly output?: Json;
  readonly problems: readonly { readonly message: string; readonly calls: readonly string[] }[];
}

/** An answer of a planner was heard, and another is asked for in its place. */
export interface AskedAgain extends Paid {
  /** Absent where nothing was wrong: it looked for more tools. */
  readonly sentBack?: SentBack;
}

/** Of an answer of a planner what a person should know. */
export interface PlannerTold {
  /** The turn whose answer it was; absent of an answer that mends the rest. */
  readonly turn?: number;
  readonly text: string;
  readonly remedies: readonly Remedy[];
}

/** Why no new plan came of an answer, or what is to be known of the one that did; null where nothing is. */
export function toldOf(answer: PlannerSaid & { readonly problems?: readonly string[] }): PlannerTold | null {
  const text = answer.problems?.join(' ') ?? answer.told;
  return text === undefined ? null : { text, remedies: answer.remedies ?? [] };
}
