/**
 * A `LanguageModel` that plays a script through the browser's true API, faults included: Debian's Chromium has none.
 * Self-contained, so that a page can be handed it as its source.
 */

export interface ModelScript {
  readonly availability?: 'unavailable' | 'downloadable' | 'downloading' | 'available';
  /** One an answer, in order; the last is given again. */
  readonly replies?: readonly ModelReply[];
  /** Tokens; one is taken to be four characters. */
  readonly window?: number;
  /** As an extension or an older browser has it: `inputQuota`, `measureInputUsage`. */
  readonly oldNames?: true;
  readonly temperatures?: { readonly defaultTopK: number; readonly maxTemperature: number };
  /** Schemas are refused. */
  readonly noSchemas?: true;
  /** A download goes on until it is stopped. */
  readonly neverFetched?: true;
}

export interface ModelReply {
  readonly pieces?: readonly string[];
  /** After the pieces. */
  readonly fault?: string;
  /** After the pieces it says no more, and does not end. */
  readonly hangs?: true;
  /** The context overflows while it answers. */
  readonly overflows?: true;
}

/** What it was asked, for the test to see. */
export interface ModelLog {
  readonly created: Record<string, unknown>[];
  readonly prompts: { readonly text: string; readonly options: Record<string, unknown> }[];
  open: number;
}

export function scriptLanguageModel(script: ModelScript): ModelLog {
  const log: ModelLog = { created: [], prompts: [], open: 0 };
  const { window: room = 9216, replies = [] } = script;
  let availability = script.availability ?? 'available';
  type Message = { readonly role: string; readonly content: string };
  const tokens = (messages: readonly Message[]) =>
    messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
  const quota = (requested: number) =>
    Object.assign(new DOMException('The input is too large.', 'QuotaExceededError'), {
      requested,
      quota: room,
    });
  const reason = (signal: AbortSignal) => signal.reason as unknown;

  class Session extends EventTarget {
    isOpen = true;
    used: number;
    readonly lifetime: AbortSignal | undefined;
    constructor(used: number, lifetime: AbortSignal | undefined) {
      super();
      this.used = used;
      this.lifetime = lifetime;
      log.open += 1;
      Object.defineProperty(this, script.oldNames ? 'inputUsage' : 'contextUsage', { get: () => this.used });
      Object.defineProperty(this, script.oldNames ? 'inputQuota' : 'contextWindow', { get: () => room });
      const measure = async (messages: readonly Message[]) => {
        this.mustBeOpen();
        return tokens(messages);
      };
      Object.assign(this, { [script.oldNames ? 'measureInputUsage' : 'measureContextUsage']: measure });
    }
    mustBeOpen() {
      if (!this.isOpen) throw new DOMException('The session was destroyed.', 'InvalidStateError');
    }
    async clone({ signal }: { signal?: AbortSignal } = {}) {
      this.mustBeOpen();
      signal?.throwIfAborted();
      return new Session(this.used, signal);
    }
    destroy() {
      if (this.isOpen) log.open -= 1;
      this.isOpen = false;
    }
    promptStreaming(
      messages: readonly Message[],
      options: {
        signal?: AbortSignal;
        responseConstraint?: object;
        omitResponseConstraintInput?: boolean;
      } = {},
    ): ReadableStream<string> {
      const { signal, ...others } = options;
      return new ReadableStream<string>({
        start: async (to) => {
          try {
            this.mustBeOpen();
            signal?.throwIfAborted();
            if (messages.some(({ role }) => role === 'system') && this.used > 0)
              throw new TypeError('A system prompt has to come first.');
            if (script.noSchemas && options.responseConstraint)
              throw new DOMException('This schema is not supported.', 'NotSupportedError');
            if (this.used + tokens(messages) > room) throw quota(this.used + tokens(messages));
            const reply = replies[Math.min(log.prompts.length, replies.length - 1)] ?? {};
            log.prompts.push({ text: messages.map(({ content }) => content).join('\n'), options: others });
            this.used += tokens(messages);
            signal?.addEventListener('abort', () => to.error(reason(signal)));
            for (const piece of reply.pieces ?? []) {
              await new Promise((resolve) => setTimeout(resolve));
              if (signal?.aborted) return;
              this.used += Math.ceil(piece.length / 4);
              to.enqueue(piece);
            }
            if (reply.overflows) this.dispatchEvent(new Event('contextoverflow'));
            if (reply.fault) throw new DOMException('The script says so.', reply.fault);
            if (!reply.hangs) to.close();
          } catch (error) {
            to.error(error);
          }
        },
      });
    }
  }

  const api = {
    availability: async () => availability,
    create: async (options: {
      signal?: AbortSignal;
      initialPrompts?: readonly Message[];
      monitor?: (monitor: EventTarget) => void;
    }) => {
      const { signal, monitor, ...others } = options;
      log.created.push(others);
      signal?.throwIfAborted();
      if (availability === 'unavailable') throw new DOMException('There is no model.', 'NotSupportedError');
      if (availability !== 'available') {
        // A browser begins a download for a person alone.
        const activation = (globalThis.navigator as { userActivation?: { isActive: boolean } } | undefined)
          ?.userActivation;
        if (activation && !activation.isActive) throw new DOMException('No user gesture.', 'NotAllowedError');
        availability = 'downloading';
        const progress = new EventTarget();
        monitor?.(progress);
        for (const loaded of [0, 0.42, ...(script.neverFetched ? [] : [1])]) {
          await new Promise((resolve) => setTimeout(resolve));
          signal?.throwIfAborted();
          progress.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
        }
        if (script.neverFetched)
          await new Promise((_, reject) => {
            const stop = () => {
              availability = 'downloadable';
              reject(signal && reason(signal));
            };
            if (signal?.aborted) stop();
            signal?.addEventListener('abort', stop);
          });
        availability = 'available';
      }
      const used = tokens(options.initialPrompts ?? []);
      if (used > room) throw quota(used);
      return new Session(used, signal);
    },
    ...(script.temperatures ? { params: async () => script.temperatures } : {}),
  };
  Object.assign(globalThis, { LanguageModel: api, languageModelLog: log });
  return log;
}
