import { expect, it } from 'vitest';
import type { Call } from '../../src/plan/document.ts';
import { BUILT_INS } from '../../src/tools/built-ins.ts';
import { thinkingTools } from '../../src/tools/thinking-tools.ts';
import { wordingOf } from '../../src/tools/wording.ts';
import { planOf } from '../preview/previewing.ts';

const of = (tool: string, params: Record<string, Call[string]>) => {
  const contract = thinkingTools.find(({ name }) => name === tool) ?? BUILT_INS.get(tool);
  const call = { _id: 'a', _tool: tool, ...params } as Call;
  return wordingOf(call, contract ?? { name: tool }, planOf([call]));
};

it('is the text that stands in the call, and not what it is about', () => {
  expect(of('askModel', { instruction: 'Which?', about: 'Guten Tag' })).toBe('instruction');
  expect(of('chooseByModel', { question: 'Late?' })).toBe('question');
  expect(of('judgeByModel', { value: '†state.a', expectation: 'It is kind.' })).toBe('expectation');
  // A text that is read from elsewhere is what the words are about: what is still unsaid can be said.
  expect(of('extractByModel', { text: '†state.mail', fields: ['total'] })).toBe('hints');
});

it('is none where a tool is told nothing in words', () => {
  expect(of('nobody', { a: 1 })).toBeUndefined();
});
