/** Plans on this device, as the page keeps them. */

import type { JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { type Database, type PlanRow, StorageFault } from './database.ts';

export interface KeptPlan {
  readonly plan: Plan;
  readonly revision: number;
  readonly input: JsonObject;
  readonly approval: PlanRow['approval'];
  readonly savedAt: number;
}

export interface Plans {
  /** Newest first. */
  list(): Promise<Pick<PlanRow, 'id' | 'title' | 'calls' | 'savedAt'>[]>;
  get(id: string): Promise<KeptPlan | undefined>;
  put(kept: KeptPlan): Promise<void>;
  remove(id: string): Promise<void>;
}

export function plans(database: Database): Plans {
  return {
    list: async () => {
      const rows = await database.plans.orderBy('savedAt').reverse().toArray();
      return rows.map(({ id, title, calls, savedAt }) => ({ id, title, calls, savedAt }));
    },
    get: (id) => database.plans.get(id),
    put: async (kept) => {
      const { plan } = kept;
      const title = plan.title ?? plan.goal ?? 'Untitled plan';
      try {
        await database.plans.put({ ...kept, id: plan.id, title, calls: plan.calls.length });
      } catch (error) {
        throw new StorageFault(error);
      }
    },
    remove: (id) => database.plans.delete(id),
  };
}
