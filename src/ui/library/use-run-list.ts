/** The runs on this device as they stand now: what the list knows, and what the fold of a run that goes on knows better. */

import { useRef } from 'react';
import type { RunStatus } from '../../run/events.ts';
import { isLeftBehind, isOver } from '../../run/whole.ts';
import type { RunSummary } from '../../stores/ports.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { useRuns, useServices } from '../services.ts';

/** The summary with what its fold tells; the same object where the fold adds nothing. */
function asItStands(
  run: RunSummary,
  shown: ShownRun | undefined,
  statusOf: (run: ShownRun) => RunStatus | 'new',
): RunSummary {
  if (!shown) return run;
  const { state } = shown;
  const status = statusOf(shown);
  if (status === 'new') return run;
  if (isLeftBehind(state)) return { ...run, interrupted: true };
  if (status === run.status && (!isOver(state) || run.endedAt !== undefined)) return run;
  return { ...run, status, ...(isOver(state) ? { endedAt: state.endedAt } : {}) };
}

const isSame = (one: RunSummary, other: RunSummary | undefined): boolean =>
  one === other ||
  (one.runId === other?.runId &&
    one.status === other.status &&
    one.endedAt === other.endedAt &&
    one.interrupted === other.interrupted);

/** The same list until a run in it stands differently: what runs say meanwhile draws nothing anew. */
export function useRunList(): readonly RunSummary[] {
  const { statusOf } = useServices().runs.actions;
  const last = useRef<{ readonly of: unknown; readonly runs: readonly RunSummary[] } | null>(null);
  return useRuns(({ list, known }) => {
    const runs = list.map((run) => asItStands(run, known.get(run.runId), statusOf));
    const before = last.current;
    if (before?.of === list && runs.every((run, at) => isSame(run, before.runs[at]))) return before.runs;
    last.current = { of: list, runs };
    return runs;
  });
}
