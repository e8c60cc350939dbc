/**
 * The sub-runs of one run (L-52): each a run of its own, with its own journal, in the hands of whoever holds the parent's
 * lease. What was interrupted is found again by its id and goes on; what has ended is not run again.
 */

import { type JsonObject, jsonEquals } from '../lib/json.ts';
import { errorOf } from '../lib/thrown.ts';
import { deepestBelow, deepestWords } from '../plan/delegates.ts';
import { beginning, inputProblems } from '../run/begin.ts';
import { spentBy } from '../run/budget.ts';
import { elementWords } from '../run/call-names.ts';
import { capsuleOf } from '../run/capsule.ts';
import type { ParentCall, RunEventBody, Turns } from '../run/events.ts';
import { carried, withLarge } from '../run/large-value.ts';
import type { RunState } from '../run/state.ts';
import { isAgent, isRoomMaker } from '../tools/agent.ts';
import { givenToAgent } from '../tools/agent-mandate.ts';
import { isRoom, roomFor } from './agent-room.ts';
import { delegatesFor, fold, isWhole, newContext, plansTo, type RunContext, titleOf } from './context.ts';
import { CallFailure, delegated, ready, type SubRunEnd, type SubRunRequest } from './delegate.ts';
import { begunOf, doneInTries } from './done-before.ts';
import type { Rest } from './inbox.ts';
import { keptApart, LargeGone, loaded } from './large-values.ts';
import type { CallStart, Happening, RunRow } from './port.ts';
import type { WholeRun } from './questions.ts';
import { LetGo } from './refusal.ts';
import type { ActiveRun, OpenRun } from './run.ts';
import { discardDamaged, endFamily, endRun, openChildren, readRun, takenUp } from './stored-run.ts';

interface SubRuns {
  /** Enters a call that delegates. Its end is told. */
  start(start: CallStart): void;
  /** Stops all that is under way: the parent has ended. */
  cancel(): void;
  /** Stops what is under way below that call: a person stopped it (L-41). */
  stop(call: string): void;
  /** Lets go of all that is under way, to be entered again; what the cleared calls had begun or come to counts no more. */
  interrupt(cleared: ReadonlySet<string>): void;
  find(runId: string): ActiveRun | undefined;
  /** Whether the turns of the agents under way are shown from now on (L-63). */
  setTurns(turns: Turns): void;
  /** Lets go of all that is under way, to be gone on with later. */
  letGo(reason: Error): void;
  /** Ends those that wait and had not come up again when the run ended: stopped while it rested, it has not entered what began them. */
  endLeft(): Promise<void>;
  /** Resolves when none is under way. */
  settled(): Promise<unknown>;
  /** All that is under way waits, and nothing of it is in memory but the waiting. */
  isAtRest(): boolean;
  /** The runs under way. */
  readonly active: ReadonlyMap<string, ActiveRun>;
  rest(why: Rest): void;
  drain(): void;
}

/** A call that delegates, from its start to its end. */
interface Entered {
  readonly start: CallStart;
  readonly children: Set<ActiveRun>;
  /** Sub-runs that it runs at once, those that are being opened among them. */
  lanes: number;
  /** The run is drained: what it would have begun now is begun when the run goes on. */
  isHeldBack: boolean;
  /** It is over before its end: its sub-runs are stopped, or let go of. */
  cut: ((child: ActiveRun) => void) | null;
  /** A person stopped it: the run goes on, so a fault below is still the whole run's. */
  isStopped: boolean;
}

/** The call was cut off: nothing comes of it any more. */
class CutOff extends LetGo {}

const DAMAGED =
  'The sub-run was discarded: its journal is damaged. Writes of it may have happened that the record no longer shows: look where they would show before it is run again.';

/** Neither an end nor a failure: the run stops here, and goes on from its journal. */
const NEVER = new Promise<never>(() => {});

interface OfParent {
  tell(happening: Happening): void;
  /** Storage failed: the whole run is let go of, journals intact. */
  abandon(reason: Error): void;
  /** Something that was under way waits now, or is over. */
  look(): void;
  readonly allow: WholeRun['allow'];
  isDraining(): boolean;
  /** Resolves when it is known what the runs below have done. */
  recalled(): Promise<void>;
  open: OpenRun;
}

