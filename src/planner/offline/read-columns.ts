/** Columns for their own sake: which to show or drop, duplicates, "the different cities". Knows no tool. */

import { oftenOf } from './how-often.ts';
import { isIdentifier, type KnownColumn, wordsIn } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { isMeasure } from './measuring.ts';
import type { Mention } from './mention.ts';
import type { Action, Condition } from './request.ts';
import { sameWord } from './same-word.ts';
import type { View } from './view.ts';
import type { Wish } from './wish.ts';

export function duplicatesIn(wish: Wish): Action[] {
  const view = wish.view;
  const once = view.find('once');
  const at = once < 0 ? view.find('dedupe', 'duplicates') : once;
  if (at < 0) return [];
  const removes = view.has(at, 'dedupe') || view.find('not') >= 0;
  if (!removes) return [];
  view.use(at);
  const verb = view.find('not');
  if (verb >= 0 && Math.abs(verb - at) < 5) view.use(verb);
  const columns: string[] = [];
  let per: number | undefined;
  // "each e-mail only once": what must not repeat stands before it.
  const of = view.has(at, 'once') ? view.previousNamed(at - 1) : undefined;
  const own = of === undefined ? undefined : view.column(of);
  if (of !== undefined && own !== undefined) {
    view.use(of);
    return [{ do: 'dedupe', columns: [own.name] }];
  }
  for (let next = at + 1; next < Math.min(view.mentions.length, at + 8); next++) {
    const column = view.column(next);
    if (
      column !== undefined &&
      (view.mentions[next]?.columns[0]?.fit ?? 0) >= (per === undefined ? 0.8 : 0.55)
    ) {
      columns.push(column.name);
      view.use(next);
      if (per !== undefined) view.use(per);
    } else if (view.has(next, 'save', 'agg:sum', 'agg:count', 'agg:mean', 'next', 'sort', 'show')) break;
    // "duplicates by email" are of the same e-mail.
    else if (view.has(next, 'per')) per = next;
  }
  return [{ do: 'dedupe', columns }];
}

/** "surnames that come up more than once", "that are there at least three times": how often each is there, and those of so many. */
export function repeatedIn(wish: Wish): Condition[] {
  const view = wish.view;
  const often = view.mentions.findIndex((one, i) => !view.isUsed(i) && oftenOf(one) !== undefined);
  const at = often < 0 ? view.find('duplicates') : often;
  if (at < 0 || wish.keys.length > 0 || wish.figures.length > 0) return [];
  const near = [...view.mentions.keys()].filter((i) => Math.abs(i - at) <= 6 && !view.isUsed(i));
  const named = near.flatMap((i) => {
    const column = (view.mentions[i]?.columns[0]?.fit ?? 0) >= 0.8 ? view.column(i) : undefined;
    return column === undefined ? [] : [{ i, column, isLabel: view.column(i, 'label') !== undefined }];
  });
  // "customers that are there twice" may be numbers, where nothing beside them is called by a name.
  const labels = named.filter(({ isLabel }) => isLabel);
  const [one, other] = labels.length > 0 ? labels : named;
  if (one === undefined || other !== undefined || one.column.unique) return [];
  view.use(at);
  view.use(one.i);
  wish.keys.push({ column: one.column.name });
  wish.figures.push({ aggregate: 'count' });
  const { operator, times } = oftenOf(view.mentions[at] as Mention) ?? { operator: 'greaterThan', times: 1 };
  return [{ column: 'count', operator, value: times }];
}

/** "how many different customers", "the different cities". */
export function distinctIn(wish: Wish): { column: string; counted: boolean } | undefined {
  const view = wish.view;
  const at = view.find('distinct');
  if (at < 0) return undefined;
  const next = view.nextSaid(at + 1);
  const column = next === undefined ? undefined : view.column(next);
  if (next === undefined || column === undefined) return undefined;
  const count = view.find('agg:count');
  view.use(at);
  view.use(next);
  if (count >= 0 && count <= at) {
    view.use(count);
    return { column: column.name, counted: true };
  }
  return {
    column: column.name,
    counted:
      view.mentions[at]?.text.includes(' ') === true &&
      count < 0 &&
      /how|number|viele|anzahl/iu.test(view.mentions[at]?.text ?? ''),
  };
}

/** "only the columns a and b", "name and email only": columns that are listed for their own sake. */
export function selectedColumns(wish: Wish): string[] {
  const view = wish.view;
  const dropped = droppedColumns(wish);
  if (dropped.length > 0) return dropped;
  const at = view.find('columns');
  if (at < 0) return [];
  const names: string[] = [];
  for (let i = at + 1; i < view.mentions.length; i++) {
    const column = view.column(i);
    if (column !== undefined) {
      names.push(column.name);
      view.use(i);
    } else if (view.mentions[i]?.small !== true && !view.has(i, 'and')) break;
  }
  if (names.length > 0) view.use(at);
  return names;
}

/** "drop the email column": all columns but those. */
function droppedColumns(wish: Wish): string[] {
  const view = wish.view;
  const verb = view.find('not');
  if (
    verb < 0 ||
    !/^(?:drop|remove|delete|omit|leave out|entferne|losche|lösche|streiche)$/iu.test(
      view.mentions[verb]?.text ?? '',
    )
  )
    return [];
  const word = view.mentions.findIndex(
    ({ text }, i) => i > verb && /^(?:columns?|spalten?|colonnes?|columnas?|colonn[ae])$/iu.test(text),
  );
  if (word < 0 || word - verb > 8) return [];
  const names: string[] = [];
  for (let i = verb + 1; i < Math.min(view.mentions.length, word + 4); i++) {
    const column = view.column(i);
    if (column === undefined) continue;
    names.push(column.name);
    view.use(i);
  }
  if (names.length === 0) return [];
  view.use(verb);
  return view.columns
    .filter(({ name, reckoned }) => reckoned === undefined && !names.includes(name))
    .map(({ name }) => name);
}

