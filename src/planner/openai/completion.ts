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
  const native = createNativeCalls();
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
      native.add(part.tool_calls);
      const text = textIn(part.content);
      // A model that was offered no tools and calls them all the same: its calls are its answer, where it wrote none.
      const all = text === '' && characters === 0 && finish !== null ? native.asText() : text;
      if (all !== '') {
        characters += all.length;
        events.push({ kind: 'text', text: all });
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

/** Content is a text, or a list of parts of which those that are text count: thinking is not the answer. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) =>
      isObject(part) && /^(text|output_text)$/.test(String(part.type)) && typeof part.text === 'string'
        ? part.text
        : '',
    )
    .join('');
}

/** Calls in the server's own form, which come in pieces by their place. */
function createNativeCalls() {
  const calls: { name: string; arguments: string }[] = [];
  return {
    add(pieces: unknown): void {
      if (!Array.isArray(pieces)) return;
      for (const piece of pieces) {
        if (!isObject(piece) || !isObject(piece.function)) continue;
        const { name, arguments: text } = piece.function;
        const at = typeof piece.index === 'number' ? piece.index : calls.length;
        if (!Number.isInteger(at) || at < 0 || at > calls.length) continue;
        calls[at] ??= { name: '', arguments: '' };
        const call = calls[at];
        if (typeof name === 'string') call.name += name;
        if (typeof text === 'string') call.arguments += text;
      }
    },
    /** One call that was handed a whole plan is that plan. */
    asText(): string {
      const [only] = calls;
      if (only && calls.length === 1 && /^\s*\{\s*"[^"]*"\s*:[\s\S]*"calls"\s*:/.test(only.arguments))
        return only.arguments;
      return calls.length === 0 ? '' : JSON.stringify({ tool_calls: calls });
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
