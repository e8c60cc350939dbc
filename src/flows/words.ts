/** Flows in words, the same in page and terminal. What a stranger named is shown with its hidden characters (L-75). */

import { visible } from '../lib/visible-text.ts';
import type { Effect } from '../plan/contract-shape.ts';
import { isUnencrypted } from '../tools/reached-at.ts';
import type { Sink, Source } from './flow.ts';

/** Kinds of sources that a record from outside brought: they are not the person's who signs (L-74). */
export type Brought = ReadonlySet<Source['kind']>;

const NOTHING: Brought = new Set();

/** Of a run that takes over what a record from outside says: its input and its files are the stranger's. */
export const WITH_RECORD: Brought = new Set(['file', 'input']);

/** What a model is told that plans the rest of a run (L-42): each section of its prompt (`planningMessages`). */
export const TOLD_TO_PLAN =
  'your goal, what failed, the calls of the plan with the values written in them, the beginning of each result, how the files that the plan reads are built and how they begin, and the descriptions of the tools, of the input and of the state';

/** @param nameOf what a person knows a call by, as `callName` names it */
export function sourceWords(
  source: Source,
  nameOf: (call: string) => string,
  brought: Brought = NOTHING,
): string {
  if (brought.has(source.kind)) {
    if (source.kind === 'file' && source.name !== null)
      return `the file ${named(source.name)} that came with the record`;
    if (source.kind === 'input')
      return `the input ${source.path === '' ? '' : `${named(source.path)} `}that came with the record`;
  }
  switch (source.kind) {
    case 'literal':
      return 'what stands in this plan';
    case 'file':
      return source.name === null ? 'a file that only the run names' : `your file ${named(source.name)}`;
    case 'input':
      return source.path === '' ? 'your input' : `your input ${named(source.path)}`;
    case 'secret':
      return `your secret ${named(source.name)}`;
    case 'result':
      return `what ${quoted(nameOf(source.call))} brings`;
    case 'given':
      return `what you gave for ${quoted(nameOf(source.call))}`;
    case 'state':
      return `many results together (${named(source.path)})`;
    case 'any':
      return 'anything that the run holds by then';
    case 'run':
      return TOLD_TO_PLAN;
  }
}

/** A host by its name. @param host as `reachedAt` has it @param path what is asked for there */
export const hostWords = (host: string, path = ''): string =>
  `${visible(host + path)}${isUnencrypted(host) ? ' (unencrypted)' : ''}`;

/** Where something goes, in words that stand in a sentence. */
export function sinkWords(sink: Sink): string {
  switch (sink.kind) {
    case 'device':
      return 'this device';
    case 'file':
      return sink.name === null ? 'a file that only the run names' : `the file ${named(sink.name)}`;
    case 'host':
      return sink.host === null ? 'a host that only the run names' : hostWords(sink.host);
    case 'model':
      return sink.server === null
        ? 'a model, of which none is connected'
        : `the model at ${hostWords(sink.server)}`;
    case 'own':
      return `your own code ${quoted(sink.activity)}`;
  }
}

/** As it may stand in quotation marks: a stranger's name can't end the quotation that it stands in, and go on as a sentence of ours. */
export const quotable = (name: string): string => visible(name).replace(/[“”„‟«»"]/gu, "'");

export const quoted = (name: string): string => `“${quotable(name)}”`;

/** As it is where it reads as one name; in quotation marks where it could read as more words of ours. */
const named = (name: string): string => (/^[†\p{L}\p{N}_.$[\]-]+$/u.test(name) ? name : quoted(name));

const THERE: Readonly<Record<Effect, string>> = {
  none: 'only asks there',
  read: 'reads there',
  write: 'changes things there',
  irreversible: 'changes things there',
};
const HERE: Readonly<Record<Effect, string>> = {
  none: 'worked on here',
  read: 'read here',
  write: 'changes things on this device',
  irreversible: 'changes things on this device',
};
const OWN: Readonly<Record<Effect, string>> = {
  none: 'only computes, says this plan',
  read: 'only reads, says this plan',
  write: 'may change things',
  irreversible: 'may change things',
};

/** What is done there. */
export function effectWords({ kind }: Sink, effect: Effect): string {
  switch (kind) {
    case 'host':
      return THERE[effect];
    case 'model':
      return 'sent to be answered';
    case 'file':
      return 'written';
    case 'own':
      return `${OWN[effect]}, and can’t be held to this table`;
    case 'device':
      return HERE[effect];
  }
}

/**
 * Whether it can be taken back, where that is a question; null for what changes nothing.
 * @param undo the contract says how (§2)
 */
export function undoWords({ kind }: Sink, effect: Effect, undo: boolean): string | null {
  if (effect === 'none' || effect === 'read' || kind === 'file') return null;
  if (undo) return 'can be taken back';
  return effect === 'irreversible' ? 'can’t be taken back' : 'can’t be taken back from here';
}

/** What is done at each turn of a plan that goes on (L-63). */
export const TURN_WORDS =
  'sent each time its calls have ended or one has failed, to have the rest planned · without a question';

/** What is done where a call fails and a model plans the rest (L-42). */
export const REPLAN_WORDS = 'sent where a call fails, to have the rest planned anew · without a question';
