/** One run in this worker's hands: the engine's host on IndexedDB, until it ends or is let go of. */

import { Interruption } from '../activities/activity.ts';
import { type ActivityHost, activityHost } from '../activities/activity-host.ts';
import { type RunRow, StorageFault } from '../journal/database.ts';
import type { Plan } from '../plan/document.ts';
import { leftOf, spentBy } from '../run/budget.ts';
import { drive } from '../run/drive.ts';
import type { RunEvent, RunEventBody } from '../run/events.ts';
import type { Host } from '../run/host.ts';
import { planCounts } from '../run/plan-status.ts';
import { clearedFrom, refusalToRunFrom } from '../run/run-from.ts';
import { runStatus } from '../run/view.ts';
import { hostsOf } from '../tools/reach.ts';
import { type Above, noteAnew, type OpenedRun } from './above.ts';
import { errorsOf } from './compile.ts';
import type { ActiveRun, Place } from './place.ts';
import { questionsOf } from './questions.ts';
import { DONE, refused } from './refusal.ts';
import { steadyClock } from './steady-clock.ts';
import type { SubRuns } from './sub-runs.ts';
import { surroundingsOf } from './surroundings.ts';

export interface Opening {
  readonly place: Place;
  readonly opened: OpenedRun;
  readonly about: Pick<RunRow, 'planId' | 'title' | 'forkOf'>;
  /** Events to begin with: those of a beginning, or of a resume. */
  readonly first: readonly RunEventBody[];
  readonly above: Above;
}

/** Makes the sub-runs of a run; what they need of it beyond how it was opened. */
export type OpenSubRuns = (
  opening: Opening,
  hosts: () => ReadonlySet<string>,
  activities: ActivityHost,
) => SubRuns;

export function run(opening: Opening, openSubRuns: OpenSubRuns): ActiveRun {
  const { place, opened, first, above } = opening;
  const { state, below } = opened;
  const { runId } = state;
  const stopping = new AbortController();
  const clock = steadyClock(place.now, place.elapsed, state.time);
  const approvedHosts = () => new Set([...above.hosts(), ...hostsOf(state.program.plan)]);
  const activities = activityHost(
    surroundingsOf({
      place,
      state,
      filesOf: above.filesOf ?? runId,
      clock: clock.now,
      approvedHosts,
      costLeft: () => leftOf(state, below, above.left()).cost,
      enter: (request, signal) => subRuns.enter(request, signal),
      tell: (body) => activities.push({ kind: 'event', body }),
    }),
  );
  const subRuns = openSubRuns(opening, approvedHosts, activities);
  const questions = questionsOf(state, activities.push);
  const journal = journalOf(opening);

  const host: Host = {
    now: clock.now,
    append: async (events, strict) => {
      await journal.append(events, strict);
      questions.heard(events);
      for (const event of events) {
        if (event.type !== 'plan_resumed_from') continue;
        noteAnew(opened, event);
        subRuns.cleared(event.cleared);
      }
    },
    start: activities.start,
    cancel: () => {
      stopping.abort();
      activities.cancel();
    },
    next: async (wake) => {
      const happened = await activities.next(wake);
      // What the device's clock says more than ours is sleep, or was set by hand: no time of work.
      if (state.inFlight === 0 && state.timed.size === 0) clock.follow();
      return happened;
    },
    check: (plan, kept) => errorsOf(plan, state.delegates, kept),
    replan: (request) => {
      place
        .replan(request, stopping.signal)
        .catch((): readonly Plan['calls'][number][] => [])
        .then((calls) => activities.push({ kind: 'planned', calls }));
    },
  };

  const ended = drive(state, host, first).then(
    async () => {
      await subRuns.settled();
      return state;
    },
    async (error: unknown) => {
      // Before they are cancelled: a sub-run that is only let go of must not be recorded as stopped.
      subRuns.letGo(asError(error));
      host.cancel();
      await subRuns.settled();
      await journal.markBroken(error, clock.now());
      throw error;
    },
  );

  const self: ActiveRun = {
    runId,
    ended,
    answer: questions.answer,
    stop: (reason) => activities.push({ kind: 'event', body: { type: 'plan_aborted', reason } }),
    resumeFrom: (call, order) => {
      const against = refusalToRunFrom(state, call, order);
      if (against.length > 0) return refused('not-from-here', against.join(' '));
      const cleared = clearedFrom(state.program, call, order);
      // Together: nothing may be entered again between the two.
      activities.push(
        { kind: 'event', body: { type: 'plan_run_interrupted' } },
        { kind: 'event', body: { type: 'plan_resumed_from', call, order, cleared } },
      );
      return DONE;
    },
    find: (id) => (id === runId ? self : subRuns.find(id)),
    spent: () => spentBy(state, below),
    letGo: activities.abandon,
  };
  return self;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The journal of one run, and its row, which is written with every batch. */
function journalOf({ place, opened: { state, below }, about, above }: Opening) {
  let last: { readonly row: RunRow; readonly seq: number } | null = null;
  const rowNow = (): RunRow => ({
    runId: state.runId,
    planId: about.planId,
    title: about.title,
    startedAt: state.startedAt || state.time,
    status: runStatus(state),
    reason: state.reason,
    lastSeq: state.seq,
    open: state.status === 'running' ? 1 : 0,
    ...(above.parent ? { parent: above.parent, spent: spentBy(state, below) } : {}),
    ...(about.forkOf ? { forkOf: about.forkOf } : {}),
    ...costOf(),
    ...countsOf(),
  });
  /** Only once it has ended: a row that said it all along would be written with every call that costs something. */
  const costOf = (): { cost?: number } => {
    const { cost } = spentBy(state, below);
    return state.status === 'running' || cost === 0 ? {} : { cost };
  };
  const countsOf = (): Pick<RunRow, 'counts'> => {
    if (state.status === 'running') return {};
    const { total, completed, failed, skipped } = planCounts(state);
    return { counts: { calls: total, completed, failed, skipped } };
  };
  const append = async (row: RunRow, events: readonly RunEvent[], strict: boolean) => {
    await place.journal.append(row, events, strict);
    last = { row, seq: row.lastSeq };
    place.published(row.runId, events);
  };
  return {
    append: (events: readonly RunEvent[], strict: boolean) => append(rowNow(), events, strict),
    /**
     * A fault that is none of storage: the journal says, where it can, that the run was cut off here. The state
     * may be ahead of what is durable, so the event follows what is.
     */
    markBroken: async (error: unknown, time: number): Promise<void> => {
      if (!last || error instanceof StorageFault || error instanceof Interruption) return;
      const seq = last.seq + 1;
      const event: RunEvent = { type: 'plan_run_interrupted', runId: state.runId, seq, time };
      // Whatever fails now, the journal is whole, and the next start resumes from it.
      await append({ ...last.row, lastSeq: seq }, [event], false).catch(() => {});
    },
  };
}
