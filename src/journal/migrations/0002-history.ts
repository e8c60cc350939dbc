/**
 * Version 2: a row tells when its run ended and whether it stands in the list, so that a year of history is listed
 * and tidied without a batch being read.
 */

import { answerOf } from '../transaction.ts';
import type { Migration } from './migration.ts';

export const history: Migration = {
  version: 2,
  // Each index is written with every row of a run that goes on: no more than are asked.
  stores: { runs: 'runId, open, listedAt, endedAt' },
  upgrade: async (transaction) => {
    const runs = transaction.objectStore('runs');
    const batches = transaction.objectStore('batches');
    for (const row of await answerOf<Row[]>(runs.getAll())) {
      const its = IDBKeyRange.bound([row.runId, 0], [row.runId, Number.POSITIVE_INFINITY]);
      const last = await answerOf(batches.openCursor(its, 'prev'));
      const { events } = (last?.value ?? {}) as { readonly events?: string };
      runs.put({
        ...row,
        ...(row.parent ? {} : { listedAt: row.startedAt }),
        ...(row.open === 0 ? { endedAt: timeOfLast(events) ?? row.startedAt } : {}),
      });
    }
  },
};

/** With what this version adds. */
interface Row {
  readonly runId: string;
  readonly startedAt: number;
  readonly open: 0 | 1;
  readonly parent?: unknown;
  readonly listedAt?: number;
  readonly endedAt?: number;
}

/** A batch that can't be read must not keep everything else from being opened. */
function timeOfLast(events: string | undefined): number | undefined {
  try {
    const time = (JSON.parse(events ?? '') as { time?: unknown }[]).at(-1)?.time;
    return typeof time === 'number' ? time : undefined;
  } catch {
    return undefined;
  }
}
