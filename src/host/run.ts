/** One run in a place's hands: the loop over the place's ports, until it ends, rests or is let go of. */

import { intAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import { errorOf } from '../lib/thrown.ts';
import type { Spent } from '../run/budget.ts';
import type { ClearOrder, RunEvent, RunEventBody, Turns } from '../run/events.ts';
import { labelProblems } from '../run/instances.ts';
import { clearedFrom, refusalToRunFrom } from '../run/run-from.ts';
import { type RunState, stepNamed } from '../run/state.ts';
import { runsBelow } from '../tools/agent.ts';
import { plannerOf } from './ask-planner.ts';
import { callStart } from './call-start.ts';
import {
  clockOf,
  type Driven,
  filesOf,
  isGrantedIn,
  leftFor,
  note,
  type RunContext,
  rowOf,
  spentFor,
  wakeAwaiting,
} from './context.ts';
import { recallBelow } from './done-before.ts';
import { drive, type Loop } from './drive.ts';
import { createInbox, cutOffBy, type Rest } from './inbox.ts';
import { withKin } from './kin.ts';
import { type LookDecision, lookFirst } from './look-first.ts';
import { type Answer, type Happening, type RunRow, StoreFault } from './port.ts';
import { questionsOf, type WholeRun } from './questions.ts';
import { DONE, LetGo, type Outcome, refused } from './refusal.ts';
import { refusalToSetTurns, refusalToStop, refusalToWish, refusedInRoom } from './run-refusals.ts';
import { signedSinks } from './signed-sinks.ts';
import { subRunsOf } from './sub-runs.ts';

/** How a run left a host's hands. */
export interface RunEnd {
  /** `ended`: its last event is in the journal. `parked`: it waits (L-91a). `drained`: nothing new was to start. */
  readonly how: 'ended' | Rest;
  readonly state: RunState;
  /** In how many ms a run that is parked has something to do; null where it waits for a person alone. */
  readonly dueIn: number | null;
}

/** A run that this place has the lease of, and drives. */
export interface ActiveRun {
  readonly runId: string;
  /** Settles when the run has ended or rests; rejects where it was let go of: with a storage fault, say. */
  readonly ended: Promise<RunEnd>;
  /** A person's answer; see `Questions.answer`. */
  answer(answer: Answer): Outcome;
  /** Looks whether a doubtful call has happened; see `lookFirst`. Resolves when it is told. */
  lookFirst(decision: LookDecision): Promise<Outcome>;
  stop(reason: 'aborted' | 'discarded'): void;
  /** Stops one call that is under way, and asks what becomes of it (L-41). Resolves when it is durable. */
  stopCall(call: string): Promise<Outcome>;
  /** What a person wants of its rest (L-63). Resolves when it is durable. */
  wish(said: string): Promise<Outcome>;
  /** Whether the planner's turns wait for a person from now on (L-63). Resolves when it is durable. */
  setTurns(turns: Turns): Promise<Outcome>;
  /** The call and those cleared with it run again. */
  resumeFrom(call: string, order: ClearOrder): Outcome;
  /** This run, or the sub-run of that id below it; none where it comes to rest. */
  find(runId: string): ActiveRun | undefined;
  /** With what the runs below it spend. */
  spent(): Spent;
  /** Stops here, as a killed place does: the journal goes on at the next resume. */
  letGo(reason: Error): void;
  /** Nothing new starts here or below; the run rests when nothing is in flight. */
  drain(): void;
  /** Waits, with all below it, and nothing of it is in memory but the waiting. */
  isAtRest(): boolean;
  /** In how many ms it, or a run below it, would wake by itself; null for never. */
  wakesIn(): number | null;
  rest(why: Rest): void;
  /** What a person has allowed for the whole run answers what asks for it, here and below. */
  heed(): void;
  /** Comes to rest where it may: somebody who kept it up does so no more. */
  look(): void;
}

export interface Opening {
  /** Steps whose call delegates and was in flight when the run came to rest: entered again without a word. */
  readonly again: readonly number[];
  /** Tells the run above that something waits now; absent where there is none. */
  readonly look?: () => void;
  /** See `WholeRun`; absent where there is no run above. */
  readonly allow?: WholeRun['allow'];
  /** Somebody is about to say something to it, or to a run below: it does not park. */
  readonly isWanted?: () => boolean;
  /** Hears that a run of the family has come up, or waits. */
  readonly stir?: () => void;
}

/** @param first events to begin with: those of a beginning, or of a resume */
export type OpenRun = (run: RunContext, first: readonly RunEventBody[], opening: Opening) => ActiveRun;

/** One run under the loop: what it was doing is taken up, and driven until it ends or parks. */
export const openRun: OpenRun = (
  run,
  first,
  { again, look: lookAbove, allow: allowAbove, isWanted, stir },
) => {
  const { place, state } = run;
  const { runId } = state;
  const { clock } = place;
  const steady = clockOf(run);
  let draining = false;
  let rested: Rest | null = null;
  /** Its loop returns in a moment: what it was told now, nobody would hear. */
  let resting = false;

  const interruptAt = (happenings: readonly Happening[]): void => {
    const cleared = cutOffBy(happenings);
    if (!cleared) return;
    activities.interrupt(cleared);
    subRuns.interrupt(cleared);
  };
  /** A run with none above it comes to rest with all below it, or not at all. */
  const look = (): void => {
    if (lookAbove) {
      lookAbove();
      return;
    }
    stir?.();
    if (self.isAtRest()) {
      const wake = self.wakesIn();
      if (draining) self.rest('drained');
      else if (!isWanted?.() && (wake === null || wake > 0)) self.rest('parked');
    }
  };

  const allow: WholeRun['allow'] = (about, kept) =>
    inbox.push({ kind: 'event', body: { type: 'plan_allowed', about }, kept });
  const inbox = createInbox(steady.now, clock, interruptAt, () => look());
  const activities = place.activities({
    runId,
    filesOf: filesOf(run),
    plan: () => state.program.plan,
    sinks: (start) => signedSinks(run, start),
    granted: (call, about) => isGrantedIn(run, call, about),
    costLeft: () => leftFor(run).cost,
    clock: steady.now,
    tell: inbox.push,
    abandon: inbox.abandon,
  });
  /** What the runs below have done: no sub-run is gone on with, or begins, before that is known (L-42). */
  let recalled: Promise<void> = Promise.resolve();
  const recall = (): Promise<void> => {
    recalled = recalled.then(() => recallBelow(run));
    return recalled;
  };
  const subRuns = subRunsOf(run, {
    tell: inbox.push,
    recalled: () => recalled,
    abandon: inbox.abandon,
    look: () => look(),
    allow: allowAbove ?? allow,
    isDraining: () => draining,
    open: openRun,
  });
  const questions = questionsOf(state, inbox.push, {
    allows: (about) => isGrantedIn(run, null, about),
    allow: allowAbove,
  });
  const planner = plannerOf(run, inbox.push);
  const driven: Driven = { run, isPlanning: planner.isAsked, wake: () => inbox.push() };
  run.family.driven.add(driven);
  const journal = journalOf(run, (events) => {
    questions.heard(events);
    wakeAwaiting(run);
    // Only now: killed in between, a sub-run that was ended first would fail the call by itself, and nobody would be asked.
    for (const event of events) {
      if (event.type !== 'plan_step_failed' || event.by !== 'person') continue;
      activities.stop(event.call);
      subRuns.stop(event.call);
    }
    if (events.some(allowsForAll)) self.heed();
  });

  const cancel = (): void => {
    planner.stop();
    activities.cancel();
    subRuns.cancel();
  };
  const loop: Loop = {
    now: steady.now,
    append: journal.append,
    look: activities.look,
    start: (start) =>
      runsBelow(start.call, start.contract) ? subRuns.start(start) : activities.start(start),
    cancel,
    kin: () => withKin(run),
    recall,
    replan: planner.ask,
    check: (plan, kept, isOpen) => [
      ...refusedInRoom(state, plan),
      ...place.check(plan, state.delegates, kept, isOpen),
      ...labelProblems(plan, state.instances),
    ],
    next: async (wake) => {
      // What is due already is not waited for where nothing may start.
      const happened = await inbox.next(draining && wake !== null && wake <= steady.now() ? null : wake);
      if (typeof happened === 'string') rested = happened;
      // What the place's clock says more than ours is sleep, or was set by hand: no time of work.
      else if (state.inFlight === 0 && state.timed.size === 0) steady.follow();
      return happened;
    },
    get isDraining() {
      return draining;
    },
  };

  const isAnew = state.revision > 1 || state.replanning !== 'no';
  let dueIn: number | null = null;
  const toItsEnd = async (): Promise<RunEnd> => {
    try {
      if (isAnew) await recalled;
      await drive(state, loop, first);
    } catch (error) {
      // Before they are cancelled: a sub-run that is only let go of must not be recorded as stopped.
      subRuns.letGo(errorOf(error));
      cancel();
      await subRuns.settled();
      await journal.markBroken(error, steady.now());
      throw error;
    } finally {
      run.family.driven.delete(driven);
      wakeAwaiting(run);
    }
    await subRuns.settled();
    if (state.status !== 'running') await subRuns.endLeft();
    return { how: state.status === 'running' ? (rested ?? 'drained') : 'ended', state, dueIn };
  };

  const self: Omit<ActiveRun, 'ended'> & { ended?: ActiveRun['ended'] } = {
    runId,
    look,
    answer: questions.answer,
    lookFirst: (decision) =>
      lookFirst(run, decision, {
        clock: steady.now,
        record: (body) => inbox.push({ kind: 'event', body }),
        isSigned: true,
      }),
    wish: (said) => {
      const against = refusalToWish(state, said);
      if (against !== null) return Promise.resolve(against);
      return new Promise((resolve) => {
        inbox.push({ kind: 'event', body: { type: 'plan_said', said }, kept: () => resolve(DONE) });
      });
    },
    setTurns: (turns) => {
      const against = refusalToSetTurns(state);
      if (against !== null) return Promise.resolve(against);
      return new Promise((resolve) => {
        const kept = (): void => {
          // Once it is folded: an agent's run that comes up from then on is opened with it.
          subRuns.setTurns(turns);
          resolve(DONE);
        };
        inbox.push({ kind: 'event', body: { type: 'plan_turns', turns }, kept });
      });
    },
    stop: (reason) => inbox.push({ kind: 'event', body: { type: 'plan_aborted', reason } }),
    stopCall: (call) => {
      const against = refusalToStop(state, call);
      if (against !== null) return Promise.resolve(against);
      const attempt = intAt(state.steps.attempt, stepNamed(state, call));
      return new Promise((resolve) => {
        inbox.push({ kind: 'stopped', call, attempt, kept: () => resolve(DONE) });
      });
    },
    resumeFrom: (call, order) => {
      const against = refusalToRunFrom(state, call, order);
      if (against.length > 0) return refused('not-from-here', against.join(' '));
      const cleared = clearedFrom(state.program, call, order);
      // Together: nothing may be entered again between the two.
      inbox.push(
        { kind: 'event', body: { type: 'plan_run_interrupted' } },
        { kind: 'event', body: { type: 'plan_resumed_from', call, order, cleared } },
      );
      return DONE;
    },
    find: (id) => {
      if (resting) return undefined;
      return id === runId ? (self as ActiveRun) : subRuns.find(id);
    },
    spent: () => spentFor(run),
    letGo: inbox.abandon,
    drain: () => {
      draining = true;
      subRuns.drain();
      // It looks again at what it may do now: a wait for a retry is no longer one.
      inbox.push();
    },
    heed: () => {
      questions.heed();
      for (const child of subRuns.active.values()) child.heed();
    },
    isAtRest: () =>
      inbox.waitsUntil() !== undefined &&
      activities.entered === 0 &&
      planner.isAtRest() &&
      subRuns.isAtRest(),
    wakesIn: () => {
      const wake = inbox.waitsUntil() ?? null;
      const all = [...subRuns.active.values()].map((child) => child.wakesIn());
      all.push(wake === null ? null : wake - steady.now());
      return all.reduce(
        (least, one) => (least === null || (one !== null && one < least) ? one : least),
        null,
      );
    },
    rest: (why) => {
      resting = true;
      dueIn = self.wakesIn();
      subRuns.rest(why);
      inbox.rest(why);
    },
  };
  if (isAnew) recall().catch(() => {});
  questions.heed();
  for (const step of again) subRuns.start(callStart(state, step));
  return Object.assign(self, { ended: toItsEnd() });
};

const allowsForAll = (event: RunEvent): boolean =>
  event.type === 'plan_allowed' ||
  (event.type === 'approval' &&
    isObject(event.value) &&
    (event.value.allow === true || event.value.run === true));

/** The journal of one run, and its row, which is written with every batch. */
function journalOf(run: RunContext, heard: (events: readonly RunEvent[]) => void) {
  const { place, state } = run;
  let last: RunRow | null = null;
  const append = async (row: RunRow, events: readonly RunEvent[], strict: boolean) => {
    await place.store.append(row, events, strict);
    last = row;
    place.channel.tellAll({ kind: 'events', runId: row.runId, events });
  };
  return {
    append: async (events: readonly RunEvent[], strict: boolean): Promise<void> => {
      await append(rowOf(run), events, strict);
      heard(events);
      for (const event of events) note(run, event);
    },
    /**
     * A fault that is none of storage: the journal says, where it can, that the run was cut off here. The state
     * may be ahead of what is durable, so the event follows what is.
     */
    markBroken: async (error: unknown, time: number): Promise<void> => {
      if (!last || error instanceof StoreFault || error instanceof LetGo) return;
      const seq = last.lastSeq + 1;
      const event: RunEvent = { type: 'plan_run_interrupted', runId: state.runId, seq, time };
      // Whatever fails now, the journal is whole, and the next start resumes from it.
      await append({ ...last, lastSeq: seq }, [event], false).catch(() => {});
    },
  };
}
