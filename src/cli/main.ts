/** The command line: finds the command, says what went wrong in sentences, sets the exit code. */

import { createInterface } from 'node:readline/promises';
import manifest from '../../package.json' with { type: 'json' };
import { messageOf } from '../lib/thrown.ts';
import { visible, visibleJson, visibleLines } from '../lib/visible-text.ts';
import { loadPatterns } from '../tools/foreign-pattern.ts';
import { type Command, type ExitCode, Fault, Misuse, printFault, type Terminal } from './command.ts';

/** Each is loaded when it is asked for: a check of a plan should not wait for the planners. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  validate: async () => (await import('./validate.ts')).validate,
  simulate: async () => (await import('./simulate.ts')).simulate,
  test: async () => (await import('./test.ts')).test,
  run: async () => (await import('./run.ts')).run,
  list: async () => (await import('./journal-commands.ts')).list,
  status: async () => (await import('./journal-commands.ts')).status,
  answer: async () => (await import('./journal-commands.ts')).answer,
  resume: async () => (await import('./journal-commands.ts')).resume,
  stop: async () => (await import('./journal-commands.ts')).stop,
  look: async () => (await import('./look.ts')).look,
  'take-back': async () => (await import('./take-back.ts')).takeBack,
  discard: async () => (await import('./discard.ts')).discard,
  plan: async () => (await import('./plan.ts')).plan,
  wire: async () => (await import('./wire.ts')).wire,
  convert: async () => (await import('./convert.ts')).convert,
  conformance: async () => (await import('./conformance.ts')).conformance,
};

async function usage(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const lines = commands.map((command) => `  ${command.usage}`);
  return [
    'Use one of:',
    ...lines,
    'Exit codes: 0 fine; 1 problems found, refused before the first call, or invalid; 2 misuse; 3 waits for a person;',
    '4 failed; 5 stopped; 6 completed with errors.',
  ].join('\n');
}

const HELP: ReadonlySet<string> = new Set(['--help', '-h', 'help']);

async function dispatch(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name = '--help', ...rest] = args;
  if (name === '--version' || name === '-v') {
    terminal.out(`${manifest.version}\n`);
    return 0;
  }
  if (HELP.has(name)) {
    terminal.out(`${await usage()}\n`);
    return args.length > 0 ? 0 : 2;
  }
  const asJson = rest.includes('--json') || rest.includes('--events');
  const misused = (message: string, use: string): ExitCode => {
    if (asJson) printFault(terminal, 'misuse', message);
    else terminal.err(`${visible(message)}\n${use}`);
    return 2;
  };
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
  if (!command) return misused(`There is no command "${name}".`, await usage());
  if (rest.some((arg) => HELP.has(arg) && arg !== 'help')) {
    terminal.out(`${[command.usage, ...(command.help ?? [])].join('\n')}\n`);
    return 0;
  }
  try {
    await loadPatterns();
    return await command.run(rest, terminal);
  } catch (error) {
    if (error instanceof Misuse) return misused(error.message, `Use: ${command.usage}`);
    const message = messageOf(error);
    if (asJson) printFault(terminal, error instanceof Fault ? 'fault' : 'defect', message);
    const isDefect = error instanceof Error && !(error instanceof Fault);
    // What a fault names may be a stranger's, a title or the name of a file: it is one line.
    terminal.err(isDefect ? (error.stack ?? message) : visible(message));
    return 1;
  }
}

/** How long a process that was told to end may take for what is under way, ms. */
const LEAVING_MS = 10_000;

/** Whatever a stranger's words say, no line of theirs begins where one of ours does. */
const inOneStretch = (text: string): string => visibleLines(text).replaceAll('\n', '\n  ');

function realTerminal(): Terminal {
  const [stopping, leaving] = [new AbortController(), new AbortController()];
  let isHeard = false;
  const interrupt = (): void => {
    // The third is for whoever can't get away.
    if (leaving.signal.aborted) process.exit(130);
    (stopping.signal.aborted ? leaving : stopping).abort();
  };
  const terminate = (): void => {
    interrupt();
    // Whoever sent it does not send it twice.
    setTimeout(() => leaving.abort(), LEAVING_MS).unref();
    setTimeout(() => process.exit(143), 2 * LEAVING_MS).unref();
  };
  /** Only who runs something has something to put away: everybody else ends as any process does. */
  const hearSignals = (): void => {
    if (isHeard) return;
    isHeard = true;
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', terminate);
  };
  const { stdin, stdout, stderr } = process;
  let below: string | null = null;
  const wipe = (): void => {
    if (below !== null) stderr.write('\r\u001b[K');
  };
  const draw = (): void => {
    if (below !== null) stderr.write(below.slice(0, (stderr.columns || 80) - 1));
  };
  const ask = async (question: string): Promise<string> => {
    const reader = createInterface({ input: stdin, output: stderr });
    reader.on('SIGINT', interrupt);
    wipe();
    below = null;
    try {
      return await reader.question(inOneStretch(question), { signal: stopping.signal });
    } finally {
      reader.close();
    }
  };
  const typed = async (until: AbortSignal): Promise<string> => {
    const reader = createInterface({ input: stdin, output: stderr });
    reader.on('SIGINT', interrupt);
    try {
      return await reader.question('', { signal: AbortSignal.any([until, stopping.signal]) });
    } finally {
      reader.close();
    }
  };
  return {
    // JSON says the same with its own escapes in it, and a text nothing more than it shows.
    out: (text) => void stdout.write(visibleJson(text)),
    err: (line) => {
      wipe();
      stderr.write(`${inOneStretch(line)}\n`);
      draw();
    },
    progress: (line) => {
      if (!stderr.isTTY) return;
      wipe();
      below = line;
      draw();
    },
    ask: stdin.isTTY ? ask : null,
    ...(stdin.isTTY && stderr.isTTY ? { typed } : {}),
    get signal() {
      hearSignals();
      return stopping.signal;
    },
    get impatient() {
      hearSignals();
      return leaving.signal;
    },
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
