/** A plan with nothing in it yet, under an id of its own. */

import type { IdSource } from '../lib/id.ts';
import { FORMAT, type Plan, VERSION } from '../plan/document.ts';

export const blankPlan = (ids: IdSource): Plan => ({
  format: FORMAT,
  version: VERSION,
  id: `plan_${ids.next()}`,
  mode: 'lazy',
  // A replan's draft waits for the person unless they say otherwise when they approve (L-71).
  policy: { reviewReplans: true },
  calls: [],
});

/** Ids of eight hexadecimal characters. */
export const randomIds: IdSource = {
  next: () => {
    const bytes = crypto.getRandomValues(new Uint8Array(4));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  },
};
