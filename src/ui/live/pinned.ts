/** How a call of the plan on the table stands to a result that was pinned for it. */

import { madeOtherwise } from '../../plan/made-otherwise.ts';
import { useDocument, useSession } from '../services.ts';

/** `before`: it, or what it reads from, was changed since; null where nothing is pinned. */
export function usePinned(id: string): 'pinned' | 'before' | null {
  const planId = useDocument((state) => state.plan.id);
  const isPinned = useSession(({ pinned }) => Object.hasOwn(pinned[planId] ?? {}, id));
  const then = useSession(({ pinnedOf }) => (isPinned ? pinnedOf[planId]?.[id] : undefined));
  // Of a call that has no pin nothing is looked at: every card asks this at every edit.
  const isOther = useDocument(({ plan }) => then !== undefined && madeOtherwise(plan, then, id));
  return !isPinned ? null : isOther ? 'before' : 'pinned';
}
