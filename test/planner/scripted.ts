/** A planner that plays given plans, chosen by the last error (seed 002, P-14). */

import type { Json } from '../../src/lib/json.ts';
import type { Call } from '../../src/plan/document.ts';
import type { Planner, PlannerEvent, PlannerRequest } from '../../src/planner/planner.ts';

interface ScriptedPlan {
  /** null: the first plan. A text is looked for in the last error, a pattern is matched with it. */
  readonly lastError: null | string | RegExp;
  readonly calls: readonly Call[];
  readonly title?: string;
  readonly output?: Json;
}

/**
 * Plays the first plan of the script that answers the request's last error, and a plan of no calls ("nothing to
 * replan") when none does. More calls than `maxCalls` fail with both numbers, as any planner's do (L-62).
 */
export function scriptedPlanner(script: readonly ScriptedPlan[]): Planner {
  return async function* play(request: PlannerRequest): AsyncGenerator<PlannerEvent> {
    const plan = script.find((candidate) => answers(candidate.lastError, request.lastError));
    const calls = plan?.calls ?? [];
    if (calls.length > request.maxCalls) {
      const message = `The plan has ${calls.length} calls, and at most ${request.maxCalls} are allowed.`;
      yield { kind: 'failed', code: 'too_many_calls', message };
      return;
    }
    for (const call of calls) {
      if (request.signal.aborted) return;
      yield { kind: 'call', call };
    }
    if (request.signal.aborted) return;
    if (plan !== undefined) {
      yield {
        kind: 'plan',
        ...(plan.title === undefined ? {} : { title: plan.title }),
        ...(plan.output === undefined ? {} : { output: plan.output }),
      };
    }
    yield { kind: 'done' };
  };
}

function answers(key: ScriptedPlan['lastError'], error: string | null): boolean {
  if (key === null || error === null) return key === error;
  return typeof key === 'string' ? error.includes(key) : new RegExp(key.source, key.flags).test(error);
}
