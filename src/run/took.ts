/** What a run took, by its record, and so what another run of the plan is likely to take. Knows no store. */

import type { Paid } from '../lib/answer-cost.ts';
import { jsonEquals } from '../lib/json.ts';
import { diffCalls } from '../plan/diff.ts';
import type { Plan } from '../plan/document.ts';
import type { RunEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { lostIn } from './lost-answers.ts';
import { isPlannerAnswer } from './planner-answers.ts';
import type { RunState } from './state.ts';
import { isWorking } from './time-cap.ts';

/** What one run took, with all below it. */
export interface Took {
  /** Of its plan as it began. */
  readonly plan: Plan;
  /** In which something of it was in flight, as `maxDurationMs` counts it (L-47): no wait for a person. */
  readonly workMs: number;
  /** Of all answers of models, its planner's among them; null where a server did not say them all. */
  readonly tokens: number | null;
  /** US dollars; null where an answer's price is not known. */
  readonly cost: number | null;
}

/**
 * null of a run from which nothing follows for another: one that did not come to its end, that began with results of a run
 * before it, or that ran a part of its plan.
 * @param below the journals of its sub-runs, at any depth
 * @param blank a run of which nothing is known yet
 */
export function tookOf(
  events: readonly RunEvent[],
  below: readonly (readonly RunEvent[])[],
  blank: RunState,
): Took | null {
  const [first] = events;
  if (first?.type !== 'plan.commit' || first.forkOf || first.isPart || first.to !== undefined) return null;
  const end = events.find(({ type }) => type === 'plan_completed');
  if (end?.type !== 'plan_completed' || end.status !== 'completed') return null;
  let workMs = 0;
  for (const event of events) {
    if (event.type !== 'plan_run_interrupted' && isWorking(blank))
      workMs += Math.max(0, event.time - blank.time);
    evolve(blank, event);
  }
  const paid = [events, ...below].flat().flatMap(paidIn);
  // The run's own count has those of the runs below.
  const isLost = lostIn(blank) > 0;
  return {
    plan: first.plan,
    workMs,
    tokens: paid.reduce<number | null>(
      (sum, { tokens }) => (sum === null || !tokens || isLost ? null : sum + tokens.input + tokens.output),
      0,
    ),
    // The run's own sum has what contracts say, what answers cost, and what runs below spent.
    cost: paid.some(({ cost }) => cost === undefined) || isLost ? null : blank.cost,
  };
}

/** What a model's answer took, where it is one: a record of before says it of no turn. What this device planned took nothing. */
function paidIn(event: RunEvent): readonly Paid[] {
  if (event.type === 'llm_recorded') return [event];
  return isPlannerAnswer(event) && event.from !== undefined ? [event] : [];
}

/** The least and the most of what the runs took. */
export interface Estimate {
  readonly runs: number;
  /** None of them ran the calls as they stand now. */
  readonly isOfAnother: boolean;
  readonly workMs: Range;
  readonly tokens: Range | null;
  readonly cost: Range | null;
}

/** From the least to the most. */
export type Range = readonly [least: number, most: number];

/** What another run is likely to take; null where none of before says it. Runs of the calls as they stand count alone, where there are any. */
export function estimateOf(plan: Plan, all: readonly Took[]): Estimate | null {
  const same = all.filter((took) => isSame(took.plan, plan));
  const took = same.length > 0 ? same : all;
  if (took.length === 0) return null;
  const known = (of: (one: Took) => number | null): Range | null => {
    const values = took.map(of);
    const said = values.filter((value) => value !== null);
    // Of one that is not known the most is not known either.
    return said.length < values.length || Math.max(...said) === 0
      ? null
      : [Math.min(...said), Math.max(...said)];
  };
  return {
    runs: took.length,
    isOfAnother: same.length === 0,
    workMs: known(({ workMs }) => workMs) ?? [0, 0],
    tokens: known(({ tokens }) => tokens),
    cost: known(({ cost }) => cost),
  };
}

function isSame(before: Plan, now: Plan): boolean {
  const { removed, added, revised } = diffCalls(before.calls, now.calls);
  return (
    removed.length + added.length + revised.length === 0 && jsonEquals(before.plans ?? {}, now.plans ?? {})
  );
}

/** So many runs are read at most, the last ones. */
export const EARLIER_RUNS = 5;
