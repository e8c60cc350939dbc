/** Asks the planner of one run for the rest of its plan, one request at a time (L-42, L-63). What it may send is `planner-pass.ts`'s matter. */

import { bothPaid, type Paid } from '../lib/answer-cost.ts';
import { messageOf } from '../lib/thrown.ts';
import type { Call } from '../plan/document.ts';
import { UNLIMITED } from '../run/budget.ts';
import { type PlannerAnswer, type ReplanRequest, withOutputWritten } from '../run/replan.ts';
import { leftFor, type RunContext, wakeAwaiting } from './context.ts';
import { plannerPass } from './planner-pass.ts';
import type { Happening, Replanning } from './port.ts';

interface RunPlanner {
  /** Its answer is told. */
  ask(request: ReplanRequest): void;
  isAsked(): boolean;
  /** It is not asked, or waits itself. */
  isAtRest(): boolean;
  stop(): void;
}

/** @param push tells what came of it */
export function plannerOf(run: RunContext, push: (happening: Happening) => void): RunPlanner {
  const { place, state } = run;
  let planning: Replanning | null = null;
  /**
   * @param repairs how often an answer that can't be read is asked for again: that uses up no turn (L-63)
   * @param before what the answers before cost: in no journal yet
   */
  const ask = (given: ReplanRequest, repairs = MOST_REPAIRS, before: Paid = {}): void => {
    const pass = plannerPass(run, push);
    const costLeft = leftFor(run).cost - (before.cost ?? 0);
    const request = costLeft === UNLIMITED.cost ? given : { ...given, costLeft };
    // What streams in starts as it comes: a turn that is to be shown first is waited for whole.
    const streams = request.cause === 'tick' && request.plan.mode === 'eager' && !state.turnsShown;
    const asked = streams
      ? place.replan(request, pass, (call) => push({ kind: 'planned-call', call }))
      : place.replan(request, pass);
    planning = asked;
    asked.answer
      .catch((error: unknown): PlannerAnswer => ({ calls: [], told: messageOf(error) }))
      .then((answer) => {
        planning = null;
        if (pass.hasAsked) {
          // The person is asked first, so no answer comes: nothing else would tell those who wait for its price.
          wakeAwaiting(run);
          return;
        }
        const paid = bothPaid(before, paidIn(answer));
        if (answer.calls === null && repairs > 0 && (answer.cost ?? 0) < costLeft) {
          ask({ ...given, lastError: UNREADABLE }, repairs - 1, paid);
          return;
        }
        const { from } = asked;
        push({
          kind: 'planned',
          ...answer,
          ...paid,
          ...(answer.calls === null ? { told: NOT_READ } : {}),
          calls: callsIn(request, answer),
          ...(from === undefined ? {} : { from }),
        });
      });
  };
  return {
    ask: (request) => ask(request),
    isAsked: () => planning !== null,
    isAtRest: () => planning === null || planning.isWaiting?.() === true,
    stop: () => planning?.stop(),
  };
}

const MOST_REPAIRS = 2;
const UNREADABLE = 'No list of calls could be read in the answer. Answer with the calls from here on.';
const NOT_READ = 'No list of calls could be read in what the planner answered.';

const paidIn = ({ tokens, cost }: PlannerAnswer): Paid => ({
  ...(tokens === undefined ? {} : { tokens }),
  ...(cost === undefined ? {} : { cost }),
});

/** The calls of an answer; where it says nothing of what the plan returns, that is still written. */
function callsIn({ plan, history }: ReplanRequest, { calls, output }: PlannerAnswer): readonly Call[] {
  if (calls === null || output !== undefined) return calls ?? [];
  const kept = history.flatMap((one) => (one.status === 'completed' ? [one.call] : []));
  return withOutputWritten(plan, kept, calls);
}
