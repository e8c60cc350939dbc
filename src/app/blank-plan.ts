/** A plan with nothing in it yet, under an id of its own. */

import type { IdSource } from '../lib/id.ts';
import type { Plan } from '../plan/document.ts';
import { DEFAULT_POLICY, FORMAT, VERSION } from '../plan/vocabulary.ts';
import type { PlanSettings } from '../run/plan-settings.ts';

/** @param settings of the device: what differs from what a plan means by saying nothing is said in it */
export const blankPlan = (ids: IdSource, { retryLimit }: Pick<PlanSettings, 'retryLimit'>): Plan => ({
  format: FORMAT,
  version: VERSION,
  id: `plan_${ids.next()}`,
  mode: 'lazy',
  ...(retryLimit === DEFAULT_POLICY.retryLimit ? {} : { policy: { retryLimit } }),
  calls: [],
});

/** Ids of eight hexadecimal characters. */
export const randomIds: IdSource = {
  next: () => {
    const bytes = crypto.getRandomValues(new Uint8Array(4));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  },
};
