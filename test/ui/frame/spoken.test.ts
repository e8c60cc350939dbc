/** What is said of edits to those who do not see them. */

import { expect, test } from 'vitest';
import { language } from '../../../src/app/language.ts';
import { createDocumentStore, type DocumentState } from '../../../src/stores/document.ts';
import { editWords } from '../../../src/ui/frame/Spoken.tsx';
import { planOf } from '../../canvas/sample.ts';

const SUMS = planOf([
  { _id: 'one', _tool: 'calculate', expression: '1 + 1', _outputPath: '†state.one' },
  { _id: 'two', _tool: 'calculate', expression: '†state.one', _outputPath: '†state.two' },
]);

function listening() {
  const store = createDocumentStore(language, [], SUMS);
  const said: string[] = [];
  store.subscribe((now: DocumentState, before: DocumentState) => {
    const words = editWords(now, before);
    if (words !== null) said.push(words);
  });
  return { store, said };
}

const off = (id: string, value: true | undefined = true) => [
  { kind: 'set-in-call', id, path: ['_off'], value } as const,
];

test('an edit, its undoing and its doing again are said, by its name', () => {
  const { store, said } = listening();
  store.actions.edit([{ kind: 'remove-call', id: 'one' }], { label: 'Remove one' });
  store.actions.undo();
  store.actions.redo();
  expect(said.map((words) => words.split('.')[0])).toEqual([
    'Done: Remove one',
    'Undone: Remove one',
    'Done again: Remove one',
  ]);
});

test('a new edit after an undo is not done again', () => {
  const { store, said } = listening();
  store.actions.edit(off('two'), { label: 'Switch two off' });
  store.actions.undo();
  store.actions.edit(off('one'), { label: 'Switch one off' });
  expect(said.at(-1)).toMatch(/^Done: Switch one off\./);
});

test('what is typed is one edit, and neither its going on nor its end is another', () => {
  const { store, said } = listening();
  for (const _id of ['a', 'ab', 'abc'])
    store.actions.edit([{ kind: 'set-field', field: 'title', value: _id }], {
      label: 'Rename',
      mark: 'title',
    });
  store.actions.seal();
  expect(said).toEqual(['Done: Rename.']);
});

test('what another tab did is not said as done here', () => {
  const { store, said } = listening();
  const other = createDocumentStore(language, [], SUMS);
  other.actions.edit(off('two'), { label: 'Switch two off' });
  const theirs = { ...other.getState(), savedAt: 1, save: 'one', tab: 'there' };
  store.actions.takeIn(theirs, { mine: 'here', theirs: 'there', at: 1 });
  expect(said).toEqual([]);
  store.actions.undo();
  expect(said).toHaveLength(1);
});

test('where there are more errors or none any more, that is said too', () => {
  const at = (errors: number, labels: readonly string[]) =>
    ({
      plan: SUMS,
      history: { past: labels.map((label) => ({ label })), future: [] },
      problems: Array.from({ length: errors }, () => ({ severity: 'error' })),
    }) as never;
  expect(editWords(at(2, ['Add b']), at(0, []))).toBe('Done: Add b. 2 errors now.');
  expect(editWords(at(0, ['Add b']), at(2, []))).toBe('Done: Add b. No errors now.');
  expect(editWords(at(2, ['Add b']), at(2, []))).toBe('Done: Add b.');
});

test('another plan on the table is no edit', () => {
  const { store, said } = listening();
  store.actions.edit(off('two'), { label: 'Switch two off' });
  store.actions.open({ plan: { ...SUMS, id: 'other' } } as never, 'saved');
  expect(said).toHaveLength(1);
});
