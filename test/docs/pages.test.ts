import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

describe.each(pages)('%s', (page) => {
  it('links to files that are there', () => {
    const links = [...read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1]!);
    const dead = links.filter(
      (link) => !/^https?:/.test(link) && !existsSync(join(ROOT, dirname(page), link)),
    );
    expect(dead).toEqual([]);
  });

  it('names only files of src, scripts, test and public that are there', () => {
    const named = [...read(page).matchAll(/`((?:src|scripts|test|public|docs)\/[\w./-]+?)`/g)].map(
      (match) => match[1]!,
    );
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

it('the page of the architecture names only files of the rooms that are there', () => {
  const rooms = readdirSync(join(ROOT, 'src')).join('|');
  const named = [
    ...read('docs/architecture.md').matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]+)\``, 'g')),
  ].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(join(ROOT, 'src', path)))).toEqual([]);
});

describe('the decision about dependencies', () => {
  const page = read('docs/decisions/0001-stack-and-dependencies.md');

  it.each(Object.keys(manifest.dependencies))('says what %s is for', (name) => {
    expect(
      page.includes(`\`${name}\``) ||
        (name.startsWith('@codemirror/') && page.includes('CodeMirror packages')),
    ).toBe(true);
  });
});

it('the picture in the README loads quickly', () => {
  expect(readFileSync(join(ROOT, 'docs/picture.png')).byteLength).toBeLessThan(200_000);
});
