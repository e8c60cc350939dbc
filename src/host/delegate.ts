/** What a call that delegates asks for (L-52), and what a loop comes to (L-53). How a sub-run is run is `sub-runs.ts`. */

import { itemAt } from '../lib/columns.ts';
import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { elementWords } from '../run/call-names.ts';
import type { RunReason, RunStatus } from '../run/events.ts';
import { type LargeNote, withLarge } from '../run/large-value.ts';
import { faultInParams } from '../run/params-fault.ts';
import type { RunPolicy } from '../run/policy.ts';
import { LargeGone, type LargeShelf, loaded } from './large-values.ts';
import type { CallStart } from './port.ts';

/** Why a call that delegates has failed, as `plan_step_failed` says it. */
export class CallFailure extends Error {
  readonly code: string;
  /** It was not entered: what it was given does not fit, or is gone. */
  readonly by: 'engine' | undefined;
  constructor(code: string, message: string, by?: 'engine') {
    super(message);
    this.name = 'CallFailure';
    this.code = code;
    this.by = by;
  }
}

/**
 * The call with what its sub-runs are given: parameters by reference, as their input carries them on; what their plan
 * is made of, and the list that a loop goes through, whole.
 */
export async function ready(shelf: Pick<LargeShelf, 'large'>, start: CallStart): Promise<CallStart> {
  const { large, contract } = start;
  if (!large) return start;
  const whole = async (value: Json, notes: readonly LargeNote[] | undefined): Promise<Json> => {
    try {
      return await loaded(shelf, { value, ...(notes ? { large: notes } : {}) });
    } catch (error) {
      if (error instanceof LargeGone) throw new CallFailure('result-missing', error.message, 'engine');
      throw error;
    }
  };
  const schema = contract?.parameters;
  if (schema !== undefined && schema !== true) {
    const fault = faultInParams(schema, (await whole(start.params, large.params)) as JsonObject);
    if (fault) throw new CallFailure('invalid-arguments', fault, 'engine');
  }
  return {
    ...start,
    params: withLarge(start.params, large.params) as JsonObject,
    scopes: (await whole(start.scopes, large.scopes)) as JsonObject,
    items: start.items === undefined ? undefined : await whole(start.items, large.items),
  };
}

/** A sub-run as its call asks for it. */
export interface SubRunRequest {
  /** The call's id, or `id@LABEL`. */
  readonly call: string;
  /** See `CallStart.begun`: an interrupted sub-run is found again under it. */
  readonly begun: number;
  /** The element of a loop, from 0. */
  readonly index?: number;
  readonly plan: Plan;
  readonly input: JsonObject;
}

export interface SubRunEnd {
  readonly status: RunStatus;
  readonly reason: RunReason | null;
  readonly output: Json;
  /** The last failure among its calls, as a sentence. */
  readonly lastError: string | null;
}

/** Runs a plan to its end, goes on with the sub-run that was interrupted, or finds that it has ended. */
export type EnterSubRun = (request: SubRunRequest) => Promise<SubRunEnd>;

/**
 * The result of the call. Rejects with a `CallFailure` where it has none.
 * @param plan   what `_delegate` names, undefined where it was not approved with the run
 * @param policy the parent's: a sub-plan asks the person no less, and a loop runs no more elements at once
 * @param lane   hears of each sub-run that is run beside others: 1 where one begins, -1 where none follows it
 */
export async function delegated(
  { id: call, begun, params, scopes, items, call: { _delegate, _forEach } }: CallStart,
  plan: Plan | undefined,
  policy: Pick<RunPolicy, 'askBefore' | 'reviewReplans' | 'maxConcurrent'>,
  enter: EnterSubRun,
  lane: (change: 1 | -1) => void = () => {},
): Promise<Json> {
  if (!plan) throw new CallFailure('permission-denied', whyNot(_delegate ?? ''));
  const room = cleanRoom(plan, scopes, policy);
  const input = { ...(isObject(scopes.input) ? scopes.input : {}), ...params };
  if (_forEach === undefined) {
    lane(1);
    const end = await enter({ call, begun, plan: room, input });
    lane(-1);
    return resultOf(end, plan);
  }
  if (!Array.isArray(items)) {
    throw new CallFailure('invalid-arguments', `_forEach needs an array; ${kindOf(items)} came.`);
  }
  const run = async (index: number) => {
    const own = { ...input, item: itemAt(items, index), index };
    const end = await enter({ call, begun, index, plan: room, input: own });
    // What went wrong in an element without failing it stands in its own end, and the loop goes on (L-53).
    return end.status === 'completed_with_errors' ? end.output : resultOf(end, plan, index);
  };
  return inOrder(items.length, policy.maxConcurrent, run, lane);
}

