/** The runs of this device as a list: from their rows alone, no batch is read. Knows no event. */

import type { CallCounts } from '../host/port.ts';
import type { RunEvent } from '../run/events.ts';
import type { Database, KeptRun } from './database.ts';
import { familyOf } from './run-records.ts';
import { answerOf, within } from './transaction.ts';

/** Newest first; sub-runs are seen in their parents. */
export const listRuns = (database: Database): Promise<KeptRun[]> =>
  within(database, ['runs'], 'readonly', async (transaction) => {
    // One request for all: a descending cursor would go through them row by row, ten times as long.
    const oldestFirst = transaction.objectStore('runs').index('listedAt').getAll();
    return ((await answerOf(oldestFirst)) as KeptRun[]).reverse();
  });

/** The rows of every run below that one, at any depth; none where it is not known. */
export const subRunsOf = (database: Database, runId: string): Promise<KeptRun[]> =>
  within(database, ['runs'], 'readonly', async (transaction) =>
    (await familyOf(transaction, runId)).filter((row) => row.runId !== runId),
  );

type End = 'completed' | 'failed' | 'skipped';

/** How the calls of a run ended, told from its events alone: for a row of a list, not for the engine. */
export function tallyOf(events: readonly RunEvent[]): CallCounts {
  const ends = new Map<string, End>();
  let calls = 0;
  for (const event of events) {
    switch (event.type) {
      case 'plan.commit': {
        const labels = event.instances?.map(({ label }) => `@${label}`) ?? [''];
        const names = new Set(event.plan.calls.flatMap(({ _id }) => labels.map((label) => _id + label)));
        calls = names.size;
        // A later revision left them out.
        for (const name of [...ends.keys()]) if (!names.has(name)) ends.delete(name);
        break;
      }
      case 'plan_resumed_from':
        for (const name of event.cleared) ends.delete(name);
        break;
      case 'plan_step_completed':
      case 'plan_step_memoized':
        ends.set(event.call, 'completed');
        break;
      case 'plan_step_failed':
        ends.set(event.call, 'failed');
        break;
      case 'plan_step_skipped':
        ends.set(event.call, 'skipped');
        break;
    }
  }
  const counts = { calls, completed: 0, failed: 0, skipped: 0 };
  for (const end of ends.values()) counts[end] += 1;
  return counts;
}
