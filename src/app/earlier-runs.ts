/** What another run of a plan is likely to take, by the last ones of this device. Fetched when a sheet asks. */

import type { Plan } from '../plan/document.ts';
import { EARLIER_RUNS, type Estimate, estimateOf, type Took, tookOf } from '../run/took.ts';
import type { RunSummary, RunsRepository } from '../stores/ports.ts';
import { runEngine } from '../stores/run-engine.ts';
import { isTheirs } from '../stores/run-row.ts';
import type { ToolContract } from '../tools/catalogue.ts';

/** null where none of this device says it. @param list the runs of this device, the newest first */
export async function estimated(
  plan: Plan,
  list: readonly RunSummary[],
  repository: Pick<RunsRepository, 'events' | 'subRuns'> | null,
  builtIn: readonly ToolContract[],
): Promise<Estimate | null> {
  if (repository === null) return null;
  const rows = list.filter(
    ({ runId, planId, status, forkOf, to }) =>
      planId === plan.id && status === 'completed' && !forkOf && to === undefined && !isTheirs(list, runId),
  );
  const { blank } = runEngine(builtIn);
  const all: Took[] = [];
  for (const { runId } of rows.slice(0, EARLIER_RUNS)) {
    // A record that can't be read tells nothing.
    const [events, ...below] = await journalsOf(repository, runId).catch(() => [[]]);
    const took = tookOf(events ?? [], below, blank(runId, false));
    if (took) all.push(took);
  }
  return estimateOf(plan, all);
}

async function journalsOf({ events, subRuns }: Pick<RunsRepository, 'events' | 'subRuns'>, runId: string) {
  const below = await subRuns(runId);
  return Promise.all([runId, ...below.map((row) => row.runId)].map(events));
}
