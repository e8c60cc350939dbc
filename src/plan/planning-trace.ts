/** What was asked of a planner for a plan, request by request, and what came of each (seed 001, T-3). Data and its words. */

import type { Paid } from '../lib/answer-cost.ts';

/** One request, its repairs among it. */
export interface Asked extends Paid {
  /** The part it was about, by its name in the plan's `plans`; absent: the plan itself. */
  readonly part?: string;
  /** The part that this one is a part of. */
  readonly within?: string;
  /** 0 for the plan itself. */
  readonly depth: number;
  /** What was to be planned: the beginning of its words. */
  readonly goal: string;
  /** What came: calls, and parts that are to be planned by themselves. */
  readonly calls: number;
  readonly parts: number;
  /** How often an answer went back. */
  readonly sentBack: number;
  readonly ms: number;
  /** Why nothing came. */
  readonly fault?: string;
}

/** Code points of a goal, and of a fault, in a trace: it is kept with what was said of the plan. */
export const MOST_TRACED = 120;
