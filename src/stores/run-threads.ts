/** What the runs of this tab have said so far, and the thread it makes together with what was said while drafting. */

import { extendThread, newThread, type Thread, type ThreadMessage } from '../run/thread.ts';
import type { RunTrace } from './run-trace.ts';
import { DRY_RUN } from './runs.ts';
import type { ThreadLine } from './session.ts';

/** Folds each run once, as its events come; a run that was forgotten is forgotten here too. */
export interface RunThreads {
  of(traces: Readonly<Record<string, RunTrace>>): readonly Thread[];
}

export function createRunThreads(): RunThreads {
  const folded = new Map<string, { readonly thread: Thread; readonly lastSeq: number }>();

  const threadOf = (trace: RunTrace): Thread => {
    const known = folded.get(trace.runId);
    const before = known && known.lastSeq <= trace.lastSeq ? known : undefined;
    if (before?.lastSeq === trace.lastSeq) return before.thread;
    const from = before?.lastSeq ?? 0;
    const news = from === 0 ? trace.events : trace.events.slice(firstAfter(trace, from));
    const thread = extendThread(before?.thread ?? newThread(trace.runId), news);
    folded.set(trace.runId, { thread, lastSeq: trace.lastSeq });
    return thread;
  };

  return {
    of: (traces) => {
      for (const runId of folded.keys()) if (!(runId in traces)) folded.delete(runId);
      // What a sub-run does, its parent's call stands for.
      return Object.values(traces)
        .filter(({ runId, parent }) => runId !== DRY_RUN && !parent)
        .map(threadOf);
    },
  };
}

/** Events are in order of `seq`, without gaps, and the new ones are at the end. */
function firstAfter({ events }: RunTrace, seq: number): number {
  let at = events.length;
  while (at > 0 && events[at - 1]!.seq > seq) at--;
  return at;
}

export type ThreadEntry =
  | { readonly from: 'said'; readonly at: number; readonly key: string; readonly line: ThreadLine }
  | { readonly from: 'run'; readonly at: number; readonly key: string; readonly message: ThreadMessage };

/** More are in the journal: a thread is read at its end. */
const MOST = 300;

/**
 * Everything that was said, in the order in which it came (R-8): a plan that is done sooner is heard sooner.
 * @param since runs' messages from before are history, and no news (ms)
 */
export function threadEntries(
  said: readonly ThreadLine[],
  threads: readonly Thread[],
  since: number,
): readonly ThreadEntry[] {
  const entries: ThreadEntry[] = said.map((line, at) => ({
    from: 'said',
    at: line.at ?? 0,
    key: `said ${at}`,
    line,
  }));
  for (const { messages } of threads) {
    for (const message of messages.slice(-MOST)) {
      if (message.time < since) continue;
      const key = `${message.runId} ${message.seq} ${message.kind} ${message.call ?? ''}`;
      entries.push({ from: 'run', at: message.time, key, message });
    }
  }
  // Stable: what has the same time stays in the order in which it was said.
  return entries.sort((a, b) => a.at - b.at).slice(-MOST);
}

/** What a screen reader is told of a message without being asked; progress is not, or nothing else could be heard. */
export const isAnnounced = (message: ThreadMessage): boolean =>
  message.kind === 'notice' ||
  message.kind === 'agent' ||
  / → failed /.test(message.text) ||
  message.text.startsWith('Plan ');
