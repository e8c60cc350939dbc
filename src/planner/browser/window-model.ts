/** The browser's own model as one that plans are asked of. For a window: a worker has none. */

import { messageOf } from '../../lib/thrown.ts';
import {
  type ChatEvent,
  ChatFault,
  type ChatRequest,
  type ModelRoom,
  type PlanningModel,
} from '../prompt/chat-model.ts';
import { MAX_ANSWER_CHARS } from '../prompt/limits.ts';
import { ENGLISH, type LanguageModelApi, type LanguageModelSession } from './language-model.ts';

/** A model of one draft; `close` gives back what the browser holds for it. */
export interface WindowModel extends PlanningModel {
  room(request: ChatRequest): Promise<ModelRoom | null>;
  close(): void;
}

/** Each turn is asked of a copy of one session that has read the rules already. */
export function createWindowModel(api: LanguageModelApi): WindowModel {
  let base: { readonly key: string; readonly session: Promise<LanguageModelSession> } | undefined;
  /** Some schemas are more than a browser enforces: the checks stand behind it all the same. */
  let isConstrained = true;

  const letGo = (): void => {
    void base?.session.then((session) => session.destroy()).catch(() => undefined);
    base = undefined;
  };

  const sessionFor = async (request: ChatRequest): Promise<LanguageModelSession> => {
    const { rules } = partsOf(request);
    const key = JSON.stringify([rules, request.temperature]);
    if (base?.key !== key) {
      letGo();
      base = { key, session: create(api, request, rules) };
    }
    try {
      return await base.session;
    } catch (error) {
      base = undefined;
      throw error;
    }
  };

  const begin = async (request: ChatRequest) => {
    const session = await (await sessionFor(request)).clone({ signal: request.signal });
    let isOver = false;
    for (const name of ['contextoverflow', 'quotaoverflow'])
      session.addEventListener?.(name, () => {
        isOver = true;
      });
    const { asked } = partsOf(request);
    const constraint = isConstrained
      ? { responseConstraint: request.schema.schema, omitResponseConstraintInput: true }
      : {};
    const reader = session.promptStreaming(asked, { signal: request.signal, ...constraint }).getReader();
    return { session, reader, isOver: () => isOver };
  };

  /** The first piece decides whether the browser takes the schema: nothing of an answer has been passed on before it. */
  const first = async (request: ChatRequest) => {
    for (;;) {
      const turn = await begin(request);
      try {
        return { ...turn, piece: await turn.reader.read() };
      } catch (error) {
        turn.session.destroy();
        if (!isConstrained || !REFUSES_SCHEMA.has(nameOf(error))) throw error;
        isConstrained = false;
      }
    }
  };

  async function* stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    let session: LanguageModelSession | undefined;
    try {
      const turn = await first(request);
      session = turn.session;
      const before = usageOf(session);
      let characters = 0;
      for (let { piece } = turn; !piece.done; piece = await turn.reader.read()) {
        if (typeof piece.value !== 'string') continue;
        characters += piece.value.length;
        if (characters > MAX_ANSWER_CHARS) throw tooLarge();
        yield { kind: 'text', text: piece.value };
      }
      if (request.signal.aborted) throw cancelled();
      const after = usageOf(session);
      if (before !== undefined && after !== undefined && after >= before)
        yield { kind: 'usage', inputTokens: before, outputTokens: after - before };
      if (turn.isOver()) throw cutByRoom();
      if (characters === 0) throw empty();
    } catch (error) {
      throw request.signal.aborted ? cancelled() : faultOf(error);
    } finally {
      session?.destroy();
    }
  }

  return {
    stream,
    room: async (request) => {
      try {
        const session = await sessionFor(request);
        const room = session.contextWindow ?? session.inputQuota;
        const measure = session.measureContextUsage ?? session.measureInputUsage;
        if (room === undefined || measure === undefined) return null;
        const used = await measure.call(session, partsOf(request).asked, { signal: request.signal });
        return { used: used + (usageOf(session) ?? 0), room };
      } catch (error) {
        if (request.signal.aborted) throw cancelled();
        const told = quotaOf(error);
        if (told) return told;
        throw faultOf(error);
      }
    },
    close: letGo,
  };
}

