/** Activities with the inbox that a run has for them: what they tell is waited for, as the loop does. */

import { activityHost, type Surroundings } from '../../src/activities/activity-host.ts';
import { deviceClock } from '../../src/activities/place-clock.ts';
import { createInbox, cutOffBy } from '../../src/host/inbox.ts';
import type { Happening } from '../../src/host/port.ts';

export function hostWithInbox(around: Omit<Surroundings, 'tell'>) {
  const inbox = createInbox(around.clock ?? around.now, deviceClock, (happenings) => {
    const cleared = cutOffBy(happenings);
    if (cleared) activities.interrupt(cleared);
  });
  const activities = activityHost({ ...around, tell: inbox.push });
  return {
    start: activities.start,
    cancel: activities.cancel,
    push: inbox.push,
    next: async (wake: number | null) => (await inbox.next(wake)) as readonly Happening[],
  };
}
