/** Which files a plan reads, as far as it says so itself. */

import { expect, it } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { filesNamed } from '../../src/tools/files-named.ts';

const read = (_id: string, file: string): Call => ({ _id, _tool: 'readCsv', file });
const planOf = (calls: readonly Call[], more: Partial<Plan> = {}): Plan => ({
  ...{ format: 'obelus/plan', version: 1, id: 'p', calls },
  ...more,
});
const { get } = catalogueOf(builtInTools);

it('by what is written in its calls and in those of its sub-plans, and by its input', () => {
  const plans = { each: planOf([read('inner', 'b.csv')]) };
  const save: Call = { _id: 'save', _tool: 'saveFile', name: 'out.csv', content: 'x' };
  const plan = planOf([read('a', 'a.csv'), read('i', '†input.which'), save], { plans });
  expect([...filesNamed([plan], get, { which: 'given.csv' })]).toEqual(['a.csv', 'given.csv', 'b.csv']);
});

it('and not what only the run will name, or a tool whose code nobody knows', () => {
  const other: Call = { _id: 'o', _tool: 'upload', file: 'private.csv' };
  const plan = planOf([
    read('s', '†state.name'),
    read('deep', '†input.which.one'),
    read('n', '†input.none'),
    other,
  ]);
  expect([...filesNamed([plan], get, { which: 'given.csv' })]).toEqual([]);
});
