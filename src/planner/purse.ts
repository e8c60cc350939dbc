/** What may be spent on the answers of a planner, and what of that is left. */

import { ROUNDING } from '../lib/answer-cost.ts';
import type { PlannerEvent, PlannerRequest } from './planner.ts';

export interface Purse {
  take(event: PlannerEvent): void;
  /** For the next request; nothing where there is no cap. */
  left(): Pick<PlannerRequest, 'costLeft'>;
  isEmpty(): boolean;
}

/** Counts what answers cost, of those that say it. */
export function purse({ costLeft = Number.POSITIVE_INFINITY }: Pick<PlannerRequest, 'costLeft'>): Purse {
  let left = costLeft;
  return {
    take: (event) => {
      if (event.kind === 'usage') left -= event.cost ?? 0;
    },
    left: () => (Number.isFinite(left) ? { costLeft: Math.max(0, left) } : {}),
    isEmpty: () => left <= ROUNDING,
  };
}
