/** What workers and pages of all tabs tell each other. Durable events go to every page; decisions to the run's owner. */

import type { Request, WorkerMessage } from '../run/messages.ts';
import type { Outcome } from './refusal.ts';

/** Named in run/messages.ts, where the pages listen. */
const NEWS = 'obelus';
const DECISIONS = 'obelus-decisions';

/** A request about a run that may be in another tab's hands. */
export type Decision = Extract<Request, { kind: 'answer' | 'stop-run' | 'resume-from' | 'discard-run' }>;

type Message =
  | { readonly kind: 'asked'; readonly ask: string; readonly decision: Decision }
  /** The run is the teller's: an outcome follows. */
  | { readonly kind: 'heard'; readonly ask: string }
  | { readonly kind: 'told'; readonly ask: string; readonly outcome: Outcome };

/** What a worker says to a decision about a run: null where the run is not its own. */
export type CarryOut = (decision: Decision, heard: () => void) => Promise<Outcome | null>;

export interface Channel {
  /** To every other page and worker. */
  tell(message: WorkerMessage): void;
  /** Hears what other workers made durable. */
  onNews(hear: (message: WorkerMessage) => void): void;
  /** What the worker that has the run said; null where none says that it has. One that dies in between leaves it open. */
  passOn(decision: Decision): Promise<Outcome | null>;
  /** Decisions from other tabs. */
  onDecision(carryOut: CarryOut): void;
}

/** How long another tab's worker has to say that the run is its own. */
const PATIENCE_MS = 2000;

interface Waiting {
  heard(): void;
  told(outcome: Outcome): void;
}

export function openChannel(newId: () => string): Channel {
  const news = new BroadcastChannel(NEWS);
  const decisions = new BroadcastChannel(DECISIONS);
  const waiting = new Map<string, Waiting>();
  let carryOut: CarryOut = async () => null;
  const say = (message: Message) => decisions.postMessage(message);

  decisions.onmessage = async ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'heard') waiting.get(data.ask)?.heard();
    else if (data.kind === 'told') waiting.get(data.ask)?.told(data.outcome);
    else {
      const { ask, decision } = data;
      const outcome = await carryOut(decision, () => say({ kind: 'heard', ask }));
      if (outcome) say({ kind: 'told', ask, outcome });
    }
  };

  return {
    tell: (message) => news.postMessage(message),
    onNews: (hear) => {
      news.onmessage = ({ data }: MessageEvent<WorkerMessage>) => hear(data);
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
