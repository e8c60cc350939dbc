/** Versions of the plan on the table that are kept apart from it: named by the person, or as they were approved. Fetched with the first. */

import { wholeOrigin } from '../plan/origin.ts';
import type { PlanVersions } from '../ui/verbs.ts';
import type { Ground } from './ground.ts';

type Asks = Pick<Ground, 'document' | 'session' | 'storage' | 'ids' | 'now'>;

export function createVersions({ document, session, storage, ids, now }: Asks): PlanVersions & {
  /** Keeps it as it was approved. @param hash of what was signed: what is approved again is not kept twice */
  approved(hash: string): Promise<void>;
} {
  const shelf = async () => (await storage()).versions;
  const asItStands = () => {
    const { plan, revision, origins, below } = document.getState();
    return { planId: plan.id, at: now(), revision, plan, by: wholeOrigin(origins, below) };
  };
  const told = async (change: Promise<void>): Promise<void> => {
    await change;
    session.setState(({ versionsKept }) => ({ versionsKept: versionsKept + 1 }));
  };
  return {
    list: async () => (await shelf()).list(document.getState().plan.id),
    keep: async (name) => told((await shelf()).put({ ...asItStands(), why: 'named', key: ids.next(), name })),
    approved: async (hash) => told((await shelf()).put({ ...asItStands(), why: 'approved', key: hash })),
    remove: async (id) => told((await shelf()).remove(document.getState().plan.id, id)),
  };
}
