/** Runs one command of the doors, in the open. Node built-ins alone: it works before anything is installed. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The process group of the command that runs now: a suite starts browsers, which must not outlive it. */
let group = null;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stop();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

function stop() {
  if (group === null) return;
  try {
    process.kill(process.platform === 'win32' ? group : -group, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/**
 * Resolves with the exit code; null where the command could not be started or took longer than `minutes`.
 * Nothing can wait for a key: there is no standard input.
 */
export function run(command, args, { minutes = 25, env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', quiet ? 'ignore' : 'inherit'],
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32' && command === 'npm',
    });
    group = child.pid ?? null;
    const timer = setTimeout(() => {
      console.error(`${command} ${args.join(' ')} took longer than ${minutes} minutes and was stopped.`);
      stop();
      resolve(null);
    }, minutes * 60_000);
    const end = (code) => {
      clearTimeout(timer);
      group = null;
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      end(null);
    });
    child.on('exit', end);
  });
}

/** Runs the JavaScript of an installed package with this very Node. */
export const runPackage = (file, args, options) =>
  run(process.execPath, [`${ROOT}/node_modules/${file}`, ...args], options);
