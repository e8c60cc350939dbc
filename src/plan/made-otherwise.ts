/** Whether a call would be made otherwise than it was: it, or one of those that it reads from, has changed. */

import { jsonEquals } from '../lib/json.ts';
import type { Call, Plan } from './document.ts';
import { neededBy } from './part-of.ts';

/** What it is called for, and where it stands, changes nothing of what comes of it. */
export function isSameCall(now: Call, before: Call | undefined): boolean {
  const { _description: _, ...own } = now;
  const { _description: __, ...earlier } = before ?? { _id: '' };
  return jsonEquals(own, earlier);
}

/** @param before the plan as it was when the call came to what is known of it */
export function madeOtherwise(now: Plan, before: Plan, id: string): boolean {
  if (now.calls === before.calls) return false;
  const [calls, earlier] = [byId(now), byId(before)];
  return [...neededBy(now, [id])].some((one) => {
    const call = calls.get(one);
    return call !== undefined && !isSameCall(call, earlier.get(one));
  });
}

const byId = ({ calls }: Plan): ReadonlyMap<string, Call> => new Map(calls.map((call) => [call._id, call]));
