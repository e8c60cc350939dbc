/** A pattern that RE2 can't take is told of, and the document is checked again once RE2 is there. */

import { beforeAll, expect, test, vi } from 'vitest';

// As a page is before it has seen a pattern, whatever was loaded in this worker before.
vi.resetModules();
const { language } = await import('../../src/app/language.ts');
const { createDocumentStore } = await import('../../src/stores/document.ts');
const { loadPatterns, onPatternsLoaded } = await import('../../src/tools/foreign-pattern.ts');
const { check, planOf } = await import('./plan-of.ts');

const plan = planOf({
  calls: [{ _id: 'a', _tool: 'send', code: 'x', _outputPath: '†state.a' }],
  tools: [
    {
      name: 'send',
      parameters: { type: 'object', properties: { code: { type: 'string', pattern: '^(?=.*[0-9]).+$' } } },
      _output: { type: 'string', pattern: '^(a+)+$' },
    },
  ],
  input: { schema: { type: 'object', patternProperties: { '(.)\\1': {} } } },
});
const unchecked = (problems: readonly { code: string; message: string }[]) =>
  problems.filter(({ code }) => code === 'unchecked-pattern').map(({ message }) => message);

beforeAll(() => expect(unchecked(check(plan))).toEqual([]));

test('the document is checked anew when RE2 comes', async () => {
  const document = createDocumentStore(language, [], plan);
  expect(unchecked(document.getState().problems)).toEqual([]);
  onPatternsLoaded(document.actions.recheck);
  await loadPatterns();
  expect(unchecked(document.getState().problems)).toHaveLength(2);
});

test('each such pattern is a warning that names it and whose it is; one that RE2 takes is none', async () => {
  await loadPatterns();
  expect(unchecked(check(plan))).toEqual([
    expect.stringContaining('The schema of the input has the pattern (.)\\1'),
    expect.stringContaining('The tool "send" has the pattern ^(?=.*[0-9]).+$'),
  ]);
});
