/** What was approved on this device, when (L-74): the one thing that lets a run begin. Never exported, never imported. */

import type { Receipts } from '../host/port.ts';
import type { Database, ReceiptRow } from './database.ts';
import { answerOf, putRow, within } from './transaction.ts';

/** What the page does with receipts, beside what the host asks of them. Rejections carry a sentence in `message`. */
export interface ReceiptBook extends Receipts {
  /** Durable when it resolves. */
  give(receipt: ReceiptRow): Promise<void>;
  /** Every approval of exactly this is void from now on; whoever approves it again gives a new receipt. */
  takeBack(hash: string, at: number): Promise<void>;
  /** Of a plan, or of all where none is named; the newest first, those that were taken back among them. */
  list(planId?: string): Promise<readonly ReceiptRow[]>;
}

/** The approvals given on this device, by the hash that was signed. */
export function receipts(database: Database): ReceiptBook {
  return {
    holds: (hash) =>
      within(database, ['receipts'], 'readonly', async (transaction) => {
        const rows = await answerOf<ReceiptRow[]>(transaction.objectStore('receipts').getAll(rangeOf(hash)));
        return rows.some(({ takenBackAt }) => takenBackAt === undefined);
      }),
    give: (receipt) => putRow(database, 'receipts', receipt),
    takeBack: (hash, at) =>
      within(database, ['receipts'], 'readwrite', async (transaction) => {
        const store = transaction.objectStore('receipts');
        for (const row of await answerOf<ReceiptRow[]>(store.getAll(rangeOf(hash))))
          if (row.takenBackAt === undefined) store.put({ ...row, takenBackAt: at });
      }),
    list: (planId) =>
      within(database, ['receipts'], 'readonly', async (transaction) => {
        const store = transaction.objectStore('receipts');
        const asked = planId === undefined ? store.getAll() : store.index('planId').getAll(planId);
        return (await answerOf<ReceiptRow[]>(asked)).sort((a, b) => b.at - a.at);
      }),
  };
}

const rangeOf = (hash: string): IDBKeyRange =>
  IDBKeyRange.bound([hash, Number.NEGATIVE_INFINITY], [hash, Number.POSITIVE_INFINITY]);
