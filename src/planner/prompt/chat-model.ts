/** The port to a model that chats. Its messages are data; which server and library answer is not known here. */

import type { Json, JsonObject } from '../../lib/json.ts';

/** One turn of what a model is sent. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What a model is asked. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** What the answer should look like. A server that cannot enforce it is asked without. */
  readonly schema: { readonly name: string; readonly schema: JsonObject };
  /** Of the server's own choice where absent, or where it takes none. */
  readonly temperature?: number;
  readonly signal: AbortSignal;
}

/** What an answer took, as the server says. */
export interface ChatUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars, where the server says it. */
  readonly cost?: number;
}

export type ChatEvent =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'usage' } & ChatUsage)
  /** Another model answers than was asked, as the server says. */
  | { readonly kind: 'other-model'; readonly text: string };

/** An answer that came whole. */
export interface ChatAnswer {
  readonly text: string;
  /** The JSON in the text, prose and fences aside; absent where there is none. */
  readonly json?: Json;
  /** Absent where the server does not say it. */
  readonly usage?: ChatUsage;
  /** That another model answered than was asked, in words. */
  readonly otherModel?: string;
}

/** A model that answers chats, whatever serves it. */
export interface ChatModel {
  /** The model's name, as it is part of what a recorded answer is found by (L-93). */
  readonly model: string;
  /** Ends only when the server said that the answer is whole; everything else throws a `ChatFault`. */
  stream(request: ChatRequest): AsyncIterable<ChatEvent>;
  /** The whole answer at once. Rejects as `stream` throws. */
  answer(request: ChatRequest): Promise<ChatAnswer>;
}

/** A model that plans are asked of: the same for a server's, and for one that only the page can reach. */
export interface PlanningModel extends Pick<ChatModel, 'stream'> {
  /** Tokens that a request takes, and all there are for it and its answer; null where nobody can tell. */
  room?(request: ChatRequest): Promise<ModelRoom | null>;
}

/** In the model's own tokens. */
export interface ModelRoom {
  readonly used: number;
  readonly room: number;
}

/** Why a model gave no whole answer: a closed list, by what to do next. */
export type ChatFaultCode =
  | 'not-loaded'
  | 'bad-address'
  | 'bad-key'
  | 'no-model'
  | 'no-browser-model'
  | 'key-refused'
  | 'forbidden'
  | 'model-not-found'
  | 'rate-limited'
  | 'no-credit'
  | 'server-error'
  | 'unreachable'
  | 'redirected'
  | 'timeout'
  | 'cancelled'
  | 'bad-request'
  | 'prompt-too-long'
  | 'not-an-api'
  | 'malformed-stream'
  | 'cut-stream'
  | 'answer-too-large'
  | 'answer-cut-by-limit'
  | 'empty-answer'
  | 'refused'
  | 'key-echoed';

/** A fault in words. Its message never contains the key. */
export class ChatFault extends Error {
  readonly code: ChatFaultCode;
  /** Milliseconds the server asked to wait, where it did. */
  readonly retryAfterMs: number | undefined;
  constructor(code: ChatFaultCode, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ChatFault';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
