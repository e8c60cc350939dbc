/**
 * Every document of this folder, tried as the app would take it (`tried.ts`). A new one is added by dropping a file into the
 * folder of its kind.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { jsonEquals } from '../../src/lib/json.ts';
import { KINDS, type Trick } from './tried.ts';

const HERE = 'test/red-team';
const TRICKS = Object.keys(KINDS).flatMap((kind) =>
  readdirSync(`${HERE}/${kind}`).map((name) => ({
    kind,
    name,
    trick: JSON.parse(readFileSync(`${HERE}/${kind}/${name}`, 'utf8')) as Trick,
  })),
);

/** What a problem is called, as the page of them lists it. */
const CODES = new Set(
  [...readFileSync('docs/problems.md', 'utf8').matchAll(/^### `?([a-z-]+)`?/gm)].map(([, code]) => code),
);
const RAW = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** What every object has; a document that reaches a prototype changes it for all that come after. */
const prototypes = () =>
  [Object, Array, String, Number, Function, Promise, Map, RegExp].map((type) =>
    // In whatever order: a package that is fetched late puts one of its own in the place of one that an engine has.
    Object.getOwnPropertyNames(type.prototype).sort().join(),
  );
const before = prototypes();

test('there are eighty, and half of them stand in no review', () => {
  expect(TRICKS.length).toBeGreaterThanOrEqual(80);
  const own = TRICKS.filter(({ trick }) => trick.review === undefined);
  expect(own.length * 2).toBeGreaterThanOrEqual(TRICKS.length);
});

describe.each(Object.keys(KINDS))('%s', (kind) => {
  const own = TRICKS.filter((one) => one.kind === kind);
  // One that takes longer hangs a page.
  test.each(own)('$name: $trick.trick', { timeout: 20_000 }, async ({ trick }) => {
    const { must } = trick;
    const { refused, said, given, codes } = await KINDS[kind]!(trick);
    const all = said.join('\n');
    for (const words of must.refused ?? must.shows ?? []) expect(all).toContain(words);
    for (const words of must.never ?? []) expect(all).not.toContain(words);
    expect(refused).toBe(must.refused !== undefined);
    if (must.gives !== undefined && !jsonEquals(given, must.gives)) expect(given).toEqual(must.gives);
    for (const line of said) expect(line).not.toMatch(RAW);
    if (kind === 'plans' || kind === 'contracts' || kind === 'links')
      for (const code of codes) expect(CODES).toContain(code);
    expect(said.filter((line) => line.startsWith('  SHA-256 ')).length).toBeLessThanOrEqual(1);
    expect(prototypes()).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
