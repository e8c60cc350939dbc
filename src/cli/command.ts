/** What a command of `npm run -s obelus` is, and how its arguments are read. Knows no command. */

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf } from '../lib/thrown.ts';

/**
 * 0: fine. 1: problems found, refused before the first call, or invalid. 2: misuse. Of a run: 3 waits for a person, 4 failed,
 * 5 stopped, 6 completed with errors.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Where a command speaks. Results go to `out`, everything a person should know beside them to `err`. */
export interface Terminal {
  out(text: string): void;
  err(line: string): void;
  /** One line that stands below all others and is replaced by the next; null takes it away. Nothing where nobody watches. */
  progress(line: string | null): void;
  /** Asks on the terminal; null where nobody sits there. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** The next line that is typed though nothing is asked, until the signal says that something is. Absent where nobody sits there. */
  readonly typed?: (until: AbortSignal) => Promise<string>;
  /** Aborted at the first Ctrl-C. */
  readonly signal: AbortSignal;
  /** Aborted at the second, by whoever does not want to wait for what the first left to be done. */
  readonly impatient: AbortSignal;
}

export interface Command {
  readonly usage: string;
  /** What each option does, a line each, with an example: what `--help` says below the usage. */
  readonly help?: readonly string[];
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
}

/** The command was called in a way that means nothing: exit 2. */
export class Misuse extends Error {}

/** A fault of a file or of the machine, as a sentence: exit 1. */
export class Fault extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads arguments strictly; what is unknown is misuse, said in a sentence. */
export function readArgs<const T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Misuse(messageOf(error));
  }
}

/** What those options come to, as `readArgs` gives it. */
export type ValuesOf<T extends Options> = ReturnType<typeof readArgs<T>>['values'];

/** The one positional argument a command takes. */
export function onlyOne(positionals: readonly string[], what: string): string {
  const [one, ...more] = positionals;
  if (one === undefined) throw new Misuse(`Name ${what}.`);
  if (more.length > 0) throw new Misuse(`Name only one: ${what}. "${more[0]}" is too many.`);
  return one;
}

/** One line of an option that has a closed list of values. */
export function oneOf<T extends string>(value: string, allowed: readonly T[], option: string): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined)
    throw new Misuse(`--${option} is one of ${allowed.join(', ')}; "${value}" is not.`);
  return found;
}

export const printJson = (terminal: Terminal, value: unknown): void =>
  terminal.out(`${JSON.stringify(value, null, 2)}\n`);

/** An object key by key: all of it in one text could be longer than a text can be. */
export function printLargeJson(terminal: Terminal, value: Readonly<Record<string, unknown>>): void {
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  keys.forEach((key, at) => {
    const json = JSON.stringify(value[key], null, 2).replaceAll('\n', '\n  ');
    terminal.out(`${at === 0 ? '{' : ','}\n  ${JSON.stringify(key)}: ${json}`);
  });
  terminal.out(keys.length === 0 ? '{}\n' : '\n}\n');
}

/** Why nothing was done, for a machine: one line, since with `--events` it may be read by lines. */
export const printRefusal = (terminal: Terminal, problems: readonly object[]): void =>
  terminal.out(`${JSON.stringify({ ok: false, status: 'failed', reason: 'invalid', problems })}\n`);

export const printFault = (terminal: Terminal, code: string, message: string): void =>
  printRefusal(terminal, [{ code, severity: 'error', message }]);
