/** What keeps a run that has not ended from going on: a person who paused it, or rules that are no longer today's. */

import { isLeftBehind } from '../run/whole.ts';
import type { RunSummary } from './ports.ts';
import type { ShownRun } from './shown-run.ts';

/** `pausing`: nothing new starts, what is in flight ends first. `interrupted`: of older rules, never gone on with (L-95). */
export type Hold = 'pausing' | 'paused' | 'interrupted' | null;

/** A sub-run's id begins with its parent's, and rests with it. */
const isOf = (runId: string, top: string): boolean => runId === top || runId.startsWith(`${top}.`);

/**
 * @param list the runs on this device
 * @param pausing ids of those that were asked to pause and do not rest yet
 */
export function holdOf(
  { runId, state }: Pick<ShownRun, 'runId' | 'state'>,
  list: readonly RunSummary[],
  pausing: readonly string[],
): Hold {
  if (isLeftBehind(state)) return 'interrupted';
  if (list.some((run) => run.paused && isOf(runId, run.runId))) return 'paused';
  return pausing.some((top) => isOf(runId, top)) ? 'pausing' : null;
}

/** One that rests takes none: what it asks is asked again when it goes on. */
export const takesAnswers = (hold: Hold): boolean => hold === null || hold === 'pausing';
