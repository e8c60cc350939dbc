/**
 * Version 4: a plan's row names its last save and the tab that made it, and keeps what two tabs made differently of
 * the plan (docs/decisions/0014). Raised although no index changed: a tab of before would write over them unasked.
 */

import type { Table } from 'dexie';
import type { Migration } from './migration.ts';

export const saves: Migration = {
  version: 4,
  stores: {},
  upgrade: async (transaction) => {
    const plans: Table<object, string> = transaction.table('plans');
    await plans.toCollection().modify({ save: 'before', tab: '', conflicts: [] });
  },
};
