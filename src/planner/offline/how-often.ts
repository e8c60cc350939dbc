/** "at least twice", "only once", "three times or more": how often something is there, said by several words. Knows no column. */

import { fold } from './lexicon/forms.ts';
import { LANGUAGES } from './lexicon/index-of.ts';
import { numberWordsOf } from './lexicon/number-words.ts';
import type { Mention } from './mention.ts';

export interface HowOften {
  readonly operator: string;
  readonly times: number;
}

const NONE: ReadonlySet<string> = new Set();
const OPERATORS: readonly (readonly [string, string])[] = [
  ['cmp:gte', 'atLeast'],
  ['cmp:lte', 'atMost'],
  ['cmp:gt', 'greaterThan'],
  ['cmp:lt', 'lessThan'],
  ['cmp:eq', 'equals'],
];
const ONLY = /^(?:only|just|nur|lediglich|bloss|seulement|solo|soltanto)$/u;
const MORE_THAN = /^(?:more than|mehr als)$/u;
const MANIFOLD = /^(?:several times|repeatedly|mehrfach|mehrmals)$/u;
const MORE_OFTEN = /^(?:ofter|haufiger|more often)$/u;
const TIMES = /^(?:times|mal|fois|veces|volte)$/u;
const OCCURS =
  /^(?:(?:re)?appear(?:s|ed|ing)?|occur(?:s|red|ring)?|listed|found|seen|exists?|vorkomm(?:en|t|end)|auftauch(?:en|t)|auftret(?:en)|auftritt|steh(?:en|t)|erschein(?:en|t)|apparai(?:t|ssent)|figure(?:nt)?|aparecen?|compa(?:re|iono))$/u;
/** Halves of one: "show up", "are there", "kommen … vor". */
const HALVES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:show|shows|come|comes|turn|turns)$/u, /^up$/u],
  [/^(?:that are|are|is)$/u, /^there$/u],
  [/^(?:kommen|kommt)$/u, /^vor$/u],
  [/^(?:tauchen|taucht|treten|tritt)$/u, /^auf$/u],
];
const WORDS: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
]);
const NUMBERS = numberWordsOf(LANGUAGES);

/** What a mention says of it, once `oftenIn` has put its words together. */
export function oftenOf({ meanings }: Mention): HowOften | undefined {
  const [, operator, times] = [...meanings].find((one) => one.startsWith('often:'))?.split(':') ?? [];
  return operator === undefined ? undefined : { operator, times: Number(times) };
}

/** The mentions, the words of each "how often" one wish; those of a bare "twice" say what they always did. */
export function oftenIn(mentions: readonly Mention[]): readonly Mention[] {
  const once = onceIn(mentions);
  if (once !== undefined) return once;
  for (const at of mentions.keys()) {
    const counted = timesAt(mentions, at);
    const found = counted === undefined ? undefined : oftenAt(mentions, at, counted);
    if (found === undefined) continue;
    const { operator, takes } = found;
    return mentions.map((mention, i) => {
      if (!takes.has(i)) return mention;
      const { start, end, text } = mention;
      const plain = { start, end, text, columns: [], cells: [], files: [], meanings: NONE, small: true };
      const meanings = new Set([`often:${operator}:${counted?.times}`]);
      return i === at ? { ...plain, meanings, small: false } : plain;
    });
  }
  return mentions;
}

/** "count each e-mail only once": rows that repeat in that column go, and no row is told by how often it is there. */
function onceIn(mentions: readonly Mention[]): readonly Mention[] | undefined {
  const at = mentions.findIndex((_, i) => {
    const counted = timesAt(mentions, i);
    return (
      counted?.times === 1 && (counted.operator === 'equals' || ONLY.test(fold(mentions[i - 1]?.text ?? '')))
    );
  });
  const of = mentions.findLastIndex(({ small }, i) => i < at && !small);
  const each = mentions.findLastIndex(
    ({ meanings }, i) => i < of && i >= of - 2 && EACH.some((one) => meanings.has(one)),
  );
  if (at < 0 || each < 0 || (mentions[of]?.columns[0]?.fit ?? 0) < 0.8) return undefined;
  const isAgain = mentions.slice(0, each - 1).some(({ meanings }) => meanings.has('agg:count'));
  return mentions.map((mention, i) => {
    // "How many …? Count each e-mail only once": it was said already that they are counted.
    if (i === each - 1 && isAgain && mention.meanings.has('agg:count'))
      return { ...mention, meanings: NONE, small: true };
    if (i === at)
      return { ...mention, meanings: new Set(['dedupe', 'once']), columns: [], cells: [], small: false };
    return i === each || (i > of && i < at) ? { ...mention, meanings: NONE, small: true } : mention;
  });
}
const EACH = ['each', 'every', 'per'] as const;

