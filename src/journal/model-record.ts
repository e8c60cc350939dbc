/** A run's model answers by the hash of what was asked: a crash pays only for the turn that was lost (L-93). */

import type { Json } from '../lib/json.ts';
import type { Database } from './database.ts';
import { putRow, rowAt } from './transaction.ts';

interface RunModels {
  get(hash: string): Promise<Json | undefined>;
  /** Resolves when the answer is durable. */
  put(hash: string, response: Json): Promise<void>;
}

/** The answers of one run, by hash. */
export function runModels(database: Database, runId: string): RunModels {
  return {
    get: async (hash) => (await rowAt(database, 'models', [runId, hash]))?.response,
    put: (hash, response) => putRow(database, 'models', { runId, hash, response }),
  };
}
