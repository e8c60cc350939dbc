/** What the runs of this tab have said so far, and the thread it makes together with what was said while drafting. */

import type { Said } from '../plan/talk.ts';
import { extendThread, newThread, type Thread, type ThreadMessage } from '../run/thread.ts';
import type { RunSummary } from './ports.ts';
import { isTheirs } from './run-row.ts';
import { DRY_RUN } from './runs.ts';
import type { ShownRun } from './shown-run.ts';

/** Folds each run once, as its events come; a run that was forgotten is forgotten here too. */
interface RunThreads {
  of(runs: ReadonlyMap<string, ShownRun>): readonly Thread[];
}

/** Folds the thread of each run once, and only what came since. */
export function createRunThreads(): RunThreads {
  const folded = new Map<string, { readonly thread: Thread; readonly position: number }>();

  const threadOf = ({ runId, events, position }: ShownRun): Thread => {
    const known = folded.get(runId);
    const before = known && known.position <= position ? known : undefined;
    if (before?.position === position) return before.thread;
    const news = events.slice(before?.position ?? 0, position);
    const thread = extendThread(before?.thread ?? newThread(runId), news);
    folded.set(runId, { thread, position });
    return thread;
  };

  return {
    of: (runs) => {
      for (const runId of folded.keys()) if (!runs.has(runId)) folded.delete(runId);
      const threads: Thread[] = [];
      for (const run of runs.values()) {
        // What a sub-run does, its parent's call stands for.
        if (run.runId !== DRY_RUN && !run.state.parent) threads.push(threadOf(run));
      }
      return threads;
    },
  };
}

/** A line of the thread on the screen: said by a person or the page, or told by a run; an earlier run is one line. */
export type ThreadEntry =
  | { readonly from: 'said'; readonly at: number; readonly key: string; readonly line: Said }
  | { readonly from: 'run'; readonly at: number; readonly key: string; readonly message: ThreadMessage }
  | { readonly from: 'earlier'; readonly at: number; readonly key: string; readonly run: RunSummary };

/** Runs of a plan from before this tab was opened, of which nobody had to be told: where they stand in what was said of it. */
export const earlierRuns = (
  list: readonly RunSummary[],
  planId: string,
  since: number,
): readonly RunSummary[] =>
  list.filter((run) => run.planId === planId && run.startedAt < since && !isTheirs(list, run.runId));

/** More are in the journal: a thread is read at its end. */
const MOST = 120;

/**
 * Everything that was said, in the order in which it came (R-8): a plan that is done sooner is heard sooner.
 * @param since runs' messages from before are history, and no news (ms)
 * @param earlier runs that are told of in a line
 * @param most the last of them, so many
 */
export function threadEntries(
  said: readonly Said[],
  threads: readonly Thread[],
  since: number,
  earlier: readonly RunSummary[] = [],
  most = MOST,
): readonly ThreadEntry[] {
  const entries: ThreadEntry[] = said.map((line, at) => ({
    from: 'said',
    at: line.at,
    key: `said ${at}`,
    line,
  }));
  for (const run of earlier)
    entries.push({ from: 'earlier', at: run.endedAt ?? run.startedAt, key: `run ${run.runId}`, run });
  for (const { messages } of threads) {
    for (const message of messages.slice(-most)) {
      if (message.time < since) continue;
      const key = `${message.runId} ${message.seq} ${message.kind} ${message.call ?? ''}`;
      entries.push({ from: 'run', at: message.time, key, message });
    }
  }
  // Stable: what has the same time stays in the order in which it was said.
  return entries.sort((a, b) => a.at - b.at).slice(-Math.min(most, MOST));
}

/** What a screen reader is told of a message without being asked; progress is not, or nothing else could be heard. */
export const isAnnounced = (message: ThreadMessage): boolean =>
  message.kind === 'notice' ||
  message.kind === 'agent' ||
  / → failed /.test(message.text) ||
  message.text.startsWith('Plan ');
