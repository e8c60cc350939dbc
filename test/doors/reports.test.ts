import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

// The doors are plain JavaScript: they run before anything is installed.
const { againAlone } = await import(
  pathToFileURL(join(import.meta.dirname, '../../scripts/doors/reports.mjs')).href
);

const failing = (...names: string[]) => names.map((name) => ({ name, where: `${name}.test.ts` }));
const first = { passed: 100, failed: 2, skipped: 1, failing: failing('a', 'b') };

const never = () => {
  throw new Error('It was run again.');
};

test('a test that passes alone is named as raced, and one that fails again has failed', async () => {
  const asked: string[][] = [];
  const count = await againAlone(first, async (only: string[]) => {
    asked.push(only);
    return { passed: 4, failed: 1, skipped: 0, failing: failing('b') };
  });
  expect(asked).toEqual([['a.test.ts', 'b.test.ts']]);
  expect(count).toEqual({
    passed: 101,
    failed: 1,
    skipped: 1,
    failing: failing('b'),
    raced: failing('a'),
  });
});

test('a second run that crashed, or came to none of them, proves nothing', async () => {
  const crashed = { passed: 4, failed: 1, skipped: 0, failing: [] };
  expect(await againAlone(first, async () => crashed)).toBe(first);
  const empty = { passed: 0, failed: 0, skipped: 0, failing: [] };
  expect(await againAlone(first, async () => empty)).toBe(first);
});

test('many failures, a crash, a file that does not load and a suite without a fault are not run again', async () => {
  const many = { ...first, failed: 4, failing: failing('a', 'b', 'c', 'd') };
  expect(await againAlone(many, never)).toBe(many);
  const crashed = { ...first, failed: 1, failing: [] };
  expect(await againAlone(crashed, never)).toBe(crashed);
  const unloaded = { ...first, failing: [...failing('a'), { name: 'b could not be loaded' }] };
  expect(await againAlone(unloaded, never)).toBe(unloaded);
  const green = { ...first, failed: 0, failing: [] };
  expect(await againAlone(green, never)).toBe(green);
});
