/**
 * What a person types while a run goes on and nothing is asked: which call they stop, to do it themselves (L-41), or what is to
 * be different from there on (L-63).
 */

import { visible } from '../../lib/visible-text.ts';
import type { Terminal } from '../command.ts';

/** A call that is under way, by the name that is typed: in a sub-run with what comes before it. */
export interface UnderWay {
  readonly name: string;
  /** By what it does; its id again where nothing says that. */
  readonly title: string;
  stop(): Promise<void>;
}

/** Hears what is typed, until it is told not to. */
export interface Typed {
  /** Somebody asks at the terminal: what is typed now is an answer. */
  hush(): void;
  /** Nobody asks any more. */
  listen(): void;
}

export const WHAT_TO_TYPE =
  'While it goes on: Enter shows what is under way, the name of a call stops it alone, and "say …" changes the rest.';

const SAY = /^say\s+(\S.*)$/is;

const DEAF: Typed = { hush: () => {}, listen: () => {} };

/** @param underWay what could be stopped now, @param wish has the rest of the plan changed */
export function hearTyped(
  { typed, err }: Pick<Terminal, 'typed' | 'err'>,
  underWay: () => readonly UnderWay[],
  wish: (said: string) => Promise<void>,
): Typed {
  if (!typed) return DEAF;
  let hearing: AbortController | null = null;
  const take = async (line: string): Promise<void> => {
    const calls = underWay();
    const name = line.trim();
    const call = calls.find((one) => one.name === name);
    if (call) return call.stop();
    const said = SAY.exec(name)?.[1];
    if (said !== undefined) return wish(said);
    const names = calls
      .map(({ name: typed, title }) => (typed.endsWith(title) ? typed : `${typed} (${title})`))
      .join(', ');
    const which = names === '' ? 'Nothing is under way.' : `Under way: ${names}.`;
    err(visible(name === '' ? which : `No call "${name}" is under way. ${which}`));
  };
  const hear = async (own: AbortController): Promise<void> => {
    while (!own.signal.aborted) {
      const line = await typed(own.signal).catch(() => null);
      if (line === null || own.signal.aborted) return;
      await take(line);
    }
  };
  return {
    hush: () => {
      hearing?.abort();
      hearing = null;
    },
    listen: () => {
      if (hearing) return;
      hearing = new AbortController();
      void hear(hearing);
    },
  };
}
