/** The loop of a run: what happened becomes events, events become durable, then what follows from them starts. */

import { itemAt } from '../lib/columns.ts';
import type { Call, Plan } from '../plan/document.ts';
import { MOST_CALLS_A_TURN } from '../plan/goes-on.ts';
import { decide, nextWake } from '../run/decide.ts';
import type { RunEvent, RunEventBody } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import { NO_ANSWER } from '../run/grants.ts';
import type { Look } from '../run/looked-into.ts';
import { changesTheWorld } from '../run/outcome.ts';
import type { Cause } from '../run/planner-said.ts';
import { asksModel, awaitsPrice, isPaidUp } from '../run/price-cap.ts';
import {
  draftEvent,
  isDrained,
  type ReplanRequest,
  replanRequest,
  revisedFor,
  turnEvent,
} from '../run/replan.ts';
import { stamped } from '../run/stamped.ts';
import { type RunState, stepNamed } from '../run/state.ts';
import { branchIndex } from '../run/steps.ts';
import { stopped } from '../run/stop-call.ts';
import { askedFor, isLeftStreaming, mayTake } from '../run/tick.ts';
import { isUnderWay } from '../run/under-way.ts';
import { callStart } from './call-start.ts';
import type { Rest } from './inbox.ts';
import type { CallStart, Happening } from './port.ts';

/** What the loop needs of the one run that it drives. */
export interface Loop {
  now(): number;
  /**
   * Makes the events durable, all or none, before it resolves. `strict`: a call that changes the world starts next
   * (L-90). A rejection stops the run where it is, its journal intact.
   */
  append(events: readonly RunEvent[], strict: boolean): Promise<void> | void;
  /** Enters an activity. Its end comes through `next`. */
  start(start: CallStart): void;
  /** Looks into a large value; what it finds comes through `next`. Absent where nothing is ever kept apart. */
  look?(look: Look): void;
  /** Aborts every activity still in flight: the run has ended. */
  cancel(): void;
  /**
   * Learns what runs of the same origin have entered, before a write begins; they wait until what comes of it is called.
   * Absent where there are none.
   */
  kin?(): Promise<() => void>;
  /** Learns what the runs below have done, before a new plan can say it again (L-42). Absent where there are none. */
  recall?(): Promise<void>;
  /** Asks the planner; its answer comes through `next` (L-42, L-63). One at a time. */
  replan(request: ReplanRequest): void;
  /** Error sentences about a revision; empty where it may run. @param kept ids of the calls that are done (L-42) */
  check(plan: Plan, kept: ReadonlySet<string>, isOpen?: boolean): readonly string[];
  /**
   * Waits for at least one thing to happen, or until `wake` (ms; null: for ever). Empty at `wake`. A `Rest` where the loop
   * is to return: nothing is in flight, and the journal says all there is to go on with.
   */
  next(wake: number | null): Promise<readonly Happening[] | Rest> | readonly Happening[] | Rest;
  /** Nothing new starts any more. */
  readonly isDraining?: boolean;
}

/**
 * Runs until the run has ended, rests, or `host.next` rejects (the host lets go of it, and the journal tells where it was).
 * @param first events to begin with: those of `beginning`, or the mark of an interruption
 */
