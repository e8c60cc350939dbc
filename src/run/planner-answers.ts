/** Which events say that a planner has answered, and so what that took. */

import type { RunEvent } from './events.ts';

type PlannerAnswered = Extract<
  RunEvent,
  { type: 'plan_turn' | 'plan.draft' | 'plan_replan_again' | 'plan_replan_waiting' }
>;

/** One that failed is told where the person is asked what now (L-63): it counts where its server said what it took. */
export function isPlannerAnswer(event: RunEvent): event is PlannerAnswered {
  switch (event.type) {
    case 'plan_turn':
    case 'plan.draft':
    case 'plan_replan_again':
      return true;
    case 'plan_replan_waiting':
      return event.tokens !== undefined || event.cost !== undefined;
    default:
      return false;
  }
}
