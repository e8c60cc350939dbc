/** The page's end of the worker: numbered requests, each settled exactly once, also when the worker dies. */

import type { Json } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import {
  MESSAGES_VERSION,
  type ModelAsked,
  type ModelSaid,
  type NumberedRequest,
  type PlannerMessage,
  type PlanRequest,
  type Request,
  type WorkerMessage,
} from '../run/messages.ts';

/** What a refused or lost request rejects with: a code for the program, a sentence for the person. */
export class WorkerError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'WorkerError';
    this.code = code;
  }
}

/** As much of a Worker as is used here, so that a test can be one. */
export interface WorkerLike {
  postMessage(message: NumberedRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<WorkerMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

interface Pending {
  resolve(value: Json | undefined): void;
  reject(error: WorkerError): void;
  onTold?: (message: Streamed) => void;
}

/** What comes before an answer. */
export type Streamed = Extract<WorkerMessage, { kind: 'planner' | 'previewed' | 'model' | 'tried' }>;

export interface WorkerClient {
  /**
   * @param signal cancels it in the worker, where it is one that can be cancelled
   * @param onTold hears what comes before the answer
   */
  request(
    request: Request,
    signal?: AbortSignal,
    onTold?: (message: Streamed) => void,
  ): Promise<Json | undefined>;
  /**
   * Streams a planner's events until its `done` or `failed`; an abort cancels it in the worker too.
   * @param ask is asked where the window's model drafts, and answers piece by piece
   */
  plan(
    request: PlanRequest,
    onEvent: (event: PlannerMessage) => void,
    signal: AbortSignal,
    ask?: (asked: ModelAsked, answer: (said: ModelSaid) => void) => void,
  ): Promise<void>;
}

const LOST =
  'The background worker stopped unexpectedly and was started again. What it had finished is kept.';

/** So often a worker may die before it has answered anything: after that a new one would only be the next to die. */
const MOST_IN_VAIN = 3;

const IN_VAIN =
  'The background worker stops as soon as it is started, so nothing runs here now. What is stored is kept: close other tabs, or reload this page, to try again.';

/**
 * @param spawn   starts a worker; called again after one has died
 * @param onNews  messages that answer no request
 * @param onLost  the worker died; whatever is asked next starts a new one. In vain: that would only die too, so nothing
 *                should be asked before the person does
 */
export function createWorkerClient(
  spawn: () => WorkerLike,
  onNews: (message: WorkerMessage) => void,
  onLost: (sentence: string, inVain: boolean) => void,
): WorkerClient {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let worker: WorkerLike | null = null;
  let deadInVain = 0;

  const lose = (dead: WorkerLike): void => {
    if (worker !== dead) return;
    worker = null;
    dead.terminate();
    const lost = [...pending.values()];
    pending.clear();
    for (const { reject } of lost) reject(new WorkerError('worker-lost', LOST));
    deadInVain += 1;
    const inVain = deadInVain >= MOST_IN_VAIN;
    onLost(inVain ? IN_VAIN : LOST, inVain);
  };

  const receive = (message: WorkerMessage): void => {
    if (message.kind === 'answer') {
      deadInVain = 0;
      const waiting = pending.get(message.id);
      pending.delete(message.id);
      if (message.ok) waiting?.resolve(message.value);
      else waiting?.reject(new WorkerError(message.code, message.message));
      return;
    }
    if ('id' in message) {
      pending.get(message.id)?.onTold?.(message);
      return;
    }
    onNews(message);
  };

  const alive = (): WorkerLike => {
    if (worker) return worker;
    const started = spawn();
    started.onmessage = (event) => receive(event.data);
    started.onerror = (event) => {
      event.preventDefault?.();
      lose(started);
    };
    started.onmessageerror = () => lose(started);
    worker = started;
    return started;
  };

  const send = (
    request: Request,
    onTold?: Pending['onTold'],
  ): { id: number; done: Promise<Json | undefined> } => {
    lastId += 1;
    const id = lastId;
    const done = new Promise<Json | undefined>((resolve, reject) => {
      pending.set(id, { resolve, reject, ...(onTold ? { onTold } : {}) });
      try {
        alive().postMessage({ version: MESSAGES_VERSION, id, request });
      } catch (error) {
        pending.delete(id);
        reject(
          new WorkerError(
            'not-sent',
            `This could not be handed to the background worker: ${messageOf(error)}`,
          ),
        );
      }
    });
    return { id, done };
  };

  const request = async (
    asked: Request,
    signal?: AbortSignal,
    onTold?: Pending['onTold'],
  ): Promise<Json | undefined> => {
    const { id, done } = send(asked, onTold);
    const cancel = () => void send({ kind: 'cancel', request: id }).done.catch(() => undefined);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await done;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };

  return {
    request,
    plan: async (asked, onEvent, signal, ask) => {
      await request({ kind: 'plan', request: asked }, signal, (message) => {
        if (message.kind === 'planner' && !signal.aborted) onEvent(message.event);
        if (message.kind !== 'model') return;
        const { id: of } = message;
        // A worker that died meanwhile has said so to whoever asked for the plan.
        const answer = (said: ModelSaid) =>
          void send({ kind: 'model-said', of, said }).done.catch(() => undefined);
        ask?.(message.asked, answer);
      });
    },
  };
}
