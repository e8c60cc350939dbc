/** The fold of what planners answer, and of what persons want of the rest of a run (L-42, L-63). */

import { REPLAN } from '../flows/flow.ts';
import { itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import type { Call } from '../plan/document.ts';
import type { RunEvent } from './events.ts';
import { NO_ANSWER } from './grants.ts';
import { ungrown } from './growing.ts';
import { lose, noteHeard } from './lost-answers.ts';
import { type PlannerSaid, toldOf } from './planner-said.ts';
import { chargePlanner } from './price-cap.ts';
import { beginReplan, endReplan } from './replanning.ts';
import { runAgain } from './run-again.ts';
import type { RunState } from './state.ts';
import { ownDetail } from './step-table.ts';
import { isTurnWaiting } from './turn-calls.ts';

type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

/** An answer to a failure or to a person, or what a person wrote in its place. */
export function drafted(state: RunState, event: EventOf<'plan.draft'>): void {
  const { by, cause, refused, problems, calls, output, reflection, revision } = event;
  state.answered += 1;
  state.sentBack = null;
  chargePlanner(state, event);
  // What they wrote is taken in the place of what may come yet.
  if (by === 'person') lose(state, REPLAN);
  else noteHeard(state, REPLAN);
  // L-42 caps planner calls that failures bring: what a person wrote was none, and what they wanted uses up none (L-63).
  if (by !== 'person' && cause !== 'person') state.replans += 1;
  state.ownCalls = null;
  state.plannerTold = toldOf(event);
  // What they wrote in the place of an answer follows it: the wish has gone with that.
  if (cause === 'person' && by !== 'person') {
    state.heardWishes = [...state.heardWishes, ...state.wishes.slice(0, 1)];
    state.wishes = state.wishes.slice(1);
  }
  const isNothing = calls.length === 0 && (output ?? null) === null;
  if (cause === 'person' && (refused || problems || isNothing)) {
    state.refusal = problems?.join(' ') ?? null;
    endReplan(state);
  } else if (refused) state.finishing = refused;
  else if (problems) state.lastError = problems.join(' ');
  else if (isNothing) {
    if (state.mending === null) state.finishing = 'no_plan';
    else askAgain(state, state.mending);
  } else {
    state.draft = {
      revision,
      calls,
      isVouched: by === 'person',
      ...(output === undefined ? {} : { output }),
      ...(reflection === undefined ? {} : { reflection }),
    };
    state.idleRevision = by !== 'person';
    state.replanning = state.policy.reviewReplans || event.beyond ? 'reviewing' : 'accepted';
  }
}

/** An answer was not taken as it came: it is paid for, and how often it may go back holds over a kill. */
export function askedAgain(state: RunState, event: EventOf<'plan_replan_again'>): void {
  const { cause, sentBack } = event;
  chargePlanner(state, event);
  noteHeard(state, REPLAN);
  if (sentBack === undefined) return;
  const before = state.sentBack?.cause === cause ? state.sentBack.times : 0;
  state.sentBack = { cause, times: before + 1, last: sentBack };
}

/** Of an answer that had begun and failed nobody knows the price, where its server did not come to say it. */
function heardOrLost(state: RunState, { remedies, tokens, cost }: PlannerSaid): void {
  if (remedies !== undefined && tokens === undefined && cost === undefined) lose(state, REPLAN);
  else noteHeard(state, REPLAN);
}

/** What stands in the way of an answer is put to the person. One that failed is paid for, and the next is a first one. */
export function plannerAsks(state: RunState, event: EventOf<'plan_replan_waiting'>): void {
  if (event.about === NO_ANSWER) {
    chargePlanner(state, event);
    heardOrLost(state, event);
    state.sentBack = null;
    state.plannerTold = toldOf(event);
  }
  state.replanning = 'asking';
  state.replanAsks = event.about;
}

/** A tick is answered. A turn that is refused is used up, and the next one is told why. */
export function turned(state: RunState, event: EventOf<'plan_turn'>): void {
  const { refused, problems, calls, output, reflection, revision, turn } = event;
  state.answered += 1;
  state.sentBack = null;
  chargePlanner(state, event);
  heardOrLost(state, event);
  state.turnsTaken = turn;
  const told = toldOf(event);
  state.plannerTold = told && { ...told, turn };
  if (refused) state.finishing = refused;
  else if (problems) {
    state.refusal = problems.join(' ');
    state.idleRevision = true;
    ungrown(state);
    if (state.cause === 'tick') endReplan(state);
  } else {
    // Wanted by a failure, or by a person: made when this turn stands.
    if (state.replanning === 'draining' && state.cause === 'failure') state.failedSince = true;
    state.draft = {
      revision,
      calls,
      isVouched: false,
      ...(output === undefined ? {} : { output }),
      ...(reflection === undefined ? {} : { reflection }),
    };
    state.idleRevision =
      state.streaming === null || !state.streaming.calls.some(({ _id }) => hasBegun(state, _id));
    state.cause = 'tick';
    state.replanning = isToShow(state) ? 'reviewing' : 'accepted';
  }
}

/** What streamed in has begun already, and what brings no call has nothing to take. */
const isToShow = ({ turnsShown, streaming, draft }: RunState): boolean =>
  turnsShown && streaming === null && draft !== null && draft.calls.length > 0;

/** Whether turns are shown from now on. "Let it go on" takes the one that waits, too: it was proposed within the mandate. */
export function chosen(state: RunState, { turns, time }: EventOf<'plan_turns'>): void {
  state.turnsShown = turns === 'shown';
  state.turnsSince = time;
  if (!state.turnsShown && isTurnWaiting(state)) state.replanning = 'accepted';
}

/** The person does not take a turn, which is used up; the next one is told why, in their words where they gave some. */
export function refuseTurn(state: RunState, said: Json | undefined): void {
  state.refusal =
    typeof said === 'string' && said.trim() !== ''
      ? `The person did not take the last turn. They said: ${said}`
      : 'The person did not take the last turn. Propose another way.';
  // That nothing of it was run is the person's doing, and no overuse of the planner's (L-61).
  state.idleRevision = false;
  endReplan(state);
}

/** A revision is about to stand: what only a planner has made of it is held to the mandates from then on (L-64). */
export function noteVouched(state: RunState): void {
  const { draft } = state;
  if (draft === null) return;
  if (!draft.isVouched) state.vouched ??= byId(state.program.plan.calls);
  else if (state.vouched !== null) state.vouched = new Map([...state.vouched, ...byId(draft.calls)]);
}

const byId = (calls: readonly Call[]): ReadonlyMap<string, Call> =>
  new Map(calls.map((call) => [call._id, call]));

/** Of a turn that streamed in, calls may have run by its end. */
const hasBegun = ({ program, steps }: RunState, id: string): boolean =>
  program.steps.some(
    ({ call, index }) =>
      call._id === id && (steps.counted[index] === 1 || steps.status[index] === 'completed'),
  );

/** A person wants the rest to be another. */
export function wished(state: RunState, { said }: EventOf<'plan_said'>): void {
  if (state.status !== 'running' || state.finishing !== null) return;
  state.wishes = [...state.wishes, said];
  if (state.replanning === 'no') beginReplan(state, 'person');
}

/**
 * No new plan was found where a person chose that one be made: the question stands again (L-42), and what was skipped for
 * the failure waits for the answer once more.
 */
function askAgain(state: RunState, call: string): void {
  const { steps, program } = state;
  const step = program.index.get(call) ?? -1;
  endReplan(state);
  if (step === -1 || itemAt(steps.status, step) !== 'failed') return;
  steps.status[step] = 'in_progress';
  steps.ended[step] = 0;
  const detail = ownDetail(steps, step);
  detail.verdict = 'ask';
  detail.noPlan = true;
  runAgain(state, new Set());
}
