/**
 * What follows from the state: the next event, one at a time, until there is none. Pure but for the lists it
 * empties; the same state gives the same events, so that a journal cut anywhere goes on as if it had not been.
 */

import { type Flow, isReplan, leaving } from '../flows/flow.ts';
import { flowsOf, type Part } from '../flows/flows-of.ts';
import { itemAt, realAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { diffCalls } from '../plan/diff.ts';
import type { Plan } from '../plan/document.ts';
import { asked, closed, failed, gate, judged, skipped } from './agenda.ts';
import type { CallStatus, RunEvent, RunEventBody } from './events.ts';
import { carried, type LargeNote } from './large-value.ts';
import { isVouched } from './mandate.ts';
import { outputAsItStands, outputOf } from './output.ts';
import { mayAsk, NOTHING_LEFT } from './price-cap.ts';
import { isDrained, revisedPlan, settingSigned } from './replan.ts';
import { commitHeld } from './settle.ts';
import { partNote, revisedPart } from './signed-part.ts';
import { stamped } from './stamped.ts';
import { started } from './start-calls.ts';
import type { RunState } from './state.ts';
import { isUsedUp } from './step-ceiling.ts';
import { seenDetail } from './step-table.ts';
import { forgottenLeft, isAtTick, withoutTick } from './tick.ts';
import { isTimeUp, timeUpAt } from './time-cap.ts';
import { unanswered, unansweredAt } from './unanswered.ts';

/**
 * The next event at `now` (ms), or null: then the host waits for the next thing to happen, `nextWake` at the latest.
 * @param starts whether a call may start: a run that is drained only sees to what has happened
 */
export function decide(state: RunState, now: number, starts = true): RunEvent | null {
  if (state.status !== 'running') return null;
  const body = due(state, now);
  if (body === 'looking') return null;
  if (body !== null) return stamped(state, body, now);
  const start = starts ? started(state, now) : null;
  if (start !== null) return start;
  // What is about to start is no end, whatever else is through.
  if (state.setting.kin?.isWanted) return null;
  const end = finished(state, now);
  return end === null ? null : stamped(state, end, now);
}

/** What comes before anything new starts. `looking`: it is to end, and waits for nothing but a look into a large value. */
function due(state: RunState, now: number): RunEventBody | 'looking' | null {
  // What arrived in the moment of the end is still seen to: it may have an error alternative (L-41).
  const first = closed(state) ?? judged(state);
  if (first) return first;
  const end = state.finishing ?? (isTimeUp(state, now) ? 'time_budget' : null);
  if (end) return ended(state, end) ?? 'looking';
  return (
    failed(state) ??
    skipped(state) ??
    replanned(state) ??
    (state.replanning === 'no' ? (unanswered(state, now) ?? gate(state) ?? asked(state)) : null)
  );
}

/** When `decide` may have something to say without anything happening: ms, or null for never. */
export function nextWake(state: RunState): number | null {
  if (state.status !== 'running') return null;
  const next = nextDue(state);
  const end = timeUpAt(state);
  return next === null ? end : end === null ? next : Math.min(next, end);
}

function nextDue(state: RunState): number | null {
  // Nothing starts or ends until the planner, or the person who reviews its answer, has spoken.
  if (state.replanning !== 'no') return null;
  let wake = unansweredAt(state);
  for (const step of state.timed) {
    const { dueAt } = seenDetail(state.steps, step);
    if (wake === null || dueAt < wake) wake = dueAt;
  }
  const grace = graceDue(state);
  return wake === null || (grace !== null && grace < wake) ? grace : wake;
}

/** What leaves, as it is signed with a revision: no model plans by it that was not signed to when the run began (L-73). */
function stillSigned(before: readonly Flow[], now: readonly Flow[]): readonly Flow[] {
  const planners = new Set(before.filter(({ call }) => isReplan(call)).map(({ call }) => call));
  return leaving(now).filter(({ call }) => !isReplan(call) || planners.has(call));
}

/** The course of a replan once everything in flight has ended (L-42, L-43). */
function replanned(state: RunState): RunEventBody | null {
  if (isDrained(state)) {
    // A person's own plan asks no planner, so neither ceiling of asking one is in its way; `draftEvent` counts its steps.
    if (state.ownCalls !== null) return null;
    if (state.cause === 'tick') {
      // What others have spent while it waited for the person counts, too.
      const why = withoutTick(state);
      return why === null ? null : ended(state, why);
    }
    if (state.cause === 'person')
      return isUsedUp(state) ? noStepsLeft(state) : mayAsk(state) ? null : notAsked(state);
    if (isUsedUp(state)) return ended(state, 'step_budget');
    if (state.replans >= state.policy.maxReplans) return ended(state, 'replan_budget');
    if (mayAsk(state)) return null;
    // Who chose the replan can do otherwise; nobody else is there to.
    return state.mending === null ? ended(state, 'cost_budget') : notAsked(state);
  }
  if (state.draft === null) return null;
  const plan = revisedPlan(state, state.draft);
  const { revision } = state.draft;
  if (state.replanning === 'accepted') {
    return {
      type: 'plan.diff',
      revision,
      ...diffCalls((state.streaming?.before ?? state.program.plan).calls, plan.calls),
    };
  }
  if (state.replanning !== 'diffed') return null;
  // Nobody signs a turn: it runs under the mandate (L-64).
  const isTurn = state.cause === 'tick';
  // What a person has accepted is signed with what it adds. A run that was signed without flows goes on without.
  const part = revisedPart(state.part, state.draft.calls);
  const flows =
    !isTurn &&
    state.flows &&
    stillSigned(
      state.flows,
      flowsOf(plan, settingSigned(state), state.delegates, part ?? lookedAt(state, plan)),
    );
  return {
    type: 'plan.commit',
    revision,
    rules: state.rules,
    plan,
    ...(state.v === null ? {} : { v: state.v }),
    ...(flows ? { flows } : {}),
    ...(part ? { part: partNote(part) } : {}),
  };
}

/** Of a plan with a mandate the calls that a person has signed or looked at: the others have no lines of their own (L-64). */
function lookedAt(state: RunState, plan: Plan): Part | undefined {
  if (plan.mandate === undefined) return undefined;
  const answered = new Set(state.draft?.isVouched ? state.draft.calls : []);
  const starts = plan.calls.filter((call) => answered.has(call) || isVouched(state, call));
  return { starts: new Set(starts.map(({ _id }) => _id)), given: {} };
}

/** What a person wants comes to nothing: none of it could be dispatched (L-42). */
const noStepsLeft = ({ revision }: RunState): RunEventBody => ({
  type: 'plan.draft',
  revision: revision + 1,
  calls: [],
  refused: 'step_budget',
  cause: 'person',
});

/** What a planner would have answered: it is not asked, as it would be paid for (L-47). */
const notAsked = ({ revision, cause }: RunState): RunEventBody => ({
  type: 'plan.draft',
  revision: revision + 1,
  calls: [],
  told: NOTHING_LEFT,
  ...(cause === 'person' ? { cause } : {}),
});

/** How long the end of a run waits for calls nobody waits for (L-29). */
const GRACE_MS = 5000;

/** When the wait for calls that nobody waits for is over, ms; null while something else is awaited, or they are not. */
function graceDue(state: RunState): number | null {
  const left = forgottenLeft(state);
  return left > 0 && (left === state.unended || isThroughAtCeiling(state)) ? graceEnd(state) : null;
}

/** When the wait for forgotten calls is over: the grace runs from the end of everything else (L-29). */
function graceEnd(state: RunState): number {
  let last = state.startedAt;
  state.program.steps.forEach((step, i) => {
    if (!step.fireAndForget) last = Math.max(last, realAt(state.steps.endedAt, i));
  });
  return last + GRACE_MS;
}

/** The end, where nothing can go on: everything has ended, or a ceiling stands and what had started is through. */
function finished(state: RunState, now: number): RunEventBody | null {
  // A turn streams in: more is to come.
  if (state.replanning !== 'no' || state.streaming !== null) return null;
  if (isAtTick(state)) {
    const why = withoutTick(state);
    return why && ended(state, why);
  }
  if (state.unended === 0) return ended(state, 'goal_met');
  const left = forgottenLeft(state);
  if (left === state.unended) return now >= graceEnd(state) ? ended(state, 'goal_met') : null;
  if (state.ceiling === null || !isThroughAtCeiling(state)) return null;
  return left > 0 && now < graceEnd(state) ? null : ended(state, state.ceiling);
}

/** A ceiling stands, and of what had started nothing is awaited but calls that nobody waits for (L-44). */
function isThroughAtCeiling(state: RunState): boolean {
  if (state.ceiling === null || state.inFlight > state.forgotten) return false;
  const isAwaited = (step: number) => !itemAt(state.program.steps, step).fireAndForget;
  if ([...state.timed].some(isAwaited)) return false;
  return ![...state.asking].some((step) => state.steps.counted[step] === 1 && isAwaited(step));
}

/**
 * The next event of an end. Null where a large value has to be looked into first: a result waits to be joined, or what
 * the run returns is read below one or hangs on why a call was skipped.
 */
function ended(state: RunState, reason: NonNullable<RunState['finishing']>): RunEventBody | null {
  // Nothing new starts, so no earlier writer is to come: what is held stands (L-22).
  commitHeld(state);
  const late = failed(state);
  if (late) return late;
  const isThrough = reason === 'goal_met';
  if (state.toLook.commits.size > 0) return null;
  // Why a call was skipped may hang on a look, and on that what the run returns (L-14).
  if (isThrough && state.toLook.paths.size > 0) return null;
  if (!state.aggregated) {
    const returned = isThrough ? outputOf(state) : outputAsItStands(state);
    return returned && { type: 'plan_aggregated', ...outputIn(state, returned.output) };
  }
  const output = outputIn(state, state.output);
  if (!isThrough) return { type: 'plan_completed', status: 'failed', reason, ...output };
  const errors = hasErrors(state);
  if (errors || hasDoneNothing(state)) {
    const why = errors ? 'errors' : 'nothing_ran';
    return { type: 'plan_completed', status: 'completed_with_errors', reason: why, ...output };
  }
  return { type: 'plan_completed', status: 'completed', reason, ...output };
}

/** An output as an event carries it. */
function outputIn(
  { looked }: RunState,
  output: Json,
): { readonly output: Json; readonly large?: readonly LargeNote[] } {
  if (!looked.isUsed) return { output };
  const { value, ...large } = carried(output);
  return { output: value, ...large };
}

/** Some call failed outside an error alternative, or was skipped for it or by a person; by nobody's answer, too (L-72). */
const hasErrors = ({ steps, program }: RunState): boolean =>
  steps.status.some(
    (status, step) =>
      (status === 'failed' && !itemAt(program.steps, step).fireAndForget) ||
      (status === 'skipped' && isRefused(seenDetail(steps, step).skippedFor?.because)),
  );

const isRefused = (because: string | undefined): boolean => because === 'person' || because === 'unanswered';

/** There were calls, and every one of them, those of earlier revisions too, was left out. */
function hasDoneNothing({ steps, retired }: RunState): boolean {
  if (steps.size === 0) return false;
  const isLeftOut = (status: CallStatus): boolean => status === 'skipped' || status === 'cancelled';
  for (const status of retired.values()) if (!isLeftOut(status)) return false;
  return steps.status.every(isLeftOut);
}
