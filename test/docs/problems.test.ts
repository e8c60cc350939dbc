import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { problemsPage } from '../../scripts/docs/problems.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

it('docs/problems.md is what the code says: `npx tsx scripts/problems-page.ts` writes it', () => {
  expect(read('docs/problems.md')).toBe(problemsPage());
});

it('it says of every code what it means, and of a quick fix its title', () => {
  const sections = problemsPage().split(/^### /mu).slice(1);
  const silent = sections.filter((section) => !/^- .{20}/mu.test(section)).map((one) => one.split('\n')[0]);
  expect(sections.length).toBeGreaterThan(45);
  expect(silent).toEqual([]);
  expect(sections.find((one) => one.startsWith('bad-id'))).toContain('*Rename to "…"*');
});

it('every rule that the code cites is on the page of the rules', () => {
  const page = read('docs/rules.md');
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const code = files.filter((name) => /\.tsx?$/u.test(name)).map((name) => read(join('src', name)));
  const cited = new Set(code.join('\n').match(/\bL-\d+[a-z]?\b/gu));
  expect([...cited].filter((rule) => !page.includes(`| ${rule} |`))).toEqual([]);
});
