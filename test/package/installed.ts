/** The package as somebody has it who was given the packed file: installed in a folder of its own, without a network. */

import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface Installed {
  readonly folder: string;
  /** The package itself. */
  readonly inside: string;
  /** Writes a file and returns its path. */
  put(name: string, text: string): string;
  /** Runs a file of JavaScript, or the command. */
  node(file: string, ...args: readonly string[]): Promise<Ended>;
  obelus(...args: readonly string[]): Promise<Ended>;
  /** Runs lines as the steps of a CI file are run: the first that fails ends it. */
  steps(lines: string): Promise<Ended>;
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export function install(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'obelus-installed-'));
  const packed = mkdtempSync(join(tmpdir(), 'obelus-packed-'));
  const main = join(ROOT, 'scripts/package/main.ts');
  execFileSync(process.execPath, ['--import', import.meta.resolve('tsx'), main, '--out', packed], {
    stdio: 'pipe',
  });
  const file = readdirSync(packed).find((name) => name.endsWith('.tgz'))!;
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  put('package.json', JSON.stringify({ name: 'somebodys', private: true, type: 'module' }));
  const quietly = ['--offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', join(packed, file), ...quietly], { cwd: folder, stdio: 'pipe' });
  // Receipts of what was approved are this test's own, never those of who runs it.
  const env = { ...process.env, OBELUS_STATE: join(folder, 'state') };
  const run = (path: string, args: readonly string[]) =>
    new Promise<Ended>((resolve) => {
      const child = execFile(path, args, { cwd: folder, env }, (_, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      );
      child.stdin?.end();
    });
  return {
    folder,
    inside: join(folder, 'node_modules/obelus-plan'),
    put,
    node: (path, ...args) => run(process.execPath, [path, ...args]),
    obelus: (...args) => run(join(folder, 'node_modules/.bin/obelus'), args),
    steps: (lines) => run('/bin/sh', ['-eu', put('steps.sh', lines)]),
  };
}
