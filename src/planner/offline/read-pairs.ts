/** By which columns two tables are put together, as a goal says it or as they fit; what is put beside the rows. Knows no tool. */

import { type KeyPair, keyPairs } from './key-pairs.ts';
import type { ColumnRef, Mention } from './mention.ts';
import type { TableRef } from './request.ts';
import { columnsOf } from './source-tables.ts';
import type { Doubt } from './view.ts';
import type { Tongue } from './wording.ts';

/** Which of several near readings is taken, and where it is told what else there was. */
export interface Near {
  readonly picks: ReadonlyMap<string, number>;
  readonly doubts: Doubt[];
  /** What the person has to say first, in sentences. */
  readonly open: string[];
  readonly tongue: Tongue;
}

/** At least this well a column has to be named to be meant as a key. */
const SURE = 0.95;
/** Behind "by", where the column fits as one: "patient number" for Patient No. */
const NEARLY = 0.6;

/** The pair that is named, else the one that fits; where several fit as well it is a doubt about the words that need the second table. */
export function pairFor(
  mentions: readonly Mention[],
  [left, right]: readonly [TableRef, TableRef],
  asked: Mention | undefined,
  used: Set<Mention>,
  near: Near,
): KeyPair | undefined {
  const said = asked === undefined ? undefined : namedPair(mentions, left, right, asked);
  if (said !== undefined) {
    for (const mention of said.mentions) used.add(mention);
    return said.pair;
  }
  const fitting = keyPairs(
    { columns: columnsOf(left), called: left.file.words },
    { columns: columnsOf(right), called: right.file.words },
  );
  const behind = asked === undefined ? [] : keysBehind(mentions, asked, NEARLY);
  const isOf =
    ({ on, rightOn }: KeyPair) =>
    (one: Mention) =>
      names(one, left, NEARLY).includes(on) || names(one, right, NEARLY).includes(rightOn);
  const told = fitting.filter((pair) => behind.some(isOf(pair)));
  for (const one of behind) if (told.some((pair) => isOf(pair)(one))) used.add(one);
  const pairs = told.length > 0 ? told : spokenOf(fitting, mentions, left, right);
  const [first, second] = pairs;
  if (first === undefined || second === undefined) return first;
  const words = (asked ?? mentions.find((one) => names(one, right).length > 0))?.text;
  if (words === undefined) return first;
  const taken = pairs[(near.picks.get(words) ?? 0) % pairs.length] ?? first;
  // The column in which they come apart tells which is which.
  const isLeft = new Set(pairs.map(({ on }) => on)).size === pairs.length;
  const called = (pair: KeyPair) => (isLeft ? pair.on : pair.rightOn);
  if (!near.doubts.some((doubt) => doubt.words === words))
    near.doubts.push({
      words,
      ofKeys: true,
      took: called(taken),
      or: pairs.filter((pair) => pair !== taken).map(called),
    });
  return taken;
}

/** The columns of a table that are called as it is said: exactly, or so well. */
const names = ({ columns }: Mention, { file, table }: TableRef, fit = SURE): string[] =>
  columns.flatMap((one: ColumnRef) =>
    one.file === file && one.table === table && one.fit >= fit ? [one.column.name] : [],
  );

/** Where several pairs fit, one whose column is spoken of anyway is meant. */
function spokenOf(
  pairs: readonly KeyPair[],
  mentions: readonly Mention[],
  left: TableRef,
  right: TableRef,
): readonly KeyPair[] {
  if (pairs.length < 2) return pairs;
  const spoken = pairs.filter(({ on, rightOn }) =>
    mentions.some(
      (one) =>
        !one.small &&
        (names(one, left).some((name) => name === on && pairs.some((pair) => pair.on !== name)) ||
          names(one, right).some((name) => name === rightOn && pairs.some((pair) => pair.rightOn !== name))),
    ),
  );
  return spoken.length === 1 ? spoken : pairs;
}

/** What is said behind "join", up to a mark, without the files and the words between them: the keys come first. */
function keysBehind(mentions: readonly Mention[], asked: Mention, sure = SURE): readonly Mention[] {
  const behind: Mention[] = [];
  for (const mention of mentions.slice(mentions.indexOf(asked) + 1)) {
    if (mention.mark !== undefined && mention.mark !== '=') break;
    const isColumn = mention.columns.some(({ fit }) => fit >= sure);
    const isFile = mention.files.length > 0 && (!isColumn || behind.length === 0);
    if (isColumn && !isFile) behind.push(mention);
    else if (!(isFile || isBetween(mention, sure))) break;
  }
  return behind;
}

