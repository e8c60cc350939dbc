/** "…, with unit, trade and cost", ": name and town": columns that end a sentence side by side are what to see of the rows. Knows no tool. */

import { isPerson, type KnownColumn, yesNoOf } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { thingsOf } from './lexicon/nouns.ts';
import { haveFullNames } from './turned-words.ts';
import type { View } from './view.ts';

const WITH =
  /^(?:with|including|showing|stating|giving|naming|mit|samt|nebst|avec|con|giving me|just|only|nur|solo|seulement)$/iu;
/** Where something is computed, columns beside each other are groups and figures. */
const COMPUTED =
  /^(?:agg:(?!max|min)|share$|pivot$|newcolumn$|running$|rankfig$|distinct$|compare$|columns$|sort$)/u;

/** Uses them up; empty where there are fewer than two. */
export function listingIn(view: View): readonly KnownColumn[] {
  const { mentions } = view;
  if (
    mentions.some(
      ({ meanings, columns }, at) =>
        !view.isUsed(at) && (columns[0]?.fit ?? 0) < 1 && [...meanings].some((one) => COMPUTED.test(one)),
    ) ||
    (mentions.some((_, at) => view.has(at, 'per', 'each') && !view.isUsed(at)) &&
      !mentions.some((_, at) => view.has(at, 'most', 'least', 'newest', 'oldest')))
  )
    return [];
  for (const at of mentions.keys()) {
    if (!leads(view, at)) continue;
    const found = listFrom(view, at + 1);
    if (found === undefined) continue;
    for (const place of found.places) view.use(place);
    return found.columns;
  }
  return [];
}

function leads(view: View, at: number): boolean {
  const said = view.mentions[at];
  if (said === undefined || at === 0) return false;
  if (said.mark !== undefined) return /[:,.?;–—-]/u.test(said.mark);
  return WITH.test(said.text) || view.has(at, 'show') || view.has(at, 'only') || view.has(at, 'table');
}

function listFrom(view: View, from: number): { columns: KnownColumn[]; places: number[] } | undefined {
  const columns: KnownColumn[] = [];
  const places: number[] = [];
  let isNext = true;
  for (let at = from; at < view.mentions.length; at++) {
    const said = view.mentions[at];
    if (said === undefined) break;
    if (said.mark !== undefined && /[.;!?)]/u.test(said.mark)) break;
    const column = isNext ? namedAt(view, at) : undefined;
    if (column !== undefined) {
      columns.push(column);
      places.push(at);
      isNext = false;
    } else if (said.mark === ',' || said.mark === '/' || view.has(at, 'and')) {
      if (isNext && said.mark !== ',' && !view.has(at, 'and')) return undefined;
      if (!isNext && said.mark === ',' && !goesOn(view, at)) break;
      isNext = true;
    } else if (said.small && said.columns.length === 0 && said.mark === undefined) {
      if (!isNext && !POLITE.test(said.text)) return undefined;
    } else if (!isNext && isHead(view, at, columns.at(-1))) places.push(at);
    else return undefined;
  }
  const isFlags = columns.every((column) => yesNoOf(column) !== undefined);
  return columns.length < 2 || isNext || isFlags ? undefined : { columns, places };
}

const POLITE =
  /^(?:please|thanks|thank you|only|bitte|danke|nur|merci|gracias|grazie|too|each|in|that|order|of|them|it)$/iu;

/** Whether the list goes on behind a comma: another column, and no wish of its own. */
function goesOn(view: View, at: number): boolean {
  for (let next = at + 1; next <= at + 3; next++) {
    const said = view.mentions[next];
    if (said === undefined) return false;
    if (namedAt(view, next) !== undefined) return true;
    if (!said.small || said.mark !== undefined) return false;
  }
  return false;
}

function namedAt(view: View, at: number): KnownColumn | undefined {
  const said = view.mentions[at];
  if (said === undefined || said.mark !== undefined || said.cells.length > 0 || view.isUsed(at))
    return undefined;
  if (view.has(at, 'sort', 'most', 'least', 'asc', 'desc', 'newestfirst', 'oldestfirst')) return undefined;
  const fit = said.columns[0]?.fit ?? 0;
  const column = fit >= 0.7 ? view.column(at) : undefined;
  if (column !== undefined) return column;
  const name = nameAt(view, at);
  if (name !== undefined) return name;
  const dates = view.columns.filter(({ kind }) => kind === 'date');
  return view.has(at, 'unit:day') && dates.length === 1 ? dates[0] : undefined;
}

/** "name" of rows no column of which is called so. */
export function nameAt(view: View, at: number): KnownColumn | undefined {
  const said = view.mentions[at];
  const things = said === undefined ? [] : [...thingsOf(fold(said.taken ?? said.text))];
  return things.some((thing) => NAME.has(thing)) ? nameOf(view.columns) : undefined;
}

const NAME = thingsOf('name');

/** What the rows are called by, where no column is called name: who they are, else the one text that each has of its own. */
function nameOf(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const texts = columns.filter(({ kind }) => kind === 'text');
  const people = texts.filter((column) => isPerson(column));
  const own = texts.filter(({ unique, words }) => unique && words.every((word) => !CODE.test(word)));
  const named = own.filter(haveFullNames);
  const [one, other] = people.length > 0 ? people : named.length > 0 ? named : own;
  return other === undefined ? one : undefined;
}

const CODE = /^(?:id|nr|no|ref|code|number|nummer|key|email|mail|phone|address)$/u;

/** "end date", "e-mail address", "membership number": what says again what kind of column it is. */
const isHead = (view: View, at: number, column: KnownColumn | undefined): boolean =>
  (column?.kind === 'date' && view.has(at, 'unit:day')) ||
  (column?.kind === 'text' && HEAD.test(view.mentions[at]?.text ?? ''));
const HEAD = /^(?:name|names|address|addresses|number|numbers|code)$/iu;
