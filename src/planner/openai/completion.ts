/** Reads what a server sends as a chat completion, streamed or whole. Nothing in it is trusted to have its shape. */

import { cut } from '../../lib/cut-text.ts';
import { isObject } from '../../lib/json.ts';
import type { ChatEvent, ChatFault } from '../prompt/chat-model.ts';
import { errorInBody, fault, type Server, sentenceOf } from './faults.ts';

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
  let isNamed = false;
  const native = createNativeCalls();
  return {
    read(chunk) {
      if (!isObject(chunk)) return [];
      chunks += 1;
      if (isObject(chunk.error)) throw errorInBody(chunk.error, server);
      const events: ChatEvent[] = [];
      const other = isNamed ? undefined : otherModel(chunk.model, server);
      isNamed ||= typeof chunk.model === 'string';
      if (other !== undefined) events.push({ kind: 'other-model', text: other });
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

/** What no answer takes counts as unsaid: a server may say anything. */
const MOST_TOKENS = 1e9;
const MOST_DOLLARS = 1e5;

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most;
const isCount = (value: unknown): value is number => isWithin(value, MOST_TOKENS);

function usageOf(usage: unknown): Extract<ChatEvent, { kind: 'usage' }> | null {
  if (!isObject(usage)) return null;
  const { prompt_tokens: input, completion_tokens: output, cost } = usage;
  if (!isCount(input) || !isCount(output)) return null;
  return {
    kind: 'usage',
    inputTokens: input,
    outputTokens: output,
    ...(isWithin(cost, MOST_DOLLARS) ? { cost } : {}),
  };
}

/** Words for a model that answers in the place of the one that was asked; a maker, a date or a tag is not another. */
function otherModel(named: unknown, server: Server): string | undefined {
  if (typeof named !== 'string' || named.trim() === '' || isSame(server.model, named.trim()))
    return undefined;
  const name = cut(named.trim(), MOST_NAME);
  return sentenceOf(server, `says that “${name}” answers, where “${server.model}” was asked.`);
}

const MOST_NAME = 100;

function isSame(asked: string, named: string): boolean {
  const [a, b] = [asked, named].map(plainName);
  if (a === undefined || b === undefined || !b.startsWith(a)) return false;
  return /^(?:$|[:@]|-\d{4}-\d{2}-\d{2}$|-\d{3,8}$)/.test(b.slice(a.length));
}

/** Without its maker or folder, and without the word for its newest. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^.*[/\\]/, '')
    .replace(/\.gguf$/, '')
    .replace(/[-:]latest$/, '');

/** What kind of body a 200 carries: it says so itself, whatever it is labelled. A page of HTML is not an API. */
export async function bodyKind(response: Response): Promise<'stream' | 'json' | 'page' | 'nothing'> {
  // Lines of JSON are another protocol's.
  if (response.headers.get('content-type')?.includes('ndjson')) return 'page';
  const first = response.body === null ? '' : await firstCharacter(response.clone());
  if (first === '') return 'nothing';
  return first === '{' || first === '[' ? 'json' : first === '<' ? 'page' : 'stream';
}

/** Read of a copy, of which the rest is left alone. */
async function firstCharacter({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream() as never).getReader() as
    | ReadableStreamDefaultReader<string>
    | undefined;
  if (!reader) return '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    const first = value.trimStart().charAt(0);
    if (done || first !== '') {
      reader.cancel().catch(() => {});
      return first;
    }
  }
}

export const notAnApi = (server: Server): ChatFault =>
  fault(
    'not-an-api',
    server,
    "answered with something that is not a model's answer. Correct the base URL: it usually ends in /v1.",
  );
