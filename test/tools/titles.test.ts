import { expect, test } from 'vitest';
import { builtInTools, familyOf } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { callTitle, parameterLabel, titleOf } from '../../src/tools/titles.ts';

const BUILT_IN = catalogueOf(builtInTools);

test('a tool is called as its contract says, one without a title by its name in words', () => {
  expect(titleOf(BUILT_IN.get('sortRows'), 'sortRows')).toBe('Sort rows');
  expect(titleOf(undefined, 'checkBillingHistory')).toBe('Check billing history');
  expect(titleOf({ name: 'csv.parse (old)' }, 'csv.parse (old)')).toBe('csv.parse (old)');
  expect(callTitle(BUILT_IN.get('sortRows'), { _id: 'late', _tool: 'sortRows' })).toBe('Sort rows (late)');
});

test('a plan’s own tool is not called as one of ours, however it calls itself', () => {
  for (const title of ['Save a file', 'save a FILE', 'Ｓave a file'])
    expect(titleOf({ name: 'upload', title }, 'upload')).toBe('upload');
  expect(titleOf({ name: 'sort_rows' }, 'sort_rows')).toBe('sort_rows');
  expect(titleOf({ name: 'x', title: 'Up\u202eload' }, 'x')).toContain('U+202E');
});

test('a parameter is called on a card as on its form', () => {
  expect(parameterLabel(BUILT_IN.get('sortRows'), 'column')).toBe('Sort by');
  expect(parameterLabel(BUILT_IN.get('sortRows'), 'constructor')).toBe('Constructor');
  expect(parameterLabel(undefined, 'customerId')).toBe('Customer id');
});

test('no two tools that come with the app have one title, and each has a family', () => {
  expect(new Set(builtInTools.map(({ title }) => title)).size).toBe(builtInTools.length);
  for (const tool of builtInTools) expect(familyOf(tool)).toBeDefined();
  expect(familyOf({ name: 'sortRows' })).toBeUndefined();
});
