/** Lists that a run goes over (L-55), of whatever kind the file is. */

import { describe, expect, test } from 'vitest';
import { readList } from '../../src/activities/read-list.ts';
import { printWorkbook } from '../../src/activities/workbook.ts';

describe('a list is read', () => {
  test.each([
    ['a table', 'x.csv', 'id;n\n007;1\n008;2'],
    ['a pasted table', '', 'id\tn\n007\t1\n008\t2'],
    ['JSON', 'x.json', '[{"id":"007","n":1},{"id":"008","n":2}]'],
    ['pasted JSON lines', '', '{"id":"007","n":1}\n\n{"id":"008","n":2}\n'],
    ['JSON lines by their name', 'x.jsonl', '{"id":"007","n":1}\n{"id":"008","n":2}'],
  ])('%s', async (_, name, content) => {
    expect(await readList({ name, content })).toEqual([
      { id: '007', n: 1 },
      { id: '008', n: 2 },
    ]);
  });

  test('a workbook, whatever it is called', async () => {
    const content = await printWorkbook([{ id: 'a', n: 1 }], ['id', 'n']);
    expect(await readList({ name: 'list', content })).toEqual([{ id: 'a', n: 1 }]);
  });

  test('values that are no objects, under the name of the only input', async () => {
    expect(await readList({ name: '', content: '["a","b"]', onlyInput: 'city' })).toEqual([
      { city: 'a' },
      { city: 'b' },
    ]);
  });

  test.each([
    ['one object', '', '{"a":1}', /^A list was expected, and this is one object/],
    ['an empty list', '', '[]', /^The list is empty/],
    ['a broken line', 'x.jsonl', '{"a":1}\n{"a"', /^Line 2: /],
  ])('%s is said not to be one', async (_, name, content, sentence) => {
    expect(await readList({ name, content })).toMatch(sentence);
  });
});
