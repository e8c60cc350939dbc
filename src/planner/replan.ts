/** A planner's answer to a run that failed (L-42), taken to its end. Knows no run. */

import type { Call, Plan } from '../plan/document.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { Planner, PlannerRequest } from './planner.ts';

/** What the generator aims at (L-62). */
const MAX_CALLS = 7;

interface Mending {
  readonly goal: string;
  readonly plan: Plan;
  readonly history: PlannerRequest['history'];
  readonly lastError: string | null;
}

/**
 * The rest of the plan; without calls where the planner has no way.
 * @param catalogue the contracts in force in the plan
 */
export async function mended(
  planner: Planner,
  catalogue: Catalogue,
  { goal, plan, history, lastError }: Mending,
  signal: AbortSignal,
): Promise<Mended> {
  const told = new Set(history.map(({ call }) => call._id));
  const request: PlannerRequest = {
    goal,
    catalogue,
    files: [],
    ...(plan.input?.schema === undefined ? {} : { inputSchema: plan.input.schema }),
    ...(plan.state?.schema === undefined ? {} : { stateSchema: plan.state.schema }),
    history,
    rest: plan.calls.filter(({ _id }) => !told.has(_id)),
    lastError,
    maxCalls: MAX_CALLS,
    signal,
  };
  let calls: Call[] = [];
  for await (const event of planner(request)) {
    if (event.kind === 'call') calls.push(event.call);
    else if (event.kind === 'restart') calls = [];
    else if (event.kind === 'failed') return NONE;
    else if (event.kind === 'done') return { calls };
  }
  return NONE;
}

/** What a planner makes of the rest. */
interface Mended {
  readonly calls: readonly Call[];
}
const NONE: Mended = { calls: [] };
