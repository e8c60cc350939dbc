/** What workers and pages of all tabs tell each other. Durable events go to every page; decisions to the run's owner. */

import type { CarryOut, Channel, Decision } from '../host/port.ts';
import type { Outcome } from '../host/refusal.ts';
import type { RunEventType } from '../run/events.ts';
import { NEWS_CHANNEL, TOLD_TO_ALL, type WorkerMessage } from '../run/messages.ts';

const DECISIONS = 'obelus-decisions';

type Message =
  /** `confirms`: the asker says `go` once it has heard that somebody has the run; a build of before does not */
  | { readonly kind: 'asked'; readonly ask: string; readonly decision: Decision; readonly confirms?: true }
  /** The run is the teller's: an outcome follows once the asker has said that it still waits. */
  | { readonly kind: 'heard'; readonly ask: string }
  /** It still waits, and has told nobody that there is no answer. */
  | { readonly kind: 'go'; readonly ask: string }
  | { readonly kind: 'told'; readonly ask: string; readonly outcome: Outcome | null };

/** How long another tab's worker has to say that the run is its own. */
const PATIENCE_MS = 2000;

interface Waiting {
  heard(): void;
  told(outcome: Outcome | null): void;
}

interface TabsChannel extends Channel {
  /** From now on this worker's page hears through it what other tabs are told. Not before the worker may speak at all. */
  passNewsOn(): void;
}

/** @param post to this worker's own page */
export function openChannel(newId: () => string, post: (message: WorkerMessage) => void): TabsChannel {
  const news = new BroadcastChannel(NEWS_CHANNEL);
  const decisions = new BroadcastChannel(DECISIONS);
  const waiting = new Map<string, Waiting>();
  /** Who has heard a decision and carries it out as soon as its asker says that it still waits. */
  const ready = new Map<string, (goes: boolean) => void>();
  let carryOut: CarryOut = async () => null;
  let hear: (message: WorkerMessage) => void = () => {};
  let passesOn = false;
  const say = (message: Message) => {
    events.flush();
    decisions.postMessage(message);
  };

  decisions.onmessage = async ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'heard') waiting.get(data.ask)?.heard();
    else if (data.kind === 'go') ready.get(data.ask)?.(true);
    else if (data.kind === 'told') waiting.get(data.ask)?.told(data.outcome);
    else {
      const { ask, decision, confirms } = data;
      let isLate = false;
      const outcome = await carryOut(decision, async () => {
        const goes = confirms ? stillWaits(ask) : true;
        say({ kind: 'heard', ask });
        isLate = !(await goes);
        return !isLate;
      });
      // Who was told to go on, and was not heard in time here either, asks again.
      if (outcome || isLate) say({ kind: 'told', ask, outcome });
    }
  };

  /** A tab that was frozen hears what was asked long ago: whoever asked has told the person that there was no answer. */
  const stillWaits = (ask: string): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = (goes: boolean) => {
        clearTimeout(timer);
        ready.delete(ask);
        resolve(goes);
      };
      const timer = setTimeout(() => settle(false), PATIENCE_MS);
      ready.set(ask, settle);
    });

  // Whoever posts on a channel does not hear it there: this page hears its own worker's news once, by the shorter way.
  news.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (passesOn && TOLD_TO_ALL.has(data.kind)) post(data);
    hear(data);
  };

  const toAll = (message: WorkerMessage): void => {
    post(message);
    news.postMessage(message);
  };
  const events = gathered(toAll);

  return {
    tell: (message) => {
      // A line of a log follows nothing: it may come often.
      if (message.kind !== 'log') events.flush();
      post(message);
    },
    tellAll: (message) => {
      if (message.kind === 'events') events.send(message);
      else {
        if (message.kind !== 'log') events.flush();
        toAll(message);
      }
    },
    onNews: (own) => {
      hear = own;
    },
    passNewsOn: () => {
      passesOn = true;
      toAll({ kind: 'passes-on', worker: newId() });
    },
    passOn: (decision) =>
      new Promise((resolve) => {
        const ask = newId();
        const settle = (outcome: Outcome | null) => {
          clearTimeout(timer);
          waiting.delete(ask);
          resolve(outcome);
        };
        const timer = setTimeout(() => settle(null), PATIENCE_MS);
        const heard = () => {
          clearTimeout(timer);
          say({ kind: 'go', ask });
        };
        waiting.set(ask, { heard, told: settle });
        say({ kind: 'asked', ask, decision, confirms: true });
      }),
    onDecision: (own) => {
      carryOut = own;
    },
  };
}

// Messages on their way to the pages. Durable events are told at once after a quiet time, and else gathered for a
// moment: a run of many small steps must not cost every page a message for each of them.

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