export async function drive(
  state: RunState,
  host: Loop,
  first: readonly RunEventBody[] = [],
): Promise<RunState> {
  // What happens in one turn of the loop happens at one time.
  let now = host.now();
  let batch: RunEvent[] = [];
  const record = (event: RunEvent): void => {
    evolve(state, event);
    batch.push(event);
  };
  const follows = (): RunEvent | null => decide(state, now, host.isDraining !== true);
  for (const body of first) record(stamped(state, body, now));
  /** What the planner is being asked for; null where it is not. */
  let asking: Cause | null = null;
  // Whoever streamed it is gone: what came whole is a turn without an output (L-60).
  if (isLeftStreaming(state))
    record(
      stamped(
        state,
        turnEvent(state, { calls: [] }, (plan, kept) => host.check(plan, kept)),
        now,
      ),
    );
  const looking = new Set<string>();
  /** Who waits until what was just told is durable. */
  let waiting: (() => void)[] = [];
  for (;;) {
    const starts: CallStart[] = [];
    let strict = waiting.length > 0;
    const follow = (): void => {
      for (let event = follows(); event !== null; event = follows()) {
        record(event);
        if (event.type !== 'plan_step_started') continue;
        const step = stepNamed(state, event.call);
        const { effect } = itemAt(state.program.steps, step);
        strict ||= effect !== 'none' && effect !== 'read';
        starts.push(callStart(state, step));
      }
    };
    follow();
    const letOthers = state.setting.kin?.isWanted ? await host.kin?.() : undefined;
    try {
      if (letOthers) follow();
      if (batch.length > 0) {
        const written = host.append(batch, strict);
        batch = [];
        if (written) await written;
      }
    } finally {
      letOthers?.();
    }
    if (state.status !== 'running') {
      host.cancel();
      return state;
    }
    for (const heard of waiting) heard();
    waiting = [];
    for (const start of starts) host.start(start);
    if (state.looked.isWaiting) {
      for (const look of state.looked.looks()) {
        // What is wanted of it meanwhile is asked for when the answer is there.
        if (looking.has(look.ref)) continue;
        looking.add(look.ref);
        host.look?.(look);
      }
    }
    // Whose question the person has answered is asked anew.
    if (state.replanning === 'asking') asking = null;
    const cause: Cause | null = asking === null && !host.isDraining ? askedFor(state) : null;
    if (cause !== null || (isDrained(state) && state.ownCalls !== null)) await host.recall?.();
    if (state.ownCalls !== null && isDrained(state)) {
      const draft = draftEvent(state, { calls: state.ownCalls }, (plan, kept) => host.check(plan, kept));
      record(stamped(state, { ...draft, by: 'person' }, now));
      continue;
    }
    // At once before it is asked: runs side by side look at one another.
    if (cause !== null && !(asksModel(state) && awaitsPrice(state))) {
      asking = cause;
      host.replan(replanRequest(state, cause));
    }
    const waited = host.next(nextWake(state));
    const happened = waited instanceof Promise ? await waited : waited;
    if (typeof happened === 'string') return state;
    now = host.now();
    for (const happening of happened) {
      if (happening.kind === 'looked') looking.delete(happening.event.ref);
      if ('kept' in happening && happening.kept) waiting.push(happening.kept);
      const event = factOf(state, host, happening, now, asking);
      if (happening.kind === 'planned') asking = null;
      if (event) record(event);
    }
  }
}

