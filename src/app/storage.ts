/** Opens what keeps plans and runs. Where the browser denies storage, this tab keeps them, and says so. */

import { DATABASE_NAME, type Database, type KeptRun, openDatabase } from '../journal/database.ts';
import { planFiles, runFiles } from '../journal/files.ts';
import { doubtfulRuns, listRuns, subRunsOf } from '../journal/history.ts';
import { largeBlob } from '../journal/large-shelf.ts';
import { plans } from '../journal/plans.ts';
import { receipts } from '../journal/receipts.ts';
import { runJournal } from '../journal/run-journal.ts';
import { versions } from '../journal/versions.ts';
import { err, type Result } from '../lib/result.ts';
import { messageOf } from '../lib/thrown.ts';
import { NO_ORIGINS, type Origin, wholeOrigin } from '../plan/origin.ts';
import type { RunReason, RunStatus } from '../run/events.ts';
import type {
  KeptVersion,
  PlanFilesRepository,
  PlansRepository,
  Receipt,
  ReceiptsRepository,
  RunSummary,
  RunsRepository,
  StoredPlan,
  VersionsRepository,
} from '../stores/ports.ts';

/** What keeps plans and runs; opened after the first paint, so that the database is no part of the first load. */
export interface Storage {
  readonly plans: PlansRepository;
  readonly runs: RunsRepository;
  readonly files: PlanFilesRepository;
  readonly receipts: ReceiptsRepository;
  readonly versions: VersionsRepository;
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
      versions: tabVersions(),
      file: async () => undefined,
      exportEverything: () => Promise.reject(error),
      importEverything: async () => err(sentence),
    };
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
  ...(row.paused ? { paused: true } : {}),
  ...(row.forkOf === undefined ? {} : { forkOf: row.forkOf }),
  ...(row.to === undefined ? {} : { to: row.to }),
  ...(row.origin === undefined ? {} : { origin: row.origin }),
  ...(row.planOrigin === undefined ? {} : { planOrigin: row.planOrigin }),
});

export function tabPlans(): PlansRepository {
  const kept = new Map<string, StoredPlan>();
  return {
    list: async () =>
      [...kept.values()]
        .sort((a, b) => b.savedAt - a.savedAt)
        .map(({ plan, savedAt, origins = NO_ORIGINS }) => ({
          origin: wholeOrigin(origins),
          id: plan.id,
          title: plan.title ?? plan.goal ?? 'Untitled plan',
          calls: plan.calls.length,
          savedAt,
        })),
    get: async (id) => kept.get(id),
    history: async (id) => kept.get(id)?.history,
    save: async (stored, basedOn) => {
      const theirs = kept.get(stored.plan.id);
      if (theirs === undefined && basedOn !== null) return { kind: 'removed' };
      if (theirs !== undefined && theirs.save !== basedOn) return { kind: 'behind', theirs };
      kept.set(stored.plan.id, stored);
      return { kind: 'saved' };
    },
    remove: async (id) => {
      kept.delete(id);
    },
  };
}

export function tabFiles(): PlanFilesRepository {
  const kept = new Map<string, Map<string, Blob>>();
  return {
    list: async (planId) => [...(kept.get(planId) ?? [])].map(([name, blob]) => ({ name, blob })),
    put: async (planId, name, blob) => {
      const own = kept.get(planId) ?? new Map<string, Blob>();
      kept.set(planId, own.set(name, blob));
    },
    remove: async (planId, name) => void kept.get(planId)?.delete(name),
    removeAll: async (planId) => void kept.delete(planId),
  };
}

/** For the screen alone: where nothing is stored no worker finds a receipt, and nothing runs. */
export function tabReceipts(): ReceiptsRepository {
  let kept: readonly Receipt[] = [];
  return {
    holds: async (hash) => kept.some((one) => one.hash === hash && one.takenBackAt === undefined),
    give: async (receipt) => {
      kept = [receipt, ...kept];
    },
    takeBack: async (hash, at) => {
      kept = kept.map((one) =>
        one.hash === hash && one.takenBackAt === undefined ? { ...one, takenBackAt: at } : one,
      );
    },
    list: async (planId) => kept.filter((one) => planId === undefined || one.planId === planId),
  };
}

export function tabVersions(): VersionsRepository {
  let kept: readonly KeptVersion[] = [];
  return {
    list: async (planId) => kept.filter((one) => one.planId === planId),
    put: async ({ key, ...version }) => {
      const id = `${version.why} ${key}`;
      kept = [{ ...version, id }, ...kept.filter((one) => one.id !== id)];
    },
    remove: async (planId, id) => {
      kept = kept.filter((one) => one.planId !== planId || one.id !== id);
    },
  };
}

/** No run outlives the tab here: live traces are all there is. */
export const tabRuns = (): RunsRepository => ({
  list: async () => [],
  subRuns: async () => [],
  doubtful: async () => [],
  events: async () => [],
  large: async () => undefined,
  exportRun: () =>
    Promise.reject(
      new Error('This browser stores nothing here, so there is no record of the run to export.'),
    ),
  bytesOf: async () => 0,
  storedBytes: async () => ({ plans: 0, runs: 0, values: 0, files: 0 }),
});
