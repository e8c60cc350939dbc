/** A run's model answers by the hash of what was asked: a crash pays only for the turn that was lost (L-93). */

import type { Json } from '../lib/json.ts';
import { type Database, StorageFault } from './database.ts';

export interface RunModels {
  get(hash: string): Promise<Json | undefined>;
  /** Resolves when the answer is durable. */
  put(hash: string, response: Json): Promise<void>;
}

export function runModels(database: Database, runId: string): RunModels {
  return {
    get: async (hash) => (await database.models.get([runId, hash]))?.response,
    put: async (hash, response) => {
      try {
        await database.models.put({ runId, hash, response });
      } catch (error) {
        throw new StorageFault(error);
      }
    },
  };
}
