/** What of a run is in the database now, seen from the page. */

import type { RunRow } from '../../src/host/port.ts';
import { openDatabase } from '../../src/journal/database.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { rowsIn } from '../journal/rows.ts';

export interface Journalled {
  readonly row: RunRow | undefined;
  readonly events: readonly RunEvent[];
  /** Ids of the runs in the list that a person sees. */
  readonly listed: readonly string[];
  /** Rows of all kinds that are kept of the run and of those below it. */
  readonly kept: number;
}

export async function journalled(runId: string): Promise<Journalled> {
  const database = await openDatabase();
  try {
    const journal = runJournal(database);
    let kept = (await rowsIn(database, 'runs').keys([runId, `${runId}\uffff`])).length;
    for (const table of ['batches', 'values', 'large', 'files', 'models'] as const) {
      kept += (await rowsIn(database, table).keys([[runId], [`${runId}\uffff`]])).length;
    }
    return {
      row: await journal.run(runId),
      events: await journal.events(runId),
      listed: (await journal.list()).map((row) => row.runId),
      kept,
    };
  } finally {
    database.close();
  }
}
