/** What a sub-run has above it (L-52), and what a run that a person started has instead. */

import { leftOf, type Spent, UNLIMITED } from '../run/budget.ts';
import type { ParentCall, RunEvent } from '../run/events.ts';
import { newRun } from '../run/new-run.ts';
import type { RunState } from '../run/state.ts';
import { setting } from './tools.ts';

export interface Above {
  readonly parent?: ParentCall;
  readonly plans: readonly string[];
  /** The person approved them for the whole run. */
  hosts(): ReadonlySet<string>;
  /** Files belong to the run that a person started. */
  readonly filesOf?: string;
  left(): Spent;
}

export const TOP: Above = { plans: [], hosts: () => new Set(), left: () => UNLIMITED };

export interface OpenedRun {
  readonly state: RunState;
  /** What its sub-runs have spent, by run id. */
  readonly below: Map<string, () => Spent>;
  /** The seq since which a call has begun anew, because a person ran it again. */
  readonly anewSince: Map<string, number>;
}

/** A run of which nothing is known yet, that spends no more than is left above it. */
export function openRun(runId: string, above: Above): OpenedRun {
  const below = new Map<string, () => Spent>();
  const left = (state: RunState) => leftOf(state, below, above.left());
  return { state: newRun(runId, { ...setting, left }), below, anewSince: new Map() };
}

type ResumedFrom = Extract<RunEvent, { type: 'plan_resumed_from' }>;

export function noteAnew({ anewSince }: Pick<OpenedRun, 'anewSince'>, { seq, cleared }: ResumedFrom): void {
  for (const call of cleared) anewSince.set(call, seq);
}
