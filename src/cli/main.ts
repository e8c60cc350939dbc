/** The command line: finds the command, says what went wrong in sentences, sets the exit code. */

import { createInterface } from 'node:readline/promises';
import { bench } from './bench.ts';
import { type Command, type ExitCode, Fault, Misuse, type Terminal } from './command.ts';
import { conformance } from './conformance.ts';
import { convert } from './convert.ts';
import { plan } from './plan.ts';
import { run } from './run.ts';
import { simulate } from './simulate.ts';
import { validate } from './validate.ts';
import { wire } from './wire.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  validate,
  simulate,
  run,
  plan,
  wire,
  convert,
  conformance,
  bench,
};

const usage = (): string =>
  `Use one of:\n${Object.values(COMMANDS)
    .map((command) => `  ${command.usage}`)
    .join('\n')}\nExit codes: 0 fine, 1 problems found or run not completed, 2 misuse.`;

async function dispatch(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === 'help') {
    terminal.out(`${usage()}\n`);
    return args.length > 0 ? 0 : 2;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    terminal.err(`There is no command "${name}".\n${usage()}`);
    return 2;
  }
  if (rest.includes('--help')) {
    terminal.out(`${command.usage}\n`);
    return 0;
  }
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    if (error instanceof Misuse) {
      terminal.err(`${error.message}\nUse: ${command.usage}`);
      return 2;
    }
    if (error instanceof Fault) terminal.err(error.message);
    else terminal.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
}

function realTerminal(): Terminal {
  const stopping = new AbortController();
  // The second Ctrl-C is for whoever does not want to wait for the first.
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  const ask = async (question: string): Promise<string> => {
    const reader = createInterface({ input: process.stdin, output: process.stderr });
    reader.once('SIGINT', () => stopping.abort());
    try {
      return await reader.question(question, { signal: stopping.signal });
    } finally {
      reader.close();
    }
  };
  return {
    out: (text) => void process.stdout.write(text),
    err: (line) => void process.stderr.write(`${line}\n`),
    ask: process.stdin.isTTY ? ask : null,
    signal: stopping.signal,
  };
}

// A reader that goes away, such as `| head`, is no defect of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(1);
  throw error;
});
const code = await dispatch(process.argv.slice(2), realTerminal());
// An activity that ignores its signal would keep the process alive.
process.stdout.write('', () => process.exit(code));
