/** The policy of a run with nothing left open, and the delay before a retry (L-40, L-41, L-44). */

import type { FailurePolicy, Mandate, Plan } from '../plan/document.ts';
import { DEFAULT_POLICY, MOST_ADDED_CALLS } from '../plan/vocabulary.ts';
import type { Replans } from './events.ts';
import { FIRST_RULES, RULES } from './rules.ts';

/** A plan’s policy with every default filled in. */
export interface RunPolicy {
  readonly onFailure: FailurePolicy;
  readonly retryLimit: number;
  readonly maxConcurrent: number;
  /** Distinct calls that may be dispatched; infinite where the plan sets no ceiling. */
  readonly maxSteps: number;
  /** Of them those that replans added, each once whatever instances make of it; infinite where the plan sets a ceiling for all. */
  readonly maxAddedCalls: number;
  readonly maxReplans: number;
  /** Ticks that a planner may answer (L-63); absent where no mandate says. */
  readonly maxTurns?: number;
  /** US dollars; infinite where the plan sets no cap. */
  readonly maxCost: number;
  /** Milliseconds that the run may work; infinite where the plan sets no cap. */
  readonly maxDurationMs: number;
  /** Milliseconds that a gate or an approval waits for a person; absent where it waits for ever. */
  readonly approvalTimeoutMs?: number;
  readonly askBefore: 'none' | 'effects' | 'all';
  /** A replan's draft waits for a person before it goes ahead (L-71). */
  readonly reviewReplans: boolean;
}

/** The ceiling of a plan that sets none, where a run is of the first rules. */
const FIRST_MAX_STEPS = 12;

/**
 * @param rules those of the run (L-95): a ceiling that was in force stays the one that is told of it
 * @param replans what the person chose, which no plan overrules (L-71); null where nobody was asked
 */
export function runPolicy(
  { policy, mandate }: Pick<Plan, 'policy' | 'mandate'>,
  rules = RULES,
  replans: Replans | null = null,
): RunPolicy {
  const unset = rules === FIRST_RULES ? FIRST_MAX_STEPS : Number.POSITIVE_INFINITY;
  const { maxSteps, maxCost, maxDurationMs } = ceilings(policy, mandate);
  return {
    onFailure: policy?.onFailure ?? DEFAULT_POLICY.onFailure,
    retryLimit: policy?.retryLimit ?? DEFAULT_POLICY.retryLimit,
    maxConcurrent: policy?.maxConcurrent ?? DEFAULT_POLICY.maxConcurrent,
    maxSteps: maxSteps ?? unset,
    maxAddedCalls: Number.isFinite(maxSteps ?? unset) ? Number.POSITIVE_INFINITY : MOST_ADDED_CALLS,
    maxReplans: policy?.maxReplans ?? DEFAULT_POLICY.maxReplans,
    ...(mandate?.maxTurns === undefined ? {} : { maxTurns: mandate.maxTurns }),
    maxCost: maxCost ?? Number.POSITIVE_INFINITY,
    maxDurationMs: maxDurationMs ?? Number.POSITIVE_INFINITY,
    ...(policy?.approvalTimeoutMs === undefined ? {} : { approvalTimeoutMs: policy.approvalTimeoutMs }),
    askBefore: policy?.askBefore ?? DEFAULT_POLICY.askBefore,
    reviewReplans: replans === null ? policy?.reviewReplans === true : replans === 'ask',
  };
}

/** Where mandate and policy both cap, the smaller counts (L-64). */
function ceilings(policy: Plan['policy'], mandate: Mandate | undefined) {
  const least = (key: 'maxSteps' | 'maxCost' | 'maxDurationMs'): number | undefined => {
    const [a, b] = [policy?.[key], mandate?.[key]];
    return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
  };
  return { maxSteps: least('maxSteps'), maxCost: least('maxCost'), maxDurationMs: least('maxDurationMs') };
}

/** Failures that another attempt cannot mend (L-40, L-40a). */
const NEVER_RETRIED: ReadonlySet<string> = new Set([
  'permission-denied',
  'budget-exceeded',
  'cancelled',
  'invalid-arguments',
  'reference-missing',
  'result-missing',
  'method-type',
  'state-type',
  'bad-branch',
  'bad-result',
  'bad-json',
  'too-large',
  'redirected',
]);

export const isRetryable = (code: string): boolean => !NEVER_RETRIED.has(code);

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** Milliseconds before the k-th retry, k from 1: 1 s × 2^(k−1), at most 30 s, never less than a Retry-After asks (L-40). */
export function retryDelay(k: number, retryAfterMs: number | undefined): number {
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(k - 1, 30));
  return retryAfterMs === undefined ? delay : Math.max(delay, retryAfterMs);
}
