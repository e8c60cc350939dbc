/**
 * Version 4: a plan's row names its last save and the tab that made it, and keeps what two tabs made differently of
 * the plan (docs/decisions/0015). Raised although no index changed: a tab of before would write over them unasked.
 */

import { answerOf } from '../transaction.ts';
import type { Migration } from './migration.ts';

export const saves: Migration = {
  version: 4,
  stores: {},
  upgrade: async (transaction) => {
    const plans = transaction.objectStore('plans');
    for (const plan of await answerOf<object[]>(plans.getAll()))
      plans.put({ ...plan, save: 'before', tab: '', conflicts: [] });
  },
};
