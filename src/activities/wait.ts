/** Waits. The time is the run's matter: nothing is held in memory, and a run that is cut off waits on (L-91a). */

import type { Activity } from './activity.ts';
import { numberParam } from './parameters.ts';

const HOUR_MS = 3_600_000;

export const wait: Activity = async (params, context) => {
  const ms = numberParam(params, 'ms', { min: 0, max: HOUR_MS, whole: true });
  await context.sleep(ms);
  return ms;
};
