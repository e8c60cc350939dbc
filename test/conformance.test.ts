/** The cases of ../shared/conformance, of -2 and of -3, those of the rules that changed since, where those folders are there; and our own. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Case } from '../src/cli/conformance/case.ts';
import { runFile } from '../src/cli/conformance.ts';

const OWN = join(import.meta.dirname, 'conformance');
const SHARED = join(import.meta.dirname, '../../shared');

describe.each([
  ['our own', OWN],
  ...['conformance', 'conformance-2', 'conformance-3'].map((name) => [name, join(SHARED, name)] as const),
] as const)('%s', (_, folder) => {
  const isThere = existsSync(folder);
  const files = isThere ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];

  it.skipIf(!isThere)('has cases (skipped where ../shared is absent)', () => expect(files).not.toEqual([]));

  it.each(files)('every case of %s passes', async (file) => {
    const wrong: string[] = [];
    const { passed } = await runFile(join(folder, file), (_, given) => wrong.push(given.name));
    expect(wrong).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });
});

/** What no case can be about, as it happens around the engine: the test of it, by file and a part of its name. */
const ELSEWHERE: readonly (readonly [says: string, file: string, test: string])[] = [
  [
    "a result of a call that writes which came back but can't be kept (no plain JSON, too large, against `_output`) is `done`.",
    'activities/activity-host.test.ts',
    'what writes is done with what is known',
  ],
  ['the result says so,', 'host/doubts.test.ts', 'the run asks about it though it has ended'],
  ['a person may settle it after the end,', 'host/doubts.test.ts', 'it happened: a new run takes it over'],
  [
    'and a fork or re-run asks about it first;',
    'host/doubts.test.ts',
    'a new run asks before it sends it, cleared or not',
  ],
];

describe.each(['L-40a', 'L-41'])('%s', (rule) => {
  const language = join(SHARED, 'PLAN-LANGUAGE.md');
  const own = JSON.parse(readFileSync(join(OWN, `${rule.toLowerCase()}.json`), 'utf8')) as Case[];

  it.skipIf(!existsSync(language))('has a case or a test for each of its words', () => {
    let text = ruleOf(readFileSync(language, 'utf8'), rule);
    for (const says of [...own.map((one) => one.says ?? ''), ...ELSEWHERE.map(([words]) => words)])
      text = text.replace(says, '');
    expect(text.trim()).toBe('');
    // A case that says what the rule does not say is about nothing.
    const whole = ruleOf(readFileSync(language, 'utf8'), rule);
    expect(own.filter(({ says = '-' }) => !whole.includes(says)).map(({ name }) => name)).toEqual([]);
  });
});

it.skipIf(!existsSync(join(SHARED, 'PLAN-LANGUAGE.md')))('what a case of our own says, its rule says', () => {
  const language = readFileSync(join(SHARED, 'PLAN-LANGUAGE.md'), 'utf8');
  const files = readdirSync(OWN).filter((file) => file.endsWith('.json'));
  const own = files.flatMap((file) => JSON.parse(readFileSync(join(OWN, file), 'utf8')) as Case[]);
  // The text of a rule changes; a case that still says the old one is about nothing.
  const stray = own.filter(
    ({ says, rules = [] }) => says && !rules.some((r) => ruleOf(language, r).includes(says)),
  );
  expect(stray.map(({ name }) => name)).toEqual([]);
});

it.each(ELSEWHERE)('"%s" is tested in %s', (_, file, test) => {
  expect(readFileSync(join(import.meta.dirname, file), 'utf8')).toContain(test);
});

/** The text of a rule, without its name and its title, its lines joined. */
function ruleOf(language: string, rule: string): string {
  const from = language.indexOf(`- **${rule}** `);
  const text = language.slice(from, language.indexOf('\n- **', from));
  return text
    .replace(/^- \*\*\S+\*\* (\*[^*]+\* )?/, '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}
