/** Plans on this device, as the page keeps them. */

import type { JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { answerOf } from './answer.ts';
import type { Database, PlanRow } from './database.ts';
import { deleteRows, putRow, rowAt, within } from './transaction.ts';

interface KeptPlan {
  readonly plan: Plan;
  readonly revision: number;
  readonly input: JsonObject;
  readonly approval: PlanRow['approval'];
  readonly savedAt: number;
}

interface Plans {
  /** Newest first. */
  list(): Promise<Pick<PlanRow, 'id' | 'title' | 'calls' | 'savedAt'>[]>;
  get(id: string): Promise<KeptPlan | undefined>;
  put(kept: KeptPlan): Promise<void>;
  remove(id: string): Promise<void>;
}

export function plans(database: Database): Plans {
  return {
    list: () =>
      within(database, ['plans'], 'readonly', async (transaction) => {
        const oldestFirst = transaction.objectStore('plans').index('savedAt').getAll();
        const rows = ((await answerOf(oldestFirst)) as PlanRow[]).reverse();
        return rows.map(({ id, title, calls, savedAt }) => ({ id, title, calls, savedAt }));
      }),
    get: (id) => rowAt(database, 'plans', id),
    put: (kept) => {
      const { plan } = kept;
      const title = plan.title ?? plan.goal ?? 'Untitled plan';
      return putRow(database, 'plans', { ...kept, id: plan.id, title, calls: plan.calls.length });
    },
    remove: (id) => deleteRows(database, 'plans', id),
  };
}
