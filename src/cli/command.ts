/** What a command of `npm run -s obelus` is, and how its arguments are read. Knows no command. */

import { type ParseArgsConfig, parseArgs } from 'node:util';

/** 0: fine. 1: problems found, or the run did not complete. 2: misuse. */
export type ExitCode = 0 | 1 | 2;

/** Where a command speaks. Results go to `out`, everything a person should know beside them to `err`. */
export interface Terminal {
  out(text: string): void;
  err(line: string): void;
  /** Asks on the terminal; null where nobody sits there. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Aborted at the first Ctrl-C. */
  readonly signal: AbortSignal;
  /** Aborted at the second, by whoever does not want to wait for what the first left to be done. */
  readonly impatient: AbortSignal;
}

export interface Command {
  readonly usage: string;
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
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}

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
