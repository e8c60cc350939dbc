/** Version 1: plans, and runs with their batches, values, files and model answers. */

import type { Migration } from './migration.ts';

export const tables: Migration = {
  version: 1,
  stores: {
    plans: 'id, savedAt',
    runs: 'runId, open, startedAt',
    batches: '[runId+first]',
    values: '[runId+seq]',
    files: '[owner+name]',
    models: '[runId+hash]',
  },
};
