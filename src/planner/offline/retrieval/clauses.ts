/** Splits a goal into clauses, one request each. Knows verbs, not tools. */

import { ACTION_STEMS } from './action-words.ts';
import { STOP_WORDS } from './stop-words.ts';
import { PHRASES } from './synonyms.ts';
import type { FoundValue } from './values.ts';
import { stemOf, type Word, wordsOf } from './words.ts';

/** One request of the goal: its words, and what was found among them. Offsets are those of the whole goal. */
export interface Clause {
  readonly start: number;
  readonly text: string;
  readonly words: readonly Word[];
  readonly values: readonly FoundValue[];
}

const BREAK =
  /[.?!;:]+(?=\s|$)|\n+|,?\s*\b(?:and|or|but)?\s*\b(?:then|afterwards|finally|after that|next)\b,?|,\s*(?:and|but)?\s|\s(?:and|&|plus|while)\s/giu;
/** "After that is done, …" says when, and not what: it belongs to the request that follows. */
const ASIDE =
  /^\W*(?:and |then |please )*(?:after|before|once|upon|when|while|as|based|following|subsequent|given|considering|with|using|having|if|since|for)\b[^,.;]*$/iu;
const HARD = /[.?!;\n]|then|afterwards|finally|after that|next/iu;

/** `isAction` adds the verbs of a catalogue to the common ones. */
export function splitClauses(
  goal: string,
  values: readonly FoundValue[],
  isAction: (stem: string) => boolean,
): Clause[] {
  const cuts = [0];
  for (const match of goal.matchAll(BREAK)) {
    const after = match.index + match[0].length;
    const inside = values.some(
      (value) =>
        match.index < value.end && after > value.start && !/\s$/u.test(match[0]) && match.index > value.start,
    );
    const aside = match[0].includes(',') && ASIDE.test(goal.slice(cuts.at(-1) ?? 0, match.index));
    if (!inside && !aside && (HARD.test(match[0]) || beginsAction(goal, after, values, isAction)))
      cuts.push(after);
  }
  return cuts
    .map((start, i) => clauseOf(goal, start, cuts[i + 1] ?? goal.length, values))
    .filter((clause) => clause.words.length > 0 || clause.values.length > 0);
}

function beginsAction(
  goal: string,
  at: number,
  values: readonly FoundValue[],
  isAction: (stem: string) => boolean,
): boolean {
  const [first, second] = wordsOf(goal.slice(at, at + 80)).filter(
    (word) => !/^(?:please|also|just|to)$/iu.test(word.text),
  );
  if (first === undefined || values.some((v) => at + first.start >= v.start && at + first.start < v.end))
    return false;
  // "customers and orders": a plural is a thing, not a request.
  if (/[^s]s$|ing$/iu.test(first.text) && first.text.length > 3) return false;
  if (/^(?:how|what|which|who)$/iu.test(first.text)) return second !== undefined;
  return ACTION_STEMS.has(first.stem) || isAction(first.stem);
}

function clauseOf(goal: string, start: number, end: number, all: readonly FoundValue[]): Clause {
  const values = all.filter((value) => value.start >= start && value.start < end);
  const text = goal.slice(start, end);
  const covered = (from: number) => values.some((value) => from >= value.start && from < value.end);
  const phrases = PHRASES.flatMap(([pattern, meaning]) =>
    [...text.matchAll(pattern)].map((match) => ({
      text: match[0],
      stem: stemOf(meaning),
      start: start + match.index,
      end: start + match.index + match[0].length,
    })),
  );
  const plain = wordsOf(text)
    .map((word) => ({ ...word, start: word.start + start, end: word.end + start }))
    .filter(
      (word) => !covered(word.start) && !phrases.some((p) => word.start >= p.start && word.end <= p.end),
    );
  // The verb of the request comes first, so that an aside is not taken for it.
  const comma = text.indexOf(',');
  const main = comma >= 0 && ASIDE.test(text.slice(0, comma)) ? start + comma : start;
  const words = [...phrases, ...plain]
    .filter((word) => !STOP_WORDS.has(word.text.toLowerCase()))
    .sort((a, b) => Number(a.start < main) - Number(b.start < main) || a.start - b.start);
  return { start, text, words, values };
}

const LEAD =
  /^(?:\s|please|can you|could you|i want to|i'd like to|also|then|and|me|us|them|about|that|for|to|of|:|,)+(?!\w)/iu;

/** The rest of a clause after its verb: "a name" of "Ask me for a name". */
export function restOf(clause: Clause): string {
  let text = clause.text
    .replace(/[\s,;:.?!]+$/u, '')
    .replace(/[,\s]+(?:and|or|then)$/iu, '')
    .trim();
  text = text.replace(LEAD, '');
  const verb = clause.words[0];
  if (verb !== undefined && text.toLowerCase().startsWith(verb.text.toLowerCase()))
    text = text.slice(verb.text.length);
  return text.replace(LEAD, '').trim();
}