export function subRunsOf(run: RunContext, of: OfParent): SubRuns {
  const { state, place } = run;
  const { store } = place;
  const active = new Map<string, ActiveRun>();
  const entered = new Map<string, Entered>();
  /** Sub-runs of a call that was stopped: what they have spent is still to be told, so the run does not rest before. */
  const stopping = new Set<string>();

  const follow = async (child: ActiveRun, own: Entered): Promise<RunState> => {
    const call = own.start.id;
    active.set(child.runId, child);
    own.children.add(child);
    run.below.set(child.runId, child.spent);
    if (!run.told.has(child.runId)) {
      run.told.add(child.runId);
      of.tell({ kind: 'event', body: { type: 'plan_step_waiting', call, kind: 'child', run: child.runId } });
    }
    own.cut?.(child);
    of.look();
    try {
      const { how, state: end } = await child.ended;
      return how === 'ended' ? end : await NEVER;
    } finally {
      own.children.delete(child);
      if (active.get(child.runId) === child) active.delete(child.runId);
    }
  };

  /** What was chosen above while an agent's run was cut off or at rest. A later choice of its own stands. */
  const chosenSince = ({ status, program, turnsShown, turnsSince }: RunState): readonly RunEventBody[] =>
    status === 'running' &&
    isRoom(program.plan) &&
    state.turnsSince !== null &&
    state.turnsSince > (turnsSince ?? -1) &&
    state.turnsShown !== turnsShown
      ? [{ type: 'plan_turns', turns: state.turnsShown ? 'shown' : 'unasked' }]
      : [];

  const throwIfCut = ({ cut }: Entered): void => {
    if (cut) throw new CutOff();
  };

  /** The end of a sub-run, whether it is still to be run, to be gone on with, or there already. */
  const endOf = async (request: SubRunRequest, own: Entered): Promise<RunState> => {
    const call: ParentCall = {
      runId: state.runId,
      call: request.call,
      ...(request.index === undefined ? {} : { index: request.index }),
    };
    const family = familyOf(call);
    const runId = `${family}${request.begun}`;
    // One that was let go of a moment ago must be done with its journal before another goes on with it.
    await active.get(runId)?.ended.catch(() => {});
    const row = await store.run(runId);
    if (row) {
      if (!row.parent) {
        throw new CallFailure(
          'child_discarded',
          'The sub-run was let go its own way: it is in the list of runs.',
        );
      }
      const events = await readRun(place, runId);
      if (!events) {
        await discardDamaged(place, runId);
        throw new CallFailure('child_discarded', DAMAGED);
      }
      if (row.open === 0) return fold(place, runId, events);
      await of.recalled();
      const doneBefore = await doneInTries(run, family, call, request.begun);
      const child = newContext(place, runId, row, { above: { run, call }, doneBefore });
      const { first, again } = await takenUp(child, events);
      throwIfCut(own);
      return follow(
        of.open(child, [...first, ...chosenSince(child.state)], { again, look: of.look, allow: of.allow }),
        own,
      );
    }
    const before = await completedBefore(run, family, call, request);
    if (before) return before;
    const problems = await refuse(run, request);
    if (problems) throw problems;
    throwIfCut(own);
    if (of.isDraining()) {
      // Otherwise the run would wait for this one to rest, which is not even there.
      own.lanes -= 1;
      own.isHeldBack = true;
      of.look();
      return NEVER;
    }
    const { plan, input } = request;
    await of.recalled();
    const doneBefore = await doneInTries(run, family, call, request.begun);
    const child = newContext(
      place,
      runId,
      { planId: plan.id, title: titleOf(plan) },
      { above: { run, call }, doneBefore },
    );
    const delegates = delegatesFor(run, plan);
    // Who wants to see each turn wants to see an agent's, too.
    const turns = isRoom(plan) && state.turnsShown ? ({ turns: 'shown' } as const) : {};
    const first = beginning({ plan, input, delegates, parent: call, ...turns }, []);
    return follow(of.open(child, first, { again: [], look: of.look, allow: of.allow }), own);
  };

  const enter = async (request: SubRunRequest, own: Entered): Promise<SubRunEnd> => {
    const child = await endOf(request, own);
    const end = endIn(child);
    stopping.delete(child.runId);
    if (!state.subRuns.has(child.runId)) {
      const { call, index } = request;
      of.tell({ kind: 'event', body: endEvent(child, request, run) });
      if (index !== undefined && end.status === 'completed_with_errors' && end.output === null) {
        const line = `In ${elementWords(index)} the run ended with errors and gave nothing: null stands in its place.`;
        of.tell({ kind: 'event', body: { type: 'plan_step_log', call, line } });
      }
    }
    return end;
  };

  /** Sub-runs of calls that begin anew, and that nobody runs: nobody would take their result. */
  const endCleared = async (cleared: ReadonlySet<string>): Promise<void> => {
    for (const row of await store.below(`${state.runId}.`)) {
      const isOwn = row.parent?.runId === state.runId && cleared.has(row.parent.call);
      if (isOwn && row.open === 1 && !active.has(row.runId)) await endRun(place, row, 'aborted');
    }
  };

  const cutAll = (how: (call: string) => (child: ActiveRun) => void): void => {
    for (const [call, own] of entered) {
      own.cut = how(call);
      own.children.forEach(own.cut);
    }
    entered.clear();
  };

  return {
    active,
    start: (start) => {
      const { id: call, step, attempt } = start;
      const own: Entered = {
        ...{ start, children: new Set(), lanes: 0, isHeldBack: false, cut: null, isStopped: false },
      };
      entered.set(call, own);
      const { delegates, policy } = state;
      const name = start.call._delegate ?? '';
      const isMade = isRoomMaker(start.call, start.contract);
      const named = Object.hasOwn(delegates, name) ? delegates[name] : undefined;
      const end = (happening: Happening) => {
        if (own.cut) return;
        entered.delete(call);
        of.tell(happening);
      };
      const entering = async () => {
        const whole = await ready(store, start);
        const value = await delegated(
          isAgent(start.call, start.contract)
            ? { ...whole, params: givenToAgent(whole.params) as JsonObject }
            : whole,
          isMade ? roomFor(state, whole) : named,
          policy,
          (request) => enter(request, own),
          (change) => {
            own.lanes += change;
            of.look();
          },
        );
        return keptApart(store, { ...start, runId: state.runId }, value);
      };
      entering().then(
        (value) => end({ kind: 'returned', call, step, attempt, ...value }),
        (error: unknown) => {
          if (error instanceof CallFailure) {
            const { code, message, by } = error;
            end({ kind: 'threw', call, step, attempt, code, message, ...(by ? { by } : {}) });
          } else if (!own.cut || (own.isStopped && !(error instanceof CutOff))) of.abandon(errorOf(error));
        },
      );
    },
    stop: (call) => {
      const own = entered.get(call);
      if (!own) return;
      entered.delete(call);
      own.isStopped = true;
      own.cut = (child) => {
        stopping.add(child.runId);
        child.stop('aborted');
      };
      own.children.forEach(own.cut);
    },
    cancel: () => cutAll(() => (child) => child.stop('aborted')),
    interrupt: (cleared) => {
      cutAll((call) =>
        cleared.has(call) ? (child) => child.stop('aborted') : (child) => child.letGo(new CutOff()),
      );
      if (cleared.size > 0) void endCleared(cleared).catch(of.abandon);
    },
    find: (runId) => {
      for (const child of active.values()) {
        const found = child.find(runId);
        if (found) return found;
      }
      return undefined;
    },
    setTurns: (turns) => {
      for (const { start, children } of entered.values())
        if (isRoomMaker(start.call, start.contract)) for (const child of children) void child.setTurns(turns);
    },
    letGo: (reason) => cutAll(() => (child) => child.letGo(reason)),
    endLeft: async () => {
      if (!state.program.steps.some((step) => step.runsBelow)) return;
      for (const row of await openChildren(place, state.runId)) await endFamily(place, row);
    },
    settled: () => Promise.allSettled([...active.values()].map((child) => child.ended)),
    isAtRest: () =>
      stopping.size === 0 &&
      [...entered.values()].every(
        ({ children, lanes, isHeldBack }) =>
          (children.size > 0 || isHeldBack) &&
          children.size === lanes &&
          [...children].every((child) => child.isAtRest()),
      ),
    rest: (why) => {
      for (const child of active.values()) child.rest(why);
    },
    drain: () => {
      for (const child of active.values()) child.drain();
    },
  };
}

