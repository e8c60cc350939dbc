/** What workers and pages of all tabs tell each other. Durable events go to every page; decisions to the run's owner. */

import type { CarryOut, Channel, Decision } from '../host/port.ts';
import type { Outcome } from '../host/refusal.ts';
import { NEWS_CHANNEL, TOLD_TO_ALL, type WorkerMessage } from '../run/messages.ts';
import { gathered } from './gathered.ts';

const DECISIONS = 'obelus-decisions';

type Message =
  | { readonly kind: 'asked'; readonly ask: string; readonly decision: Decision }
  /** The run is the teller's: an outcome follows. */
  | { readonly kind: 'heard'; readonly ask: string }
  | { readonly kind: 'told'; readonly ask: string; readonly outcome: Outcome };

/** How long another tab's worker has to say that the run is its own. */
const PATIENCE_MS = 2000;

interface Waiting {
  heard(): void;
  told(outcome: Outcome): void;
}

/** @param post to this worker's own page */
export function openChannel(newId: () => string, post: (message: WorkerMessage) => void): Channel {
  const news = new BroadcastChannel(NEWS_CHANNEL);
  const decisions = new BroadcastChannel(DECISIONS);
  const waiting = new Map<string, Waiting>();
  let carryOut: CarryOut = async () => null;
  let hear: (message: WorkerMessage) => void = () => {};
  const say = (message: Message) => {
    events.flush();
    decisions.postMessage(message);
  };

  decisions.onmessage = async ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'heard') waiting.get(data.ask)?.heard();
    else if (data.kind === 'told') waiting.get(data.ask)?.told(data.outcome);
    else {
      const { ask, decision } = data;
      const outcome = await carryOut(decision, () => say({ kind: 'heard', ask }));
      if (outcome) say({ kind: 'told', ask, outcome });
    }
  };

  // Whoever posts on a channel does not hear it there: this page hears its own worker's news once, by the shorter way.
  news.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (TOLD_TO_ALL.has(data.kind)) post(data);
    hear(data);
  };

  const toAll = (message: WorkerMessage): void => {
    post(message);
    news.postMessage(message);
  };
  const events = gathered(toAll);
  toAll({ kind: 'passes-on', worker: newId() });

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
    passOn: (decision) =>
      new Promise((resolve) => {
        const ask = newId();
        const settle = (outcome: Outcome | null) => {
          clearTimeout(timer);
          waiting.delete(ask);
          resolve(outcome);
        };
        const timer = setTimeout(() => settle(null), PATIENCE_MS);
        waiting.set(ask, { heard: () => clearTimeout(timer), told: settle });
        say({ kind: 'asked', ask, decision });
      }),
    onDecision: (own) => {
      carryOut = own;
    },
  };
}
