/** A build of a version to come, made of this checkout: another table in the database, other words between page and worker. */

import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { MIGRATIONS } from '../../src/journal/migrations.ts';
import { MESSAGES_VERSION } from '../../src/run/messages.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface NewerBuild {
  /** What a host serves. */
  readonly folder: string;
  remove(): Promise<void>;
}

export async function newerBuild(): Promise<NewerBuild> {
  const root = await mkdtemp(join(tmpdir(), 'obelus-newer-'));
  for (const name of ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'])
    await cp(join(ROOT, name), join(root, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const change = async (file: string, from: string, to: string) => {
    const path = join(root, 'src', file);
    const text = await readFile(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} does not say “${from}” once.`);
    await writeFile(path, text.replace(from, to));
  };
  const messages = `MESSAGES_VERSION = ${MESSAGES_VERSION}`;
  await change('run/messages.ts', messages, `MESSAGES_VERSION = ${MESSAGES_VERSION + 1}`);
  const next = MIGRATIONS.length + 1;
  await change(
    'journal/migrations.ts',
    '  ...[versions, histories],',
    `  ...[versions, histories, { version: ${next}, stores: { 'of-tomorrow': 'id' } }],`,
  );
  const folder = join(root, 'dist');
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { sourcemap: false },
  });
  return { folder, remove: () => rm(root, { recursive: true, force: true }) };
}
