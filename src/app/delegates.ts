/** Keeps the plans that the plan on the table delegates to loaded (L-52): checks and signatures can't wait for storage. */

import { type Delegates, delegatesOf, NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { type Below, NO_ORIGINS, wholeOrigin } from '../plan/origin.ts';
import type { DocumentStore } from '../stores/document.ts';
import type { PlansRepository, StoredPlan } from '../stores/ports.ts';

/**
 * @param rules resolves once signatures can be compared: an approval must not fall for want of them
 * @param tell  takes what was thrown where the plans on this device can't be read
 */
export function keepDelegatesLoaded(
  document: DocumentStore,
  repository: () => Promise<PlansRepository>,
  rules: () => Promise<void>,
  tell: (thrown: unknown) => void,
): void {
  let turn = 0;

  const load = async (plan: Plan, own: number): Promise<void> => {
    try {
      const { delegates, below } = await loadDelegates(plan, await repository());
      await rules();
      // The person went on while storage was read: what is on the table now is loaded by a later turn.
      if (own === turn) document.actions.setDelegates(delegates, below);
    } catch (error) {
      tell(error);
    }
  };

  document.subscribe((state, before) => {
    const isSameInside = state.plan.plans === before.plan.plans;
    if (isSameInside && state.plan.calls === before.plan.calls) return;
    const wanted = referencesIn(state.plan);
    const isSame = state.plan.id === before.plan.id && isSameInside;
    if (isSame && wanted === referencesIn(before.plan)) return;
    turn += 1;
    if (wanted !== '') void load(state.plan, turn);
    else if (Object.keys(state.delegates).length > 0) document.actions.setDelegates(NO_DELEGATES);
  });
}

const referencesIn = (plan: Plan): string => plan.calls.flatMap(({ _delegate }) => _delegate ?? []).join(' ');

interface Loaded {
  readonly delegates: Delegates;
  readonly below: Below;
}

/** A plan edited since the revision that is named is not the one that is named: it counts as missing. */
async function loadDelegates(plan: Plan, repository: PlansRepository): Promise<Loaded> {
  const kept = new Map<string, StoredPlan | undefined>();
  for (;;) {
    const missing = new Set<string>();
    const delegates = delegatesOf(plan, (id, revision) => {
      if (!kept.has(id)) missing.add(id);
      const stored = kept.get(id);
      return stored && (revision === undefined || String(stored.revision) === revision)
        ? stored.plan
        : undefined;
    });
    if (missing.size === 0) return { delegates, below: cameBelow(delegates, [...kept.values()]) };
    for (const id of missing) kept.set(id, await repository.get(id));
  }
}

function cameBelow(delegates: Delegates, kept: readonly (StoredPlan | undefined)[]): Below {
  const came = Object.entries(delegates).flatMap(([reference, plan]) => {
    const from = wholeOrigin(kept.find((stored) => stored?.plan === plan)?.origins ?? NO_ORIGINS);
    return from === null ? [] : [[reference, from] as const];
  });
  return Object.fromEntries(came);
}
