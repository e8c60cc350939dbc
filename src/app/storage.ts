/** Opens what keeps plans and runs. Where the browser denies storage, this tab keeps them, and says so. */

import { DATABASE_NAME, type Database, type KeptRun, openDatabase } from '../journal/database.ts';
import { planFiles, runFiles } from '../journal/files.ts';
import { doubtfulRuns, listRuns, subRunsOf } from '../journal/history.ts';
import { largeBlob } from '../journal/large-shelf.ts';
import { plans } from '../journal/plans.ts';
import { receipts } from '../journal/receipts.ts';
import { runJournal } from '../journal/run-journal.ts';
import { versions } from '../journal/versions.ts';
import type { Result } from '../lib/result.ts';
import { messageOf } from '../lib/thrown.ts';
import type { Origin } from '../plan/origin.ts';
import type { RunReason, RunStatus } from '../run/events.ts';
import type {
  PlanFilesRepository,
  PlansRepository,
  ReceiptsRepository,
  RunSummary,
  RunsRepository,
  VersionsRepository,
} from '../stores/ports.ts';
import * as rows from './lasting-rows.ts';

/** What keeps plans and runs; opened after the first paint, so that the database is no part of the first load. */
export interface Storage {
  readonly plans: PlansRepository;
  readonly runs: RunsRepository;
  readonly files: PlanFilesRepository;
  readonly receipts: ReceiptsRepository;
  readonly versions: VersionsRepository;
  readonly lasting: typeof rows;
  /** Everything on this device as one text, and back; a sentence where nothing was taken. */
  exportEverything(): Promise<string>;
  importEverything(
    text: string,
    from: Pick<Origin, 'name' | 'own'>,
  ): Promise<Result<{ plans: number; runs: number }, string>>;
  /** A file that a run made, kept with it. */
  file(runId: string, name: string): Promise<Blob | undefined>;
}

/** @param say takes a sentence for the person where nothing can be kept, or not yet, or not any more */
export async function openStorage(say: (sentence: string) => void): Promise<Storage> {
  try {
    const database = await openDatabase(DATABASE_NAME, { blocked: say, superseded: say });
    return {
      plans: plans(database),
      files: planFiles(database),
      runs: storedRuns(database),
      receipts: receipts(database),
      versions: versions(database),
      lasting: rows,
      file: runFiles(database).get,
      exportEverything: async () => (await import('../journal/export.ts')).exportEverything(database),
      importEverything: async (text, from) =>
        (await import('../journal/import.ts')).importArchive(database, text, Date.now(), from),
    };
  } catch (error) {
    say(messageOf(error));
    return (await import('./tab-storage.ts')).tabStorage(error);
  }
}

const storedRuns = (database: Database): RunsRepository => ({
  list: async () => (await listRuns(database)).map(summaryOf),
  subRuns: async (runId) => (await subRunsOf(database, runId)).map(summaryOf),
  doubtful: () => doubtfulRuns(database),
  events: runJournal(database).events,
  large: (ref) => largeBlob(database, ref),
  exportRun: async (runId) => {
    const [{ exportRun }, { whatHappened }] = await Promise.all([
      import('../journal/export.ts'),
      import('./what-happened.ts'),
    ]);
    const { events } = runJournal(database);
    return exportRun(database, runId, async (id) => whatHappened(id, await events(id)));
  },
  bytesOf: async (runId) => (await import('../journal/stored-bytes.ts')).bytesOfRun(database, runId),
  storedBytes: async () => (await import('../journal/stored-bytes.ts')).storedBytes(database),
});

/** The engine alone writes status and reason, in its own words. */
const summaryOf = (row: KeptRun): RunSummary => ({
  runId: row.runId,
  planId: row.planId,
  title: row.title,
  startedAt: row.startedAt,
  status: row.status as RunStatus,
  ...(row.endedAt === undefined ? {} : { endedAt: row.endedAt }),
  ...(row.reason === null ? {} : { reason: row.reason as RunReason }),
  ...(row.counts === undefined ? {} : { counts: row.counts }),
  ...(row.doubts === undefined ? {} : { doubts: row.doubts }),
  ...(row.cost === undefined ? {} : { cost: row.cost }),
  ...(row.lost === undefined ? {} : { lost: row.lost }),
  ...(row.paused ? { paused: true } : {}),
  ...(row.forkOf === undefined ? {} : { forkOf: row.forkOf }),
  ...(row.to === undefined ? {} : { to: row.to }),
  ...(row.origin === undefined ? {} : { origin: row.origin }),
  ...(row.planOrigin === undefined ? {} : { planOrigin: row.planOrigin }),
});
