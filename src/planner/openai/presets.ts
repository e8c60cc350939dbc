/** The servers a person can pick without knowing an address. Data only; every one speaks chat completions. */

interface ConnectionPreset {
  readonly id: 'openai' | 'ollama' | 'lm-studio' | 'vllm' | 'openrouter';
  readonly name: string;
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** The form of a model's name there, shown in the empty field. */
  readonly modelExample: string;
  /** How to let this page in, where the server does not by itself. `{origin}` is the page's origin. */
  readonly allowOrigin?: string;
  /** What else one has to know, in a sentence. */
  readonly note?: string;
}

export const PRESETS: readonly ConnectionPreset[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    modelExample: 'gpt-5-mini',
  },
  {
    id: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    needsKey: false,
    modelExample: 'qwen3:8b',
    allowOrigin: 'set OLLAMA_ORIGINS={origin} and restart Ollama',
    note: 'Set OLLAMA_CONTEXT_LENGTH=16384 or more: the default context is too short for a prompt with many tools, and what does not fit is dropped in silence.',
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    needsKey: false,
    modelExample: 'qwen/qwen3-8b',
    allowOrigin: 'switch on "Enable CORS" in the server settings, or start it with: lms server start --cors',
  },
  {
    id: 'vllm',
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    needsKey: false,
    modelExample: 'Qwen/Qwen3-8B',
    allowOrigin: `start vLLM with --allowed-origins '["{origin}"]'`,
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    modelExample: 'qwen/qwen3-32b',
  },
];

/** The preset whose server an address belongs to, by host and port; undefined for a server of one's own. */
export function presetOf(baseUrl: string): ConnectionPreset | undefined {
  const host = hostOf(baseUrl);
  return PRESETS.find((preset) => hostOf(preset.baseUrl) === host);
}

function hostOf(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return null;
  return new URL(baseUrl).host.replace(/^(127\.0\.0\.1|\[::1\])/, 'localhost');
}
