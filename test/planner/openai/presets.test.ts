import { expect, test } from 'vitest';
import { toFault } from '../../../src/planner/openai/faults.ts';
import { PRESETS, presetOf } from '../../../src/planner/openai/presets.ts';

test('there is a preset for each of the five servers, every one with an address that ends in /v1', () => {
  expect(PRESETS.map((preset) => preset.name)).toEqual([
    'OpenAI',
    'Ollama',
    'LM Studio',
    'vLLM',
    'OpenRouter',
  ]);
  for (const { baseUrl } of PRESETS) expect(new URL(baseUrl).pathname).toMatch(/\/v1$/);
});

test('a server is known by its host and port, however loopback is written', () => {
  expect(presetOf('http://127.0.0.1:11434/v1/')?.name).toBe('Ollama');
  expect(presetOf('http://[::1]:1234/v1')?.name).toBe('LM Studio');
  expect(presetOf('http://localhost:9999/v1')).toBeUndefined();
  expect(presetOf('not an address')).toBeUndefined();
});

test.each([
  ['http://localhost:11434/v1', 'set OLLAMA_ORIGINS=https://obelus.test and restart Ollama'],
  ['http://localhost:1234/v1', 'lms server start --cors'],
  ['http://localhost:8000/v1', `--allowed-origins '["https://obelus.test"]'`],
  ['http://192.168.0.7/v1', 'add https://obelus.test to the origins it allows'],
])('%s that lets no page in is told how to', (baseUrl, how) => {
  const server = { baseUrl, model: 'm', key: undefined, origin: 'https://obelus.test' };
  expect(toFault(new TypeError('Failed to fetch'), server).message).toContain(how);
});
