/** Runs put into this worker's hands: started, forked, gone on with, and those that are a part of another. */

import type { ActivityHost } from '../activities/activity-host.ts';
import type { RunRow } from '../journal/database.ts';
import { delegatesOf, libraryOf } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { beginning } from '../run/begin.ts';
import { leftOf } from '../run/budget.ts';
import type { ParentCall, RunEvent, RunEventBody } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import type { StartRun } from '../run/messages.ts';
import { resumption } from '../run/resume-classes.ts';
import { type Above, noteAnew, openRun, TOP } from './above.ts';
import { errorsOf, fold, titleOf } from './compile.ts';
import type { ActiveRun, Place } from './place.ts';
import { type Opening, run } from './run.ts';
import { type SubRuns, subRunsOf } from './sub-runs.ts';

/** @param first its first events: those of a fork, too */
export const beginRun = (
  place: Place,
  { runId, planId, plan, fork }: StartRun,
  first: readonly RunEventBody[],
): ActiveRun =>
  run(
    {
      place,
      opened: openRun(runId, TOP),
      about: {
        planId,
        title: titleOf(plan),
        ...(fork
          ? { forkOf: { runId: fork.runId, ...(fork.call === undefined ? {} : { call: fork.call }) } }
          : {}),
      },
      first,
      above: TOP,
    },
    openSubRuns,
  );

/**
 * Goes on with a run whose journal says that it has not ended (L-91). The plan is the journal's, never derived again
 * (L-94), and so are the plans it delegates to.
 */
export async function resumeRun(
  place: Place,
  row: RunRow,
  events: readonly RunEvent[],
  above: Above = TOP,
): Promise<ActiveRun> {
  const opened = openRun(row.runId, above);
  for (const event of events) {
    evolve(opened.state, event);
    if (event.type === 'plan_resumed_from') noteAnew(opened, event);
  }
  // What they have spent counts before they are entered again.
  for (const { runId, parent, spent } of await place.journal.below(`${row.runId}.`)) {
    if (parent?.runId === row.runId && spent) opened.below.set(runId, () => spent);
  }
  const first = resumption(opened.state, events);
  return run({ place, opened, about: row, first, above }, openSubRuns);
}

/** Sub-runs are runs like any other, with this one above them. */
function openSubRuns(
  { place, opened, above }: Opening,
  hosts: () => ReadonlySet<string>,
  activities: ActivityHost,
): SubRuns {
  const { state, below } = opened;
  const plansHere = () => [...above.plans, state.program.plan.id];
  const over = (parent: ParentCall): Above => ({
    parent,
    plans: plansHere(),
    hosts,
    filesOf: above.filesOf ?? state.runId,
    left: () => leftOf(state, below, above.left()),
  });
  const delegatesFor = (plan: Plan) => delegatesOf(plan, libraryOf(state.delegates));
  return subRunsOf({
    state,
    plans: plansHere,
    place,
    spent: below,
    anewSince: opened.anewSince,
    check: (plan) => errorsOf(plan, delegatesFor(plan)),
    start: (runId, parent, { plan, input }) => {
      const first = beginning({ plan, input, delegates: delegatesFor(plan), parent }, []);
      const own = over(parent);
      const about = { planId: plan.id, title: titleOf(plan) };
      return run({ place, opened: openRun(runId, own), about, first, above: own }, openSubRuns);
    },
    resume: (row, parent, events) => resumeRun(place, row, events, over(parent)),
    fold,
    tell: (body) => activities.push({ kind: 'event', body }),
    abandon: activities.abandon,
  });
}