/** What the ids of all tries of one call, or of one element of its loop, begin with. A label may hold a dot. */
function familyOf({ runId, call, index }: ParentCall): string {
  const name = encodeURIComponent(call).replaceAll('.', '%2E');
  return index === undefined ? `${runId}.${name}.` : `${runId}.${name}.${index}.`;
}

const hasEndedWell = ({ status }: RunRow): boolean =>
  status === 'completed' || status === 'completed_with_errors';

/** An earlier try, since the call began anew, of the same plan with the same input that came to its end: it is not paid for again. */
async function completedBefore(
  { place, anewSince }: RunContext,
  family: string,
  parent: ParentCall,
  { plan, input }: SubRunRequest,
): Promise<RunState | null> {
  const { store } = place;
  const since = anewSince.get(parent.call) ?? 0;
  for (const row of await store.below(family)) {
    const isOwn = row.parent?.runId === parent.runId && row.parent.index === parent.index;
    if (!isOwn || !hasEndedWell(row) || begunOf(row.runId) < since) continue;
    const events = await store.events(row.runId);
    const [first] = events;
    if (first?.type !== 'plan.commit' || !isWhole(events)) continue;
    const same = jsonEquals(first.plan, plan) && jsonEquals(withLarge(first.input ?? {}, first.large), input);
    if (!same) continue;
    const before = fold(place, row.runId, events);
    // An element that came to nothing but an end with errors is run again (L-53).
    if (before.status === 'completed' || before.output !== null) return before;
  }
  return null;
}

