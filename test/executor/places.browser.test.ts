/** The worker’s place over the real database: a random family, killed and gone on with, comes to the end it comes to in memory. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryStore } from '../../src/host/memory-place.ts';
import { openDatabase } from '../../src/journal/database.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import { enteredAgain, inTest, inWorker, journalsIn, lived, outputOf } from '../host/lived-family.ts';
import { randomFamily } from '../host/random-family.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';

test('in IndexedDB, killed and gone on with, a family comes to the same end, and nothing done is done again', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomFamily(),
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
      async (family, deaths) => {
        const calm = memoryStore();
        await lived(inTest, family, calm);
        const name = `test-${crypto.randomUUID()}`;
        for (const dies of [...deaths, undefined]) {
          const database = await openDatabase(name);
          await lived(inWorker, family, runJournal(database), dies);
          database.close();
        }
        const database = await openDatabase(name);
        const store = runJournal(database);
        const journals = await journalsIn(store);
        const row = (await store.run('run'))!;
        database.close();
        await deleteDatabase(name);
        const { status, reason } = (await calm.run('run'))!;
        expect({ status: row.status, reason: row.reason }).toEqual({ status, reason });
        expect(outputOf(journals)).toEqual(outputOf(await journalsIn(calm)));
        for (const events of Object.values(journals)) expect(enteredAgain(events)).toEqual([]);
        if (deaths.length === 0) expect(journals).toEqual(await journalsIn(calm));
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);
