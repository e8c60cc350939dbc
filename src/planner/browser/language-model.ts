/**
 * The part of the browser's Prompt API that is used here, as its draft has it (webmachinelearning/prompt-api). It exists in
 * windows alone. What a browser lacks of it is optional: names have changed, and a few are for extensions only.
 */

export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

interface Text {
  readonly type: 'text';
  readonly languages?: readonly string[];
}

interface CoreOptions {
  readonly expectedInputs?: readonly Text[];
  readonly expectedOutputs?: readonly Text[];
  /** Both or neither, and only where there is `params`. */
  readonly temperature?: number;
  readonly topK?: number;
}

interface CreateOptions extends CoreOptions {
  readonly initialPrompts?: readonly PromptMessage[];
  readonly signal?: AbortSignal;
  readonly monitor?: (monitor: EventTarget) => void;
}

interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

interface PromptOptions {
  readonly signal?: AbortSignal;
  readonly responseConstraint?: object;
  /** Only beside a constraint. */
  readonly omitResponseConstraintInput?: boolean;
}

/** A session of the model. */
export interface LanguageModelSession {
  promptStreaming(input: readonly PromptMessage[], options?: PromptOptions): ReadableStream<string>;
  clone(options?: { readonly signal?: AbortSignal }): Promise<LanguageModelSession>;
  destroy(): void;
  addEventListener?(type: string, listener: () => void): void;
  readonly contextUsage?: number;
  readonly contextWindow?: number;
  measureContextUsage?(input: readonly PromptMessage[], options?: PromptOptions): Promise<number>;
  /** As these three were called before. */
  readonly inputUsage?: number;
  readonly inputQuota?: number;
  measureInputUsage?(input: readonly PromptMessage[], options?: PromptOptions): Promise<number>;
}

/** `LanguageModel`, the global. */
export interface LanguageModelApi {
  availability(options?: CoreOptions): Promise<Availability>;
  create(options?: CreateOptions): Promise<LanguageModelSession>;
  params?(): Promise<{ readonly defaultTopK: number; readonly maxTemperature: number } | null>;
}

/** What the prompts and the plans are written in; what is said in another language, the model may not know. */
export const ENGLISH = {
  expectedInputs: [{ type: 'text', languages: ['en'] }],
  expectedOutputs: [{ type: 'text', languages: ['en'] }],
} as const satisfies CoreOptions;

/** The browser's own; undefined where it has none, and in workers. */
export function languageModel(): LanguageModelApi | undefined {
  const { LanguageModel } = globalThis as { LanguageModel?: LanguageModelApi };
  return typeof LanguageModel?.availability === 'function' && typeof LanguageModel.create === 'function'
    ? LanguageModel
    : undefined;
}

/** Whether the model can be asked here and now, or after a download. What can't be told is `unavailable`. */
export async function availabilityOf(api: LanguageModelApi | undefined): Promise<Availability> {
  const known: readonly unknown[] = ['downloadable', 'downloading', 'available'];
  const said = await api?.availability(ENGLISH).catch(() => 'unavailable' as const);
  return said !== undefined && known.includes(said) ? said : 'unavailable';
}

/**
 * Fetches the model to this device, or waits for a fetch that goes on. To be called while a person presses a button: a
 * browser begins no download otherwise. Rejects where it was stopped or refused.
 * @param told how much has come, 0 to 1
 */
export async function download(
  api: LanguageModelApi,
  signal: AbortSignal,
  told: (share: number) => void,
): Promise<void> {
  const session = await api.create({
    ...ENGLISH,
    signal,
    monitor: (monitor) =>
      monitor.addEventListener('downloadprogress', (event) => {
        const { loaded } = event as Event & { readonly loaded?: unknown };
        if (typeof loaded === 'number' && loaded >= 0 && loaded <= 1) told(loaded);
      }),
  });
  session.destroy();
}
