/** The draft that a run's replan waits with, as the canvas and its question show it. */

import { useEffect, useState } from 'react';
import { reviewedDraft } from '../../run/whole.ts';
import type { ReplanDraft } from '../../stores/ports.ts';
import { whileAsked } from '../parts/while-asked.ts';
import { useRuns, useServices } from '../services.ts';

/** null where no draft waits, and while it is read. @param runId null where no run is looked at as it stands now */
export function useReplanDraft(runId: string | null): ReplanDraft | null {
  const { running, runs } = useServices();
  const [shown, setShown] = useState<{ of: unknown; draft: ReplanDraft | null } | null>(null);
  const waiting = useRuns(({ known }) => {
    const run = runId === null ? undefined : known.get(runId);
    return run ? reviewedDraft(run.state) : null;
  });
  useEffect(() => {
    const run = runId === null ? undefined : runs.getState().known.get(runId);
    if (!run || !waiting) return;
    return whileAsked(running.draftOf(run), (draft) => setShown({ of: waiting, draft }));
  }, [waiting, running, runs, runId]);
  return waiting !== null && shown?.of === waiting ? shown.draft : null;
}