/** "and", "with", "both files", "=": what joins the two columns of a pair and says nothing else. */
const isBetween = ({ small, mark, meanings, columns }: Mention, sure: number): boolean =>
  mark === '=' ||
  meanings.has('and') ||
  meanings.has('join') ||
  meanings.has('append') ||
  (small && columns.every(({ fit }) => fit < sure));

/** "on Customer and Customer No", "über Empfänger = Kundennummer": two columns, one of each table, side by side; "on active": the one that both have. */
function namedPair(
  mentions: readonly Mention[],
  left: TableRef,
  right: TableRef,
  asked: Mention,
): { pair: KeyPair; mentions: readonly Mention[] } | undefined {
  const [one, other] = keysBehind(mentions, asked);
  if (one === undefined) return undefined;
  if (other === undefined) {
    const on = names(one, left).find((name) => names(one, right).includes(name));
    return on === undefined ? undefined : { pair: { on, rightOn: on }, mentions: [one] };
  }
  if (mentions.indexOf(other) - mentions.indexOf(one) > 3) return undefined;
  for (const [a, b] of [
    [one, other],
    [other, one],
  ] as const) {
    const [on] = names(a, left);
    const [rightOn] = names(b, right);
    if (on !== undefined && rightOn !== undefined) return { pair: { on, rightOn }, mentions: [one, other] };
  }
  return undefined;
}

const FIGURES = /^(?:agg:|most$|least$|top$|share$|compare$|columns$|distinct$)/u;

/**
 * "the city beside each order", "add the name to the orders": columns of the second table that are put beside all there is.
 * Undefined where something else is asked of the rows. Uses up what says so.
 */
export function putBeside(
  mentions: readonly Mention[],
  [left, right]: readonly [TableRef, TableRef],
  { on, rightOn }: KeyPair,
  used: Set<Mention>,
): readonly string[] | undefined {
  const says = (meaning: string) => mentions.some(({ meanings }) => meanings.has(meaning));
  // "join … and show the name": what is shown is all that is left of the rows.
  if (!says('beside') && (!says('join') || says('show'))) return undefined;
  if (mentions.some(({ meanings }) => [...meanings].some((one) => FIGURES.test(one)))) return undefined;
  const own = new Set(columnsOf(left).map(({ name }) => name));
  const adds = new Set<string>();
  const taken: Mention[] = [];
  for (const [i, mention] of mentions.entries()) {
    const next = mentions.slice(i + 1).find(({ small }) => !small);
    const isOfRows = (one: Mention | undefined) =>
      one !== undefined && (one.files.includes(left.file) || bestOf(one, left).length > 0);
    const { meanings } = mention;
    if (meanings.has('per') || meanings.has('each') || meanings.has('every')) {
      if (!isOfRows(next)) return undefined;
      taken.push(mention);
      continue;
    }
    if (meanings.has('beside') || meanings.has('join') || (meanings.has('show') && adds.size === 0)) {
      taken.push(mention);
      continue;
    }
    if (used.has(mention) || mention.small || mention.cells.length > 0) continue;
    const wanted = bestOf(mention, right).filter((name) => name !== rightOn && !own.has(name));
    const isTable = mention.files.some((file) => file === left.file || file === right.file);
    const isKey = [...names(mention, left), ...names(mention, right)].some(
      (name) => name === on || name === rightOn,
    );
    if (isTable || isKey) taken.push(mention);
    else if (wanted[0] !== undefined && names(mention, left).length === 0) {
      adds.add(wanted[0]);
      taken.push(mention);
    }
  }
  if (adds.size === 0) return undefined;
  for (const mention of taken) used.add(mention);
  return columnsOf(right)
    .map(({ name }) => name)
    .filter((name) => adds.has(name));
}

/** Columns of a table that are called so, the best first. */
const bestOf = ({ columns }: Mention, { file, table }: TableRef): string[] =>
  columns
    .filter((one) => one.file === file && one.table === table && one.fit >= 0.55)
    .map(({ column }) => column.name);