const whyNot = (delegate: string): string =>
  `The sub-plan "${delegate}" was not approved with this run. Add it to your plans, approve again and run again.`;

const STRICTNESS = ['none', 'effects', 'all'] as const;

/** The plan as it runs below: it sees what `_scopes` allows, after what it says itself (L-51), and asks no less. */
function cleanRoom(
  plan: Plan,
  scopes: JsonObject,
  above: Pick<RunPolicy, 'askBefore' | 'reviewReplans'>,
): Plan {
  const own = STRICTNESS.indexOf(plan.policy?.askBefore ?? 'none');
  const askBefore = STRICTNESS[Math.max(own, STRICTNESS.indexOf(above.askBefore))]!;
  const reviewReplans = above.reviewReplans || plan.policy?.reviewReplans === true;
  let room: Plan = { ...plan, policy: { ...plan.policy, askBefore, reviewReplans } };
  for (const [kind, seen] of Object.entries(scopes)) {
    if (kind === 'input' || !isObject(seen)) continue;
    const before = kind === 'state' ? room.state : room.data?.[kind];
    const filled = { ...before, initial: { ...seen, ...before?.initial } };
    room =
      kind === 'state' ? { ...room, state: filled } : { ...room, data: { ...room.data, [kind]: filled } };
  }
  return room;
}

/** Results in the order of the elements. After a failure none is begun, and those under way are waited for. */
async function inOrder(
  count: number,
  atOnce: number,
  run: (index: number) => Promise<Json>,
  lane: (change: 1 | -1) => void,
): Promise<Json[]> {
  const results: Json[] = new Array<Json>(count).fill(null);
  const faults = new Map<number, unknown>();
  let next = 0;
  const runLane = async () => {
    lane(1);
    while (next < count && faults.size === 0) {
      const index = next;
      next += 1;
      try {
        results[index] = await run(index);
      } catch (error) {
        faults.set(index, error);
      }
    }
    lane(-1);
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, count)) }, runLane));
  if (faults.size > 0) throw faults.get(Math.min(...faults.keys()));
  return results;
}

const WHY: Readonly<Record<RunReason, string>> = {
  goal_met: 'has ended without a result',
  errors: 'has ended with errors and without an output',
  nothing_ran: 'has run none of its calls',
  call_failed: 'has failed with one of its calls',
  step_budget: 'has used up the steps that this run may take',
  replan_budget: 'has used up its new plans',
  turn_budget: 'has used up its turns without a result',
  cost_budget: 'has used up what this run may cost',
  time_budget: 'has used up the time it was allowed',
  no_plan: 'has failed, and no new plan for it was found',
  rejected: 'was rejected',
  aborted: 'was stopped',
  discarded: 'was discarded',
  invalid: 'could not start: it does not pass the checks with this input',
};

const CODES: Partial<Readonly<Record<RunReason, string>>> = {
  step_budget: 'budget-exceeded',
  cost_budget: 'budget-exceeded',
  time_budget: 'budget-exceeded',
  replan_budget: 'budget-exceeded',
  turn_budget: 'budget-exceeded',
  discarded: 'child_discarded',
};

/** Its output; a failure of the call where it has none because something went wrong. */
function resultOf({ status, reason, output, lastError }: SubRunEnd, plan: Plan, index?: number): Json {
  if (status === 'completed' || (status === 'completed_with_errors' && output !== null)) return output;
  const why = reason ?? 'aborted';
  const which = index === undefined ? '' : ` for ${elementWords(index)}`;
  const detail = lastError === null ? '' : ` ${lastError}`;
  throw new CallFailure(
    CODES[why] ?? 'tool-error',
    `The sub-plan "${plan.title ?? plan.goal ?? plan.id}"${which} ${WHY[why]}.${detail}`,
  );
}

const kindOf = (value: Json | undefined): string =>
  value === undefined || value === null
    ? 'nothing'
    : typeof value === 'object'
      ? 'an object'
      : `a ${typeof value}`;
