/** The worker’s place over the real database: a random family, killed and gone on with, comes to the end it comes to in memory. */

import fc from 'fast-check';
import { test } from 'vitest';
import { openDatabase } from '../../src/journal/database.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import { inWorker, outlivesKills } from '../host/lived-family.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';

test('in IndexedDB, killed and gone on with, a family comes to the same end, and nothing done is done again', async () => {
  const inDatabase = () => {
    const name = `test-${crypto.randomUUID()}`;
    return {
      open: async () => {
        const database = await openDatabase(name);
        return { store: runJournal(database), close: () => database.close() };
      },
      dispose: () => deleteDatabase(name),
    };
  };
  await fc.assert(outlivesKills(inWorker, inDatabase), { numRuns: 25 });
}, 120_000);
