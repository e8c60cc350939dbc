/** Keeps the plans that the plan on the table delegates to loaded (L-52): checks and signatures can't wait for storage. */

import type { Plan } from '../plan/document.ts';
import type { DocumentStore } from '../stores/document.ts';
import { loaded } from '../ui/parts/not-loaded.ts';
import type { Storage } from './storage.ts';

/**
 * @param rules resolves once signatures can be compared: an approval must not fall for want of them
 * @param tell  takes what was thrown where the plans on this device can't be read
 */
export function keepDelegatesLoaded(
  document: DocumentStore,
  storage: () => Promise<Pick<Storage, 'plans' | 'versions'>>,
  now: () => number,
  rules: () => Promise<void>,
  tell: (thrown: unknown) => void,
): void {
  let turn = 0;

  const load = async (plan: Plan, own: number): Promise<void> => {
    try {
      const { loadDelegates } = await loaded(import('./language.ts'));
      const { delegates, below } = await loadDelegates(plan, await storage(), now());
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
    else if (Object.keys(state.delegates).length > 0) document.actions.setDelegates({});
  });
}

const referencesIn = (plan: Plan): string => plan.calls.flatMap(({ _delegate }) => _delegate ?? []).join(' ');
