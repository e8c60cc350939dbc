/**
 * What previews of the plan on the table are run with, and whether they may run (L-83): one for its values and its tests.
 * Fetched with the rules.
 */

import type { Delegates } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { isForeign, wholeOrigin } from '../plan/origin.ts';
import type { TestGround } from '../run/messages.ts';
import type { DocumentState } from '../stores/document.ts';
import type { Ground } from './ground.ts';

interface Asks extends Pick<Ground, 'session'> {
  readonly plans: { readonly shelf: Pick<Ground['shelf'], 'get'> };
}

export type PreviewGround = ReturnType<typeof createPreviewGround>;

export function createPreviewGround({ session, plans: { shelf } }: Asks) {
  /** Plans from outside of which the person said that they may be computed, for as long as the page is open. */
  const allowed = new Set<string>();
  const hearers = new Set<() => void>();
  const numbers = new WeakMap<File, number>();
  let files = 0;
  return {
    isAllowed: ({ plan, origins, below, approval }: DocumentState): boolean =>
      approval !== null || allowed.has(plan.id) || !isForeign(wholeOrigin(origins, below)),
    /** The person says that it may be computed. */
    allow: (planId: string): void => {
      if (allowed.has(planId)) return;
      allowed.add(planId);
      for (const hear of hearers) hear();
    },
    onAllowed: (hear: () => void): void => void hearers.add(hear),
    /** Of a plan that is allowed. */
    groundOf: (plan: Plan, delegates: Delegates): TestGround => ({
      ...{ plan, delegates, allowed: true },
      files: session.getState().files.flatMap(({ name }) => {
        const content = shelf.get(name);
        if (!content) return [];
        const id = numbers.get(content) ?? ++files;
        numbers.set(content, id);
        return [{ name, id, content }];
      }),
    }),
  };
}

/** What a plan's title or the places of its cards say, nothing is computed from. */
const PARTS = ['calls', 'input', 'state', 'data', 'tools', 'output', 'policy', 'plans', 'id'] as const;

/** Whether a preview of it would come to the same, as far as the document says. */
export const isSameToPreview = (now: DocumentState, before: DocumentState): boolean =>
  now.delegates === before.delegates &&
  now.origins === before.origins &&
  now.approval === before.approval &&
  PARTS.every((part) => now.plan[part] === before.plan[part]);
