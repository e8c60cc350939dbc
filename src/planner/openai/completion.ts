/** Reads what a server sends as a chat completion, streamed or whole. Nothing in it is trusted to have its shape. */

import { isObject } from '../../lib/json.ts';
import type { ChatEvent, ChatFault } from '../prompt/chat-model.ts';
import { errorInBody, fault, type Server } from './faults.ts';

interface CompletionReader {
  /** The events of one chunk, or of a whole completion. */
  read(chunk: unknown): readonly ChatEvent[];
  /** Throws where the server said why there is no whole answer; `cut` where it never said that it was done. */
  finish(): 'whole' | 'cut';
}

export function createCompletionReader(server: Server): CompletionReader {
  let finish: string | null = null;
  let refusal = '';
  let characters = 0;
  let chunks = 0;
  return {
    read(chunk) {
      if (!isObject(chunk)) return [];
      chunks += 1;
      if (isObject(chunk.error)) throw errorInBody(chunk.error, server);
      const events: ChatEvent[] = [];
      const usage = usageOf(chunk.usage);
      if (usage !== null) events.push(usage);
      const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
      if (!isObject(choice)) return events;
      if (typeof choice.finish_reason === 'string') finish = choice.finish_reason;
      const part = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {};
      if (typeof part.refusal === 'string') refusal += part.refusal;
      if (typeof part.content === 'string' && part.content !== '') {
        characters += part.content.length;
        events.push({ kind: 'text', text: part.content });
      }
      return events;
    },
    finish() {
      if (chunks === 0) throw notAnApi(server);
      if (refusal !== '') {
        throw fault(
          'refused',
          server,
          `refused to answer: "${refusal.slice(0, 300)}". Say the goal in other words, or use another model.`,
        );
      }
      switch (finish) {
        case null:
          return 'cut';
        case 'length':
          throw fault(
            'answer-cut-by-limit',
            server,
            `reached the limit of tokens for one answer of "${server.model}" and stopped in the middle. Raise the limit or the context length there, or ask for less.`,
          );
        case 'content_filter':
          throw fault(
            'refused',
            server,
            'withheld the answer (content filter). Say the goal in other words, or use another model.',
          );
        case 'error':
          throw fault('server-error', server, 'failed while answering. Try again.');
      }
      if (characters === 0) {
        throw fault(
          'empty-answer',
          server,
          `gave an empty answer from "${server.model}". Try again, or use another model.`,
        );
      }
      return 'whole';
    },
  };
}

function usageOf(usage: unknown): Extract<ChatEvent, { kind: 'usage' }> | null {
  if (!isObject(usage)) return null;
  const { prompt_tokens: input, completion_tokens: output, cost } = usage;
  if (typeof input !== 'number' || typeof output !== 'number') return null;
  return {
    kind: 'usage',
    inputTokens: input,
    outputTokens: output,
    ...(typeof cost === 'number' ? { cost } : {}),
  };
}

/** What kind of body a 200 carries: a page of HTML is not an API, whatever its status says. */
export function bodyKind(contentType: string | null): 'stream' | 'json' | 'page' {
  if (contentType?.includes('json') && !contentType.includes('ndjson')) return 'json';
  return contentType?.includes('html') ? 'page' : 'stream';
}

export const notAnApi = (server: Server): ChatFault =>
  fault(
    'not-an-api',
    server,
    "answered with something that is not a model's answer. Correct the base URL: it usually ends in /v1.",
  );
