/** What a step from one version of the database to the next is. A step that was released is never changed. */

import type { Transaction } from 'dexie';

export interface Migration {
  /** Counted from 1, without gaps. */
  readonly version: number;
  /** Dexie's notation: the primary key, then the indexes, of each table that is new or changed. */
  readonly stores: Readonly<Record<string, string>>;
  /** Brings the rows along, in the transaction that changes the tables: all of it happens or nothing. */
  readonly upgrade?: (transaction: Transaction) => Promise<void>;
}
