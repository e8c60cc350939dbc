/** What a person decides, folded in: on a failed or doubtful call, a gate, an answer, a replan's draft. */

import { REPLAN } from '../flows/flow.ts';
import { assertNever } from '../lib/assert.ts';
import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { endFailed, openStep } from './attempts.ts';
import type { Choice } from './decision.ts';
import { refuseTurn } from './drafted.ts';
import type { RunEvent } from './events.ts';
import { aboutOf, granted, isForRun, modelMissed, NO_ANSWER, withGrant, withoutGrant } from './grants.ts';
import { hasHappened, isSkippedDoubt } from './outcome.ts';
import { beginReplan, endReplan } from './replanning.ts';
import { holdsToOnce } from './rules.ts';
import { judge, makeReady, settleGate } from './settle.ts';
import type { Gate, RunState } from './state.ts';
import { ownDetail, seenDetail } from './step-table.ts';
import { isTurnWaiting } from './turn-calls.ts';

type Decision = Extract<RunEvent, { type: 'approval' }>;

/** A person's decision on a call, a gate or a draft. One nobody asked for changes nothing. */
export function decided(state: RunState, event: Decision): RunState {
  if (state.replanning === 'asking' && event.about === state.replanAsks && event.call === undefined)
    return replanAnswered(state, event);
  // The person has read it, and gone another way.
  state.plannerTold = null;
  if (event.about !== undefined && event.choose !== 'replan') {
    state.grants = withoutGrant(state.grants, event.call ?? null, event.about);
    return state;
  }
  if (event.gate !== undefined) {
    const gate: Gate = state.gates.get(event.gate) ?? {
      status: 'open',
      asked: false,
      since: event.time,
      value: true,
    };
    if (gate.status !== 'open') return state;
    gate.status = event.choose === 'reject' ? 'rejected' : 'approved';
    gate.value = event.value ?? true;
    if (event.by === 'nobody') gate.unanswered = true;
    state.gates.set(event.gate, gate);
    settleGate(state, event.gate);
    return state;
  }
  if (event.call === undefined) {
    if (state.replanning === 'reviewing') {
      if (event.choose === 'reject' && isTurnWaiting(state)) refuseTurn(state, event.value);
      else if (event.choose === 'reject') {
        // What they wanted themselves they need not take: the run goes on as it was (L-63).
        if (state.cause === 'person') {
          // What was made of the wish was not meant by it.
          if (state.draft?.isVouched === false) state.heardWishes = state.heardWishes.slice(0, -1);
          endReplan(state);
        } else state.finishing = 'rejected';
      } else if (event.choose === 'edit') {
        state.replanning = 'draining';
        state.ownCalls = event.calls ?? state.draft?.calls ?? null;
        state.draft = null;
        // What they write in the place of a turn is theirs: it is signed as a change of theirs is (L-63).
        if (state.cause === 'tick') state.cause = 'person';
      } else {
        const isTurn = isTurnWaiting(state);
        state.replanning = 'accepted';
        // To take a turn widens nothing: what lies beyond the mandate asks all the same (L-64).
        if (state.draft && !isTurn) state.draft = { ...state.draft, isVouched: true };
      }
    }
    return state;
  }
  const left = state.status === 'running' ? undefined : state.program.index.get(event.call);
  const step = left !== undefined && isSkippedDoubt(state.steps, left) ? left : openStep(state, event.call);
  if (step !== -1) decidedOn(state, step, event);
  return state;
}

/**
 * Whether the model may be told what was done; where not, this device plans. The planner is asked anew either way. Where it
 * gave no answer, it is asked once more, whoever is to be asked by then, or the run ends there: why stays told.
 */
function replanAnswered(state: RunState, { about = '', choose }: Decision): RunState {
  // What is no answer to it is none.
  if (choose !== 'approve' && choose !== 'reject') return state;
  state.replanAsks = null;
  state.replanning = 'draining';
  if (about === NO_ANSWER) {
    if (choose !== 'approve') state.finishing = 'no_plan';
    else {
      state.plannerTold = null;
      state.plansHere = false;
      // What they have said meanwhile is seen to first.
      if (state.cause === 'tick' && state.wishes.length > 0) state.cause = 'person';
    }
    return state;
  }
  state.plannerTold = null;
  if (choose !== 'approve') state.plansHere = true;
  // That a model is connected is seen, not allowed.
  else if (modelMissed(about) === null) state.grants = withGrant(state.grants, REPLAN, about, true);
  return state;
}

