/** The list that was last chosen for a plan, for as long as the page stands: who comes back to the dialog finds it as it was. */

import type { ChosenList } from './prepare.ts';

const kept = new Map<string, ChosenList>();

export const keptList = (planId: string): ChosenList | null => kept.get(planId) ?? null;

/** One a plan, and the last of them alone: a hundred thousand rows are not kept for every plan that is looked at. */
export function keepList(planId: string, list: ChosenList | null): void {
  kept.clear();
  if (list) kept.set(planId, list);
}
