/** Whether a connection can be used at all, before anything is sent. */

import type { Prices } from '../../lib/answer-cost.ts';
import { ChatFault } from '../prompt/chat-model.ts';
import type { Server } from './faults.ts';

/** What a person enters in the settings. The worker's `Connection` is one; a planner knows nothing of workers. */
export interface ModelConnection {
  readonly baseUrl: string;
  readonly key?: string;
  readonly model: string;
  /** US dollars for a million tokens, for a server that does not say what an answer cost. */
  readonly prices?: Prices;
  /** As the server takes it, 0 to 2; of its own choice where absent. */
  readonly temperature?: number;
  /** What is wanted of every plan. */
  readonly instructions?: string;
  /** In the place of our messages, with `{rules}` and `{request}` where they go. */
  readonly template?: string;
  /** Calls of a plan: 1 to 15 (L-62). */
  readonly mostCalls?: number;
}

/** Throws a `ChatFault` that says which field of the settings is wrong. */
export function checkConnection(server: Server): void {
  if (!URL.canParse(server.baseUrl) || !/^https?:$/.test(new URL(server.baseUrl).protocol)) {
    throw new ChatFault(
      'bad-address',
      'The base URL is not an http or https address. Give the planner one such as http://localhost:11434/v1.',
    );
  }
  const { username, password } = new URL(server.baseUrl);
  if (username !== '' || password !== '') {
    throw new ChatFault(
      'bad-address',
      'The base URL carries a user name or password, which a browser refuses. Put the key into its own field.',
    );
  }
  if (server.model === '') {
    throw new ChatFault('no-model', 'No model is chosen. Give the planner one by its name.');
  }
  // A header cannot carry anything else; fetch would throw an error that quotes the key.
  if (server.key !== undefined && !/^[\x21-\x7e]+$/.test(server.key)) {
    throw new ChatFault(
      'bad-key',
      'The key has a character that no key has, such as a space or a line break. Copy it again.',
    );
  }
}
