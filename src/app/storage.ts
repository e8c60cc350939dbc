/** Opens what keeps plans and runs. Where the browser denies storage, this tab keeps them, and says so. */

import { DATABASE_NAME, type Database, type KeptRun, openDatabase } from '../journal/database.ts';
import { planFiles, runFiles } from '../journal/files.ts';
import { listRuns, subRunsOf } from '../journal/history.ts';
import { largeBlob } from '../journal/large-shelf.ts';
import { plans } from '../journal/plans.ts';
import { receipts } from '../journal/receipts.ts';
import { runJournal } from '../journal/run-journal.ts';
import { err } from '../lib/result.ts';
import { messageOf } from '../lib/thrown.ts';
import type { RunReason, RunStatus } from '../run/events.ts';
import type { RunSummary, RunsRepository } from '../stores/ports.ts';
import type { Storage } from './compose.ts';
import { tabFiles, tabPlans, tabReceipts, tabRuns } from './tab-repositories.ts';

/** @param say takes a sentence for the person where nothing can be kept, or not yet, or not any more */
export async function openStorage(say: (sentence: string) => void): Promise<Storage> {
  try {
    const database = await openDatabase(DATABASE_NAME, { blocked: say, superseded: say });
    return {
      plans: plans(database),
      files: planFiles(database),
      runs: storedRuns(database),
      receipts: receipts(database),
      file: runFiles(database).get,
      exportEverything: async () => (await import('../journal/export.ts')).exportEverything(database),
      importEverything: async (text, from) =>
        (await import('../journal/import.ts')).importArchive(database, text, Date.now(), from),
    };
  } catch (error) {
    const sentence = messageOf(error);
    say(sentence);
    return {
      plans: tabPlans(),
      files: tabFiles(),
      runs: tabRuns(),
      receipts: tabReceipts(),
      file: async () => undefined,
      exportEverything: () => Promise.reject(new Error(sentence)),
      importEverything: async () => err(sentence),
    };
  }
}

const storedRuns = (database: Database): RunsRepository => ({
  list: async (query = {}) => (await listRuns(database, query)).map(summaryOf),
  subRuns: async (runId) => (await subRunsOf(database, runId)).map(summaryOf),
  events: runJournal(database).events,
  large: (ref) => largeBlob(database, ref),
  exportRun: async (runId) => (await import('../journal/export.ts')).exportRun(database, runId),
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
  ...(row.cost === undefined ? {} : { cost: row.cost }),
  ...(row.paused ? { paused: true } : {}),
  ...(row.forkOf === undefined ? {} : { forkOf: row.forkOf }),
  ...(row.origin === undefined ? {} : { origin: row.origin }),
  ...(row.planOrigin === undefined ? {} : { planOrigin: row.planOrigin }),
});
