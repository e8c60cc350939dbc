/** What a planner may send that writes the rest of a run's plan (L-73): what was signed, what the person allowed. Knows no planner. */

import { REPLAN } from '../flows/flow.ts';
import { hasGrant } from '../run/grants.ts';
import type { Cause } from '../run/planner-said.ts';
import { filesOf, isGrantedIn, type RunContext } from './context.ts';
import type { Happening, PlannerPass } from './port.ts';
import { signedPlanners } from './signed-sinks.ts';

/**
 * @param push hands what the planner asks and sends to the loop of the run
 * @param asked what it is asked for, and whom
 */
export function plannerPass(
  run: RunContext,
  push: (happening: Happening) => void,
  asked: { readonly cause: Cause; from(): string | undefined },
): PlannerPass & { readonly hasAsked: boolean } {
  const { state } = run;
  const replan = state.answered + 1;
  const turn = asked.cause === 'tick' ? { turn: state.turnsTaken + 1 } : {};
  let hasAsked = false;
  return {
    get hasAsked() {
      return hasAsked;
    },
    runId: state.runId,
    filesOf: filesOf(run),
    staysHere: state.plansHere,
    names: (host) => signedPlanners(run).includes(host),
    signed: signedPlanners(run)[0] ?? null,
    // What a call was let send is not what a model is told; a secret is bound to its host, whoever asked.
    granted: (about) =>
      about.startsWith('secret ') ? isGrantedIn(run, REPLAN, about) : hasGrant(state.grants, REPLAN, about),
    ask: (about) => {
      hasAsked = true;
      push({ kind: 'event', body: { type: 'plan_replan_waiting', about } });
      return Promise.reject(new Error('The person is asked first.'));
    },
    record: (sent) =>
      new Promise((kept) => {
        push({ kind: 'event', body: { type: 'plan_replan_sent', replan, ...turn, ...sent }, kept });
      }),
    again: (answer) =>
      new Promise((kept) => {
        const from = asked.from();
        const of = from === undefined ? {} : { from };
        push({
          kind: 'event',
          body: { type: 'plan_replan_again', replan, cause: asked.cause, ...of, ...answer },
          kept,
        });
      }),
  };
}