/**
 * Whether a person may choose that for a call that asks: what has happened is never run again, and no replan drops a
 * doubt (L-40a, L-42). After the end of the run only whether it happened is left to say.
 */
function isChoiceFor(state: RunState, step: number, choose: Choice): boolean {
  const { steps, program } = state;
  const again = choose === 'retry' || choose === 'edit';
  if (state.status !== 'running') return choose === 'value' || choose === 'skip';
  if (steps.status[step] === 'in_doubt') return choose !== 'replan' || !holdsToOnce(state);
  if (!again && choose !== 'replan') return true;
  return !hasHappened(itemAt(program.steps, step), seenDetail(steps, step).failure);
}

/** What a person says of a doubt after the run's end (L-41): it happened, or it did not. The run has returned what it has returned. */
function settledAfterwards({ steps }: RunState, step: number, { choose, value }: Decision): void {
  const detail = ownDetail(steps, step);
  detail.verdict = null;
  detail.skippedFor = null;
  detail.settledAs = choose === 'value' ? 'happened' : 'did-not';
  if (choose === 'value') {
    steps.status[step] = 'completed';
    steps.value[step] = value ?? null;
    detail.via = 'person';
  } else steps.status[step] = 'cancelled';
}

/** An answer to the activity's own question, or to one that the door asked before it let the call out. */
function heard(state: RunState, step: number, answer: Json): void {
  const own = ownDetail(state.steps, step);
  const about = aboutOf(own.form);
  if (about === undefined) own.answers = [...own.answers, answer];
  else {
    own.door = { ...own.door, [about]: answer };
    const { call } = itemAt(state.program.steps, step);
    state.grants = withGrant(state.grants, call._id, about, answer);
  }
}

function decidedOn(state: RunState, step: number, event: Decision): void {
  const { steps } = state;
  const own = ownDetail(steps, step);
  if (steps.waiting[step] === 'answer') {
    steps.waiting[step] = null;
    heard(state, step, event.value ?? null);
    state.asking.delete(step);
    // Its activity waited in memory and went on there (before L-91a), or it is entered again.
    if (steps.slot[step] === 1) state.inFlight += 1;
    else makeReady(state, step);
    return;
  }
  if (!state.asking.has(step) || !isChoiceFor(state, step, event.choose)) return;
  state.asking.delete(step);
  own.look = null;
  if (state.status !== 'running') {
    settledAfterwards(state, step, event);
    return;
  }
  switch (event.choose) {
    case 'approve':
      if (steps.waiting[step] === 'mandate' && own.beyond !== null && isForRun(event.value))
        state.grants = granted(state.grants, null, own.beyond);
      own.approved = true;
      own.edits = event.params ?? null;
      makeReady(state, step);
      return;
    case 'retry':
    case 'edit':
      // One that was interrupted, or that a person stopped, used up no retry (L-91): it is made again, not once more.
      if (own.failure && own.failure.by !== 'person') {
        // The budget grows by the limit, by one if that is 0; this attempt is taken from it (L-41).
        own.extraRetries += Math.max(1, state.policy.retryLimit);
        own.retries += 1;
      }
      own.edits = event.choose === 'edit' ? (event.params ?? null) : null;
      own.approved = true;
      steps.status[step] = 'pending';
      own.failure = null;
      // It has been decided: where the journal ends here, it must not be asked about again.
      own.verdict = null;
      // What failed for want of a value is looked at again: the activity must not be entered without it.
      judge(state, step);
      return;
    case 'replan':
      beginReplan(state, 'failure');
      state.ownCalls = event.calls ?? null;
      // They were told where what was done would go.
      if (event.about !== undefined) state.grants = withGrant(state.grants, REPLAN, event.about, true);
      // Another tool is taken for a call that has not begun (L-72): it asks until a plan without it is accepted.
      if (steps.waiting[step] === 'approval' || steps.waiting[step] === 'mandate') state.asking.add(step);
      else {
        endFailed(state, step);
        if (event.calls === undefined) state.mending = event.call ?? null;
      }
      return;
    case 'abort':
      if (steps.status[step] !== 'in_doubt') endFailed(state, step);
      state.finishing = 'call_failed';
      return;
    case 'value':
      own.given = { value: event.value ?? null };
      state.toClose.push(step);
      return;
    case 'skip':
    case 'reject':
      own.unanswered = event.by === 'nobody';
      state.toClose.push(step);
      return;
    default:
      assertNever(event.choose);
  }
}
