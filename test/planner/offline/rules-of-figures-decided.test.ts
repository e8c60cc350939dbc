/** A figure that is asked for, and a decision about it: "it" is what the sentence before comes to, narrowed as it was said there. */

import { expect, it } from 'vitest';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'catch.csv',
    'boat,day,fish,kilos\nAnna,2026-05-02,cod,900\nBerta,2026-05-09,hake,700\nAnna,2026-06-01,cod,3000\nCora,2026-06-03,eel,40\n',
  ],
]);

const { openOf, outcome } = overFiles(FILES);

it.each([
  [
    'What was the sum of kilos in May? If it is over 2000, write "plenty", otherwise write "meagre"',
    'meagre',
  ],
  [
    'What was the sum of kilos in May? If it is over 1500, write "plenty", otherwise write "meagre"',
    'plenty',
  ],
  ['Total kilos of cod. When that is more than 4000, write "plenty", otherwise write "meagre"', 'meagre'],
  [
    'Wie hoch war die Summe der kilos im Mai? Wenn es mehr als 2000 sind, schreib „viel“, sonst schreib „wenig“',
    'wenig',
  ],
  ['Wie hoch ist die Summe kilos von cod? Falls sie über 3500 liegt, schreib „viel“, sonst „wenig“', 'viel'],
])('is of the rows the figure is of: %s', async (goal, said) => {
  const kilos = /cod/u.test(goal) ? 3900 : 1600;
  expect(await outcome(goal, 'catch.csv')).toEqual({ 'total kilos': kilos, result: said });
});

it('is how many there are', async () => {
  const goal =
    'How many trips were there in June? If there are more than 2, write "busy", otherwise write "calm"';
  expect((await openOf(goal, 'catch.csv')).join()).not.toContain('2');
  expect(await outcome(goal.replace('trips', 'rows'), 'catch.csv')).toEqual({ count: 2, result: 'calm' });
});

it('stays open where the sentence before comes to no figure', async () => {
  const goal = 'total kilos per boat. If it is more than 2000, write "plenty"';
  expect((await openOf(goal, 'catch.csv')).join()).toContain('2000');
});
