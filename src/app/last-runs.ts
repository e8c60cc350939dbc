/** The last run of a plan on this device, with what its calls came to: read when a plan is first asked about. */

import { planOf } from '../run/whole.ts';
import { pinsOf } from '../stores/pins.ts';
import type { RunSummary } from '../stores/ports.ts';
import { isTheirs } from '../stores/run-row.ts';
import type { RunningService } from './services/running.ts';
import type { LastRun } from './stand-ins.ts';

export interface LastRuns {
  /** undefined where it has none, or it is not read yet; whoever asks hears when it is (`onNews`). */
  of(planId: string): LastRun | undefined;
  onNews(hear: (planId: string) => void): void;
}

/** The run of a plan that began last, of those of this device that have ended. */
export function lastRunOf(list: readonly RunSummary[], planId: string): string | undefined {
  const own = list.filter((run) => run.planId === planId && run.endedAt && !isTheirs(list, run.runId));
  return own.reduce<RunSummary | undefined>(
    (last, run) => (last && last.startedAt >= run.startedAt ? last : run),
    undefined,
  )?.runId;
}

export function createLastRuns({ runs, keeper }: Pick<RunningService, 'runs' | 'keeper'>): LastRuns {
  const hearers = new Set<(planId: string) => void>();
  /** By plan: of which run, and what of it; undefined while it is read, or where it can't be. */
  const read = new Map<string, { readonly runId: string; readonly last: LastRun | undefined }>();

  const lastOf = (planId: string): string | undefined => lastRunOf(runs.getState().list, planId);
  const load = async (planId: string, runId: string): Promise<void> => {
    read.set(planId, { runId, last: undefined });
    // A record that can't be read tells nothing: values are made up then.
    await keeper.load(runId).catch(() => {});
    const run = runs.getState().known.get(runId);
    const plan = run && planOf(run.state);
    if (!run || !plan || read.get(planId)?.runId !== runId) return;
    read.set(planId, { runId, last: { plan, results: pinsOf(run) } });
    for (const hear of hearers) hear(planId);
  };

  return {
    of: (planId) => {
      const runId = lastOf(planId);
      const known = read.get(planId);
      if (runId !== undefined && known?.runId !== runId) void load(planId, runId);
      return known?.runId === runId ? known?.last : undefined;
    },
    onNews: (hear) => {
      hearers.add(hear);
      runs.subscribe((now, before) => {
        if (now.list === before.list) return;
        for (const planId of read.keys()) if (lastOf(planId) !== read.get(planId)?.runId) hear(planId);
      });
    },
  };
}
