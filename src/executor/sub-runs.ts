/**
 * The sub-runs of one run (L-52): each a run of its own, with its own journal, in the hands of whoever holds the parent's
 * lease. What was interrupted is found again by its id and goes on; what has ended is not run again.
 */

import { ActivityError, Interruption } from '../activities/activity.ts';
import type { EnterSubRun, SubRunEnd, SubRunRequest } from '../activities/delegate.ts';
import type { RunRow } from '../journal/database.ts';
import { jsonEquals } from '../lib/json.ts';
import { DEEPEST_DELEGATE } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { inputProblems } from '../run/begin.ts';
import type { Spent } from '../run/budget.ts';
import { capsuleOf } from '../run/capsule.ts';
import type { ParentCall, RunEvent, RunEventBody } from '../run/events.ts';
import type { RunState } from '../run/state.ts';
import { isWhole } from './compile.ts';
import type { ActiveRun, Place } from './place.ts';
import { endRun } from './stored-run.ts';

/** What the sub-runs need of their parent's run. */
export interface SubRunsOf {
  readonly state: RunState;
  /** Ids of the plans that lead here, this run's own last. */
  plans(): readonly string[];
  readonly place: Place;
  /** What each sub-run has spent; kept up here, read wherever a call is about to start. */
  readonly spent: Map<string, () => Spent>;
  readonly anewSince: ReadonlyMap<string, number>;
  /** Error sentences about a plan, as it would run below. */
  check(plan: Plan): readonly string[];
  start(runId: string, parent: ParentCall, request: SubRunRequest): ActiveRun;
  resume(row: RunRow, parent: ParentCall, events: readonly RunEvent[]): Promise<ActiveRun>;
  /** The state that a journal comes to. */
  fold(runId: string, events: readonly RunEvent[]): RunState;
  tell(body: RunEventBody): void;
  /** Storage failed: the whole run is let go of, journals intact. */
  abandon(reason: Error): void;
}

export interface SubRuns {
  readonly enter: EnterSubRun;
  find(runId: string): ActiveRun | undefined;
  /** The calls begin anew: what their sub-runs had begun or come to counts no more. */
  cleared(calls: readonly string[]): void;
  /** Lets go of all that is under way, to be gone on with later. */
  letGo(reason: Error): void;
  /** Resolves when none is under way. */
  settled(): Promise<unknown>;
}

export function subRunsOf(run: SubRunsOf): SubRuns {
  const { state } = run;
  const { journal } = run.place;
  const active = new Map<string, ActiveRun>();

  const follow = async (child: ActiveRun, call: string, signal: AbortSignal): Promise<RunState> => {
    const stop = () => {
      const { reason } = signal;
      // Cut off to be gone on with: stopping it would be an end that nobody asked for.
      if (reason instanceof Interruption) child.letGo(reason);
      else child.stop('aborted');
    };
    active.set(child.runId, child);
    run.spent.set(child.runId, child.spent);
    run.tell({ type: 'plan_step_waiting', call, kind: 'child', run: child.runId });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      return await child.ended;
    } finally {
      signal.removeEventListener('abort', stop);
      if (active.get(child.runId) === child) active.delete(child.runId);
    }
  };

  /** The end of a sub-run, whether it is still to be run, to be gone on with, or there already. */
  const endOf = async (request: SubRunRequest, signal: AbortSignal): Promise<RunState> => {
    const parent: ParentCall = {
      runId: state.runId,
      call: request.call,
      ...(request.index === undefined ? {} : { index: request.index }),
    };
    const family = familyOf(parent);
    const runId = `${family}${request.begun}`;
    // One that was let go of a moment ago must be done with its journal before another goes on with it.
    await active.get(runId)?.ended.catch(() => {});
    const row = await journal.run(runId);
    if (row) {
      if (!row.parent) {
        throw new ActivityError(
          'child_discarded',
          'The sub-run was let go its own way: it is in the list of runs.',
        );
      }
      const events = await journal.events(runId);
      if (!isWhole(events)) {
        await journal.discard(runId);
        throw new ActivityError('child_discarded', 'The sub-run was discarded: its journal is damaged.');
      }
      if (row.open === 0) return run.fold(runId, events);
      const child = await run.resume(row, parent, events);
      return follow(child, request.call, signal);
    }
    const before = await completedBefore(run, family, parent, request, run.anewSince.get(request.call) ?? 0);
    if (before) return before;
    refuse(run, request);
    signal.throwIfAborted();
    return follow(run.start(runId, parent, request), request.call, signal);
  };

  /** Sub-runs of calls that begin anew, and that nobody runs: nobody would take their result. */
  const endCleared = async (cleared: ReadonlySet<string>): Promise<void> => {
    for (const row of await journal.below(`${state.runId}.`)) {
      const isOwn = row.parent?.runId === state.runId && cleared.has(row.parent.call);
      if (isOwn && row.open === 1 && !active.has(row.runId)) await endRun(run.place, row, 'aborted');
    }
  };

  return {
    enter: async (request, signal) => {
      try {
        const child = await endOf(request, signal);
        if (!state.subRuns.has(child.runId)) run.tell(endEvent(child, request, run.spent));
        return endIn(child);
      } catch (error) {
        if (error instanceof ActivityError || error instanceof Interruption) throw error;
        run.abandon(error instanceof Error ? error : new Error(String(error)));
        // Neither an end nor a failure of the call: the run stops here and goes on from its journal.
        return new Promise<never>(() => {});
      }
    },
    find: (runId) => {
      for (const child of active.values()) {
        const found = child.find(runId);
        if (found) return found;
      }
      return undefined;
    },
    cleared: (calls) => void endCleared(new Set(calls)).catch(run.abandon),
    letGo: (reason) => {
      for (const child of active.values()) child.letGo(reason);
    },
    settled: () => Promise.allSettled([...active.values()].map((child) => child.ended)),
  };
}

