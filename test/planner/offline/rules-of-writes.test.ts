/** What a plan writes: never over a file it reads, never for words that nothing carries out, and told as what it does. */

import { expect, it } from 'vitest';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'lamps.csv',
    'lamp,hall,lit_on,watt,sold\nL1,East,2026-03-01,40,yes\nL2,West,2026-03-04,60,no\nL3,East,,25,no\n',
  ],
  ['log.txt', 'Rain fell. The gate squeaks.\n'],
]);

const { planned } = overFiles(FILES);

/** The names that anything is saved under. */
const savedAs = (of: unknown): string[] =>
  [...JSON.stringify(of).matchAll(/"_tool":"saveFile"[^}]*?"name":"([^"]*)"/gu)].map(([, name = '']) => name);

it.each([
  'write a file with the lamps that fell down',
  'for each hall write a file with the lamps they have not dusted',
  'store a file with the lamps the visitors admired',
  'export a file for the caretaker',
  'write the dusty lamps to lamps.csv',
  'save the sold lamps as lamps.csv',
  'sort the lamps by watt and save them to lamps.csv',
])('writes no file over the one that is read: %s', async (goal) => {
  const { calls, document } = await planned(goal, 'lamps.csv');
  expect(savedAs([calls, document.plans])).not.toContain('lamps.csv');
});

it('is of a text as well', async () => {
  const { calls } = await planned('write a file with what the gate whispers', 'log.txt');
  expect(savedAs(calls)).not.toContain('log.txt');
});

it.each([
  ['write a file with the lamps that fell down', 'fell'],
  ['for each hall write a file with the lamps they have not dusted', 'dusted'],
  ['store a file with the lamps the visitors admired', 'admired'],
])('is open where its words were not carried out: %s', async (goal, word) => {
  const { calls, failure, open } = await planned(goal, 'lamps.csv');
  // Either it stands open, or nothing is planned and it is said why.
  if (failure === undefined) expect(open.join(' ')).toContain(word);
  else expect([calls, failure.message]).toEqual([[], expect.stringContaining(word)]);
});

it('is told as what the call does, and not in the words of the person', async () => {
  for (const goal of [
    'save the sold lamps as sold.csv',
    'for each hall write a file with the lamps they have not dusted',
    'write a file with the lamps that fell down',
  ]) {
    const { calls, document } = await planned(goal, 'lamps.csv');
    const texts = JSON.stringify([calls, document.plans]).match(/"_tool":"saveFile","_description":"[^"]*/gu);
    expect((texts ?? []).join().toLowerCase()).not.toMatch(/fell|dusted|sold lamps/u);
  }
});
