/** Which ready call starts next, and with what (L-32, L-35, L-44). Enters nothing: the host does, once it is durable. */

import { intAt, itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { schemaCheck } from '../tools/json-schema.ts';
import { UNLIMITED } from './budget.ts';
import type { RunEvent, RunEventBody } from './events.ts';
import { carried } from './large-value.ts';
import { beyondMandate } from './mandate.ts';
import { changesTheWorld, isHarmless } from './outcome.ts';
import { resolveParams } from './params.ts';
import { faultInParams } from './params-fault.ts';
import { affords, awaitsPrice } from './price-cap.ts';
import { isCutOff } from './replan.ts';
import { memoFits } from './revision.ts';
import { makeReady } from './settle.ts';
import { stamped } from './stamped.ts';
import type { RunState } from './state.ts';
import { mayTakeStep } from './step-ceiling.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';
import { awaitsKin, repeatedBy } from './write-comes-back.ts';

/**
 * Ready calls start in order, as many as there are slots and steps left (L-32, L-44). While a replan drains only what
 * was cut off goes on.
 */
export function started(state: RunState, now: number): RunEvent | null {
  const { ready, steps, policy, program } = state;
  if (state.replanning !== 'no') {
    if (state.replanning !== 'draining' || state.inFlight >= policy.maxConcurrent) return null;
    const child = program.steps.find((step) => isCutOff(state, step));
    return child ? startOf(state, child.index, now) : null;
  }
  if (state.timed.size > 0) readyAgain(state, now);
  let passedOver: number[] | null = null;
  let awaits: boolean | null = null;
  /** The same for every model, so it is asked once. What asks none goes ahead of those that wait. */
  const waitsForPrice = (step: number): boolean => {
    if (steps.begun[step] !== 0 || !itemAt(program.steps, step).latent) return false;
    awaits ??= awaitsPrice(state);
    return awaits;
  };
  let event: RunEvent | null = null;
  for (let step = ready.peek(); step !== -1 && event === null; step = ready.peek()) {
    if (steps.status[step] !== 'ready') {
      ready.pop();
      continue;
    }
    const memo = state.memos.size > 0 ? takeMemo(state, step) : null;
    if (memo === null) {
      if (state.inFlight >= policy.maxConcurrent) break;
      // Those behind it wait, too: calls start in order.
      if (awaitsKin(state, itemAt(program.steps, step))) break;
      if (!withinBudget(state, step) || waitsForPrice(step)) {
        passedOver ??= [];
        passedOver.push(step);
        ready.pop();
        continue;
      }
    }
    ready.pop();
    event = memo ? stamped(state, memo, now) : startOf(state, step, now);
  }
  // What may not start at a ceiling stays ready until the end, what waits for a price until that is known.
  if (passedOver) for (const step of passedOver) ready.push(step);
  return event;
}

/** The end of a call that an earlier revision has made, with the same parameters as it would have now (L-42). */
function takeMemo(state: RunState, step: number): RunEventBody | null {
  const memo = state.memos.get(step);
  if (!memo) return null;
  state.memos.delete(step);
  const compiled = itemAt(state.program.steps, step);
  if (!memoFits(memo, resolveParams(state, compiled))) return null;
  return {
    type: 'plan_step_memoized',
    call: compiled.id,
    ...carried(memo.value),
    branch: memo.branch,
    ...(memo.isUnproven ? { via: 'unproven' } : {}),
  };
}

/** Calls whose wait for a retry (L-40), or for a time of their own, is over. */
function readyAgain(state: RunState, now: number): void {
  for (const step of state.timed) {
    if (seenDetail(state.steps, step).dueAt > now) continue;
    state.timed.delete(step);
    makeReady(state, step);
  }
}

/** A call that has started already goes on at a ceiling (L-44), but a retry that the run can't pay for is not made. */
function withinBudget(state: RunState, step: number): boolean {
  const { begun, counted } = state.steps;
  if (begun[step] !== 0) return true;
  const isNew = counted[step] === 0;
  if (isNew && state.ceiling) return false;
  const left = state.setting.left?.(state) ?? UNLIMITED;
  if (isNew && (left.steps < 1 || !mayTakeStep(state, itemAt(state.program.steps, step).call)))
    state.ceiling = 'step_budget';
  else if (affords(state, step, left)) return true;
  else state.ceiling ??= 'cost_budget';
  return false;
}

/** The start of a call, or its failure where the resolved parameters do not fit its contract (L-35). */
function startOf(state: RunState, index: number, now: number): RunEvent {
  const step = itemAt(state.program.steps, index);
  const { id: call } = step;
  const attempt = intAt(state.steps.attempt, index);
  const repeats = repeatedBy(state, step);
  const beyond = asksBeyond(state, step);
  if (beyond !== null)
    return stamped(
      state,
      { type: 'plan_step_waiting', call, kind: 'mandate', about: beyond, ...repeats },
      now,
    );
  if (repeats !== undefined)
    return stamped(state, { type: 'plan_step_waiting', call, kind: 'approval', ...repeats }, now);
  if (seenDetail(state.steps, index).parked !== null) {
    const told = announces(state, step) ? ({ announced: true } as const) : {};
    return stamped(state, { type: 'plan_step_started', call, attempt, again: true, ...told }, now);
  }
  const fault = faultOfParams(state, step);
  if (fault) {
    const code = 'invalid-arguments';
    return stamped(
      state,
      { type: 'plan_step_failed', call, attempt, code, message: fault, by: 'engine' },
      now,
    );
  }
  const brought = broughtBy(state, step, attempt);
  if (brought) return stamped(state, brought, now);
  state.lookedUp.id = call;
  state.lookedUp.step = index;
  const { runId } = state;
  const seq = state.seq + 1;
  if (honoursKey(state, step))
    return { type: 'plan_step_started', call, attempt: attempt + 1, keyed: true, runId, seq, time: now };
  if (announces(state, step))
    return { type: 'plan_step_started', call, attempt: attempt + 1, announced: true, runId, seq, time: now };
  // One literal: an object put together from parts makes every call of a large run a third dearer.
  return { type: 'plan_step_started', call, attempt: attempt + 1, runId, seq, time: now };
}

/** What an eager planner brought as the result of a call that a model would answer (L-60): checked, and no model is asked. */
function broughtBy(
  state: RunState,
  { id: call, call: own, latent, contract }: Step,
  attempt: number,
): RunEventBody | null {
  if (!latent || own._output === undefined || state.program.plan.mode !== 'eager') return null;
  const value = own._output as Json;
  const fault = contract?._output === undefined ? null : schemaCheck(contract._output)(value);
  if (!fault) return { type: 'plan_step_completed', call, attempt, value, via: 'planner' };
  const where = fault.path.length > 0 ? `"${fault.path.join('.')}" of the` : 'The';
  const message = `${where} result that the planner brought ${fault.message}.`;
  return { type: 'plan_step_failed', call, attempt, code: 'bad-result', message, by: 'engine' };
}

/** Once: what was allowed stays so for its retries, and goes on after a cut. */
const asksBeyond = (state: RunState, step: Step): string | null =>
  state.steps.begun[step.index] !== 0 || seenDetail(state.steps, step.index).approved
    ? null
    : beyondMandate(state, step);

/** Whether a person has said on this device that whoever the call goes to honours the key it is sent. Recorded, so that it is asked once. */
function honoursKey(state: RunState, step: Step): boolean {
  const { honoursKey: asked } = state.setting;
  return (
    asked !== undefined &&
    changesTheWorld(step) &&
    !step.idempotent &&
    asked(step.call, step.contract, resolveParams(state, step))
  );
}

/** What may be entered twice anyway need not wait until the journal knows of each request. */
const announces = ({ setting, steps }: RunState, step: Step): boolean =>
  setting.announces !== undefined &&
  changesTheWorld(step) &&
  !isHarmless(steps, step) &&
  setting.announces(step.call, step.contract);

/** A sentence where the resolved parameters do not fit the contract; null where they do, or nobody asks. */
function faultOfParams(state: RunState, step: Step): string | null {
  const schema = step.contract?.parameters;
  if (schema === undefined || schema === true || state.setting.invented) return null;
  const params = resolveParams(state, step);
  // Whoever enters the call has them whole, and asks then.
  const isWhole = !state.looked.isUsed || carried(params).large === undefined;
  const fault = isWhole ? faultInParams(schema, params) : null;
  if (fault) return fault;
  state.resolved.step = step.index;
  state.resolved.seq = state.seq;
  state.resolved.params = params;
  return null;
}
