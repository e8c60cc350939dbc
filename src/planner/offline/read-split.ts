/** "split the name into surname and first name", "Anrede und Nachname aus Ansprechpartner trennen": two columns of what stands in one. Knows no tool. */

import type { KnownColumn } from './known-tables.ts';
import { FIRST, LAST } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { inFormula } from './new-column.ts';
import { nameAt } from './read-listing.ts';
import type { Action } from './request.ts';
import type { View } from './view.ts';

type Derive = Extract<Action, { do: 'derive' }>;

const VERB =
  /^(?:split|separate|break|divide|trennen?|trenne|aufteilen|aufspalten|zerlegen?|teile|s[eé]parer?|divis[ae]r?|separar?|dividi(?:r|re)?)$/iu;
const INTO = /^(?:into|in|auf|en|dans|a)$/iu;
const FROM = /^(?:from|of|out of|aus|von|de|du|da|del)$/iu;
/** "two columns please" says it again. */
const AGAIN =
  /^(?:two|zwei|deux|dos|due|2|separate|own|eigenen?|columns?|spalten?|colonnes?|columnas?|colonne|please|bitte|in|into|,)$/iu;
/** What parts are told apart by, the surest first; a space only where nothing else stands in every cell. */
const SEPARATORS = [',', ';', ' - ', ' – ', '/', '|', '@', ':', ' ', '-', '_'];

/** The two columns; undefined where no column is split, or nothing tells how. */
export function splitIn(view: View): readonly Derive[] | undefined {
  const { mentions } = view;
  const verb = mentions.findIndex(({ text }, at) => VERB.test(text) && !view.isUsed(at));
  const and = mentions.findIndex(({ meanings }) => meanings.has('and'));
  if (verb < 0 || and < 0) return undefined;
  const into = mentions.findIndex(({ text }, at) => at > verb && at < and && INTO.test(text));
  const from = mentions.findIndex(({ text }, at) => at > and && FROM.test(text));
  const [subject, first] = into >= 0 ? [verb + 1, into + 1] : from >= 0 ? [from + 1, 0] : [-1, -1];
  const at = [subject, subject + 1].find((i) => columnAt(view, i) !== undefined);
  const column = at === undefined ? undefined : columnAt(view, at);
  if (at === undefined || column === undefined || first < 0) return undefined;
  const one = wordsFrom(view, first, and);
  const other = wordsFrom(view, and + 1, mentions.length);
  const separator = SEPARATORS.find((sign) => column.cells.every((cell) => cell.includes(sign)));
  if (one.length === 0 || other.length === 0 || column.cells.length === 0 || separator === undefined)
    return undefined;
  const isWhole = [...mentions.keys()].every(
    (i) =>
      i === verb ||
      view.isUsed(i) ||
      i === at ||
      one.includes(i) ||
      other.includes(i) ||
      AGAIN.test(mentions[i]?.text ?? '') ||
      mentions[i]?.small === true,
  );
  if (!isWhole) return undefined;
  for (const i of mentions.keys()) view.use(i);
  const called = (places: readonly number[]) => places.map((i) => mentions[i]?.text ?? '').join(' ');
  const names = [called(one), called(other)];
  // "Lund, Ada" begins with the family name, "Ada Lund" ends with it, in whatever order they are asked for.
  const isTurned =
    separator === ','
      ? isName(names[0], FIRST) && isName(names[1], LAST)
      : isName(names[0], LAST) && isName(names[1], FIRST);
  const formulas = partsOf(column, separator);
  return names.map((name, i) => ({
    do: 'derive',
    name: view.columns.some((known) => known.name.toLowerCase() === name.toLowerCase())
      ? `new ${name}`
      : name,
    formula: formulas[isTurned ? 1 - i : i] ?? '',
    numeric: false,
  }));
}

const isName = (name: string | undefined, pattern: RegExp): boolean =>
  fold(name ?? '')
    .split(/\s+/u)
    .some((word) => pattern.test(word));

const columnAt = (view: View, at: number): KnownColumn | undefined => {
  const named = view.column(at, 'label') ?? nameAt(view, at);
  return named?.kind === 'text' ? named : undefined;
};

/** The words of a name, up to what ends it. */
function wordsFrom({ mentions, isUsed }: View, from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = from; at < to; at++) {
    const said = mentions[at];
    if (said === undefined || said.mark !== undefined || VERB.test(said.text)) break;
    if (said.small && found.length === 0 && !FROM.test(said.text)) continue;
    if (said.small || isUsed(at)) break;
    found.push(at);
  }
  return found.length > 3 ? [] : found;
}

/** What stands before the first separator, and all behind it. */
function partsOf({ name }: KnownColumn, separator: string): readonly [string, string] {
  const column = inFormula(name);
  const before = `part(${column}, ${JSON.stringify(separator)}, 1)`;
  return [
    `trim(${before})`,
    `trim(right(${column}, length(${column}) - length(${before}) - ${separator.length}))`,
  ];
}
