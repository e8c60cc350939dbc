/** Where an OpenAI-compatible server usually is. A person can type any other address. */

export interface Preset {
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly needsKey: boolean;
}

export const PRESETS: readonly Preset[] = [
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', model: 'gpt-4.1-mini', needsKey: true },
  {
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    model: 'openai/gpt-4.1-mini',
    needsKey: true,
  },
  { name: 'Ollama', baseUrl: 'http://localhost:11434/v1', model: 'llama3.1', needsKey: false },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1', model: 'local-model', needsKey: false },
  { name: 'vLLM', baseUrl: 'http://localhost:8000/v1', model: 'local-model', needsKey: false },
];
