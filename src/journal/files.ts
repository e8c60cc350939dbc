/** Files beside a run: what the person dropped, and what its calls made. And beside a plan, which runs copy. */

import type { Database, FileRow } from './database.ts';
import { answerOf, deleteRows, putRow, rowAt, within } from './transaction.ts';

/** Files of runs: those they were given, and those they `made`. */
export interface RunFiles {
  get(runId: string, name: string): Promise<Blob | undefined>;
  names(runId: string): Promise<string[]>;
  put(runId: string, name: string, blob: Blob, made: boolean): Promise<void>;
}

/** What a person dropped beside a plan's goal. The page writes a plan's files, the worker a run's: their ids never meet. */
export interface PlanFiles {
  list(planId: string): Promise<readonly { readonly name: string; readonly blob: Blob }[]>;
  put(planId: string, name: string, blob: Blob): Promise<void>;
  remove(planId: string, name: string): Promise<void>;
  removeAll(planId: string): Promise<void>;
}

const allOf = (owner: string) => IDBKeyRange.bound([owner, ''], [owner, '\uffff']);

/** The files that a person dropped on a plan. Putting one under a name that is there replaces it. */
export function planFiles(database: Database): PlanFiles {
  return {
    list: async (planId) => {
      const rows = await within(database, ['files'], 'readonly', (transaction) =>
        answerOf<FileRow[]>(transaction.objectStore('files').getAll(allOf(planId))),
      );
      return rows.map(({ name, blob }) => ({ name, blob }));
    },
    put: (planId, name, blob) => runFiles(database).put(planId, name, blob, false),
    remove: (planId, name) => deleteRows(database, 'files', [planId, name]),
    removeAll: (planId) => deleteRows(database, 'files', allOf(planId)),
  };
}

/** The files of runs: those they were started with, and those their calls made. */
export function runFiles(database: Database): RunFiles {
  return {
    get: async (runId, name) => (await rowAt(database, 'files', [runId, name]))?.blob,
    names: async (runId) => {
      const keys = await within(database, ['files'], 'readonly', (transaction) =>
        answerOf(transaction.objectStore('files').getAllKeys(allOf(runId))),
      );
      return (keys as [string, string][]).map(([, name]) => name);
    },
    put: (runId, name, blob, made) =>
      putRow(database, 'files', { owner: runId, name, made: made ? 1 : 0, blob }),
  };
}
