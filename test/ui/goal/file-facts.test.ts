/** What a person reads of a dropped file, from files as they are: nothing is said that the file does not show. */

import { expect, test } from 'vitest';
import { profileOf } from '../../../src/activities/profile/profile.ts';
import { concernsOf, extentWords, factsOf, typeWords } from '../../../src/ui/goal/file-facts.ts';
import { fileWords } from '../../../src/ui/goal/file-words.ts';

const judged = (text: string, name = 'a.csv') => profileOf(new TextEncoder().encode(text), name);

test('how a table is written, its columns, and nothing to look out for where nothing is', async () => {
  const profile = await judged('Region;Betrag;Tag\nNord;1.249,50 €;31.01.2026\nSüd;80,00 €;02.02.2026\n');
  expect(factsOf(profile).map(({ value }) => value)).toEqual([
    'CSV',
    '73 B',
    expect.stringMatching(/utf-8/i),
    'semicolon',
    'Names the columns',
  ]);
  const [table] = profile.tables;
  expect(table && extentWords(table)).toBe('2 rows, 3 columns');
  expect(table?.columns.map(typeWords)).toEqual([
    'Text',
    'Number, decimal comma, in €',
    'Date, day, month, year',
  ]);
  expect(table && concernsOf(table)).toEqual([]);
});

test('a title above a table and a total below it are said', async () => {
  const profile = await judged('Fees 2026\n\nname,fee,paid\nAnna,12,yes\nBen,9,no\nTotal,21,\n');
  const said = profile.tables[0] ? concernsOf(profile.tables[0]).join(' ') : '';
  expect(said).toContain('1 line above the table is left out.');
  expect(said).toContain('The last row is called "Total": it counts like any other row');
  expect(fileWords(profile)).toBe('CSV · 3 rows · 3 columns · ends in a total');
});

test('days that could be months, empty cells and several types are said with their columns', async () => {
  const { tables } = await judged('when,n,note\n01/02/2026,1,\n03/04/2026,x,b\n05/06/2026,3,c\n');
  const said = tables[0] ? concernsOf(tables[0]).join(' ') : '';
  expect(said).toContain('Nothing tells day from month in "when"');
  expect(said).toContain('Cells of several types in "n"');
  expect(said).toContain('Some cells are empty in "note"');
});
