/**
 * Version 5: what a person has approved on this device, in a table of its own that no export reads (L-74). The approvals
 * that stood in the plans' rows were all given here: an import brings none.
 */

import { answerOf } from '../transaction.ts';
import type { Migration } from './migration.ts';

export const receipts: Migration = {
  version: 5,
  stores: { receipts: '[hash+at], planId' },
  upgrade: async (transaction) => {
    const kept = transaction.objectStore('receipts');
    for (const { id, title, approval } of await answerOf<Row[]>(transaction.objectStore('plans').getAll()))
      if (approval) kept.put({ ...approval, planId: id, title, device: '', flows: null });
  },
};

interface Row {
  readonly id: string;
  readonly title: string;
  readonly approval: { readonly hash: string; readonly revision: number; readonly at: number } | null;
}
