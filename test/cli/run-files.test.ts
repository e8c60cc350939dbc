import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runFiles } from '../../src/cli/run/run-files.ts';

const outer = mkdtempSync(join(tmpdir(), 'obelus-files-'));
const inner = join(outer, 'inner');
mkdirSync(inner);
writeFileSync(join(outer, 'secret.txt'), 'secret');
writeFileSync(join(inner, 'open.txt'), 'open');
symlinkSync(join(outer, 'secret.txt'), join(inner, 'link.txt'));
const files = runFiles(inner, join(outer, 'made'));

describe('files of a run', () => {
  it('are read from their folder', async () => {
    expect(await (await files.read('open.txt')).text()).toBe('open');
  });

  it.each(['../secret.txt', 'link.txt', join(outer, 'secret.txt'), '..', 'nothing.txt'])(
    'are not read from elsewhere: %s',
    async (name) => {
      await expect(files.read(name)).rejects.toMatchObject({ code: 'invalid-arguments' });
    },
  );

  it('are never a named pipe or a folder: opening one would wait for ever', async () => {
    execFileSync('mkfifo', [join(inner, 'pipe.csv')]);
    mkdirSync(join(inner, 'folder.csv'));
    for (const name of ['pipe.csv', 'folder.csv'])
      await expect(files.read(name)).rejects.toMatchObject({ code: 'invalid-arguments' });
  });

  it('are written whole', async () => {
    await files.save('a.txt', new Blob(['hello']));
    expect(readFileSync(join(outer, 'made/a.txt'), 'utf8')).toBe('hello');
  });

  it.each(['../a.txt', '/tmp/a.txt', 'a/b.txt', '..', '.', '', 'a\\b.txt'])(
    'are not written elsewhere: %s',
    async (name) => {
      await expect(files.save(name, new Blob(['x']))).rejects.toMatchObject({ code: 'permission-denied' });
    },
  );
});
