/** Files beside a run: what the person dropped, and what its calls made. */

import { type Database, StorageFault } from './database.ts';

export interface RunFiles {
  get(runId: string, name: string): Promise<Blob | undefined>;
  names(runId: string): Promise<string[]>;
  put(runId: string, name: string, blob: Blob, made: boolean): Promise<void>;
}

export function runFiles(database: Database): RunFiles {
  return {
    get: async (runId, name) => (await database.files.get([runId, name]))?.blob,
    names: async (runId) => {
      const keys = await database.files.where(':id').between([runId, ''], [runId, '￿']).primaryKeys();
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
