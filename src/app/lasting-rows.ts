/** The database behind what must last (lasting.ts): a row a name, apart from plans and runs, so that no export and no migration has to do with it. */

import { answerOf } from '../journal/transaction.ts';
import type { Memory } from '../stores/ports.ts';

export const LASTING_DATABASE = 'obelus-lasting';
const TABLE = 'rows';
/**
 * How often each name was written, in local storage as in its row: where the row has counted further, local storage lost
 * it. Where it has not, what local storage says stands, for an older build writes there alone. The name by itself counts
 * for all: before each had its own there was one.
 */
const COUNT = 'obelus.lasting';

interface Row {
  readonly name: string;
  readonly text: string;
  readonly count: number;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Read with suspicion: what says nothing of a text or of a count brings nothing back. */
const isRow = (row: Row | undefined): row is Row => typeof row?.text === 'string' && isCount(row.count);

const counted = (memory: Memory, name: string): number =>
  Math.max(0, ...[COUNT, `${COUNT}.${name}`].map((key) => Number(memory.read(key))).filter(isCount));

/** @param text what was written under the name; where local storage has other words by now, those are what lasts */
export async function put(memory: Memory, name: string, text: string, isWritten: boolean): Promise<void> {
  await within('readwrite', async (table) => {
    const before = await answerOf<Row | undefined>(table.get(name));
    const now = isWritten ? (memory.read(name) ?? text) : text;
    const count = Math.max(counted(memory, name), isRow(before) ? before.count : 0) + 1;
    await answerOf(table.put({ name, text: now, count } satisfies Row));
    // What local storage did not take – it is full – is brought back: counted, it would pass for written.
    if (isWritten) memory.write(`${COUNT}.${name}`, String(count));
  });
}

/** @param spared names that were written since: what they say is newer than what was lost */
export async function recover(memory: Memory, spared: ReadonlySet<string> = new Set()): Promise<void> {
  const rows = (await within<Row[]>('readonly', (table) => answerOf(table.getAll()))) ?? [];
  for (const row of rows) {
    if (!isRow(row) || spared.has(row.name) || row.count <= counted(memory, row.name)) continue;
    memory.write(row.name, row.text);
    if (memory.read(row.name) === row.text) memory.write(`${COUNT}.${row.name}`, String(row.count));
  }
}

/** Closed again each time: a connection that is left open would hold off "Delete everything" of another tab. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => Promise<T>,
): Promise<T | undefined> {
  let database: IDBDatabase | undefined;
  try {
    const opening = indexedDB.open(LASTING_DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE, { keyPath: 'name' });
    database = await answerOf(opening);
    return await work(database.transaction(TABLE, mode).objectStore(TABLE));
  } catch {
    // Denied or full: what local storage has is all there is.
    return undefined;
  } finally {
    database?.close();
  }
}
