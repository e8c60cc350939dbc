/** The servers that are known by their address, and how each lets this page in. Data only; every one speaks chat completions. */

interface ConnectionPreset {
  readonly name: string;
  readonly baseUrl: string;
  /** How to let this page in, where the server does not by itself. `{origin}` is the page's origin. */
  readonly allowOrigin?: string;
}

export const PRESETS: readonly ConnectionPreset[] = [
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  {
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    allowOrigin: 'set OLLAMA_ORIGINS={origin} and restart Ollama',
  },
  {
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    allowOrigin: 'switch on "Enable CORS" in the server settings, or start it with: lms server start --cors',
  },
  {
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    allowOrigin: `start vLLM with --allowed-origins '["{origin}"]'`,
  },
  { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
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
