/** A chat model behind any server that speaks OpenAI's chat completions. For the worker: it loads the library. */

import type OpenAI from 'openai';
import {
  type ChatEvent,
  ChatFault,
  type ChatModel,
  type ChatRequest,
  type ChatUsage,
} from '../prompt/chat-model.ts';
import { jsonInText, withoutReasoning } from '../prompt/json-in-text.ts';
import { MAX_ANSWER_CHARS } from '../prompt/limits.ts';
import { createClient, type OpenAiModule } from './client.ts';
import { bodyKind, createCompletionReader, notAnApi } from './completion.ts';
import { checkConnection, type ModelConnection } from './connection.ts';
import {
  answeredNothing,
  cancelled,
  cutStream,
  fault,
  type Server,
  statusOf,
  toFault,
  wordsOf,
} from './faults.ts';
import { FETCH_LIMITS, type FetchLimits } from './guarded-fetch.ts';
import { assertNoKey, createKeyGuard } from './redact.ts';
import { retryDelay, sleepUnlessAborted } from './retry.ts';

export interface ChatDeps {
  /** The library, on demand: 35 kB that a person who plans offline never loads. */
  readonly load?: () => Promise<OpenAiModule>;
  /** Waits before a retry. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly limits?: FetchLimits;
  /** By which requests leave; the global one where none is given. */
  readonly fetch?: typeof fetch;
  /** Milliseconds until the first byte: a local model may have to be loaded first. */
  readonly firstByteMs?: number;
  /** The page's origin, for the message about one that is not allowed. */
  readonly origin?: string;
}

/** A model behind a server that speaks chat completions. */
export function createChatModel(connection: ModelConnection, deps: ChatDeps = {}): ChatModel {
  const load = deps.load ?? (() => import('openai'));
  const sleep = deps.sleep ?? sleepUnlessAborted;
  const server: Server = {
    baseUrl: connection.baseUrl.trim(),
    model: connection.model.trim(),
    key: connection.key?.trim() || undefined,
    origin: deps.origin ?? globalThis.location?.origin,
  };
  let features = ALL_FEATURES;
  let client: OpenAI | undefined;

  const connect = async (): Promise<OpenAI> => {
    checkConnection(server);
    client ??= createClient(await load().catch(notLoaded), server, {
      limits: deps.limits ?? FETCH_LIMITS,
      ...(deps.fetch ? { fetch: deps.fetch } : {}),
      firstByteMs: deps.firstByteMs ?? 180_000,
    });
    return client;
  };

  /** Sends the request, with fewer features as long as the server refuses them. It remembers what was refused. */
  const send = async (request: ChatRequest) => {
    const openai = await connect();
    for (;;) {
      try {
        const body = {
          model: server.model,
          messages: [...request.messages],
          stream: true as const,
          ...featureFields(features, request),
        };
        return await openai.chat.completions.create(body, { signal: request.signal }).withResponse();
      } catch (error) {
        const known = toFault(error, server);
        const fewer = fewerFeatures(features, statusOf(error) ?? 0, wordsOf(error, server));
        if (fewer === null || known.code !== 'bad-request' || request.signal.aborted) throw error;
        features = fewer;
      }
    }
  };

  const sendWithRetries = async (request: ChatRequest) => {
    for (let retry = 0; ; retry++) {
      try {
        return await send(request);
      } catch (error) {
        if (request.signal.aborted) throw cancelled();
        const known = toFault(error, server);
        const delay = retryDelay(known, retry);
        if (delay === null) throw known;
        await sleep(delay, request.signal);
        if (request.signal.aborted) throw cancelled();
      }
    }
  };

  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const { data, response } = await sendWithRetries(request);
    const reader = createCompletionReader(server);
    const guard = createKeyGuard(server.key);
    let characters = 0;
    try {
      const kind = await bodyKind(response);
      if (kind === 'nothing') throw answeredNothing(server);
      if (kind === 'page') {
        await response.body?.cancel();
        throw notAnApi(server);
      }
      // A server that cannot stream gives the whole completion at once.
      for await (const chunk of kind === 'json' ? [(await response.json()) as unknown] : data) {
        for (const event of reader.read(chunk)) {
          if (event.kind === 'text') {
            characters += event.text.length;
            if (characters > MAX_ANSWER_CHARS) throw tooLarge(server);
            guard(event.text);
          }
          yield event;
        }
      }
    } catch (error) {
      throw request.signal.aborted ? cancelled() : brokenOff(error, server);
    }
    // The library ends an aborted stream in silence, as if it were whole.
    if (request.signal.aborted) throw cancelled();
    if (reader.finish() === 'cut') throw cutStream(server);
  }

  return {
    model: server.model,
    stream,
    async answer(request) {
      let text = '';
      let usage: ChatUsage | undefined;
      let otherModel: string | undefined;
      for await (const event of stream(request)) {
        if (event.kind === 'text') text += event.text;
        else if (event.kind === 'usage') usage = usageOf(event);
        else otherModel = event.text;
      }
      const json = jsonInText(text);
      assertNoKey(JSON.stringify(json) ?? '', server.key);
      return {
        text: withoutReasoning(text),
        ...(json === undefined ? {} : { json }),
        ...(usage === undefined ? {} : { usage }),
        ...(otherModel === undefined ? {} : { otherModel }),
      };
    },
  };
}

