import { describe, expect, test } from 'vitest';
import { language } from '../../src/app/language.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';

const call = (more: Record<string, unknown>): Call =>
  ({ _id: 'one', rows: '†state.rows', _outputPath: '†state.one', ...more }) as unknown as Call;

const desk = (own: Call) => {
  const plan: Plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [own] };
  const document = createDocumentStore(language, builtInTools, plan);
  return {
    document,
    edit: (key: string, value: string | number | undefined) =>
      document.actions.edit([{ kind: 'set-in-call', id: 'one', path: [key], value }], {
        label: 'Edit',
        mark: key,
      }),
    words: () => document.getState().plan.calls[0]?._description,
  };
};

const FILTER = { _tool: 'filterRows', column: 'region', operator: 'equals', value: 'North' };

describe('what a call says of itself', () => {
  test.each([
    [FILTER, 'Keep rows where region is North', 'value', 'South', 'Keep rows where region is South'],
    [
      FILTER,
      'Zeilen behalten, in denen gilt: region ist North',
      'value',
      'South',
      'Zeilen behalten, in denen gilt: region ist South',
    ],
    [
      { _tool: 'sortRows', column: 'day', direction: 'descending', limit: 5 },
      'Sort by day, newest first, and keep 5',
      'limit',
      3,
      'Sort by day, newest first, and keep 3',
    ],
    [
      { _tool: 'sortRows', column: 'sum', direction: 'descending' },
      'Sort by sum, largest first',
      'column',
      'total',
      'Sort by total, largest first',
    ],
    [{ _tool: 'readCsv', file: 'a.csv' }, 'Read a.csv', 'file', 'b.csv', 'Read b.csv'],
  ])('follows its parameters where it was made of them: %o', (own, said, key, value, then) => {
    const { document, edit, words } = desk(call({ ...own, _description: said }));
    expect(edit(key, value).ok).toBe(true);
    expect(words()).toBe(then);
    document.actions.undo();
    expect(words()).toBe(said);
  });

  test('follows a value as it is typed, as one step', () => {
    const said = 'Keep rows where region is North';
    const { document, edit, words } = desk(call({ ...FILTER, _description: said }));
    for (const typed of ['', 'W', 'We', 'West']) edit('value', typed);
    expect(words()).toBe('Keep rows where region is West');
    document.actions.undo();
    expect(words()).toBe(said);
    document.actions.redo();
    expect(words()).toBe('Keep rows where region is West');
  });

  test('stays where a person or a model wrote it, whatever it names', () => {
    const { edit, words } = desk(call({ ...FILTER, _description: 'Only the customers of North' }));
    edit('value', 'South');
    expect(words()).toBe('Only the customers of North');
  });

  test('is what is written with the edit', () => {
    const own = call({ ...FILTER, _description: 'Keep rows where region is North' });
    const { document, words } = desk(own);
    const next = { ...own, value: 'South', _description: 'Ours' };
    document.actions.edit([{ kind: 'replace-call', id: 'one', call: next }], { label: 'Edit' });
    expect(words()).toBe('Ours');
  });

  test('names what the plan asks for, and follows further', () => {
    const { edit, words } = desk(call({ ...FILTER, _description: 'Keep rows where region is North' }));
    edit('value', '†input.region');
    expect(words()).toBe('Keep rows where region is the given “region”');
    edit('column', 'place');
    expect(words()).toBe('Keep rows where place is the given “region”');
  });

  test('is made for a call that was put in by hand once it is known, and not where a line was left out', () => {
    const { edit, words } = desk(call({ _tool: 'filterRows', operator: 'equals' }));
    edit('value', 'North');
    expect(words()).toBeUndefined();
    edit('column', 'region');
    expect(words()).toBe('Keep rows where region is North');
    const bare = desk(call(FILTER));
    bare.edit('value', 'South');
    expect(bare.words()).toBeUndefined();
  });

  test('is gone where what it names is read from another call', () => {
    const { edit, words } = desk(call({ ...FILTER, _description: 'Keep rows where region is North' }));
    edit('value', '†state.chosen');
    expect(words()).toBeUndefined();
  });
});
