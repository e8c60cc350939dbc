/** What the scripted model server is told to answer: data, so that a test reads as the conversation it plays. */

/** A chat completion that streams as the real ones do, and the ways in which such a stream goes wrong. */
export interface StreamedReply {
  readonly kind: 'streamed';
  /** The answer's text, one delta an entry. */
  readonly deltas: readonly string[];
  /** null: the stream ends without a finish_reason. */
  readonly finish: string | null;
  /** false: the stream ends without `[DONE]`. */
  readonly done: boolean;
  /** Sent in a last chunk where the request asked for it with `include_usage`. */
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    /** US dollars, as some servers say it. */
    readonly cost?: number;
  };
  readonly refusal?: string;
  /** The socket is destroyed after so many deltas. */
  readonly cutAfter?: number;
  /** Milliseconds between deltas. */
  readonly dripMs?: number;
  /** After so many deltas nothing more comes, and the socket stays open. */
  readonly hangAfter?: number;
  readonly contentType?: string;
  /** The model that the server says it is; the one that was asked where absent. */
  readonly answeredBy?: string;
}

export interface ErrorReply {
  readonly kind: 'error';
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Any bytes at all: a web page, broken JSON, 20 MB. */
export interface RawReply {
  readonly kind: 'raw';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body is sent so many times over. */
  readonly times?: number;
}

/** Takes the request and never answers. */
export interface SilentReply {
  readonly kind: 'silent';
}

export type Reply = StreamedReply | ErrorReply | RawReply | SilentReply;

export type Feature = 'json_schema' | 'json_object' | 'stream_options';

export interface ModelServerScript {
  /** One a chat completion, in order; the last one is given again when they run out. Or a choice by request. */
  readonly replies: readonly Reply[] | ((request: RecordedRequest, index: number) => Reply);
  /** Answered at `/v1/models`. */
  readonly models?: readonly string[];
  /** Where given, any other key gets a 401. */
  readonly key?: string;
  /** Asked for, each of these gets a 400 as real servers give it; such a request uses up no reply. */
  readonly refuses?: readonly Feature[];
  /**
   * `any`: every origin and header. `fixed-headers`: every origin, and only the two headers a plain client needs.
   * `no-origin`: answers without an allow-origin header. `preflight-refused`: 403 to every OPTIONS, as Ollama does.
   */
  readonly cors?: 'any' | 'fixed-headers' | 'no-origin' | 'preflight-refused';
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON; undefined where there was none or it was not JSON. */
  readonly body: ChatBody | undefined;
}

export interface ChatBody {
  readonly model?: string;
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly temperature?: number;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly response_format?: { readonly type: string };
}

/** A whole, well-behaved answer; `faults` bends it. `text` may be given in pieces, else it is cut every 7 characters. */
export function streamed(
  text: string | readonly string[],
  faults: Partial<StreamedReply> = {},
): StreamedReply {
  const deltas = typeof text === 'string' ? (text.match(/[\s\S]{1,7}/g) ?? []) : text;
  return { kind: 'streamed', deltas, finish: 'stop', done: true, ...faults };
}

export function failing(
  status: number,
  message: string,
  more: Pick<ErrorReply, 'code' | 'headers'> = {},
): ErrorReply {
  return { kind: 'error', status, message, ...more };
}
