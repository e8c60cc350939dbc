/** A planner's answer to a run that failed (L-42), taken to its end. Knows no run. */

import type { Json } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import { goesOn } from '../plan/goes-on.ts';
import { type Catalogue, catalogueOf } from '../tools/catalogue.ts';
import type { Planner, PlannerRequest } from './planner.ts';

/** What the generator aims at (L-62). */
const MAX_CALLS = 7;

interface Mending {
  readonly goal: string;
  readonly plan: Plan;
  readonly history: PlannerRequest['history'];
  readonly lastError: string | null;
  /** What the person wants of the rest (L-63). */
  readonly said?: string;
}

/**
 * The rest of the plan; without calls where the planner has no way.
 * @param catalogue the contracts in force in the plan
 */
export async function mended(
  planner: Planner,
  catalogue: Catalogue,
  { goal, plan, history, lastError, said }: Mending,
  signal: AbortSignal,
): Promise<Mended> {
  const told = new Set(history.map(({ call }) => call._id));
  const allowed = plan.mandate && new Set(plan.mandate.tools);
  const request: PlannerRequest = {
    goal: said === undefined ? goal : `${goal}\n\nFrom here on: ${said}`,
    // What a mandate does not hold would ask each time (L-64).
    catalogue: allowed ? catalogueOf(catalogue.list().filter(({ name }) => allowed.has(name))) : catalogue,
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
  let output: Json | undefined;
  for await (const event of planner(request)) {
    if (event.kind === 'call') calls.push(event.call);
    else if (event.kind === 'plan' && event.output !== undefined) output = event.output;
    else if (event.kind === 'restart') {
      calls = [];
      output = undefined;
    } else if (event.kind === 'failed') return NONE;
    else if (event.kind === 'done')
      return goesOn(plan) && output !== undefined ? { calls, output } : { calls };
  }
  return NONE;
}

/** What a planner makes of the rest. */
interface Mended {
  readonly calls: readonly Call[];
  /** Of a plan that goes on: what it returns, once that is known (L-63). */
  readonly output?: Json;
}
const NONE: Mended = { calls: [] };