interface Counted {
  readonly times: number;
  /** Where what comes behind begins. */
  readonly to: number;
  /** It says "times" in the same word: a number of something else is never written so. */
  readonly isOneWord: boolean;
  /** A phrase that says it all: "only once". */
  readonly operator?: string;
}

/** "twice", "dreimal", "three times", "3 mal"; "only once". */
function timesAt(mentions: readonly Mention[], at: number): Counted | undefined {
  const mention = mentions[at];
  if (mention === undefined || mention.cells.length + mention.columns.length > 0) return undefined;
  if (MANIFOLD.test(fold(mention.text)))
    return { times: 1, to: at + 1, isOneWord: true, operator: 'greaterThan' };
  const [, before = '', word = ''] = /^(?:(.+) )?(\S+)$/u.exec(fold(mention.text)) ?? [];
  const times = oneWord(word);
  const operator = ONLY.test(before) ? 'equals' : MORE_THAN.test(before) ? 'greaterThan' : undefined;
  if (before !== '' && operator === undefined) return undefined;
  if (times !== undefined)
    return { times, to: at + 1, isOneWord: true, ...(operator === undefined ? {} : { operator }) };
  const isTimes = TIMES.test(fold(mentions[at + 1]?.text ?? ''));
  return mention.number !== undefined && isTimes
    ? { times: mention.number, to: at + 2, isOneWord: false }
    : undefined;
}

const oneWord = (word: string): number | undefined => {
  const [, number = ''] = /^(.+)mal$/u.exec(word) ?? [];
  return WORDS.get(word) ?? (number === 'ein' ? 1 : NUMBERS.get(number));
};

/** How its number is held against, and which words say so; undefined where it may be something else that is done so often. */
function oftenAt(
  mentions: readonly Mention[],
  at: number,
  { times, to, isOneWord, ...phrase }: Counted,
): { operator: string; takes: ReadonlySet<number> } | undefined {
  const takes = new Set([...Array(to - at).keys()].map((i) => at + i));
  let { operator } = phrase;
  const behind = operatorOf(mentions[to]);
  if (/^or |^oder /iu.test(mentions[to]?.text ?? '') && behind !== undefined) {
    operator = behind;
    takes.add(to);
  }
  let from = at - 1;
  // "öfter als zweimal".
  const isThan = /^(?:than|als|que|che|di)$/iu.test(mentions[from]?.text ?? '');
  const held = mentions[isThan ? from - 1 : from];
  const word = fold(held?.text ?? '');
  const said = operatorOf(held) ?? (isThan && MORE_OFTEN.test(word) ? 'greaterThan' : undefined);
  if (operator === undefined && (said !== undefined || ONLY.test(word))) {
    operator = said ?? 'equals';
    if (isThan) takes.add(from);
    takes.add(isThan ? from - 1 : from);
    from -= isThan ? 2 : 1;
  }
  const verb = occursAt(mentions, from, Math.max(...takes) + 1);
  for (const i of verb) takes.add(i);
  // "customers who ordered at least twice"; a bare "once" is "at some time", and a bare "twice" that there are duplicates.
  const isHeld = said !== undefined && isOneWord && !(said === 'equals' && times === 1);
  if (verb.length === 0 && !isHeld) return undefined;
  return operator === undefined && times <= 2 ? undefined : { operator: operator ?? 'equals', takes };
}

const operatorOf = (mention: Mention | undefined): string | undefined =>
  OPERATORS.find(([meaning]) => mention?.meanings.has(meaning))?.[1];

/** The words of the verb of occurring that stands right before or behind, or around. */
function occursAt(mentions: readonly Mention[], before: number, behind: number): readonly number[] {
  const is = (at: number, pattern: RegExp) => pattern.test(fold(mentions[at]?.text ?? ''));
  const whole = [before, behind].filter((at) => is(at, OCCURS));
  if (whole.length > 0) return whole;
  for (const [first, second] of HALVES) {
    if (is(before - 1, first) && is(before, second)) return [before - 1, before];
    if (is(before, first) && is(behind, second)) return [before, behind];
  }
  return [];
}
