/**
 * A sample of what strangers' documents come to. `npm run bench -- fuzz` tries a hundred thousand; what one of them broke is
 * kept by its seed (`kept.json`), under what was wrong with it.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODES } from './codes.ts';
import { documentOf, FUZZED } from './documents.ts';
import { faultOf, prototypes } from './tried.ts';

const KEPT = JSON.parse(readFileSync('test/fuzz/kept.json', 'utf8')) as Record<string, number[]>;
/** Other documents than the bench has, which begins at its own seed. */
const FROM = 5_000;
const EACH = 12;

/** Packages that are fetched late bring what an old engine lacks: all of them are here before anything is compared. */
async function loaded(): Promise<string> {
  for (let seed = 0; seed < FUZZED.length * 2; seed++)
    await faultOf(await documentOf(seed), CODES, prototypes());
  return prototypes();
}

test.each(Object.entries(KEPT))('what once broke does so no more: %s', async (_, seeds) => {
  const before = await loaded();
  for (const seed of seeds)
    expect([seed, (await faultOf(await documentOf(seed), CODES, before))[1]]).toEqual([seed, undefined]);
});

test('documents of every kind break nothing, and half of them reach the run', async () => {
  const before = await loaded();
  let ran = 0;
  const wrong: string[] = [];
  const many = FUZZED.length * EACH;
  for (let seed = FROM; seed < FROM + many; seed++) {
    const document = await documentOf(seed);
    const [came, fault] = await faultOf(document, CODES, before);
    if (fault !== undefined) wrong.push(`${document.kind} of seed ${seed}: ${fault}`);
    if (came.ran) ran++;
  }
  expect(wrong).toEqual([]);
  expect(ran * 2).toBeGreaterThan(many);
});

test('a document of a seed is the same each time', async () => {
  for (let seed = 0; seed < FUZZED.length; seed++)
    expect((await documentOf(seed)).text).toBe((await documentOf(seed)).text);
});
