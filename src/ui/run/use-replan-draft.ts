/** The draft that a run's replan waits with, as the canvas and its question show it. */

import { useEffect, useState } from 'react';
import type { ReplanDraft } from '../../stores/ports.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import { useServices } from '../services.ts';

/** null where no draft waits, and while it is read. */
export function useReplanDraft(run: RunTrace | null): ReplanDraft | null {
  const { verbs } = useServices();
  const [shown, setShown] = useState<{ of: unknown; draft: ReplanDraft | null } | null>(null);
  const waiting = run?.draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft that waits is the same whatever else the run says.
  useEffect(() => {
    if (!run || !waiting) return;
    let current = true;
    void verbs.draftOf(run).then((draft) => {
      if (current) setShown({ of: waiting, draft });
    });
    return () => {
      current = false;
    };
  }, [waiting, verbs]);
  return waiting !== undefined && shown?.of === waiting ? shown.draft : null;
}
