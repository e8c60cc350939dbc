/** Choices and switches out of a clause's words, by name or synonym. Knows no tool. */

import type { Json } from '../../lib/json.ts';
import type { Clause } from './clauses.ts';
import type { Condition } from './conditions.ts';
import type { Ranking } from './rankings.ts';
import type { Field } from './schema.ts';
import { synonymsOf } from './synonyms.ts';
import { nameWords, stemOf, type Word } from './words.ts';

/** One tool's reading of one clause: what is left to use of it. */
export interface Work {
  readonly clause: Clause;
  readonly writes: boolean;
  readonly spent: Set<number>;
  readonly conditions: Set<Condition>;
  readonly rankings: Set<Ranking>;
}

/** The choice that the clause's words say, by name or synonym. A list of choices takes every one that is said. */
export function choice(field: Field, work: Work): Json | undefined {
  if (field.types.includes('boolean')) return flag(field, work);
  const many = field.items?.enumValues;
  const rated = (many ?? field.enumValues ?? [])
    .filter((value): value is string => typeof value === 'string')
    .map((value) => ({ value, ...said(value, work) }))
    .filter(({ rate }) => rate >= 0.6)
    .sort((a, b) => b.rate - a.rate || a.word.start - b.word.start);
  if (rated.length === 0) return undefined;
  // In "phone numbers" the numbers are phones, and not one more thing to look for.
  const heads = rated.filter(({ word }) => !rated.some((other) => word.start - other.word.end === 1));
  const taken = many === undefined ? rated.slice(0, 1) : heads;
  for (const { word } of taken) work.spent.add(word.start);
  return many === undefined ? taken[0]?.value : taken.map(({ value }) => value);
}

const NO_WORD: Word = { text: '', stem: '', start: -1, end: -1 };

function said(value: string, work: Work): { rate: number; word: Word } {
  const stems = nameWords(value).map(stemOf);
  let best = { rate: 0, word: NO_WORD };
  for (const word of freeWords(work)) {
    for (const stem of stems) {
      const same = word.stem === stem ? 1 : synonymsOf(stem).has(word.stem) ? 0.7 : 0;
      const rate = same / Math.sqrt(stems.length);
      if (rate > best.rate) best = { rate, word };
    }
  }
  return best;
}

/** The value of a choice that one word means, by name or synonym. */
export function choiceMeant(field: Field, word: Word): string | undefined {
  return (field.enumValues ?? []).find((value): value is string => {
    if (typeof value !== 'string') return false;
    const [stem, ...more] = nameWords(value).map(stemOf);
    return stem !== undefined && more.length === 0 && (stem === word.stem || synonymsOf(stem).has(word.stem));
  }) as string | undefined;
}

const freeWords = (work: Work): Word[] =>
  work.clause.words.filter(
    (word) =>
      !work.clause.values.some((v) => v.form === 'column' && word.start >= v.start && word.start < v.end) &&
      !work.clause.rankings.some((ranking) => word.start >= ranking.start && word.start < ranking.end),
  );

/** A switch is on only when every word of its name is said. */
function flag(field: Field, work: Work): true | undefined {
  const stems = nameWords(field.name).map(stemOf);
  const words = freeWords(work);
  const hits = stems.map((stem) => words.find((w) => w.stem === stem || synonymsOf(stem).has(w.stem)));
  if (hits.length === 0 || hits.some((hit) => hit === undefined)) return undefined;
  for (const hit of hits) if (hit !== undefined) work.spent.add(hit.start);
  return true;
}
