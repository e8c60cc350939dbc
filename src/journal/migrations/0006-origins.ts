/**
 * Version 6: a plan's row says of each of its parts and revisions where it came from, not of the plan alone
 * (docs/decisions/0022). Raised although no index changed: a tab of before would write such a row without them, and what
 * a stranger wrote would count as made here.
 */

import { answerOf } from '../transaction.ts';
import type { Migration } from './migration.ts';

export const origins: Migration = {
  version: 6,
  stores: {},
  upgrade: async (transaction) => {
    const plans = transaction.objectStore('plans');
    // Who made which revision nobody noted; all parts count as what the plan began as.
    for (const { origin, ...plan } of await answerOf<Row[]>(plans.getAll()))
      plans.put({ ...plan, origins: { began: origin ?? null, revisions: [], parts: {} } });
  },
};

interface Row {
  readonly origin?: unknown;
}
