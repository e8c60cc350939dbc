/** How a journal is read that has a hole (L-94): as far as it is whole. What is kept of it stays as it is. */

import type { RunEvent } from './events.ts';

const isEnd = ({ type }: RunEvent): boolean => type === 'plan_completed' || type === 'plan_aborted';

/** The events before the first that is missing; none where the plan is not even there. */
export function wholePart(events: readonly RunEvent[]): readonly RunEvent[] {
  if (events[0]?.type !== 'plan.commit') return [];
  const hole = events.findIndex((event, at) => event.seq !== at + 1);
  return hole === -1 ? events : events.slice(0, hole);
}

/** A journal as it is read: where it has a hole it ends there, with an end that says so and is written nowhere. */
export function asRead(events: readonly RunEvent[]): readonly RunEvent[] {
  const part = wholePart(events);
  const last = part.at(-1);
  if (!last || part.length === events.length || part.some(isEnd)) return part;
  const { runId, seq, time } = last;
  return [...part, { type: 'plan_aborted', reason: 'discarded', lost: true, runId, seq: seq + 1, time }];
}
