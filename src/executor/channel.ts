/** What workers and pages of all tabs tell each other. Durable events go to every page; decisions to the run's owner. */

import type { Request, WorkerMessage } from '../run/messages.ts';

/** Named in run/messages.ts, where the pages listen. */
const NEWS = 'obelus';
const DECISIONS = 'obelus-decisions';

/** A request about a run that may be in another tab's hands. */
export type Decision = Extract<Request, { kind: 'answer' | 'stop-run' }>;

interface Asked {
  readonly ask: string;
  readonly decision: Decision;
}
interface Taken {
  readonly taken: string;
}

export interface Channel {
  /** To every other page and worker. */
  tell(message: WorkerMessage): void;
  /** Hears what other workers made durable. */
  onNews(hear: (message: WorkerMessage) => void): void;
  /** Resolves true as soon as another worker has carried the decision out; false where none owns the run. */
  passOn(decision: Decision): Promise<boolean>;
  /** Decisions from other tabs; answers true where this worker carried one out. */
  onDecision(carryOut: (decision: Decision) => boolean): void;
}

/** How long another tab's worker has to say that the run is its own. */
const PATIENCE_MS = 2000;

export function openChannel(newId: () => string): Channel {
  const news = new BroadcastChannel(NEWS);
  const decisions = new BroadcastChannel(DECISIONS);
  const waiting = new Map<string, () => void>();
  let carryOut: (decision: Decision) => boolean = () => false;

  decisions.onmessage = ({ data }: MessageEvent<Asked | Taken>) => {
    if ('taken' in data) waiting.get(data.taken)?.();
    else if (carryOut(data.decision)) decisions.postMessage({ taken: data.ask } satisfies Taken);
  };

  return {
    tell: (message) => news.postMessage(message),
    onNews: (hear) => {
      news.onmessage = ({ data }: MessageEvent<WorkerMessage>) => hear(data);
    },
    passOn: (decision) =>
      new Promise((resolve) => {
        const ask = newId();
        const timer = setTimeout(() => {
          waiting.delete(ask);
          resolve(false);
        }, PATIENCE_MS);
        waiting.set(ask, () => {
          clearTimeout(timer);
          waiting.delete(ask);
          resolve(true);
        });
        decisions.postMessage({ ask, decision } satisfies Asked);
      }),
    onDecision: (own) => {
      carryOut = own;
    },
  };
}
