/** Two runs call by call: status, time, attempts, and whether they gave the same, with the first difference. Knows no screen. */

import { isObject, type Json } from '../../lib/json.ts';
import type { CallTrace, RunTrace } from '../../stores/run-trace.ts';

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
  readonly one: CallTrace | undefined;
  readonly other: CallTrace | undefined;
  /** By how it ended and what it gave. Times and attempts differ between any two runs. */
  readonly verdict: Verdict;
  readonly difference: Difference | null;
}

export interface ComparedRuns {
  /** In the order of the first run's plan; then those that only the other has. */
  readonly calls: readonly ComparedCall[];
  /** Where the outputs part; null where they are the same. */
  readonly output: Difference | null;
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

const member = (value: object, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? ((value as Record<string, Json>)[key] as Json) : undefined;

function compareCall(id: string, one: CallTrace | undefined, other: CallTrace | undefined): ComparedCall {
  if (!one || !other) {
    return { id, one, other, verdict: one ? 'only-one' : 'only-other', difference: null };
  }
  const difference = firstDifference(one.value, other.value);
  const isSame = difference === null && one.status === other.status && one.branch === other.branch;
  return { id, one, other, verdict: isSame ? 'same' : 'different', difference };
}

export function compareRuns(one: RunTrace, other: RunTrace): ComparedRuns {
  const ids = new Set([...one.calls.keys(), ...other.calls.keys()]);
  return {
    calls: [...ids].map((id) => compareCall(id, one.calls.get(id), other.calls.get(id))),
    output: firstDifference(one.output, other.output),
  };
}