/** What the ids of all tries of one call, or of one element of its loop, begin with. A label may hold a dot. */
function familyOf({ runId, call, index }: ParentCall): string {
  const name = encodeURIComponent(call).replaceAll('.', '%2E');
  return index === undefined ? `${runId}.${name}.` : `${runId}.${name}.${index}.`;
}

/** An earlier try, since then, of the same plan with the same input that came to its end: it is not paid for again. */
async function completedBefore(
  { place: { journal }, fold }: SubRunsOf,
  family: string,
  parent: ParentCall,
  { plan, input }: SubRunRequest,
  since: number,
): Promise<RunState | null> {
  for (const row of await journal.below(family)) {
    const isOwn = row.parent?.runId === parent.runId && row.parent.index === parent.index;
    if (!isOwn || row.status !== 'completed' || begunOf(row.runId) < since) continue;
    const events = await journal.events(row.runId);
    const [first] = events;
    if (first?.type !== 'plan.commit' || !isWhole(events)) continue;
    const same = jsonEquals(first.plan, plan) && jsonEquals(first.input ?? {}, input);
    if (same) return fold(row.runId, events);
  }
  return null;
}

/** The seq at which the try began, with which its sub-run's id ends. */
const begunOf = (runId: string): number => Number(runId.slice(runId.lastIndexOf('.') + 1));

/** What must not start: sub-plans within themselves or too deep (L-52), and what does not pass the checks. */
function refuse(run: SubRunsOf, { plan, input }: SubRunRequest): void {
  const above = run.plans();
  const path = [...above, plan.id];
  if (above.includes(plan.id)) {
    throw new ActivityError(
      'permission-denied',
      `The sub-plan leads back into itself: ${path.join(' -> ')}. Delegate to another plan.`,
    );
  }
  if (above.length > DEEPEST_DELEGATE) {
    throw new ActivityError(
      'permission-denied',
      `Sub-plans go ${DEEPEST_DELEGATE} deep at most: ${path.join(' -> ')}. Move some of the work up.`,
    );
  }
  const problems = [...run.check(plan), ...inputProblems({ plan, input })];
  if (problems.length > 0) {
    throw new ActivityError(
      'invalid-arguments',
      `The sub-plan "${plan.title ?? plan.goal ?? plan.id}" can't start. ${problems.join(' ')}`,
    );
  }
}

function endEvent(child: RunState, { call, index }: SubRunRequest, spent: SubRunsOf['spent']): RunEventBody {
  const { steps, cost } = spent.get(child.runId)?.() ?? { steps: child.stepsTaken, cost: child.cost };
  return {
    type: 'plan_sub_run_ended',
    call,
    run: child.runId,
    ...(index === undefined ? {} : { index }),
    status: endIn(child).status,
    steps,
    cost,
    capsule: capsuleOf(child),
  };
}

const endIn = (child: RunState): SubRunEnd => ({
  status: child.status === 'new' ? 'aborted' : child.status,
  reason: child.reason,
  output: child.output,
  lastError: child.lastError,
});
