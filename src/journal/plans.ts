/** Plans on this device, as the page keeps them. A save says which one it began with, and never covers another. */

import type { JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import type { Conflict } from '../plan/merge.ts';
import { type Database, type PlanRow, StorageFault } from './database.ts';

export interface KeptPlan {
  readonly plan: Plan;
  readonly revision: number;
  readonly input: JsonObject;
  readonly approval: PlanRow['approval'];
  readonly savedAt: number;
  readonly conflicts: readonly Conflict[];
  readonly save: string;
  readonly tab: string;
}

/** What became of a save: written, refused because another came first, or refused because the plan is gone. */
export type Saving =
  | { readonly kind: 'saved' }
  | { readonly kind: 'behind'; readonly theirs: KeptPlan }
  | { readonly kind: 'removed' };

export interface Plans {
  /** Newest first. */
  list(): Promise<Pick<PlanRow, 'id' | 'title' | 'calls' | 'savedAt'>[]>;
  get(id: string): Promise<KeptPlan | undefined>;
  /** @param basedOn the save that this one began with; null for a plan that was never saved */
  save(kept: KeptPlan, basedOn: string | null): Promise<Saving>;
  remove(id: string): Promise<void>;
}

export function plans(database: Database): Plans {
  return {
    list: async () => {
      const rows = await database.plans.orderBy('savedAt').reverse().toArray();
      return rows.map(({ id, title, calls, savedAt }) => ({ id, title, calls, savedAt }));
    },
    get: (id) => database.plans.get(id),
    save: async (kept, basedOn) => {
      const { plan } = kept;
      const title = plan.title ?? plan.goal ?? 'Untitled plan';
      const row: PlanRow = { ...kept, id: plan.id, title, calls: plan.calls.length };
      try {
        // One transaction: whoever saves between the comparison and the write would be covered in silence.
        return await database.transaction('rw', database.plans, async (): Promise<Saving> => {
          const theirs = await database.plans.get(plan.id);
          if (theirs === undefined && basedOn !== null) return { kind: 'removed' };
          if (theirs !== undefined && theirs.save !== basedOn) return { kind: 'behind', theirs };
          await database.plans.put(row);
          return { kind: 'saved' };
        });
      } catch (error) {
        throw new StorageFault(error);
      }
    },
    remove: (id) => database.plans.delete(id),
  };
}
