/** Runs the built command as a person does: its own process, its own folder. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPackage } from '../../scripts/package/built.ts';

const MAIN = join(await builtPackage(), 'obelus.js');

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

export interface Folder {
  readonly path: string;
  /** Writes a file and returns its path; what is no text is written as JSON. */
  put(name: string, content: unknown): string;
  at(name: string): string;
  /** Where the user of these commands keeps what they approved: one for all folders of a test's file. */
  readonly state: string;
  /** @param hear is told all that was said on the standard error so far, whenever there is more of it */
  obelus(
    args: readonly string[],
    stdin?: string,
    hear?: (err: string, child: ChildProcess) => void,
  ): Promise<Ended>;
}

const ONE_USER = mkdtempSync(join(tmpdir(), 'obelus-state-'));

/** @param state another user's, or another machine's */
export function newFolder(state = ONE_USER): Folder {
  const path = mkdtempSync(join(tmpdir(), 'obelus-cli-'));
  const at = (name: string) => join(path, name);
  return {
    path,
    at,
    state,
    put: (name, content) => {
      writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content));
      return at(name);
    },
    obelus: (args, stdin, hear) =>
      new Promise((resolve, reject) => {
        const { OPENAI_API_KEY: _, OPENAI_BASE_URL: __, ...env } = process.env;
        const child = spawn(process.execPath, [MAIN, ...args], {
          cwd: path,
          env: { ...env, OBELUS_STATE: state },
        });
        let out = '';
        let err = '';
        child.stdout.on('data', (data) => {
          out += data;
        });
        child.stderr.on('data', (data) => {
          err += data;
          hear?.(err, child);
        });
        child.on('error', reject);
        child.on('close', (code, signal) => resolve({ code, signal, out, err }));
        child.stdin.end(stdin ?? '');
      }),
  };
}
