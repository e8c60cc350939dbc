/** A planner's stream as the plan it makes, where it leaves nothing open. Shows nothing and runs nothing. */

import { checkPlan } from '../check/check.ts';
import { isObject, type JsonObject } from '../lib/json.ts';
import { type Call, FORMAT, type JsonSchema, type Plan, VERSION } from '../plan/document.ts';
import type { Planner, PlannerRequest } from './planner.ts';

/** @returns undefined for a draft that failed, was cut, left words unused or a step open, has errors, or asks for something */
export async function wholeDraft(
  planner: Planner,
  request: PlannerRequest,
): Promise<{ plan: Plan; input?: JsonObject } | undefined> {
  let calls: Call[] = [];
  let rest: Partial<Plan> = {};
  let input = request.input;
  for await (const event of planner(request)) {
    if (
      event.kind === 'failed' ||
      event.kind === 'question' ||
      (event.kind === 'note' && (event.unusedWords?.length ?? 0) > 0)
    )
      return undefined;
    if (event.kind === 'restart') calls = [];
    else if (event.kind === 'call') calls = [...calls, event.call];
    else if (event.kind === 'plan') {
      input = event.input ?? input;
      rest = {
        ...rest,
        ...(event.output === undefined ? {} : { output: event.output }),
        ...(event.inputSchema === undefined ? {} : { input: { schema: event.inputSchema } }),
        ...(event.plans === undefined ? {} : { plans: event.plans }),
      };
    } else if (event.kind === 'done') {
      const plan: Plan = { format: FORMAT, version: VERSION, id: 'draft', calls, ...rest };
      // An open step is a call of a tool that is not there: the checks say so.
      const isSound = checkPlan(plan, request.catalogue).problems.every(
        ({ severity }) => severity !== 'error',
      );
      const missing = requiredOf(plan.input?.schema).some((name) => input?.[name] === undefined);
      return calls.length > 0 && isSound && !missing ? { plan, ...(input ? { input } : {}) } : undefined;
    }
  }
  return undefined;
}

/** What the person would have to be asked for. */
const requiredOf = (schema: JsonSchema | undefined): readonly string[] =>
  isObject(schema) && Array.isArray(schema.required)
    ? schema.required.filter((one) => typeof one === 'string')
    : [];
