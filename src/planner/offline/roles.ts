/** Which parameter a value is for, from the words around it: "by region" groups, "top 5" limits. */

import type { Clause } from './clauses.ts';
import type { Field } from './schema.ts';
import { synonymsOf } from './synonyms.ts';
import type { FoundValue } from './values.ts';
import { contentStems, nameWords, stemOf, textStems, type Word } from './words.ts';

/** Prepositions before what a table is grouped, sorted or joined by. */
export const BY: ReadonlySet<string> = new Set([
  'by',
  'per',
  'each',
  'every',
  'on',
  'across',
  'against',
  'over',
  'within',
  'pro',
  'par',
]);
/** Words in a contract for the column that names, orders or groups. */
const KEY_WORDS = [
  'group',
  'key',
  'category',
  'categories',
  'label',
  'x',
  'on',
  'shared',
  'horizontal',
  'slice',
].map(stemOf);
/** Words in a contract for the column that is measured. */
const MEASURE_WORDS = [
  'value',
  'measure',
  'aggregate',
  'added',
  'total',
  'number',
  'numbers',
  'numeric',
  'amount',
  'y',
  'sum',
  'vertical',
  'size',
  'average',
].map(stemOf);

const saysAny = (said: ReadonlySet<string>, words: readonly string[]): boolean =>
  words.some((word) => said.has(word));

/** Whether a parameter wants what names a row, what is measured, or either. */
export function roleOf(field: Field): 'label' | 'measure' | 'either' {
  const { isKey, isMeasure } = leanings(field);
  if (isKey === isMeasure) return 'either';
  return isKey > isMeasure ? 'label' : 'measure';
}

/** Each from 0 to 3: its name says so, its title, or only its description. */
function leanings(field: Field): { isKey: number; isMeasure: number } {
  const says = [field.name, field.schema.title, field.text].map(
    (text) => new Set(nameWords(String(text ?? '')).map(stemOf)),
  );
  const lean = (words: readonly string[]) => {
    const at = says.findIndex((said) => saysAny(said, words));
    return at < 0 ? 0 : says.length - at;
  };
  return { isKey: lean(KEY_WORDS), isMeasure: lean(MEASURE_WORDS) };
}

/** Whether the parameter is the name of a column that does not exist yet. */
export const namesNewColumn = (field: Field): boolean => /\bnew column\b/iu.test(field.text);

/** How well a column suits a parameter that wants one; above 0 when it may be meant. */
export function columnRole(field: Field, column: FoundValue): number {
  // A parameter for the name of a new column takes none that is there already.
  if (namesNewColumn(field)) return 0;
  const { isKey, isMeasure } = leanings(field);
  let rate = field.required ? 0.5 : 0.35;
  if (BY.has(column.cue)) rate += 0.2 * isKey - (isKey > isMeasure ? 0 : 0.15 * isMeasure);
  else rate += 0.1 * isMeasure - (isMeasure >= isKey ? 0 : 0.1 * isKey);
  if (isMeasure > isKey) rate += column.numeric === true ? 0.25 : -0.4;
  if (isKey > isMeasure && column.numeric === true && !BY.has(column.cue)) rate -= 0.2;
  return rate;
}

/** Prepositions that a parameter's name may stand for: "until Friday" is what a period goes to. */
const SAME_CUE: Readonly<Record<string, string>> = { with: 'by', until: 'to', till: 'to', since: 'from' };

const NEAR = 28;

/** What a number counts, past its adjectives: "keywords" of "5 most important keywords". */
function countedBy(value: FoundValue, clause: Clause): Word[] {
  if (value.form !== 'number') return [];
  const stretch = /^(?:\s+[\p{L}-]+){1,4}/u.exec(clause.text.slice(value.end - clause.start))?.[0] ?? '';
  const until = /\s(?:of|from|in|by|per|for|and|or|to|with)\s/iu.exec(`${stretch} `)?.index ?? stretch.length;
  const lead = /\p{L}+(?:\s+(?:only|just|the|first|last))+\s*$/iu.exec(
    clause.text.slice(0, value.start - clause.start),
  );
  const from = lead === null ? value.start : clause.start + lead.index;
  return clause.words.filter((word) => word.start >= from && word.end <= value.end + until);
}

/** How much the words around a value say the parameter's name: `subject "Meeting"`, "5 keywords", "top 3". */
export function nameAffinity(field: Field, value: FoundValue, clause: Clause): number {
  const around = clause.words.filter(
    (word) => word.end >= value.start - NEAR && word.start <= value.end + NEAR,
  );
  const verb = clause.words[0]?.stem;
  const isNext = (word: Word) => word.end >= value.start - 3 && word.start <= value.end + 3;
  const near = new Set(
    [...around.filter(isNext), ...countedBy(value, clause)]
      .filter((word) => word.stem !== verb)
      .map((word) => word.stem),
  );
  const wide = new Set(around.filter((word) => word.stem !== verb).map((word) => word.stem));
  const label = nameWords(`${field.name} ${String(field.schema.title ?? '')}`);
  const name = contentStems(label);
  const synonyms = new Set([...near].flatMap((stem) => [...synonymsOf(stem)]));
  const text = textStems(field.text);
  let rate = saysAny(name, [...near]) ? 1 : saysAny(name, [...synonyms]) ? 0.6 : 0;
  // "Replace by" takes what stands after "by", although "by" says little elsewhere.
  const cue = SAME_CUE[value.cue] ?? value.cue;
  if (cue !== '' && cue !== clause.words[0]?.text.toLowerCase() && label.includes(cue)) rate += 1;
  if (saysAny(text, [...near])) rate += 0.3;
  return rate + (saysAny(name, [...wide]) ? 0.15 : 0);
}
