/**
 * The version of the rules that a run is decided by (L-95, docs/decisions/0011). Raised only where a kept journal would
 * decide differently; one of older rules is read for ever and never gone on with.
 */

import type { RunEvent } from './events.ts';

/**
 * Those of today. 2: an absent input is told from a branch, outputs are read as expressions, steps are counted anew.
 * 3: a failure says what it knows of the effect, and a write that was cut off stays in doubt (L-40a, L-41).
 */
export const RULES = 3;

/** Those of the journals that name none. */
export const FIRST_RULES = 1;

/** The first by which a write is entered once. */
const ONCE_RULES = 3;

/** Whether a run, or its journal's `rulesOf`, holds writes to once: what its calls fail of says what is known of the effect. */
export const holdsToOnce = ({ rules }: { readonly rules: number }): boolean => rules >= ONCE_RULES;

/** @param journal a run's events from its first; without a revision it is of today's rules: nothing is decided yet */
export function rulesOf(journal: Iterable<RunEvent>): number {
  for (const event of journal) if (event.type === 'plan.commit') return event.rules ?? FIRST_RULES;
  return RULES;
}

/** Whether a run, or its journal's `rulesOf`, may be gone on with. Otherwise what was done goes on in a new run (`fork.ts`). */
export const isOfTodaysRules = ({ rules }: { readonly rules: number }): boolean => rules === RULES;
