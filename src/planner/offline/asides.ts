/** What a goal says besides: why it is asked, for whom, what else goes on. Knows no tool and no table. */

import {
  ALREADY,
  CALLS,
  FOR,
  MAYBE_REASONS,
  OCCASIONS,
  OTHERS,
  REASONS,
  SPEAKERS,
  VERBS,
  WISHING,
} from './lexicon/asides.ts';
import { fold } from './lexicon/forms.ts';
import { isUnknown, type Mention } from './mention.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * The mentions, those marked that say nothing of the files and nothing that is wished for: no reader sees more in them than small
 * words, and they are named as not used. Where nothing else is said, none is.
 * @param today days after it are no rows', ISO
 */
export function asidesIn(mentions: readonly Mention[], today: string): Mention[] {
  const aside = new Set<Mention>();
  const clauses = clausesOf(mentions);
  for (const clause of clauses) {
    const isCalled = clause === clauses[0] && clause.length === 1 && CALLS.has(fold(clause[0]?.text ?? ''));
    const part = isCalled || isAside(clause, today) ? clause : purposeIn(clause);
    for (const mention of part) aside.add(mention);
  }
  if (mentions.every((one) => aside.has(one) || one.small || one.mark !== undefined)) return [...mentions];
  return mentions.map((one) =>
    aside.has(one) && one.mark === undefined
      ? { ...one, meanings: NONE, columns: [], cells: [], small: true, isAside: !one.small }
      : one,
  );
}

/** What stands between two marks. */
function clausesOf(mentions: readonly Mention[]): Mention[][] {
  const clauses: Mention[][] = [[]];
  for (const mention of mentions) {
    if (mention.mark !== undefined && /[.,;:!?()–—-]/u.test(mention.mark)) clauses.push([]);
    else if (REASONS.has(fold(mention.text))) clauses.push([mention]);
    else clauses.at(-1)?.push(mention);
    if (mention.mark === '?') clauses.splice(-2, 1, []);
  }
  return clauses.filter((clause) => clause.length > 0);
}

const wordsOf = (clause: readonly Mention[]): string[] =>
  clause.flatMap(({ text }) => fold(text).split(/[^\p{L}\p{N}]+/u)).filter(Boolean);

/** Words that begin a sentence and say nothing yet. */
const OPENING =
  /^(?:and|but|well|ok|okay|right|so|und|aber|also|et|mais|y|pero|e|ma|which|that|die|das|was|qui|que|che)$/u;

/** "I have to give a talk next week", "because the printer is broken": who speaks or why, and nothing that a file knows. */
function isAside(clause: readonly Mention[], today: string): boolean {
  // "next week" is no row's.
  const isAhead = clause.some(({ meanings }) => meanings.has('rel:next'));
  if (clause.some((one) => saysMore(one, today, isAhead))) return false;
  const words = wordsOf(clause);
  const from = words.findIndex((word) => !OPENING.test(word));
  const [first = '', ...rest] = words.slice(from);
  if (!speaks(first, rest) && !isReason(words)) return false;
  const wish = rest.findIndex((word) => WISHING.has(word));
  if (wish < 0) return true;
  const behind = rest.slice(wish + 1);
  // "I need it for …": of what was said; "I need a pivot" is said now.
  return ALREADY.has(behind[0] ?? '') && behind.some((word) => FOR.has(word));
}

/** "my boss likes pictures", and not "our Leeds branch". */
const speaks = (first: string, rest: readonly string[]): boolean =>
  SPEAKERS.has(first) &&
  (!WHOSE.test(first) ||
    (rest.length > 2 && rest.slice(1, 3).some((word) => VERBS.has(word) || /[^s]s$|ed$/u.test(word))));
const WHOSE = /^(?:my|our|mein|meine|unser|unsere|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]|mi[oa]|nostr[oa])$/u;

/** "because the printer is broken", "since we meet on Monday", "so that they see it". */
const isReason = (words: readonly string[]): boolean =>
  words.slice(0, 2).some((word, at) => {
    const next = words[at + 1] ?? '';
    if (REASONS.has(word)) return words.length > at + 2;
    return MAYBE_REASONS.has(word) && (SPEAKERS.has(next) || OTHERS.has(next));
  });

/** "for the notice board", "für den Aushang": from its first word to the end of the clause or of what is it for. */
function purposeIn(clause: readonly Mention[]): Mention[] {
  for (const [at, mention] of clause.entries()) {
    if (!FOR.has(fold(mention.text))) continue;
    let to = at + 1;
    let isOne = false;
    for (; to < clause.length; to++) {
      const one = clause[to];
      if (one === undefined || (!one.small && !isUnknown(one) && !isOccasion(one))) break;
      if (isOccasion(one)) isOne = true;
      else if (isOne && one.small) break;
    }
    const isEnd = to >= clause.length || clause[to]?.small === true || at === 0 || isOne;
    if (isOne && isEnd) return clause.slice(at, to);
  }
  return [];
}

const isOccasion = ({ text, columns, cells, files }: Mention): boolean =>
  columns.every(({ fit }) => fit < 0.8) && cells.length + files.length === 0 && OCCASIONS.has(fold(text));

/** What rows may be told by, and what may be done: neither is said by the way. */
function saysMore(mention: Mention, today: string, isAhead: boolean): boolean {
  const { meanings, columns, cells, files, number, period, quoted, target, address, formula } = mention;
  if (period !== undefined) return period.from <= today;
  if ([number, quoted, target, address, formula].some((one) => one !== undefined)) return true;
  if (files.length + cells.length > 0 || columns.some(({ fit }) => fit >= 0.6)) return true;
  return [...meanings].some((one) => !IDLE.has(one) && !(one.startsWith('unit:') && isAhead));
}

/** Meanings that a sentence about the speaker may have: "I have not got time", "my boss likes to see …". */
const IDLE: ReadonlySet<string> = new Set([
  'not',
  'nopartner',
  'show',
  'who',
  'note',
  'any',
  'every',
  'also',
  'next',
  'and',
  'by',
  'many',
  'reading',
  'today',
  'rel:this',
  'rel:next',
  'called',
]);
