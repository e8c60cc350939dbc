/** `bench [NAME]`: hands over to scripts/bench, which needs browsers and peers that the program does not. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Command, type ExitCode, readArgs } from './command.ts';

const MAIN = fileURLToPath(new URL('../../scripts/bench/main.ts', import.meta.url));

export const bench: Command = {
  usage: 'obelus bench [NAME] [--json]',
  run(args) {
    readArgs(args, { json: { type: 'boolean' } });
    const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], { stdio: 'inherit' });
    return new Promise<ExitCode>((resolve) => {
      child.on('exit', (code) => resolve(code === 0 ? 0 : code === 2 ? 2 : 1));
    });
  },
};
