/** Opens what keeps plans and runs. Where the browser denies storage, this tab keeps them, and says so. */

import { openDatabase } from '../journal/database.ts';
import { planFiles, runFiles } from '../journal/files.ts';
import { plans } from '../journal/plans.ts';
import { runJournal } from '../journal/run-journal.ts';
import { err } from '../lib/result.ts';
import type { RunReason, RunStatus } from '../run/events.ts';
import type { Storage } from './compose.ts';
import { tabFiles, tabPlans, tabRuns } from './tab-repositories.ts';

/** @param say takes a sentence for the person where nothing can be kept */
export async function openStorage(say: (sentence: string) => void): Promise<Storage> {
  try {
    const database = await openDatabase();
    const journal = runJournal(database);
    const files = runFiles(database);
    return {
      plans: plans(database),
      files: planFiles(database),
      runs: {
        list: async () =>
          (await journal.list()).map(({ runId, planId, title, startedAt, status, reason }) => ({
            runId,
            planId,
            title,
            startedAt,
            status: status as RunStatus,
            ...(reason === null ? {} : { reason: reason as RunReason }),
          })),
        events: journal.events,
      },
      file: files.get,
      exportEverything: async () => (await import('../journal/archive.ts')).exportEverything(database),
      importEverything: async (text) =>
        (await import('../journal/archive.ts')).importEverything(database, text, Date.now()),
    };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    const sentence = error instanceof Error ? error.message : String(error);
    return {
      plans: tabPlans(),
      files: tabFiles(),
      runs: tabRuns(),
      file: async () => undefined,
      exportEverything: () => Promise.reject(new Error(sentence)),
      importEverything: async () => err(sentence),
    };
  }
}
