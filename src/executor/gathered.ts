/**
 * Messages on their way to the pages. Durable events are told at once after a quiet time, and else gathered for a
 * moment: a run of many small steps must not cost every page a message for each of them.
 */

import type { RunEventType } from '../run/events.ts';
import type { WorkerMessage } from '../run/messages.ts';

/** Less than the time between two publications of a screen (`app/screen-pace.ts`): nobody sees it. */
const MOMENT_MS = 25;

/** Who dies next leaves the other tabs with what they were told last: that a run begins, asks or ends is among it. */
const AT_ONCE: ReadonlySet<RunEventType> = new Set([
  'plan_started',
  'plan_step_waiting',
  'plan_completed',
  'plan_aborted',
]);

type Events = Extract<WorkerMessage, { kind: 'events' }>;

interface Gathered {
  send(events: Events): void;
  /** What else is said must not arrive before what was durable before it. */
  flush(): void;
}

/** @param send carries a message out; @param later calls `then` after `ms` */
export function gathered(
  send: (events: Events) => void,
  later: (ms: number, then: () => void) => void = (ms, then) => void setTimeout(then, ms),
): Gathered {
  let waiting: Events[] = [];
  let resting = false;

  const flush = (): void => {
    const told = waiting;
    waiting = [];
    for (const message of told) send(message);
  };
  const rest = (): void => {
    resting = true;
    later(MOMENT_MS, () => {
      resting = false;
      if (waiting.length === 0) return;
      flush();
      rest();
    });
  };

  return {
    send: (message) => {
      const last = waiting.at(-1);
      if (last?.runId === message.runId)
        waiting[waiting.length - 1] = { ...last, events: last.events.concat(message.events) };
      else waiting.push(message);
      if (resting && !message.events.some(({ type }) => AT_ONCE.has(type))) return;
      flush();
      if (!resting) rest();
    },
    flush,
  };
}
