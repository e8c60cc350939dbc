/** The plans of this device that a person has approved as they stand: what the planner here learns from. Writes nothing. */

import type { Plan } from '../plan/document.ts';
import { rankOf, wholeOrigin } from '../plan/origin.ts';
import type { Database, PlanRow, ReceiptRow } from './database.ts';
import { answerOf, within } from './transaction.ts';

/** The newest; what is learnt from them is looked for in every goal. */
const MOST_PLANS = 50;
const MOST_CALLS = 60;

/** What a model or somebody else wrote is not among them: taken from here, nobody could tell any more whose it is. */
const isOwn = ({ origins, plan }: PlanRow): boolean =>
  rankOf(wholeOrigin(origins)) <= rankOf({ kind: 'made', at: 0 }) &&
  origins.revisions.every(({ by }) => rankOf(by) <= rankOf({ kind: 'made', at: 0 })) &&
  plan.calls.length <= MOST_CALLS;

/** The newest first, a bounded number. An approval that was taken back, or that an edit has voided, is none. */
export const approvedPlans = (database: Database): Promise<readonly Plan[]> =>
  within(database, ['plans', 'receipts'], 'readonly', async (transaction) => {
    const rows = await answerOf<PlanRow[]>(transaction.objectStore('plans').index('savedAt').getAll());
    const given = await answerOf<ReceiptRow[]>(transaction.objectStore('receipts').getAll());
    const standing = new Set(given.flatMap((one) => (one.takenBackAt === undefined ? [one.hash] : [])));
    return rows
      .filter((row) => row.approval !== null && standing.has(row.approval.hash) && isOwn(row))
      .slice(-MOST_PLANS)
      .reverse()
      .map(({ plan }) => plan);
  });