/** Whether the rows are called by their file; "expenses" and "the honey harvest" are what is measured of them, too. */
export const namesRows = (view: View): boolean =>
  view.mentions.some(({ files, text }) => files.length > 0 && !isMeasure(fold(text)));

/** "the share of the total": a sum is spoken of, and no number of things. */
export const namesTotal = ({ mentions }: View): boolean =>
  mentions.some(
    ({ meanings, text }) => meanings.has('agg:sum') || (meanings.has('share') && /total/iu.test(text)),
  ) && !mentions.some(({ meanings }) => meanings.has('agg:count'));

/** The name that each row has of its own, where the goal calls the rows by it: "the ten quickest runners". */
export const subjectOf = (view: View): string | undefined =>
  view.mentions
    .flatMap((said, at) => (view.isUsed(at) ? said.columns : []))
    .find(({ column, fit }) => column.unique && column.kind === 'text' && fit >= 0.8)?.column.name;

export const MONEY = /^(?:money|geld|argent|dinero|soldi|denaro)$/iu;

const RELATES =
  /^(?:that|who|which|whose|where|is|are|was|were|has|have|had|sind|ist|war|waren|hat|haben|deren|dessen|qui|dont|sont|est|que|che|cuyo|cui|sono|son|est[aá]n?)(?: |$)/iu;

/**
 * Whether a column stands where columns are listed: behind "show", at the beginning, or behind another that is. Of one
 * in the middle of a sentence – "nobody is assigned to" – nobody can say what it is for.
 */
export function isListed(view: View, at: number, listed: readonly number[]): boolean {
  // "both price lists" are files.
  if (
    /^(?:lists?|tables?|files?|sheets?|listen?|tabellen?|dateie?n?)$/iu.test(
      view.mentions[at + 1]?.text ?? '',
    )
  )
    return false;
  for (let before = at - 1; before >= 0; before--) {
    const said = view.mentions[before];
    if (said === undefined || listed.includes(before)) return true;
    // "items that are out of stock": what tells which are meant is not shown.
    if (RELATES.test(said.text) && before > 0 && view.mentions[before - 1]?.mark === undefined) return false;
    if (/[.;:!?]/u.test(said.mark ?? '')) return true;
    if (view.has(before, 'show', 'which', 'extract', 'only', 'columns', 'save', 'join', 'also', 'called'))
      return true;
    if (said.number !== undefined || view.has(before, 'top', 'most', 'least', 'newest', 'oldest', 'first'))
      continue;
    if (!said.small && said.mark === undefined && !view.has(before, 'and') && !view.isUsed(before))
      return false;
    if (view.has(before, 'not', 'nopartner', 'or')) return false;
  }
  return true;
}

/** "all orders" of a table whose rows have an order_id each: the rows are called so, and their number is not what is asked for. */
function callsRows(text: string, column: KnownColumn): boolean {
  if (!column.unique || !isIdentifier(column) || column.words.length < 2) return false;
  const said = wordsIn(text);
  const [noun] = column.words;
  return (
    said.length === 1 &&
    said[0] !== undefined &&
    noun !== undefined &&
    said[0] !== noun &&
    sameWord(said[0], noun)
  );
}

const ALL = /^(?:all|alle[nr]?|sämtlichen?|tou(?:s|tes)|tod[oa]s|tutt[ei])$/iu;

/** "Mieten" of a column Mietpreis: only what its name begins with. Of "prices" the column is meant: it is a price, and no rent. */
export function beginsName({ columns: [best], text }: Mention): boolean {
  const said = fold(text).slice(0, 4);
  return (
    best?.column.kind === 'number' &&
    best.fit < 0.95 &&
    best.column.words.some((own) => own.length > 7 && own.startsWith(said))
  );
}

/** "alle Mieten" of a column Mietpreis: all of the rows. */
export function areAllRows(mentions: readonly Mention[], at: number): boolean {
  const said = mentions[at];
  const isAll = mentions.slice(Math.max(0, at - 2), at).some(({ text }) => ALL.test(text));
  return isAll && said !== undefined && beginsName(said);
}

/** Columns that are named and nothing else was done with: they are what should be seen. Uses them up. */
export function listedColumns(view: View): string[] {
  const names: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < view.mentions.length; at++) {
    const said = view.mentions[at];
    if (said === undefined || view.isUsed(at) || said.columns.length === 0) continue;
    // "sort the parts": the verb, and no column of kinds.
    if (said.small && (said.columns[0]?.fit ?? 0) < 1) continue;
    const isColumn =
      (said.columns[0]?.fit ?? 0) >= 1 &&
      view.columns.some(({ name }) => name.toLowerCase() === said.text.toLowerCase());
    if (said.files.length > 0 && !isColumn) continue;
    // "who owes us money" asks to see no column.
    if (!isColumn && MONEY.test(said.text)) continue;
    const column = view.column(at);
    if (column === undefined || names.includes(column.name) || !isListed(view, at, places)) continue;
    if (callsRows(said.text, column) || areAllRows(view.mentions, at)) continue;
    names.push(column.name);
    places.push(at);
  }
  for (const at of places) view.use(at);
  return names;
}
