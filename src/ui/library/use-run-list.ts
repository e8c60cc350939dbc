/** The runs on this device as they stand now: what the list knows, and what a live trace knows better. */

import { useMemo } from 'react';
import type { RunSummary } from '../../stores/ports.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import { useRuns } from '../services.ts';

/** The summary with what its live trace tells; the same object where the trace adds nothing. */
function asItStands(run: RunSummary, trace: RunTrace | undefined): RunSummary {
  if (!trace || trace.events.length === 0) return run;
  if (trace.status === run.status && (trace.endedAt === undefined || run.endedAt !== undefined)) return run;
  return { ...run, status: trace.status, ...(trace.endedAt === undefined ? {} : { endedAt: trace.endedAt }) };
}

export function useRunList(): readonly RunSummary[] {
  const list = useRuns((state) => state.list);
  const traces = useRuns((state) => state.traces);
  return useMemo(() => list.map((run) => asItStands(run, traces[run.runId])), [list, traces]);
}
