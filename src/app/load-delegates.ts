/** The plans that a plan delegates to, read from where plans are kept, and where they came from. */

import { type Delegates, delegatesOf } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { type Below, NO_ORIGINS, type Origin, wholeOrigin } from '../plan/origin.ts';
import type { KeptVersion } from '../stores/ports.ts';
import type { Storage } from './storage.ts';

interface Loaded {
  readonly delegates: Delegates;
  readonly below: Below;
}

/** One revision of a plan, and whose it is where it is not a person's own. */
interface Revision {
  readonly plan: Plan;
  readonly revision: number;
  readonly by: Origin | null;
}

/**
 * A revision that is named is found as the plan stands or among its versions, and kept as one from then on: an edit of the
 * plan takes it from nobody. One that is nowhere counts as missing.
 * @param at milliseconds since the epoch
 */
export async function loadDelegates(
  plan: Plan,
  { plans, versions }: Pick<Storage, 'plans' | 'versions'>,
  at: number,
): Promise<Loaded> {
  const now = new Map<string, Revision | undefined>();
  // Versions are whole plans: they are read only where a revision is named.
  const kept = new Map<string, readonly KeptVersion[]>();
  for (;;) {
    const missing = new Set<string>();
    const unread = new Set<string>();
    const used = new Map<Plan, Revision & { readonly isNew: boolean }>();
    const delegates = delegatesOf(plan, (id, named) => {
      if (!now.has(id)) missing.add(id);
      if (named !== undefined && !kept.has(id)) unread.add(id);
      const isNamed = ({ revision }: Revision) => named === undefined || String(revision) === named;
      const standing = now.get(id);
      const version = named === undefined ? undefined : kept.get(id)?.find(isNamed);
      const found = standing && isNamed(standing) ? standing : version;
      if (found) used.set(found.plan, { ...found, isNew: named !== undefined && !version });
      return found?.plan;
    });
    for (const id of missing) {
      const stored = await plans.get(id);
      now.set(id, stored && { ...stored, by: wholeOrigin(stored.origins ?? NO_ORIGINS) });
    }
    for (const id of unread) kept.set(id, await versions.list(id));
    if (missing.size + unread.size > 0) continue;
    for (const { plan, revision, by, isNew } of used.values()) {
      const version = { planId: plan.id, at, why: 'delegated', revision, plan, by } as const;
      // Where there is no room for it the revision is used all the same, as long as the plan stands at it.
      if (isNew) await versions.put({ ...version, key: String(revision) }).catch(() => {});
    }
    return { delegates, below: cameBelow(delegates, used) };
  }
}

function cameBelow(delegates: Delegates, used: ReadonlyMap<Plan, Revision>): Below {
  const came = Object.entries(delegates).flatMap(([reference, plan]) => {
    const from = used.get(plan)?.by ?? null;
    return from === null ? [] : [[reference, from] as const];
  });
  return Object.fromEntries(came);
}
