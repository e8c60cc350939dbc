/** Where the browser denies storage, this tab keeps plans and approvals until it is closed. Fetched there alone. */

import { err } from '../lib/result.ts';
import { messageOf } from '../lib/thrown.ts';
import { NO_ORIGINS, wholeOrigin } from '../plan/origin.ts';
import type {
  KeptVersion,
  PlanFilesRepository,
  PlansRepository,
  Receipt,
  ReceiptsRepository,
  RunsRepository,
  StoredPlan,
  VersionsRepository,
} from '../stores/ports.ts';
import * as lasting from './lasting-rows.ts';
import type { Storage } from './storage.ts';

/** @param denied why nothing is kept */
export const tabStorage = (denied: unknown): Storage => ({
  plans: tabPlans(),
  files: tabFiles(),
  runs: tabRuns(),
  receipts: tabReceipts(),
  versions: tabVersions(),
  lasting,
  file: async () => undefined,
  exportEverything: () => Promise.reject(denied),
  importEverything: async () => err(messageOf(denied)),
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
