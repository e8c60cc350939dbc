/** How a journal is read that has a hole or has lost its end (L-94): as far as it is whole. What is kept of it stays as it is. */

import type { RunEvent } from './events.ts';

const isEnd = ({ type }: RunEvent): boolean => type === 'plan_completed' || type === 'plan_aborted';

/** The events before the first that is missing; none where the plan is not even there. */
export function wholePart(events: readonly RunEvent[]): readonly RunEvent[] {
  if (events[0]?.type !== 'plan.commit') return [];
  const hole = events.findIndex((event, at) => event.seq !== at + 1);
  return hole === -1 ? events : events.slice(0, hole);
}

/**
 * A journal as it is read: where something is missing it ends there, with an end that says so and is written nowhere.
 * @param due how many events there were when its row was last written, or fewer
 */
export function asRead(events: readonly RunEvent[], due = 0): readonly RunEvent[] {
  const part = wholePart(events);
  const last = part.at(-1);
  const isWhole = part.length === events.length && part.length >= due;
  if (!last || isWhole || part.some(isEnd)) return part;
  const { runId, seq, time } = last;
  return [...part, { type: 'plan_aborted', reason: 'discarded', lost: true, runId, seq: seq + 1, time }];
}
