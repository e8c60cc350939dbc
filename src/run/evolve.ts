/** (state, event) → state: the fold that a run is. Takes any journal; an event that does not fit changes nothing. */

import { REPLAN } from '../flows/flow.ts';
import { itemAt } from '../lib/columns.ts';
import type { JsonObject } from '../lib/json.ts';
import { NO_DELEGATES } from '../plan/delegates.ts';
import {
  atStep,
  completeStep,
  endAttempt,
  judgeFailure,
  noteRequest,
  openStep,
  parkStep,
  release,
  startStep,
  taken,
} from './attempts.ts';
import { inputsOf } from './begin.ts';
import { decided } from './decisions.ts';
import { noteDone } from './done-writes.ts';
import { askedAgain, chosen, drafted, noteVouched, plannerAsks, turned, wished } from './drafted.ts';
import { finish, interrupt, loseRest } from './ending.ts';
import type { InstanceInput, RunEvent } from './events.ts';
import { granted, lastingGrants } from './grants.ts';
import { grown, settled } from './growing.ts';
import { withLarge } from './large-value.ts';
import { lose, loseAll, noteAsked, noteHeard } from './lost-answers.ts';
import type { EffectOutcome, FailedAttempt } from './outcome.ts';
import { outputAtOnce } from './output.ts';
import { resolveParams } from './params.ts';
import { chargeAnswer } from './price-cap.ts';
import { endReplan } from './replanning.ts';
import { install, withDefaults } from './revision.ts';
import { FIRST_RULES } from './rules.ts';
import { runAgain } from './run-again.ts';
import { noteSent, sentBy } from './sent.ts';
import { commitHeld, commitOrHold, endStep, goOnAfterLook, settleStep, skipStep } from './settle.ts';
import { partIn } from './signed-part.ts';
import { type RunState, stepNamed } from './state.ts';
import { ownDetail, seenDetail } from './step-table.ts';
import { waitNoMore } from './stop-call.ts';
import { isAtTick } from './tick.ts';
import { countTime } from './time-cap.ts';
import { isUnderWay } from './under-way.ts';