/** Of a server that tells it in every chunk, the last counts: it is the whole. */
const usageOf = ({ kind: _, ...usage }: Extract<ChatEvent, { kind: 'usage' }>): ChatUsage => usage;

const tooLarge = (server: Server): ChatFault =>
  fault(
    'answer-too-large',
    server,
    `sent an answer of more than ${MAX_ANSWER_CHARS.toLocaleString('en')} characters, so it was dropped. Ask for less, or use another model.`,
  );

const notLoaded = (): never => {
  throw new ChatFault(
    'not-loaded',
    'The part of the app that talks to models could not be loaded. Check the network, then reload the page.',
  );
};

/** Once the answer has begun, a lost connection is a cut stream and not an unreachable server. */
function brokenOff(error: unknown, server: Server): ChatFault {
  const known = toFault(error, server);
  return known.code === 'unreachable' ? cutStream(server) : known;
}

// What is asked of a server beyond plain chat, and what is asked instead once it refuses.

interface Features {
  readonly format: 'json_schema' | 'json_object' | 'none';
  readonly usage: boolean;
  readonly temperature: boolean;
}

const ALL_FEATURES: Features = { format: 'json_schema', usage: true, temperature: true };

const REFUSALS = new Set([400, 422, 501]);

/**
 * The next lesser request after a refusal; null where the refusal is not about these features. A server that does
 * not say what it dislikes is asked for less and less, three times at most.
 */
function fewerFeatures(features: Features, status: number, words: string): Features | null {
  if (!REFUSALS.has(status)) return null;
  if (features.usage && /stream_options|include_usage/i.test(words)) return { ...features, usage: false };
  if (features.temperature && /temperature/i.test(words)) return { ...features, temperature: false };
  if (features.format === 'json_schema') return { ...features, format: 'json_object' };
  if (features.format === 'json_object') return { ...features, format: 'none' };
  return features.usage ? { ...features, usage: false } : null;
}

/** The fields of the request that these features come to. */
function featureFields(features: Features, { schema: { name, schema }, temperature }: ChatRequest) {
  return {
    ...(features.temperature && temperature !== undefined ? { temperature } : {}),
    ...(features.usage ? { stream_options: { include_usage: true } } : {}),
    ...(features.format === 'json_schema'
      ? // Not strict: strict mode forbids open objects, and parameters may be references.
        { response_format: { type: 'json_schema' as const, json_schema: { name, schema, strict: false } } }
      : {}),
    ...(features.format === 'json_object' ? { response_format: { type: 'json_object' as const } } : {}),
  };
}
