/** Model answers by the hash of what was asked: the same question is paid for once (L-93). */

import type { Json } from '../lib/json.ts';
import { type Database, StorageFault } from './database.ts';

export interface ModelRecord {
  get(hash: string): Promise<Json | undefined>;
  put(hash: string, response: Json): Promise<void>;
}

export function modelRecord(database: Database): ModelRecord {
  return {
    get: async (hash) => (await database.models.get(hash))?.response,
    put: async (hash, response) => {
      try {
        await database.models.put({ hash, response });
      } catch (error) {
        throw new StorageFault(error);
      }
    },
  };
}
