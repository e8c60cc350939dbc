/** What only the engine can say of a run that is shown: resolved parameters, a draft's plan, what running it again would do. */

import { itemAt } from '../lib/columns.ts';
import type { JsonObject } from '../lib/json.ts';
import { shownDiff } from '../plan/diff.ts';
import type { Beginning } from '../run/begin.ts';
import type { ClearOrder } from '../run/events.ts';
import { leftOut } from '../run/left-out.ts';
import { resolveParams } from '../run/params.ts';
import { beyondApproved, revisedPlan } from '../run/replan.ts';
import { clearedFrom, refusalToRunFrom } from '../run/run-from.ts';
import { callsOfTurn, isTurnWaiting } from '../run/turn-calls.ts';
import { goesOn } from '../run/whole.ts';
import type { ReplanDraft } from '../stores/ports.ts';
import type { RunFromPreview } from '../stores/run-from-preview.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import { callAgain } from './call-again.ts';

/** A call's parameters as they would go, or went, to its activity; null while a reference is still open. */
export function resolvedParams({ state }: ShownRun, call: string): JsonObject | null {
  const index = state.program.index.get(call);
  if (index === undefined) return null;
  const { waiting, params } = state.steps;
  // A call that asks before it starts is ready, and has not read its values yet (L-72).
  if (waiting[index] === 'approval' || waiting[index] === 'mandate')
    return resolveParams(state, itemAt(state.program.steps, index));
  return itemAt(params, index);
}

/** Calls that a run of the plan would leave out, because an optional input is not given (L-18). */
export function callsLeftOut(start: Beginning, builtIn: readonly ToolContract[]): readonly string[] {
  return leftOut(start, { catalogue: catalogueOf(builtIn), hasActivity: () => true });
}

/** The plan that a replan's draft would make of the run's, and how the two differ; null where none waits for review. */
export function replanDraft({ state }: ShownRun): ReplanDraft | null {
  const { draft } = state;
  if (draft === null) return null;
  const before = state.program.plan;
  const isTurn = isTurnWaiting(state);
  const hidden = new Set(isTurn ? callsOfTurn(state).slice(MOST_GHOSTS) : []);
  const plan = revisedPlan(state, { ...draft, calls: draft.calls.filter((call) => !hidden.has(call)) });
  return {
    ...shownDiff(before, plan),
    beyond: beyondApproved(state, draft.calls),
    ...(isTurn ? { areGhosts: true } : {}),
  };
}

/** Of what a turn would do next no more is drawn: a person looks at a step, and the question names them all. */
export const MOST_GHOSTS = 3;

/** What running it again from a call would do; a run that does not go on is left as it is, so nothing in it is in the way. */
export function previewFrom({ state }: ShownRun, call: string, order: ClearOrder): RunFromPreview {
  const anew = !goesOn(state);
  const cleared = clearedFrom(state.program, call, order);
  const gone = new Set(cleared);
  const refusals = anew && cleared.length > 0 ? [] : refusalToRunFrom(state, call, order);
  const stepOf = (id: string) => state.program.index.get(id)!;
  return {
    refusal: refusals.length > 0 ? refusals.join(' ') : null,
    cleared: cleared.map((id) => callAgain(state, id)),
    kept: state.steps.status.filter(
      (status, at) => status === 'completed' && !gone.has(itemAt(state.program.steps, at).id),
    ).length,
    inFlight: state.inFlight,
    ...costOf(cleared.map((id) => itemAt(state.program.steps, stepOf(id)).contract)),
    anew,
  };
}

function costOf(contracts: readonly (ToolContract | undefined)[]): { cost?: number } {
  const prices = contracts.flatMap((contract) => (contract?.cost === undefined ? [] : [contract.cost]));
  return prices.length > 0 ? { cost: prices.reduce((sum, one) => sum + one, 0) } : {};
}
