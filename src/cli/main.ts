/** The command line: finds the command, says what went wrong in sentences, sets the exit code. */

import { createInterface } from 'node:readline/promises';
import { loadPatterns } from '../tools/foreign-pattern.ts';
import { type Command, type ExitCode, Fault, Misuse, type Terminal } from './command.ts';

/** Each is loaded when it is asked for: a check of a plan should not wait for the planners. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  validate: async () => (await import('./validate.ts')).validate,
  simulate: async () => (await import('./simulate.ts')).simulate,
  run: async () => (await import('./run.ts')).run,
  plan: async () => (await import('./plan.ts')).plan,
  wire: async () => (await import('./wire.ts')).wire,
  convert: async () => (await import('./convert.ts')).convert,
  conformance: async () => (await import('./conformance.ts')).conformance,
};

async function usage(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const lines = commands.map((command) => `  ${command.usage}`);
  return `Use one of:\n${lines.join('\n')}\nExit codes: 0 fine, 1 problems found or run not completed, 2 misuse.`;
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === 'help') {
    terminal.out(`${await usage()}\n`);
    return args.length > 0 ? 0 : 2;
  }
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
  if (!command) {
    terminal.err(`There is no command "${name}".\n${await usage()}`);
    return 2;
  }
  if (rest.includes('--help')) {
    terminal.out(`${command.usage}\n`);
    return 0;
  }
  try {
    await loadPatterns();
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
  const [stopping, leaving] = [new AbortController(), new AbortController()];
  const interrupt = (): void => {
    // The third is for whoever can't get away.
    if (leaving.signal.aborted) process.exit(130);
    (stopping.signal.aborted ? leaving : stopping).abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const ask = async (question: string): Promise<string> => {
    const reader = createInterface({ input: process.stdin, output: process.stderr });
    reader.on('SIGINT', interrupt);
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
    impatient: leaving.signal,
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
