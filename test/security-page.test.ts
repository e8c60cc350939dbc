/** `docs/security.md` names a test for each threat: that test is there, under the title it is named by. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const PAGE = readFileSync('docs/security.md', 'utf8');
const FILES = ['test', 'e2e'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|json)$/.test(name))
    .map((name) => `${folder}/${name}`),
);
/** What a row means by "the cases". */
const CASES = FILES.filter((name) => /^test\/(conformance|run\/cases)\//.test(name));

/** The rows of the tables, without heads. */
const rows = PAGE.split('\n')
  .filter((line) => /^\| (?!threat|what was possible|-)/.test(line))
  .map((line) => line.split(' | ').at(-1)?.replace(/ \|$/, '') ?? '');

const filesOf = (name: string): readonly string[] =>
  FILES.filter((file) => file === name || basename(file) === name);

test('each row of its tables names tests that are there, by words that stand in them', () => {
  let before: readonly string[] = [];
  const wrong: string[] = [];
  expect(rows.length).toBeGreaterThan(80);
  for (const row of rows) {
    const named = [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    for (const name of named)
      if (
        filesOf(name).length === 0 &&
        !existsSync(name) &&
        !existsSync(`src/${name}`) &&
        !name.startsWith('npm ')
      )
        wrong.push(`no ${name}: ${row}`);
    const files = [
      ...named.flatMap(filesOf),
      ...(row.includes('the same') ? before : []),
      ...(row.includes('the cases') ? CASES : []),
    ];
    if (files.length === 0) wrong.push(`no test: ${row}`);
    const text = files.map((file) => readFileSync(file, 'utf8').replaceAll("\\'", "'")).join('\n');
    for (const [, words = ''] of row.matchAll(/"([^"]+)"/g))
      if (!text.includes(words)) wrong.push(`no “${words}” in ${files}`);
    before = files;
  }
  expect(wrong).toEqual([]);
});
