/** Lists inside a table taken out, and a table taken apart. */

import { expect, test } from 'vitest';
import { fault, run } from './context.ts';

test('expandRows: what an element holds becomes columns, beside a column of the same name', async () => {
  const rows = [{ name: 'Loaf', parts: [{ name: 'rye', grams: 5 }, 'salt'] }];
  expect(await run('expandRows', { rows, column: 'parts' })).toEqual([
    { name: 'Loaf', 'parts name': 'rye', grams: 5 },
    { name: 'Loaf', parts: 'salt' },
  ]);
});

test('expandRows: a written list has a separator, and an empty one no row unless it is kept', async () => {
  const rows = [{ tags: 'a; b;' }, { tags: '' }];
  const expand = (more: object) => run('expandRows', { rows, column: 'tags', separator: ';', ...more });
  expect(await expand({})).toEqual([{ tags: 'a' }, { tags: 'b' }]);
  expect(await expand({ keepEmpty: true })).toEqual([{ tags: 'a' }, { tags: 'b' }, { tags: null }]);
  expect(await fault('expandRows', { rows, column: 'tag' })).toMatchObject({ code: 'invalid-arguments' });
});

test('splitRows: a name for what has none, and no two files of one name', async () => {
  const rows = [{ k: 'a/b' }, { k: 'A:B' }, { k: null }, { k: 'a/b' }, { k: '..' }];
  expect(await run('splitRows', { rows, by: 'k' })).toEqual([
    { name: 'a/b', fileName: 'a_b', rows: [rows[0], rows[3]] },
    { name: 'A:B', fileName: 'A_B 2', rows: [rows[1]] },
    { name: 'none', fileName: 'none', rows: [rows[2]] },
    { name: '..', fileName: 'none 2', rows: [rows[4]] },
  ]);
});

test('splitRows: parts of dates come by time', async () => {
  const rows = [{ on: '2026-02-01' }, { on: '2025-12-31' }, { on: '2026-02-03' }];
  expect(await run('splitRows', { rows, by: 'on', part: 'month' })).toMatchObject([
    { name: '2025-12', rows: [rows[1]] },
    { name: '2026-02', rows: [rows[0], rows[2]] },
  ]);
});
