/** How the calls of a run ended, told from its events alone: for a row of a list, not for the engine. */

import type { CallCounts } from '../host/port.ts';
import type { RunEvent } from '../run/events.ts';

type End = 'completed' | 'failed' | 'skipped';

export function tallyOf(events: readonly RunEvent[]): CallCounts {
  const ends = new Map<string, End>();
  let calls = 0;
  for (const event of events) {
    switch (event.type) {
      case 'plan.commit': {
        const labels = event.instances?.map(({ label }) => `@${label}`) ?? [''];
        const names = new Set(event.plan.calls.flatMap(({ _id }) => labels.map((label) => _id + label)));
        calls = names.size;
        // A later revision left them out.
        for (const name of [...ends.keys()]) if (!names.has(name)) ends.delete(name);
        break;
      }
      case 'plan_resumed_from':
        for (const name of event.cleared) ends.delete(name);
        break;
      case 'plan_step_completed':
      case 'plan_step_memoized':
        ends.set(event.call, 'completed');
        break;
      case 'plan_step_failed':
        ends.set(event.call, 'failed');
        break;
      case 'plan_step_skipped':
        ends.set(event.call, 'skipped');
        break;
    }
  }
  const counts = { calls, completed: 0, failed: 0, skipped: 0 };
  for (const end of ends.values()) counts[end] += 1;
  return counts;
}
