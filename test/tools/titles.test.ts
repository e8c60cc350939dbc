import { expect, test } from 'vitest';
import { builtInTools, familyOf } from '../../src/tools/built-in.ts';
import { catalogueOf, knowUnlisted } from '../../src/tools/catalogue.ts';
import { thinkingTools } from '../../src/tools/thinking-tools.ts';
import { callTitle, parameterLabel, titleOf } from '../../src/tools/titles.ts';

const BUILT_IN = catalogueOf(builtInTools);

test('a tool is called as its contract says, one without a title by its name in words', () => {
  expect(titleOf(BUILT_IN.get('sortRows'), 'sortRows')).toBe('Sort rows');
  expect(titleOf(undefined, 'checkBillingHistory')).toBe('Check billing history');
  expect(titleOf({ name: 'csv.parse (old)' }, 'csv.parse (old)')).toBe('csv.parse (old)');
  expect(callTitle(BUILT_IN.get('sortRows'), { _id: 'late', _tool: 'sortRows' })).toBe('Sort rows (late)');
});

test('a plan’s own tool is not called as one of ours, however it calls itself', () => {
  knowUnlisted(thinkingTools);
  for (const title of ['Save a file', 'save a FILE', 'Ｓave a file', 'Ask a Model'])
    expect(titleOf({ name: 'upload', title }, 'upload')).toBe('upload');
  expect(titleOf(BUILT_IN.get('askModel'), 'askModel')).toBe('Ask a model');
  expect(titleOf({ name: 'sort_rows' }, 'sort_rows')).toBe('sort_rows');
  expect(titleOf({ name: 'x', title: 'Up\u202eload' }, 'x')).toContain('U+202E');
});

test('a parameter is called on a card as on its form', () => {
  expect(parameterLabel(BUILT_IN.get('sortRows'), 'column')).toBe('Sort by');
  expect(parameterLabel(BUILT_IN.get('sortRows'), 'constructor')).toBe('Constructor');
  expect(parameterLabel(undefined, 'customerId')).toBe('Customer id');
});

test('no two tools that come with the app have one title, and each has a family', () => {
  const ours = [...builtInTools, ...thinkingTools];
  expect(new Set(ours.map(({ title }) => title)).size).toBe(ours.length);
  for (const tool of builtInTools) expect(familyOf(tool)).toBeDefined();
  expect(familyOf({ name: 'sortRows' })).toBeUndefined();
});
