/** A plan of a document's own as a document by itself (L-52), with what it runs in turn. Knows no screen. */

import { delegatesOf, ownPlan, readOwnReference } from './delegates.ts';
import type { OwnPlan, Plan } from './document.ts';

/** Undefined where there is none of that name. Its id is for whoever keeps it to give. */
export function planApart(root: Plan, name: string): Omit<Plan, 'id'> | undefined {
  const sub = ownPlan(root, name);
  if (!sub) return undefined;
  const { id: _, ...plan } = sub;
  const below = delegatesOf(
    sub,
    () => undefined,
    (other) => ownPlan(root, other),
  );
  const plans: Record<string, OwnPlan> = {};
  for (const reference of Object.keys(below)) {
    const own = readOwnReference(reference);
    const one = own === null ? undefined : root.plans?.[own];
    if (own !== null && one) plans[own] = one;
  }
  return Object.keys(plans).length === 0 ? plan : { ...plan, plans };
}