/** The rules stand in the session; what is asked goes with each turn. */
function partsOf({ messages }: ChatRequest) {
  const [first, ...rest] = messages;
  return first?.role === 'system' && rest.length > 0
    ? { rules: [first], asked: rest }
    : { rules: [], asked: messages };
}

async function create(
  api: LanguageModelApi,
  { temperature, signal }: ChatRequest,
  rules: ChatRequest['messages'],
): Promise<LanguageModelSession> {
  const limits = temperature === undefined ? null : await api.params?.().catch(() => null);
  const sampling =
    limits && temperature !== undefined
      ? { temperature: Math.min(temperature, limits.maxTemperature), topK: limits.defaultTopK }
      : {};
  return api.create({
    ...ENGLISH,
    ...sampling,
    signal,
    ...(rules.length > 0 ? { initialPrompts: rules } : {}),
  });
}

const usageOf = ({ contextUsage, inputUsage }: LanguageModelSession): number | undefined =>
  contextUsage ?? inputUsage;

/** A refusal of the schema, not of what is asked: a language that is not known is refused without it, too. */
const REFUSES_SCHEMA: ReadonlySet<string> = new Set(['NotSupportedError', 'TypeError', 'SyntaxError']);

const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';

/** What a request would take and there is, where that was why it was refused. */
function quotaOf(error: unknown): ModelRoom | null {
  if (nameOf(error) !== 'QuotaExceededError') return null;
  const { requested, quota } = error as { readonly requested?: unknown; readonly quota?: unknown };
  return typeof requested === 'number' && typeof quota === 'number' ? { used: requested, room: quota } : null;
}

/** In sentences: what, why, what now. */
function faultOf(error: unknown): ChatFault {
  if (error instanceof ChatFault) return error;
  switch (nameOf(error)) {
    case 'QuotaExceededError':
      return new ChatFault(
        'prompt-too-long',
        'The browser’s own model finds the request too long. Ask with fewer tools, or use another planner.',
      );
    case 'NotAllowedError':
      return new ChatFault(
        'no-browser-model',
        'The browser does not let this page use its model, or has to fetch it first. Choose it again under “Change planner”, where it can be fetched.',
      );
    case 'NotReadableError':
      return new ChatFault(
        'refused',
        'The browser withheld the answer of its model. Say the goal in other words, or use another planner.',
      );
    case 'NotSupportedError':
      return new ChatFault(
        'no-browser-model',
        'The browser’s own model can’t be asked this: it is not there any more, or does not know the language. Say it in English, or use another planner.',
      );
    case 'AbortError':
      return cancelled();
    default:
      return new ChatFault(
        'server-error',
        `The browser’s own model failed: ${messageOf(error).slice(0, MOST_WORDS)} Try again, or use another planner.`,
      );
  }
}

/** Characters of the browser's own words. */
const MOST_WORDS = 200;

const cancelled = (): ChatFault => new ChatFault('cancelled', 'Stopped before the model had answered.');

const tooLarge = (): ChatFault =>
  new ChatFault(
    'answer-too-large',
    `The browser’s own model wrote more than ${MAX_ANSWER_CHARS.toLocaleString('en')} characters, so its answer was dropped. Ask for less, or use another planner.`,
  );

const cutByRoom = (): ChatFault =>
  new ChatFault(
    'answer-cut-by-limit',
    'The browser’s own model ran out of room in the middle of its answer. Ask with fewer tools, or for less.',
  );

const empty = (): ChatFault =>
  new ChatFault(
    'empty-answer',
    'The browser’s own model gave an empty answer. Try again, or use another planner.',
  );
