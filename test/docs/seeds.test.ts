/** `docs/seeds.md` has a line for every item of the seeds, and each test it cites is there and names the item. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const REQUIREMENTS = '../shared/REQUIREMENTS.md';

interface Line {
  readonly item: string;
  readonly works: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

const PAGE = read('docs/seeds.md');
const lines: readonly Line[] = PAGE.split('\n')
  .filter((line) => /^\| [RTPACK]-\d/.test(line))
  .map((line) => {
    const [item = '', , works = '', tests = ''] = line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.replaceAll('\\|', '|'));
    const cited = [...tests.matchAll(/`([^`]+)`, "(.+?)"(?=; `|$)/g)];
    return { item, works, tests: cited.map(([, file = '', title = '']) => ({ file, title })) };
  });

/** Comments at it and its name, of every test of a file by its name; of a case the rules that it lists. */
function testsIn(file: string): ReadonlyMap<string, string> {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const found = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      const { expression, arguments: given } = node.expression;
      const [title] = given;
      if (/^(?:it|test)\b/.test(expression.getText()) && title && ts.isStringLiteralLike(title))
        found.set(title.text, source.text.slice(node.getFullStart(), node.getStart()) + title.text);
    }
    if (ts.isObjectLiteralExpression(node)) {
      const member = (name: string) => {
        const one = node.properties.find((property) => property.name?.getText() === name);
        return one && ts.isPropertyAssignment(one) ? one.initializer : undefined;
      };
      const [name, rules] = [member('name'), member('rules')];
      if (name && rules && ts.isStringLiteralLike(name)) found.set(name.text, rules.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A file is read once, however many lines cite it. */
const known = new Map<string, ReadonlyMap<string, string>>();
function testsOf(file: string): ReadonlyMap<string, string> {
  const tests = known.get(file) ?? (existsSync(join(ROOT, file)) ? testsIn(file) : new Map());
  known.set(file, tests);
  return tests;
}

describe('docs/seeds.md', () => {
  it('cites tests that are there, under their names, and that name the item', () => {
    const wrong = lines.flatMap(({ item, tests }) =>
      tests.flatMap(({ file, title }) => {
        const own = testsOf(file).get(title);
        if (own === undefined) return [`${item}: no "${title}" in ${file}`];
        return new RegExp(`\\b${item}\\b`).test(own) ? [] : [`${item}: not named by "${title}" in ${file}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('has a test for each line, or says what is not yet there', () => {
    const bare = lines.filter(
      ({ works, tests }) => (tests.length === 0) !== /^not yet: .{20}/.test(works) || works === '',
    );
    expect(bare.map(({ item }) => item)).toEqual([]);
    expect(PAGE).not.toMatch(/\bpart(?:ly|ially)\b/i);
  });

  it('names the rule that stands in the place of what is superseded', () => {
    const rules = read('docs/rules.md');
    const replaced = lines.filter(({ works }) => works.includes('superseded'));
    expect(replaced.length).toBeGreaterThan(10);
    const unknown = replaced.filter(({ works }) => {
      const named = works.match(/\bL-\d+[a-z]?\b|§\d+/g) ?? [];
      return (
        named.length === 0 || named.some((rule) => rule.startsWith('L-') && !rules.includes(`| ${rule} |`))
      );
    });
    expect(unknown.map(({ item }) => item)).toEqual([]);
  });

  it('has each item once', () => {
    const items = lines.map(({ item }) => item);
    expect(items.length).toBeGreaterThan(180);
    expect(items.filter((item, i) => items.indexOf(item) !== i)).toEqual([]);
  });

  it.skipIf(!existsSync(join(ROOT, REQUIREMENTS)))(
    'has every item of the requirements (skipped where ../shared is absent)',
    () => {
      const asked = [...read(REQUIREMENTS).matchAll(/^(?:- |\| )([RTPACK]-\d+) /gmu)].map(([, item]) => item);
      expect(asked.length).toBeGreaterThan(180);
      expect(lines.map(({ item }) => item)).toEqual(asked);
    },
  );
});
