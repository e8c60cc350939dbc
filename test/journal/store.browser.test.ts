/** IndexedDB keeps what every store promises (`host/port.ts`). */

import { describe } from 'vitest';
import { openDatabase } from '../../src/journal/database.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import { storeContract } from '../host/store-contract.ts';
import { deleteDatabase } from './fresh-database.ts';

describe('a store in IndexedDB', () => {
  storeContract(async () => {
    const name = `test-${crypto.randomUUID()}`;
    const database = await openDatabase(name);
    return {
      store: runJournal(database),
      // Another tab knows nothing of what this one wrote.
      again: async () => runJournal(database),
      close: async () => {
        database.close();
        await deleteDatabase(name);
      },
    };
  });
});