/** What must not start: sub-plans within themselves or too deep (L-52), and what does not pass the checks. */
async function refuse(run: RunContext, { plan, input }: SubRunRequest): Promise<CallFailure | null> {
  const above = plansTo(run);
  const ids = above.map(({ id }) => id);
  const path = [...ids, plan.id];
  if (ids.includes(plan.id)) {
    return new CallFailure(
      'permission-denied',
      `The sub-plan leads back into itself: ${path.join(' -> ')}. Delegate to another plan.`,
    );
  }
  const limit = deepestBelow(above);
  if (above.length > limit.deepest)
    return new CallFailure(
      'permission-denied',
      `Sub-plans go too deep: ${path.join(' -> ')}. ${deepestWords(limit)} Move some of the work up.`,
    );
  const isAsked = plan.input?.schema !== undefined;
  let whole = input;
  try {
    if (isAsked) whole = (await loaded(run.place.store, carried(input))) as JsonObject;
  } catch (error) {
    if (error instanceof LargeGone) return new CallFailure('result-missing', error.message, 'engine');
    throw error;
  }
  const problems = [
    ...run.place.check(plan, delegatesFor(run, plan)),
    ...inputProblems({ plan, input: whole }),
  ];
  if (problems.length === 0) return null;
  return new CallFailure(
    'invalid-arguments',
    `The sub-plan "${titleOf(plan)}" can't start. ${problems.join(' ')}`,
  );
}

function endEvent(child: RunState, { call, index }: SubRunRequest, { below }: RunContext): RunEventBody {
  const { steps, cost, lost } = below.get(child.runId)?.() ?? spentBy(child, new Map());
  return {
    type: 'plan_sub_run_ended',
    call,
    run: child.runId,
    ...(index === undefined ? {} : { index }),
    status: endIn(child).status,
    steps,
    cost,
    ...(lost === undefined ? {} : { lost }),
    capsule: capsuleOf(child),
  };
}

const endIn = (child: RunState): SubRunEnd => ({
  status: child.status === 'new' ? 'aborted' : child.status,
  reason: child.reason,
  output: child.output,
  lastError: child.lastError,
});
