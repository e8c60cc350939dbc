/** Which runs of the list a person looks for: by plan, by how they ended, by words of the title. */

import type { RunStatus } from '../../run/events.ts';
import type { RunSummary } from '../../stores/ports.ts';

export type StatusGroup = 'all' | 'going' | 'done' | 'trouble' | 'stopped';

export const STATUS_GROUPS: Readonly<
  Record<StatusGroup, { readonly words: string; readonly of: readonly RunStatus[] }>
> = {
  all: { words: 'Any status', of: [] },
  going: { words: 'In progress or waiting', of: ['running', 'waiting'] },
  done: { words: 'Completed', of: ['completed'] },
  trouble: { words: 'Failed or with errors', of: ['failed', 'completed_with_errors'] },
  stopped: { words: 'Aborted', of: ['aborted'] },
};

export interface RunFilter {
  readonly text: string;
  readonly status: StatusGroup;
  /** null: of any plan. */
  readonly planId: string | null;
}

export const EVERY_RUN: RunFilter = { text: '', status: 'all', planId: null };

/** In the order of the list. Words are found in the title, the run's id and what it came from, in any order and case. */
export function filterRuns(
  runs: readonly RunSummary[],
  { text, status, planId }: RunFilter,
): readonly RunSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const { of } = STATUS_GROUPS[status];
  return runs.filter((run) => {
    if (planId !== null && run.planId !== planId) return false;
    if (of.length > 0 && !of.includes(run.status)) return false;
    if (words.length === 0) return true;
    const read = `${run.title} ${run.runId} ${run.forkOf?.runId ?? ''}`.toLowerCase();
    return words.every((word) => read.includes(word));
  });
}

/** The plans that runs in the list belong to, each once, the one that ran last first. */
export function plansOf(
  runs: readonly RunSummary[],
): readonly { readonly id: string; readonly title: string }[] {
  const titles = new Map<string, string>();
  for (const { planId, title } of runs) if (!titles.has(planId)) titles.set(planId, title);
  return [...titles].map(([id, title]) => ({ id, title }));
}
