/** The database behind what must last (lasting.ts): a row a name, apart from plans and runs, so that no export and no migration has to do with it. */

import { answerOf } from '../journal/transaction.ts';
import type { Memory } from '../stores/ports.ts';

export const LASTING_DATABASE = 'obelus-lasting';
const TABLE = 'rows';
/**
 * How often something was written, in local storage as in the rows: where the rows have counted further, local storage was
 * lost. Where they have not, what it says stands, for an older build writes there alone.
 */
const COUNT = 'obelus.lasting';

interface Row {
  readonly name: string;
  readonly text: string;
  readonly count: number;
}

const counted = (memory: Memory): number => Number(memory.read(COUNT) ?? 0);

export async function put(memory: Memory, name: string, text: string): Promise<void> {
  const count = counted(memory) + 1;
  memory.write(COUNT, String(count));
  await within('readwrite', (table) => table.put({ name, text, count } satisfies Row));
}

export async function recover(memory: Memory): Promise<void> {
  const rows = (await within<Row[]>('readonly', (table) => table.getAll())) ?? [];
  const count = Math.max(0, ...rows.map((row) => row.count));
  if (count <= counted(memory)) return;
  for (const { name, text } of rows) memory.write(name, text);
  memory.write(COUNT, String(count));
}

/** Closed again each time: a connection that is left open would hold off "Delete everything" of another tab. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
  let database: IDBDatabase | undefined;
  try {
    const opening = indexedDB.open(LASTING_DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE, { keyPath: 'name' });
    database = await answerOf(opening);
    return await answerOf<T>(work(database.transaction(TABLE, mode).objectStore(TABLE)));
  } catch {
    // Denied or full: what local storage has is all there is.
    return undefined;
  } finally {
    database?.close();
  }
}
