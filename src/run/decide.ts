/**
 * What follows from the state: the next event, one at a time, until there is none. Pure but for the lists it
 * empties; the same state gives the same events, so that a journal cut anywhere goes on as if it had not been.
 */

import { type Flow, isReplan, leaving } from '../flows/flow.ts';
import { flowsOf } from '../flows/flows-of.ts';
import { diffCalls } from '../plan/diff.ts';
import { asked, closed, failed, gate, judged, skipped } from './agenda.ts';
import type { RunEvent, RunEventBody } from './events.ts';
import { isDrained, revisedPlan, settingSigned } from './replan.ts';
import { ended, finished, graceDue } from './run-end.ts';
import { partNote, revisedPart } from './signed-part.ts';
import { stamped } from './stamped.ts';
import { started } from './start-calls.ts';
import type { RunState } from './state.ts';
import { isUsedUp } from './step-ceiling.ts';
import { seenDetail } from './step-table.ts';
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
    if (isUsedUp(state)) return ended(state, 'step_budget');
    if (state.replans >= state.policy.maxReplans) return ended(state, 'replan_budget');
    return null;
  }
  if (state.draft === null) return null;
  const plan = revisedPlan(state, state.draft.calls);
  const { revision } = state.draft;
  if (state.replanning === 'accepted') {
    return { type: 'plan.diff', revision, ...diffCalls(state.program.plan.calls, plan.calls) };
  }
  if (state.replanning !== 'diffed') return null;
  // What a person has accepted is signed with what it adds. A run that was signed without flows goes on without.
  const part = revisedPart(state.part, state.draft.calls);
  const flows =
    state.flows && stillSigned(state.flows, flowsOf(plan, settingSigned(state), state.delegates, part));
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
