/** Plans on this device, as the page keeps them. A save says which one it began with, and never covers another. */

import type { JsonObject } from '../lib/json.ts';
import type { Conflict } from '../plan/conflict.ts';
import type { Plan } from '../plan/document.ts';
import type { History } from '../plan/history.ts';
import { NO_ORIGINS, type Origin, type Origins, wholeOrigin } from '../plan/origin.ts';
import { readHistory } from '../plan/read-history.ts';
import type { Said } from '../plan/talk.ts';
import type { Database, PlanRow } from './database.ts';
import { answerOf, rowAt, within } from './transaction.ts';
import { versionsOf } from './versions.ts';

/** A plan as it is kept. */
export interface KeptPlan {
  readonly plan: Plan;
  readonly revision: number;
  /** Where it and its parts came from (L-74, L-75); absent where nobody noted it. */
  readonly origins?: Origins;
  /** What the person gave as the plan's input so far. */
  readonly input: JsonObject;
  readonly approval: PlanRow['approval'];
  readonly savedAt: number;
  /** What two tabs made differently of it, until a person chooses. */
  readonly conflicts: readonly Conflict[];
  /** What was said while it was made; absent where nothing was. */
  readonly talk?: readonly Said[];
  /** What can be undone of it, on this device: `get` leaves it out, for most who read a plan have no use for it. */
  readonly history?: History;
  /** Names this save: whoever saves next says which one it began with. */
  readonly save: string;
  /** Names the tab that saved it. */
  readonly tab: string;
}

/** What became of a save. */
type Saving =
  | { readonly kind: 'saved' }
  /** Another tab has saved since: nothing was written, and this is what it saved. */
  | { readonly kind: 'behind'; readonly theirs: KeptPlan }
  /** The save it began with is no longer on this device, and nothing was written. */
  | { readonly kind: 'removed' };

/** A plan as lists show it. */
export type PlanSummary = Pick<PlanRow, 'id' | 'title' | 'calls' | 'savedAt'> & {
  /** Where it came from, as `wholeOrigin` says it. */
  readonly origin?: Origin | null;
};

/** Plans on this device. Rejections carry a sentence in `message`. */
export interface Plans {
  /** Newest first. */
  list(): Promise<readonly PlanSummary[]>;
  get(id: string): Promise<KeptPlan | undefined>;
  /** What can be undone of a plan, as it was kept with that save; undefined where another was kept, or nothing. */
  history(id: string, save: string): Promise<History | undefined>;
  /** @param basedOn the save that this one began with; null for a plan that was never saved. Compared as it is written. */
  save(kept: KeptPlan, basedOn: string | null): Promise<Saving>;
  remove(id: string): Promise<void>;
}

export function plans(database: Database): Plans {
  return {
    list: () =>
      within(database, ['plans'], 'readonly', async (transaction) => {
        const oldestFirst = transaction.objectStore('plans').index('savedAt').getAll();
        const rows = ((await answerOf(oldestFirst)) as PlanRow[]).reverse();
        return rows.map(({ id, title, calls, savedAt, origins }) => ({
          id,
          title,
          calls,
          savedAt,
          origin: wholeOrigin(origins),
        }));
      }),
    get: (id) => rowAt(database, 'plans', id),
    history: async (id, save) => {
      const row = await rowAt(database, 'histories', id);
      return row?.save === save ? (readHistory(row.history) ?? undefined) : undefined;
    },
    save: ({ history, ...kept }, basedOn) => {
      const { plan } = kept;
      const title = plan.title ?? plan.goal ?? 'Untitled plan';
      const row: PlanRow = { origins: NO_ORIGINS, ...kept, id: plan.id, title, calls: plan.calls.length };
      // One transaction: whoever saves between the comparison and the write would be covered in silence.
      return within(database, ['plans', 'histories'], 'readwrite', async (transaction): Promise<Saving> => {
        const rows = transaction.objectStore('plans');
        const theirs = await answerOf<PlanRow | undefined>(rows.get(plan.id));
        if (theirs === undefined && basedOn !== null) return { kind: 'removed' };
        if (theirs !== undefined && theirs.save !== basedOn) return { kind: 'behind', theirs };
        rows.put(row);
        // One that is empty is put as well: in its place another's would stand.
        if (history) transaction.objectStore('histories').put({ planId: plan.id, save: kept.save, history });
        return { kind: 'saved' };
      });
    },
    // Its versions and steps go with it: there would be no way to them any more.
    remove: (id) =>
      within(database, ['plans', 'versions', 'histories'], 'readwrite', (transaction) => {
        transaction.objectStore('plans').delete(id);
        transaction.objectStore('histories').delete(id);
        transaction.objectStore('versions').delete(versionsOf(id));
      }),
  };
}
