/** What a goal calls a new column: "… as Value", "margin = …", "a column gap that is …". Knows no formula. */

import { fold } from './lexicon/forms.ts';
import { statesOf } from './lexicon/states.ts';
import type { Read } from './read-arithmetic.ts';
import type { View } from './view.ts';

/** @param at where what it is reckoned by begins */
export function nameIn(view: View, at: number, read: Read): string {
  const said = namedAs(view, read.to) ?? (mayBeNamed(view, read) ? nameFor(view, at, read.to) : undefined);
  return freeName(view, said ?? read.name);
}

/** What is told of each row has a name of its own, where no column is asked for by one. */
const mayBeNamed = (view: View, { ratio, isNamed, ofRow }: Read): boolean =>
  ofRow === true ? view.find('newcolumn', 'called') >= 0 : ratio === undefined || isNamed === true;

/** What there is already keeps its name: a column is never written over by a slip of the tongue. */
const freeName = (view: View, name: string): string =>
  view.columns.some((one) => one.name.toLowerCase() === name.toLowerCase()) ? `new ${name}` : name;

const AS = /^(?:as|als|comme|como|come)$/iu;

/** "… as Value": the word behind it is the new column's name. */
function namedAs(view: View, at: number): string | undefined {
  const name = view.mentions[at + 1];
  if (!AS.test(view.mentions[at]?.text ?? '') || name === undefined || name.mark !== undefined || name.small)
    return undefined;
  if (name.files.length > 0 || name.meanings.has('chart') || name.meanings.has('table')) return undefined;
  view.use(at, at + 2);
  return name.quoted ?? name.text;
}

const TELLS = /^(?:with|that|which|as|for|equal to|=|:|\(|mit|die|der|das|avec|qui|con|que|che)(?: |$)/iu;

/** "add a column best day that is …": what stands between them is its name, whatever it means elsewhere. */
function nameOfNew(view: View, at: number): string | undefined {
  const from = view.find('newcolumn') + 1;
  const to = view.mentions.findIndex(
    ({ text, mark }, i) => i > from && i <= at && (mark ?? text) !== ',' && TELLS.test(text),
  );
  const words =
    from < 1 || to < 0 ? [] : view.mentions.slice(from, to).filter(({ text }) => !ARTICLE.test(text));
  if (words.length === 0 || words.length > 4 || words.some(({ mark }) => mark !== undefined))
    return undefined;
  view.use(from, to);
  return words.map(({ text }) => text).join(' ');
}

const ARTICLE = /^(?:an?|the|called|named|eine?|der|die|das|namens|un|une|una|uno|le|la)$/iu;

/** "margin = …", "a column margin that is …", "the gross amount (net plus …)". */
function nameFor(view: View, at: number, to: number): string | undefined {
  const called = view.mentions.findIndex((said, i) => i >= to && i < to + 4 && said.meanings.has('called'));
  const quoted = view.mentions.findIndex(
    (said, i) => said.quoted !== undefined && (Math.abs(i - at) < 6 || i === called + 1),
  );
  if (quoted >= 0) {
    view.use(quoted);
    if (called >= 0) view.use(called);
    return view.mentions[quoted]?.quoted;
  }
  const behind = nameOfNew(view, at);
  if (behind !== undefined) return behind;
  // What stands before "=" is a name, whatever it means elsewhere.
  const given = view.mentions[at - 1]?.text === '=' ? view.mentions[at - 2] : undefined;
  if (given !== undefined && given.mark === undefined) {
    view.use(at - 2, at);
    return given.text;
  }
  const words: string[] = [];
  const isExplained = /^[(=:]$/u.test(view.mentions[at - 1]?.text ?? '');
  for (let i = at - 1; i >= 0 && i > at - 8; i--) {
    const said = view.mentions[i];
    if (said === undefined || view.has(i, 'newcolumn') || /[.;!?]/u.test(said.mark ?? '')) break;
    if (said.mark === '(' || said.mark === '=' || said.mark === ':' || (said.small && words.length === 0))
      continue;
    // "profit per item: (price - cost) times quantity": for what it is told, and no part of the name.
    if (isExplained && words.length === 0 && view.has(i - 1, 'per', 'each') && view.column(i, 'label')) {
      i -= 1;
      continue;
    }
    const plain = said.meanings.size === 0 || said.columns.length > 0;
    // "for each returned book how many days …": what the rows are called or said to be is no name for what is reckoned.
    if (!isExplained && tellsRows(view, i)) break;
    if (
      !plain ||
      said.small ||
      said.files.length > 0 ||
      said.number !== undefined ||
      said.period !== undefined ||
      said.cells.length > 0
    )
      break;
    words.unshift(said.text);
    view.use(i);
  }
  if (called >= 0 && words.length === 0) {
    const next = view.nextSaid(called + 1);
    if (next !== undefined) {
      view.use(called);
      view.use(next);
      return view.mentions[next]?.text;
    }
  }
  return words.length === 0 ? undefined : words.join(' ');
}

const tellsRows = (view: View, at: number): boolean =>
  statesOf(fold(view.mentions[at]?.text ?? '')).length > 0 ||
  [1, 2, 3].some((back) => view.has(at - back, 'each', 'per', 'every')) ||
  (view.mentions[at]?.columns ?? []).some(
    ({ column, fit }) => fit >= 0.8 && column.unique && column.kind === 'text',
  );
