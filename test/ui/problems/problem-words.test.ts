/** Problems name calls as their cards do. */

import { expect, test } from 'vitest';
import type { Call } from '../../../src/plan/document.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { problemWords } from '../../../src/ui/problems/problem-words.ts';

const call = (_id: string, _tool: string): Call => ({ _id, _tool });
const said = (message: string, ...calls: Call[]) =>
  problemWords(message, { calls }, catalogueOf(builtInTools));

test('a call is called as its card is, and one of two by its id as well', () => {
  const lacks = 'Call "keep" lacks "column": the tool "filterRows" requires it.';
  expect(said(lacks, call('keep', 'filterRows'))).toBe(
    'Filter rows lacks "column": “Filter rows” requires it.',
  );
  expect(said(lacks, call('keep', 'filterRows'), call('b', 'filterRows'))).toContain(
    'Filter rows (keep) lacks',
  );
});

test('what is no call or tool of the plan stays as it is said', () => {
  expect(said('Call "gone" is not there; the tool "own" is unknown.')).toBe(
    'Call "gone" is not there; the tool "own" is unknown.',
  );
});
