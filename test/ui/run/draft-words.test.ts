/** What is said of a replan's draft before a person accepts it (L-71). */

import { expect, test } from 'vitest';
import { scopeWords } from '../../../src/ui/run/draft-words.ts';

const NOTHING = { tools: [], effects: [], inputs: [], flows: [], requests: [] };

test('a draft within the approved scope is said nothing of; names of strangers can hide nothing', () => {
  expect(scopeWords(NOTHING)).toBeNull();
  expect(scopeWords({ ...NOTHING, tools: ['send\u202etxt'] })).toContain('uses send⟨U+202E⟩txt.');
});

test('flows that it adds are named as such, though nothing else is new', () => {
  const flow = {
    source: { kind: 'literal' },
    call: 'a',
    sink: { kind: 'host', host: 'a.example' },
    effect: 'write',
  } as const;
  expect(scopeWords({ ...NOTHING, flows: [flow] })).toBe(
    'It goes beyond what you approved: it adds what follows to what goes where.',
  );
});

test('writes that the approval does not name are said, three of them', () => {
  const requests = [
    'DELETE /a to one.example',
    'POST /b\u202e to one.example',
    'PUT /c to one.example',
    'PUT /d to x',
  ];
  expect(scopeWords({ ...NOTHING, requests })).toBe(
    'It goes beyond what you approved: it sends DELETE /a to one.example, POST /b⟨U+202E⟩ to one.example, PUT /c to one.example and 1 more.',
  );
});
