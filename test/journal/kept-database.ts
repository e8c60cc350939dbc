/** A database kept from the day its version was in use, put back into IndexedDB without any code of the app. */

import type { RunEvent } from '../../src/run/events.ts';

export type KeptRows = readonly Record<string, unknown>[];

interface KeptStore {
  readonly name: string;
  readonly keyPath: string | string[] | null;
  readonly indexes: readonly {
    name: string;
    keyPath: string | string[];
    unique: boolean;
    multiEntry: boolean;
  }[];
  readonly rows: KeptRows;
}

export interface KeptDatabase {
  /** As IndexedDB counts: ten times Dexie's. */
  readonly version: number;
  readonly stores: readonly KeptStore[];
}

export const keptText = async (file: string): Promise<string> =>
  (await fetch(new URL(`./kept/${file}`, import.meta.url))).text();

export const readKept = async (file: string): Promise<KeptDatabase> =>
  JSON.parse(await keptText(file)) as KeptDatabase;

/** The rows of a store as they were kept, blobs apart. */
export const keptRows = (kept: KeptDatabase, store: string): KeptRows =>
  kept.stores.find(({ name }) => name === store)!.rows;

/** What the journal of a run held, read without the app's code. */
export function keptEvents(kept: KeptDatabase, runId: string): RunEvent[] {
  const values = new Map(
    keptRows(kept, 'values')
      .filter((row) => row.runId === runId)
      .map((row) => [row.seq, row.json as string]),
  );
  const batches = keptRows(kept, 'batches').filter((row) => row.runId === runId);
  return batches.flatMap((row) =>
    (JSON.parse(row.events as string) as (RunEvent & { stored?: { as: string } })[]).map((event) => {
      if (!event.stored) return event;
      const { stored, ...rest } = event;
      return { ...rest, [stored.as]: JSON.parse(values.get(event.seq)!) } as RunEvent;
    }),
  );
}

export async function restore(name: string, kept: KeptDatabase): Promise<void> {
  const request = indexedDB.open(name, kept.version);
  request.onupgradeneeded = () => {
    for (const { name: store, keyPath, indexes } of kept.stores) {
      const made = request.result.createObjectStore(store, { keyPath });
      for (const { name: index, keyPath: path, unique, multiEntry } of indexes) {
        made.createIndex(index, path, { unique, multiEntry });
      }
    }
  };
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const transaction = database.transaction(
    kept.stores.map((store) => store.name),
    'readwrite',
  );
  for (const { name: store, rows } of kept.stores) {
    for (const row of rows) transaction.objectStore(store).add(withBlob(row));
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  database.close();
}

function withBlob(row: Record<string, unknown>): Record<string, unknown> {
  const blob = row.blob as { type: string; base64: string } | undefined;
  if (!blob) return row;
  const bytes = Uint8Array.from(atob(blob.base64), (character) => character.charCodeAt(0));
  return { ...row, blob: new Blob([bytes], { type: blob.type }) };
}