/** Folds one event in. The state given is the state returned: whoever folds owns it. */
export function evolve(state: RunState, event: RunEvent): RunState {
  // A batch that was written twice must not be done twice.
  if (event.seq <= state.seq) return state;
  countTime(state, event);
  state.seq = event.seq;
  state.time = event.time;
  switch (event.type) {
    case 'plan.draft':
      drafted(state, event);
      return state;
    case 'plan_turn':
      turned(state, event);
      return state;
    case 'plan_turn_call':
      grown(state, event.planned);
      return state;
    case 'plan_turns':
      chosen(state, event);
      return state;
    case 'plan_said':
      wished(state, event);
      return state;
    case 'plan_replan_waiting':
      // What others may spend is not this record's to know.
      if (state.replanning === 'no' && isAtTick(state)) state.cause = 'tick';
      else if (state.replanning !== 'draining') return state;
      plannerAsks(state, event);
      return state;
    case 'plan_replan_sent':
      noteSent(state.sent, sentBy(REPLAN, event.replan, event));
      noteAsked(state, REPLAN, event);
      return state;
    case 'plan_replan_again':
      askedAgain(state, event);
      return state;
    case 'plan.commit':
      if (state.revision === 0) {
        state.rules = event.rules ?? FIRST_RULES;
        state.replansChosen = event.replans ?? null;
        state.turnsShown = event.turns === 'shown';
        if (event.large) state.looked.isUsed = true;
        state.input = withDefaults(
          event.plan.input?.schema,
          withLarge(event.input ?? {}, event.large) as JsonObject,
        );
        state.instances = event.instances ?? [];
        state.initials = initialsOf(state.instances);
        state.canary = event.canary ?? 0;
        state.inputs = inputsOf(event);
        state.firstPlan = event.plan;
        state.delegates = event.delegates ?? NO_DELEGATES;
        state.parent = event.parent ?? null;
        state.isPart = event.isPart === true;
      }
      state.hash = event.hash ?? state.hash;
      if (state.revision > 0) state.grants = lastingGrants(state.grants);
      state.v = event.v ?? state.v;
      state.flows = event.flows ?? state.flows;
      state.part = event.part ? partIn(event.part) : null;
      noteVouched(state);
      if (state.streaming === null) install(state, event.plan, event.revision);
      else settled(state, event.plan, event.revision);
      state.revisedAt = event.seq;
      if (event.revision > 1) {
        state.refusal = null;
        state.plannerTold = null;
        state.failedSince = false;
        endReplan(state);
      }
      return state;
    case 'plan_resumed_from':
      state.sentBack = null;
      loseAll(state, REPLAN);
      runAgain(state, new Set(event.cleared));
      return state;
    case 'plan.diff':
      if (state.replanning === 'accepted') state.replanning = 'diffed';
      return state;
    case 'llm_recorded': {
      const step = stepNamed(state, event.call);
      if (step !== -1) chargeAnswer(state, step, event.cost);
      noteHeard(state, event.call);
      return state;
    }
    case 'plan_resumed':
      state.saved = event.saved;
      return state;
    case 'plan_step_sent': {
      const { call, attempt, method } = event;
      noteRequest(state, stepNamed(state, call), attempt, method);
      noteSent(state.sent, sentBy(call, attempt, event));
      noteAsked(state, call, event);
      return state;
    }
    case 'plan_step_log':
    // Whoever opens the run reads it, before the fold begins.
    case 'plan_done_before':
      return state;
    case 'plan_started':
      state.status = 'running';
      state.startedAt = event.time;
      return state;
    case 'plan_step_started':
      startStep(state, openStep(state, event.call), event);
      return state;
    case 'plan_step_completed':
      noteHeard(state, event.call);
      completeStep(state, openStep(state, event.call), event);
      return state;
    case 'plan_step_memoized':
      return atStep(state, event, memoized);
    case 'plan_step_failed':
      lose(state, event.call);
      return atStep(state, event, failed);
    case 'plan_step_retry':
      return atStep(state, event, retries);
    case 'plan_step_skipped':
      return atStep(state, event, skipped);
    case 'plan_step_waiting':
      return atStep(state, event, waits);
    case 'plan_sub_run_ended':
      // One that was found ended again after an interruption has been paid for once.
      if (state.subRuns.has(event.run)) return state;
      state.subRuns.set(event.run, event);
      state.stepsTaken += event.steps;
      state.cost += event.cost;
      lose(state, event.call, event.lost ?? 0);
      return state;
    case 'approval':
      return decided(state, event);
    case 'plan_allowed':
      state.grants = granted(state.grants, null, event.about);
      return state;
    case 'plan_doubt_looked': {
      const step = stepNamed(state, event.call);
      const { tool, params, value, failure, asks } = event;
      if (step !== -1)
        ownDetail(state.steps, step).look = {
          ...{ tool, params },
          ...(value === undefined ? {} : { value }),
          ...(failure === undefined ? {} : { failure }),
          ...(asks === undefined ? {} : { asks }),
        };
      return state;
    }
    case 'plan_value_read':
      looked(state, event);
      return state;
    case 'plan_aggregated':
      state.output = taken(state, event.output, event.large);
      state.aggregated = true;
      return state;
    case 'plan_completed':
      loseAll(state);
      finish(state, event.status, event.reason, taken(state, event.output, event.large));
      return state;
    case 'plan_aborted':
      loseAll(state);
      if (event.lost) loseRest(state);
      // By the first rules a run that was stopped returned nothing.
      if (state.rules > FIRST_RULES && !state.aggregated) {
        commitHeld(state);
        state.output = outputAtOnce(state);
      }
      finish(state, 'aborted', event.reason, state.output);
      return state;
    case 'plan_run_interrupted':
      loseAll(state);
      interrupt(state);
      return state;
    default:
      // An event of a later version is kept in the journal and shown, never a reason to lose the run (§12).
      return unknownEvent(event, state);
  }
}

const initialsOf = (instances: readonly InstanceInput[]): ReadonlyMap<string, JsonObject> =>
  new Map(instances.flatMap(({ label, state }) => (state ? [[label, state]] : [])));

const unknownEvent = (_event: never, state: RunState): RunState => state;

type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

function looked(state: RunState, { ref, found, value, lost }: EventOf<'plan_value_read'>): void {
  if (lost) state.looked.lose(ref);
  else state.looked.learn(ref, found, value === undefined ? undefined : { value });
  goOnAfterLook(state);
}

