/** What a step from one version of the database to the next is. A step that was released is never changed. */

export interface Migration {
  /** Counted from 1, without gaps. */
  readonly version: number;
  /** Of each table that is new or changed: the primary key, `[a+b]` where it is made of two, then the indexes. */
  readonly stores: Readonly<Record<string, string>>;
  /**
   * Brings the rows along, in the transaction that changes the tables: all of it happens or nothing. It must await
   * nothing but that transaction's requests.
   */
  readonly upgrade?: (transaction: IDBTransaction) => Promise<void>;
}
