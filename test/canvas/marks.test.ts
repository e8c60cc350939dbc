import { expect, test } from 'vitest';
import { diffMarks } from '../../src/canvas/marks.ts';

test('what a turn adds or changes is a ghost, and of a draft of a replan it is what it is', () => {
  const diff = { added: ['a'], revised: [{ _id: 'b', _tool: 't' }], removed: [{ _id: 'c', _tool: 't' }] };
  expect([...diffMarks(diff)]).toEqual([
    ['a', 'added'],
    ['b', 'revised'],
    ['c', 'removed'],
  ]);
  expect([...diffMarks({ ...diff, areGhosts: true })]).toEqual([
    ['a', 'ghost'],
    ['b', 'ghost'],
    ['c', 'removed'],
  ]);
});
