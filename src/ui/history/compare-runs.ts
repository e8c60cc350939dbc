/** Two runs call by call: what each was given, how it ended, what it gave, with the first differences; and their totals. */

import { isObject, type Json, type JsonObject, jsonEquals } from '../../lib/json.ts';
import type { RunEvent } from '../../run/events.ts';
import { LargeValue } from '../../run/large-value.ts';
import { lostIn } from '../../run/lost-answers.ts';
import { isPlannerAnswer } from '../../run/planner-answers.ts';
import { type CallView, callViews, tookMs } from '../../run/view.ts';
import type { ShownRun } from '../../stores/shown-run.ts';

/** Where two values part, and what stands there in each; `undefined` where one has nothing. */
export interface Difference {
  readonly path: readonly (string | number)[];
  readonly one: Json | undefined;
  readonly other: Json | undefined;
}

export type Verdict = 'same' | 'different' | 'only-one' | 'only-other';

export interface ComparedCall {
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  readonly one: CallView | undefined;
  readonly other: CallView | undefined;
  /** By how it ended and what it gave. Times and attempts differ between any two runs. */
  readonly verdict: Verdict;
  readonly difference: Difference | null;
  /** Whether it was entered with the same parameters, and where they part; null where one of the two was not entered. */
  readonly given: 'same' | Difference | null;
}

/** By call: its parameters as they went to its tool. A call that was not entered has none. */
export type GivenParams = ReadonlyMap<string, JsonObject>;

/** What a run took in all. */
export interface Totals {
  /** Milliseconds from its start to its end; null while it goes on. */
  readonly ms: number | null;
  /** US dollars of its models' answers, as far as they are known, its sub-runs' with them. */
  readonly cost: number;
  /** Answers that nobody heard: what they cost is not in it. */
  readonly lost: number;
  /** Answers of a model that the run itself asked for. */
  readonly modelCalls: number;
}

export interface ComparedRuns {
  /** In the order of the first run's plan; then those that only the other has. */
  readonly calls: readonly ComparedCall[];
  /** Where the outputs part; null where they are the same. */
  readonly output: Difference | null;
  readonly totals: { readonly one: Totals; readonly other: Totals };
}

/** Deeper than this, values are compared as they print: a stranger's could be nested without end. */
const DEPTH = 64;

/** The first place, in the first value's order, at which two values differ. */
export function firstDifference(
  one: Json | undefined,
  other: Json | undefined,
  path: readonly (string | number)[] = [],
): Difference | null {
  if (one === other) return null;
  // What is kept apart is compared by its size and its beginning: nobody loads 50 MB to look for a difference.
  if (one instanceof LargeValue || other instanceof LargeValue)
    return isAlike(one, other) ? null : { path, one, other };
  if (path.length < DEPTH && Array.isArray(one) && Array.isArray(other)) {
    for (let at = 0; at < Math.max(one.length, other.length); at++) {
      const found = firstDifference(one[at], other[at], [...path, at]);
      if (found) return found;
    }
    return null;
  }
  if (
    path.length < DEPTH &&
    isObject(one) &&
    isObject(other) &&
    !Array.isArray(one) &&
    !Array.isArray(other)
  ) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = firstDifference(member(one, key), member(other, key), [...path, key]);
      if (found) return found;
    }
    return null;
  }
  return path.length >= DEPTH && JSON.stringify(one) === JSON.stringify(other) ? null : { path, one, other };
}

function isAlike(one: Json | undefined, other: Json | undefined): boolean {
  if (!(one instanceof LargeValue) || !(other instanceof LargeValue)) return false;
  return one.ref === other.ref || (one.size === other.size && jsonEquals(one.head, other.head));
}

const member = (value: object, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? ((value as Record<string, Json>)[key] as Json) : undefined;

function compareCall(
  id: string,
  one: CallView | undefined,
  other: CallView | undefined,
  given: ComparedCall['given'],
): ComparedCall {
  if (!one || !other) {
    return { id, one, other, verdict: one ? 'only-one' : 'only-other', difference: null, given };
  }
  const difference = firstDifference(one.value, other.value);
  const isSame = difference === null && one.status === other.status && one.branch === other.branch;
  return { id, one, other, verdict: isSame ? 'same' : 'different', difference, given };
}

/** What an event says that some answer cost. */
const isPaid = (event: RunEvent): boolean =>
  event.type === 'llm_recorded' || event.type === 'plan_sub_run_ended' || isPlannerAnswer(event);

export function totalsOf({ events, state }: ShownRun): Totals {
  let cost = 0;
  let modelCalls = 0;
  for (const event of events) {
    if (event.type === 'llm_recorded') modelCalls += 1;
    if (isPaid(event) && 'cost' in event) cost += event.cost ?? 0;
  }
  return { ms: tookMs(state), cost, lost: lostIn(state), modelCalls };
}

function compareGiven(one: JsonObject | undefined, other: JsonObject | undefined): ComparedCall['given'] {
  return one && other ? (firstDifference(one, other) ?? 'same') : null;
}

const NOTHING: GivenParams = new Map();

/** @param given the parameters of each run's calls; without them, what the calls were given is not compared */
export function compareRuns(
  one: ShownRun,
  other: ShownRun,
  given: { readonly one: GivenParams; readonly other: GivenParams } = { one: NOTHING, other: NOTHING },
): ComparedRuns {
  const calls = new Map(callViews(one.state).map((call) => [call.id, call]));
  const others = new Map(callViews(other.state).map((call) => [call.id, call]));
  return {
    calls: [...new Set([...calls.keys(), ...others.keys()])].map((id) =>
      compareCall(id, calls.get(id), others.get(id), compareGiven(given.one.get(id), given.other.get(id))),
    ),
    output: firstDifference(one.state.output, other.state.output),
    totals: { one: totalsOf(one), other: totalsOf(other) },
  };
}
