/** References to sub-plans (L-52), and all the plans that a plan delegates to, directly or further down. Fetches nothing. */

import type { Plan } from './document.ts';

/** Finds a plan on this device by id and, where one is named, revision. */
export type PlanLibrary = (id: string, revision?: string) => Plan | undefined;

/** The plans under a plan, each under its reference as it is written: `plan:<id>@<revision>`. */
export type Delegates = Readonly<Record<string, Plan>>;

/** Of a plan that delegates nothing, or whose sub-plans are not known. */
export const NO_DELEGATES: Delegates = {};

/** Sub-plans below sub-plans, counted from the plan that is run (L-52). */
export const DEEPEST_DELEGATE = 5;

/** A bound on libraries whose plans share sub-plans. */
const MOST_PLANS = 1_000;

interface PlanReference {
  readonly id: string;
  readonly revision: string | undefined;
}

const REFERENCE = /^plan:([^@\s]+)(?:@(\S+))?$/;

/** null for `"anonymous"`, an address, or anything else that names no plan of the library. */
export function readPlanReference(delegate: string): PlanReference | null {
  const parts = REFERENCE.exec(delegate);
  return parts ? { id: parts[1]!, revision: parts[2] } : null;
}

const printReference = (id: string, revision: string | undefined): string =>
  revision === undefined ? `plan:${id}` : `plan:${id}@${revision}`;

/** A library that holds what was approved and nothing else. */
export const libraryOf =
  (delegates: Delegates): PlanLibrary =>
  (id, revision) =>
    Object.hasOwn(delegates, printReference(id, revision))
      ? delegates[printReference(id, revision)]
      : undefined;

/**
 * Every plan that `plan` delegates to, to any depth the language allows. What the library does not hold is left out:
 * the checks say so (`delegate-missing`). Cycles end where they begin again.
 */
export function delegatesOf(plan: Plan, library: PlanLibrary): Delegates {
  const found: Record<string, Plan> = {};
  let count = 0;
  let level: readonly Plan[] = [plan];
  for (let depth = 0; depth < DEEPEST_DELEGATE && level.length > 0; depth++) {
    const next: Plan[] = [];
    for (const above of level) {
      for (const { _delegate } of above.calls) {
        if (_delegate === undefined || Object.hasOwn(found, _delegate) || count >= MOST_PLANS) continue;
        const reference = readPlanReference(_delegate);
        const sub = reference && library(reference.id, reference.revision);
        if (!sub) continue;
        found[_delegate] = sub;
        count += 1;
        next.push(sub);
      }
    }
    level = next;
  }
  return found;
}
