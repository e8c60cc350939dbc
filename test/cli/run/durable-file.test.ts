import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeWhole } from '../../../src/cli/run/durable-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'obelus-durable-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a file is written whole, over the one that was there, and nothing lies beside it', async () => {
  const path = join(folder, 'out.md');
  await writeWhole(path, 'first');
  await writeWhole(path, 'second');
  expect(await readFile(path, 'utf8')).toBe('second');
  expect(await readdir(folder)).toEqual(['out.md']);
});

test('onto a folder’s name nothing is written, and no .part is left behind', async () => {
  await mkdir(join(folder, 'out.md'));
  await expect(writeWhole(join(folder, 'out.md'), 'text')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['out.md']);
  expect(await readdir(join(folder, 'out.md'))).toEqual([]);
});

test('a content that cannot be written leaves the file as it was, and no .part', async () => {
  const path = join(folder, 'out.md');
  await writeWhole(path, 'first');
  await expect(writeWhole(path, 7 as unknown as string)).rejects.toThrow();
  expect(await readFile(path, 'utf8')).toBe('first');
  expect(await readdir(folder)).toEqual(['out.md']);
});
