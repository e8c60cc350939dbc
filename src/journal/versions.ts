/** Versions of plans that are kept apart from them: what a person named, what was approved here, what other plans delegate to. Knows no run. */

import type { Database, VersionRow } from './database.ts';
import { answerOf, deleteRows, within } from './transaction.ts';

export type KeptVersion = VersionRow;

/** Rejections carry a sentence in `message`. */
export interface VersionShelf {
  /** Of a plan, the newest first. */
  list(planId: string): Promise<readonly KeptVersion[]>;
  /** @param version.key tells it from others of its kind: the same one is kept once, as it came last */
  put(version: Omit<KeptVersion, 'id'> & { readonly key: string }): Promise<void>;
  remove(planId: string, id: string): Promise<void>;
}

/** So many that were approved are kept of a plan: each is a whole plan. What is named stays until it is removed. */
const MOST_APPROVED = 20;

export function versions(database: Database): VersionShelf {
  return {
    list: (planId) =>
      within(database, ['versions'], 'readonly', async (transaction) => {
        const rows = await answerOf<VersionRow[]>(
          transaction.objectStore('versions').getAll(versionsOf(planId)),
        );
        return rows.sort((a, b) => b.at - a.at);
      }),
    put: ({ key, ...version }) =>
      within(database, ['versions'], 'readwrite', async (transaction) => {
        const { planId, why, at } = version;
        const store = transaction.objectStore('versions');
        // By their keys alone: a plan may be large, and there are twenty of it.
        const keys = (await answerOf(store.getAllKeys(versionsOf(planId)))) as [string, string][];
        const alike = keys.filter(([, id]) => id.startsWith(`${why} `));
        const same = alike.filter(([, id]) => id.endsWith(` ${key}`));
        const older = alike.filter((one) => !same.includes(one));
        const gone = why === 'approved' ? older.slice(0, Math.max(0, older.length - MOST_APPROVED + 1)) : [];
        for (const one of [...same, ...gone]) store.delete(one);
        // Times of this century have thirteen digits: what is kept sorts as it came.
        store.put({ ...version, id: `${why} ${at} ${key}` });
      }),
    remove: (planId, id) => deleteRows(database, 'versions', [planId, id]),
  };
}

/** All of a plan. */
export const versionsOf = (planId: string): IDBKeyRange =>
  IDBKeyRange.bound([planId, ''], [planId, '\uffff']);