function memoized(state: RunState, step: number, event: EventOf<'plan_step_memoized'>): void {
  const { steps } = state;
  steps.value[step] = taken(state, event.value, event.large);
  steps.branch[step] = event.branch ?? 0;
  steps.lost[step] = event.lost === true ? 1 : 0;
  steps.memoized[step] = 1;
  steps.params[step] ??= resolveParams(state, itemAt(state.program.steps, step));
  if (event.via) ownDetail(steps, step).via = event.via;
  state.memoized += 1;
  endStep(state, step);
  commitOrHold(state, step);
  if (state.revision > 1) noteDone(state, itemAt(state.program.steps, step));
}

function failed(state: RunState, step: number, event: EventOf<'plan_step_failed'>): void {
  const { steps } = state;
  if (event.by === 'person') {
    // It had come to its end, or to another attempt, before it could be stopped.
    if (!isUnderWay(state, step) || steps.attempt[step] !== event.attempt) return;
    waitNoMore(state, step);
  }
  // A result that failed only when it was committed had ended already: the call is open again.
  if (steps.ended[step] === 1) state.unended += 1;
  steps.ended[step] = 0;
  release(state, step);
  const failure: FailedAttempt = {
    code: event.code,
    message: event.message,
    ...(event.by ? { by: event.by } : {}),
    ...outcomeTold(event, seenDetail(steps, step).sent),
    ...(event.retryAfterMs === undefined ? {} : { retryAfterMs: event.retryAfterMs }),
  };
  ownDetail(steps, step).failure = failure;
  steps.status[step] = 'in_progress';
  steps.waiting[step] = null;
  steps.begun[step] = 0;
  steps.held[step] = 0;
  state.lastError = event.message;
  endAttempt(state, step, event.call, event.attempt, failure);
  judgeFailure(state, step);
}

/** What the activity said of the effect. Where it said nothing, and would have told of what it sends, nothing has left. */
function outcomeTold(
  { outcome }: EventOf<'plan_step_failed'>,
  sent: boolean | null,
): { outcome?: EffectOutcome } {
  if (outcome !== undefined) return { outcome };
  return sent === false ? { outcome: 'not-sent' } : {};
}

function retries(state: RunState, step: number, event: EventOf<'plan_step_retry'>): void {
  const detail = ownDetail(state.steps, step);
  detail.retries = event.retry;
  detail.dueAt = event.time + event.delayMs;
  detail.since = event.time;
  state.steps.status[step] = 'waiting';
  state.steps.waiting[step] = 'retry';
  state.timed.add(step);
}

function skipped(state: RunState, step: number, event: EventOf<'plan_step_skipped'>): void {
  const detail = ownDetail(state.steps, step);
  detail.skippedFor = {
    because: event.because,
    ...(event.detail === undefined ? {} : { detail: event.detail }),
  };
  endStep(state, step);
  if (event.because === 'person' || event.because === 'unanswered') {
    state.steps.status[step] = 'skipped';
    detail.cause = 'failure';
    settleStep(state, step);
  } else skipStep(state, step);
}

function waits(state: RunState, step: number, event: EventOf<'plan_step_waiting'>): void {
  const { steps } = state;
  const detail = ownDetail(steps, step);
  detail.since = event.time;
  detail.gate = event.gate ?? null;
  if (event.repeats !== undefined) {
    detail.repeats = event.repeats;
    detail.doubtOf = event.doubtOf ?? null;
    detail.doneIn = event.doneIn ?? null;
  }
  if (event.kind === 'answer' || event.kind === 'time') {
    parkStep(state, step, event, event.kind);
    return;
  }
  steps.waiting[step] = event.kind;
  if (event.kind === 'child') return;
  // Of one that a fork takes over nothing was judged here; run again from elsewhere it has to be asked about all the same.
  if (event.kind === 'in_doubt') {
    detail.verdict = 'in-doubt';
    if (event.known !== undefined) detail.known = event.known;
  }
  if (event.kind === 'mandate') detail.beyond = event.about ?? null;
  steps.status[step] = event.kind === 'in_doubt' ? 'in_doubt' : 'waiting';
  if (event.kind === 'gate') {
    if (!state.gates.has(event.gate ?? '')) {
      state.gates.set(event.gate ?? '', {
        status: 'open',
        asked: true,
        since: event.time,
        value: true,
      });
    }
  } else state.asking.add(step);
}
