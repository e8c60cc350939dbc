/** The order that rows are put in: "sorted by price", "newest first". Knows no tool. */

import { betterWith } from './goodness.ts';
import type { KnownColumn } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { statesOf } from './lexicon/states.ts';
import { measuring } from './measuring.ts';
import { atopBehind, downAt, goodAt } from './rank-words.ts';
import { atopIn } from './read-atop.ts';
import type { View } from './view.ts';
import type { Wish } from './wish.ts';

export interface Order {
  readonly at: number;
  readonly column?: KnownColumn;
  /** Further columns for what is equal so far. */
  readonly thenBy?: readonly { readonly column: KnownColumn; readonly down: boolean }[];
  readonly down: boolean;
  /** Which way was said. */
  readonly way: boolean;
  /** By a word of more or less: "most first". */
  readonly measured?: boolean;
  /** By letters, so that it is of texts and no figure: "alphabetically". */
  readonly isAlphabet?: true;
  /** They are ranked: what by is seen with them. */
  readonly isRank?: true;
  /** Values of the column that are put on top. */
  readonly first?: readonly string[];
  /** By a word of what is good or bad. */
  readonly good?: string;
}

export function orderIn(wish: Wish): Order | undefined {
  const view = wish.view;
  const atop = wish.atop ?? atopIn(view);
  const at = view.find('sort');
  if (atop !== undefined) {
    view.use(at);
    const { column, values, thenBy } = atop;
    return {
      at: atop.at,
      column,
      first: values,
      down: false,
      way: true,
      ...(thenBy.length > 0 && { thenBy }),
    };
  }
  const columns = at < 0 ? [] : columnsBehind(wish, at);
  const [first, ...others] = columns;
  const way = view.mentions.findIndex(
    (_, i) =>
      !view.isUsed(i) &&
      (view.has(i, 'asc', 'desc', 'newestfirst', 'oldestfirst') ||
        (view.has(i, 'most', 'least', 'newest', 'oldest', 'top') && atopBehind(view, i))),
  );
  if (at < 0 && way < 0) return undefined;
  let column = first?.column;
  const measured = way < 0 ? undefined : view.dimension(way);
  if (way >= 0) {
    view.use(way);
    const led = atopColumn(view, way);
    column ??= led ?? measured?.column;
    if (
      column === undefined &&
      view.has(way, 'newestfirst', 'oldestfirst', 'newest', 'oldest') &&
      !view.has(way, 'most', 'least')
    )
      column = namedDate(view) ?? view.columns.find(({ kind }) => kind === 'date');
  }
  // The oldest are those of the highest age, and of the earliest date.
  const isAge = measuring('age', view.columns).some((one) => one.column === column && !one.isTurned);
  const downward =
    way >= 0 &&
    (measured !== undefined && column === measured.column
      ? downAt(view, way, column)
      : view.has(way, 'desc', isAge ? 'oldestfirst' : 'newestfirst') ||
        (view.has(way, 'most', 'newest', 'top') && !view.has(way, 'asc')));
  const good = way < 0 ? undefined : goodAt(view, way);
  // "rank them by score": the best come first, whichever end that is.
  const isRank = view.has(at, 'ranked') || RANKS.test(view.mentions[at]?.text ?? '');
  const best = isRank && first?.column.kind === 'number' && betterWith(first.column) >= 0;
  const down = first?.down ?? (way >= 0 ? downward : best || view.has(at, 'desc'));
  return {
    at: Math.max(at, way),
    down,
    way: way >= 0 || first?.down !== undefined,
    ...(isRank ? { isRank } : {}),
    ...(ALPHABET.test(fold(view.mentions[way]?.text ?? '')) ? { isAlphabet: true } : {}),
    measured: view.has(way, 'most', 'least', 'top'),
    ...(good === undefined ? {} : { good }),
    ...(column === undefined ? {} : { column }),
    ...(others.length === 0
      ? {}
      : { thenBy: others.map((one) => ({ column: one.column, down: one.down ?? false })) }),
  };
}

const ALPHABET = /al(?:ph|f)abet|^(?:from|von|de|dalla)? ?(?:la )?a\b.*\bz$/u;

const RANKS = /^(?:rank|ranked|ranking)(?: by)?$/iu;

/** "whose lease ends before May, soonest first": the one date that was spoken of. */
function namedDate({ mentions, columns }: View): KnownColumn | undefined {
  const named = mentions.flatMap(({ text, columns: [best] }) =>
    // "unresolved, oldest first": what is not yet is no order.
    statesOf(fold(text)).length === 0 && best !== undefined && best.fit >= 0.7
      ? columns.filter(({ name }) => name === best.column.name)
      : [],
  );
  const [one, other] = [...new Set(named)].filter(({ kind }) => kind === 'date');
  return other === undefined ? one : undefined;
}

/** "by region and, within it, by amount descending": the columns of an order, each with its way where one is said. */
function columnsBehind({ view }: Wish, at: number): { column: KnownColumn; down?: boolean }[] {
  const found: { column: KnownColumn; down?: boolean }[] = [];
  view.use(at);
  let since = at;
  for (let i = at + 1; i < view.mentions.length && i - since < 5; i++) {
    const column = view.isUsed(i) ? undefined : view.column(i);
    const last = found.at(-1);
    if (column !== undefined && (found.length === 0 || isJoint(view, since, i))) {
      found.push({ column });
      view.use(i);
      since = i;
    } else if (last !== undefined && view.has(i, 'asc', 'desc') && !view.isUsed(i)) {
      found.splice(-1, 1, { ...last, down: view.has(i, 'desc') });
      view.use(i);
    } else if (view.has(i, 'per')) view.use(i);
    else if (
      view.mentions[i]?.small !== true &&
      !view.has(i, 'and', 'next', 'asc', 'desc') &&
      !(found.length === 0 && (view.mentions[i]?.files.length ?? 0) > 0)
    )
      break;
  }
  return found;
}

/** Whether nothing but "and", "then by" and the way of the first stands between two columns of an order. */
function isJoint(view: View, from: number, to: number): boolean {
  let joined = false;
  for (let at = from + 1; at < to; at++) {
    if (view.has(at, 'and', 'next') || view.mentions[at]?.mark === ',') joined = true;
    else if (view.mentions[at]?.small !== true && !view.has(at, 'per', 'asc', 'desc')) return false;
  }
  return joined;
}

/** "best subject first": what stands between the word of more and "first", and the "first". */
function atopColumn(view: View, way: number): KnownColumn | undefined {
  let column: KnownColumn | undefined;
  for (let at = way + 1; at <= way + 3; at++) {
    if (!atopBehind(view, way) || view.has(way, 'asc', 'desc', 'newestfirst', 'oldestfirst')) break;
    if (view.has(at, 'atop')) {
      view.use(at);
      break;
    }
    column ??= view.column(at);
    view.use(at);
  }
  return column;
}