/** The event of something that happened; null where it comes too late to count. @param asked what a planner's answer is to */
function factOf(
  state: RunState,
  host: Loop,
  happening: Happening,
  now: number,
  asked: Cause | null,
): RunEvent | null {
  switch (happening.kind) {
    case 'event':
      return stamped(state, happening.body, now);
    case 'looked':
      return stamped(state, happening.event, now);
    case 'planned-call':
      return asked === 'tick' && mayTake(state, asked)
        ? streamedCall(state, host, happening.call, now)
        : null;
    case 'planned': {
      if (asked === null || !mayTake(state, asked)) return null;
      const { kind: _, from, isNone, ...answer } = happening;
      // As a turn's end, a server that fails would use up all of them in seconds (L-63). What came whole before an answer broke
      // off is a turn (L-60), and with nothing left to pay for another there is nothing to ask.
      if (isNone && asked === 'tick' && state.streaming === null && !isPaidUp(state, answer.cost)) {
        const { calls: _none, ...said } = answer;
        const asks = { type: 'plan_replan_waiting', about: NO_ANSWER, ...said } as const;
        return stamped(state, from === undefined ? asks : { ...asks, from }, now);
      }
      const make = asked === 'tick' ? turnEvent : draftEvent;
      const draft = make(state, answer, (plan, kept) => host.check(plan, kept));
      return stamped(state, from === undefined ? draft : { ...draft, from }, now);
    }
    case 'returned': {
      const { call, attempt, value, large, route, step } = happening;
      if (!isAwaited(state, call, attempt, step)) return null;
      if (large !== undefined || route !== undefined) return stamped(state, routed(state, happening), now);
      const { runId, seq } = state;
      return { type: 'plan_step_completed', call, attempt, value, runId, seq: seq + 1, time: now };
    }
    case 'waits': {
      const { call, attempt, ms, on, step } = happening;
      return isAwaited(state, call, attempt, step)
        ? stamped(state, { type: 'plan_step_waiting', call, attempt, ms, ...on }, now)
        : null;
    }
    case 'stopped': {
      const { call, attempt } = happening;
      const step = stepNamed(state, call);
      const isThere = step !== -1 && isUnderWay(state, step) && state.steps.attempt[step] === attempt;
      return isThere ? stamped(state, stopped(state, step, call), now) : null;
    }
    case 'threw':
      return isAwaited(state, happening.call, happening.attempt, happening.step)
        ? stamped(state, thrown(state, happening), now)
        : null;
  }
}

/** A call of a turn as it has come; null for one that is wrong by itself, of which the end of the turn tells. */
function streamedCall(state: RunState, host: Loop, call: Call, now: number): RunEvent | null {
  const { streaming, program, turnsTaken } = state;
  const come = [...(streaming?.calls ?? []), call];
  if (program.plan.strategy === 'iterative' && come.length > MOST_CALLS_A_TURN) return null;
  if (streaming?.calls.some(({ _id }) => _id === call._id)) return null;
  // A person wants to see the turn first: what has not begun to come in waits until it is whole.
  if (state.turnsShown && streaming === null) return null;
  const { plan, kept } = revisedFor(state, come);
  if (host.check(plan, kept, true).length > 0) return null;
  return stamped(state, { type: 'plan_turn_call', turn: turnsTaken + 1, planned: call }, now);
}

/** A failed attempt; of a call that changes something and says that it did, its completion with what is known (L-40a). */
function thrown(
  state: RunState,
  { kind: _, step: __, value, large, ...failure }: Extract<Happening, { kind: 'threw' }>,
): RunEventBody {
  const { call, attempt, message, outcome } = failure;
  const step = itemAt(state.program.steps, stepNamed(state, call));
  if (outcome !== 'done' || failure.by === 'engine' || !changesTheWorld(step))
    return { type: 'plan_step_failed', ...failure };
  const known = { value: value ?? null, ...(large === undefined ? {} : { large }) };
  return { type: 'plan_step_completed', call, attempt, ...known, unreadable: message };
}

/** The end of a call whose activity named the alternative its result goes to (L-23), or whose result is large. */
function routed(
  state: RunState,
  { call, attempt, value, large, route }: Extract<Happening, { kind: 'returned' }>,
): RunEventBody {
  const { alternatives } = itemAt(state.program.steps, stepNamed(state, call));
  const result = { call, attempt, value, ...(large === undefined ? {} : { large }) };
  if (route === undefined || alternatives.length === 0) return { type: 'plan_step_completed', ...result };
  const branch = branchIndex(alternatives, route);
  if (branch !== -1) return { type: 'plan_step_completed', ...result, branch };
  const message = `The tool chose the branch "${route}", which the call's output path does not have.`;
  return { type: 'plan_step_failed', call, attempt, code: 'bad-branch', message, by: 'engine' };
}

function isAwaited(state: RunState, call: string, attempt: number, likely: number | undefined): boolean {
  const { slot, attempt: attempts } = state.steps;
  const step = stepNamed(state, call, likely);
  return step !== -1 && slot[step] === 1 && attempts[step] === attempt;
}
