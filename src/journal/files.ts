/** Files beside a run: what the person dropped, and what its calls made. And beside a plan, which runs copy. */

import { type Database, StorageFault } from './database.ts';

export interface RunFiles {
  get(runId: string, name: string): Promise<Blob | undefined>;
  names(runId: string): Promise<string[]>;
  put(runId: string, name: string, blob: Blob, made: boolean): Promise<void>;
}

/** The page writes a plan's files, the worker a run's: their ids never meet. */
export interface PlanFiles {
  list(planId: string): Promise<{ name: string; blob: Blob }[]>;
  put(planId: string, name: string, blob: Blob): Promise<void>;
  remove(planId: string, name: string): Promise<void>;
  removeAll(planId: string): Promise<void>;
}

const allOf = (database: Database, owner: string) =>
  database.files.where(':id').between([owner, ''], [owner, '\uffff']);

export function planFiles(database: Database): PlanFiles {
  return {
    list: async (planId) => {
      const rows = await allOf(database, planId).toArray();
      return rows.map(({ name, blob }) => ({ name, blob }));
    },
    put: (planId, name, blob) => runFiles(database).put(planId, name, blob, false),
    remove: (planId, name) => database.files.delete([planId, name]),
    removeAll: async (planId) => void (await allOf(database, planId).delete()),
  };
}

export function runFiles(database: Database): RunFiles {
  return {
    get: async (runId, name) => (await database.files.get([runId, name]))?.blob,
    names: async (runId) => {
      const keys = await allOf(database, runId).primaryKeys();
      return keys.map(([, name]) => name);
    },
    put: async (runId, name, blob, made) => {
      try {
        await database.files.put({ owner: runId, name, made: made ? 1 : 0, blob });
      } catch (error) {
        throw new StorageFault(error);
      }
    },
  };
}
