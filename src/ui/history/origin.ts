/** Where a run came from and what came from its calls, read off its record: forks and sub-runs. Knows no screen. */

import type { RunEvent, RunStatus } from '../../run/events.ts';
import { firstCommit } from '../../run/run-plans.ts';

interface Origin {
  readonly runId: string;
  readonly words: string;
}

/** null for a run that a person started from its plan. */
export function originOf(events: readonly RunEvent[]): Origin | null {
  const { parent, forkOf } = firstCommit(events) ?? {};
  if (parent) return { runId: parent.runId, words: `Sub-run of ${parent.runId}` };
  return forkOf ? { runId: forkOf.runId, words: `Fork of ${forkOf.runId}` } : null;
}

export interface SubRunOf {
  readonly runId: string;
  /** The element of the loop, from 0 (L-53). */
  readonly index?: number;
  /** null while it goes on. */
  readonly status: RunStatus | null;
}

/** The sub-runs that a call has begun, in the order they began (L-52). @param call its id, or `id@LABEL` */
export function subRunsOf(events: readonly RunEvent[], call: string): readonly SubRunOf[] {
  const found = new Map<string, SubRunOf>();
  for (const event of events) {
    if (event.type === 'plan_step_waiting' && event.call === call && event.run !== undefined) {
      found.set(event.run, { runId: event.run, status: null });
    } else if (event.type === 'plan_sub_run_ended' && event.call === call) {
      const { run: runId, index, status } = event;
      found.set(runId, { runId, status, ...(index === undefined ? {} : { index }) });
    }
  }
  return [...found.values()];
}
