/** Asks the planner of one run for the rest of its plan, one request at a time (L-42, L-63). What it may send is `planner-pass.ts`'s matter. */

import type { Paid } from '../lib/answer-cost.ts';
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
  /** An answer that can't be read is asked for again: that uses up no turn (L-63). */
  const ask = (given: ReplanRequest): void => {
    const { cause, sentBack } = given;
    const pass = plannerPass(run, push, { cause, from: () => planning?.from });
    const costLeft = leftFor(run).cost;
    const request = costLeft === UNLIMITED.cost ? given : { ...given, costLeft };
    // What streams in starts as it comes: a turn that is to be shown first is waited for whole.
    const streams = request.cause === 'tick' && request.plan.mode === 'eager' && !state.turnsShown;
    const heard = (call: Call): void => push({ kind: 'planned-call', call });
    const asked = place.replan(request, pass, streams ? heard : undefined);
    planning = asked;
    asked.answer
      .catch((error: unknown): PlannerAnswer => ({ calls: [], isNone: true, told: messageOf(error) }))
      .then((answer) => {
        if (pass.hasAsked) {
          planning = null;
          // The person is asked first, so no answer comes: nothing else would tell those who wait for its price.
          wakeAwaiting(run);
          return;
        }
        const times = sentBack?.times ?? 0;
        if (answer.calls === null && times < MOST_REPAIRS && (answer.cost ?? 0) < costLeft) {
          const unread = { calls: [], problems: [{ message: UNREADABLE, calls: [] }] };
          const again = { ...given, lastError: UNREADABLE, sentBack: { ...unread, times: times + 1 } };
          pass.again({ sentBack: unread, ...paidIn(answer) }).then(() => ask(again));
          return;
        }
        planning = null;
        const { from } = asked;
        push({
          kind: 'planned',
          ...answer,
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
