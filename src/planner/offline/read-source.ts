/** Which files a wish is about, and how their tables come together: one, joined, appended, without partner. Knows no tool. */

import { isAmount, withAmount } from './amounts.ts';
import { keepsAll, losesRows, takeCount } from './kept-rows.ts';
import type { KnownColumn, KnownFile, KnownTable } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { nameFit } from './name-fit.ts';
import { atomsIn, combined } from './read-conditions.ts';
import type { Condition, Source, TableRef } from './request.ts';
import { sameWord } from './same-word.ts';
import { View } from './view.ts';

const tableOf = ({ file, table }: TableRef): KnownTable | undefined => file.tables[table];

/** Columns of the rows that a source gives; a joined table's own of the same name stay with the first. */
export function columnsOfSource(source: Source): readonly KnownColumn[] {
  if (source.kind === 'table') return tableOf(source.of)?.columns ?? [];
  if (source.kind === 'append')
    return source.of[0] === undefined ? [] : (tableOf(source.of[0])?.columns ?? []);
  const left = columnsOfSource(source.left);
  if (source.how === 'onlyLeft') return left;
  const key = left.find(({ name }) => name === source.on);
  const right = (tableOf(source.right)?.columns ?? []).filter(
    ({ name }) => name !== source.rightOn && left.every((column) => column.name !== name),
  );
  // Once joined, a key that was unique in its own table stands in many rows.
  const isLookedUp = key?.unique === true ? {} : { isLookedUp: true as const };
  return withAmount([
    ...left,
    ...right.map((column) => ({ ...column, ...isLookedUp, unique: key?.unique === true && column.unique })),
  ]);
}

export const filesOfSource = (source: Source): KnownFile[] =>
  source.kind === 'table'
    ? [source.of.file]
    : source.kind === 'append'
      ? source.of.map(({ file }) => file)
      : [...filesOfSource(source.left), source.right.file];

/** Tables the mentions speak of, the likeliest source first. Uses up what says how they come together. */
export function sourcesFor(
  mentions: readonly Mention[],
  files: readonly KnownFile[],
  used: Set<Mention>,
): Source | undefined {
  const tables = files.flatMap((file) => file.tables.map((_, table): TableRef => ({ file, table })));
  const [first, ...others] = tables;
  if (first === undefined) return undefined;
  if (others.length === 0) return { kind: 'table', of: first };
  const named = namedTables(mentions, tables).filter((ref) => !isCounted(ref, mentions, tables));
  return (
    withoutPartner(mentions, tables, used) ??
    appended(mentions, tables, named, used) ??
    joined(mentions, tables, named, used) ?? { kind: 'table', of: best(mentions, tables, named) ?? first }
  );
}

/** Tables whose file the mentions name, in their order. */
function namedTables(mentions: readonly Mention[], tables: readonly TableRef[]): TableRef[] {
  const found: TableRef[] = [];
  for (const mention of mentions) {
    for (const file of mention.files) {
      if (mention.files.length > 1 && mention.text.toLowerCase() !== file.name.toLowerCase()) continue;
      for (const ref of tables) if (ref.file === file && !found.includes(ref)) found.push(ref);
    }
    for (const ref of tables) {
      const { place } = tableOf(ref) ?? { place: '' };
      if (place !== '' && sameWord(mention.text.toLowerCase(), place.toLowerCase()) && !found.includes(ref))
        found.push(ref);
    }
  }
  return found;
}

/** "how many parts does each item have": what a list in the items' cells holds is counted, and the items are the rows. */
function isCounted(
  { file, table }: TableRef,
  mentions: readonly Mention[],
  tables: readonly TableRef[],
): boolean {
  const place = file.tables[table]?.place.split('.').at(-1);
  const isInCells = tables.some(
    (ref) =>
      ref.file === file &&
      tableOf(ref)?.columns.some(({ name, nested }) => nested === true && name === place),
  );
  const counts = mentions.some(({ meanings }) => meanings.has('agg:count'));
  return isInCells && counts && mentions.some(({ meanings }) => meanings.has('each') || meanings.has('per'));
}

/** How much of what is said a table's columns and cells are. */
function holds(mentions: readonly Mention[], ref: TableRef): number {
  return mentions.reduce((sum, { columns, cells }) => {
    const best = columns
      .filter((one) => one.file === ref.file && one.table === ref.table)
      .reduce((most, { fit }) => Math.max(most, fit), 0);
    const cell = cells.some(({ of }) => of.file === ref.file && of.table === ref.table) ? 0.9 : 0;
    return sum + Math.max(best, cell);
  }, 0);
}

function best(
  mentions: readonly Mention[],
  tables: readonly TableRef[],
  named: readonly TableRef[],
): TableRef | undefined {
  const rate = (ref: TableRef) =>
    holds(mentions, ref) +
    (named.includes(ref) ? 1.2 : 0) -
    (named.includes(ref) ? 0.1 * named.indexOf(ref) : 0);
  return tables.toSorted((a, b) => rate(b) - rate(a))[0];
}

const sameColumns = (a: TableRef, b: TableRef): boolean => {
  const [one, two] = [tableOf(a)?.columns ?? [], tableOf(b)?.columns ?? []];
  const shared = one.filter(({ name }) => two.some((column) => column.name === name)).length;
  return shared >= 2 && shared >= 0.75 * Math.max(one.length, two.length);
};

/** The tables of several files that have the columns of another one. */
export function alikeIn(files: readonly KnownFile[]): readonly TableRef[] {
  const tables = files.flatMap((file) => file.tables.map((_, table): TableRef => ({ file, table })));
  return tables.filter((ref) => tables.some((other) => other.file !== ref.file && sameColumns(ref, other)));
}

/** Two tables of the same columns that the mentions name, or the only two there are. */
export function alikeTables(
  mentions: readonly Mention[],
  files: readonly KnownFile[],
): [TableRef, TableRef] | undefined {
  const tables = files.flatMap((file) => file.tables.map((_, table): TableRef => ({ file, table })));
  const named = namedTables(mentions, tables);
  const [first, second] = named.length >= 2 ? named : tables.length === 2 ? tables : [];
  return first !== undefined && second !== undefined && sameColumns(first, second)
    ? [first, second]
    : undefined;
}

/** The pair of columns by which rows of two tables belong together. */
export function keysOf(
  left: readonly KnownColumn[],
  right: readonly KnownColumn[],
): { on: string; rightOn: string } | undefined {
  const rated = left.flatMap((a) =>
    right.map((b) => {
      const name =
        a.name === b.name ? 1 : Math.min(Math.max(nameFit(a.words, b.words), nameFit(b.words, a.words)), 0.9);
      const id = /(?:id|sku|code|key|nr|number|email|nummer)$/iu.test(a.name) ? 0.4 : 0;
      const cells = new Set(b.cells);
      const shared =
        a.cells.filter((cell) => cells.has(cell)).length /
        Math.max(1, Math.min(a.cells.length, b.cells.length));
      // "Firma" and "Kunde" hold the same names: they are one thing, whatever each is called.
      const alike =
        shared >= 0.5 && Math.min(a.cells.length, b.cells.length) >= 3 && a.kind === 'text' ? 0.3 : 0;
      const unique = a.unique || b.unique ? 0.3 : 0;
      const kinds = a.kind === b.kind ? 0 : -1;
      const measured = a.kind === 'number' && id === 0 ? -0.6 : 0;
      return { a, b, rate: (name >= 0.5 ? name : 0) + id + 0.8 * shared + alike + unique + kinds + measured };
    }),
  );
  const [top] = rated.toSorted((x, y) => y.rate - x.rate);
  return top === undefined || top.rate < 1.2 ? undefined : { on: top.a.name, rightOn: top.b.name };
}

const LACKS = ['nopartner', 'not', 'empty', 'cmp:ne', 'unwanted'];
const NEW = /^(?:new|neue?[nrs]?|nouveaux|nouvelles|nuevos|nuevas|nuovi|nuove)$/iu;
const LIST = /^(?:lists?|tables?|files?|sheets?|data|listen?|tabellen?|datei|liste|fichier|lista|archivo)$/iu;

/** "who had no shift in October": of the shifts, unless the month stands behind a day of their own. */
function partnersBehind(
  mentions: readonly Mention[],
  at: number,
  other: TableRef,
  used: Set<Mention>,
): readonly Condition[] {
  const columns = tableOf(other)?.columns ?? [];
  const own = mentions.slice(at + 1);
  const isOfOther = own.every(
    ({ columns: [best] }) =>
      best === undefined || best.fit < 0.8 || best.column.kind !== 'date' || best.file === other.file,
  );
  if (!isOfOther) return [];
  const seen = new Set(used);
  for (const mention of own)
    if (mention.period === undefined && mention.cells.length === 0) seen.add(mention);
  const view = new View(own, columns, seen, new Map());
  const atoms = atomsIn(view);
  for (const [i, mention] of own.entries())
    if (view.isUsed(i) && (mention.period !== undefined || mention.cells.length > 0)) used.add(mention);
  return combined(view, atoms);
}

/** "customers without orders", "skus in January but missing in February", "members who never signed up". */
function withoutPartner(
  mentions: readonly Mention[],
  tables: readonly TableRef[],
  used: Set<Mention>,
): Source | undefined {
  const refs = mentions.map((_, at) => spokenOf(mentions, at, tables));
  for (const [at, mention] of mentions.entries()) {
    const lacks = LACKS.some((meaning) => mention.meanings.has(meaning));
    const isNew = NEW.test(mention.text);
    if (!lacks && !isNew) continue;
    const behindAt = refs.findIndex((ref, i) => ref !== undefined && i > at && i < at + 8);
    const beforeAt = refs.findIndex((ref, i) => ref !== undefined && i < at);
    const [before, behind] = [refs[beforeAt], refs[behindAt]];
    const [subject, other] = isNew
      ? [behind, tables.find((ref) => behind !== undefined && ref !== behind && sameColumns(ref, behind))]
      : [before ?? tables.find((ref) => ref !== behind), behind ?? theOther(mentions, at, before, tables)];
    if (subject === undefined || other === undefined || subject === other) continue;
    if (isNew && !sameColumns(subject, other)) continue;
    // What is not of the other table is a condition of its own: "not paid", "is not open".
    if (!isNew && !isOfTables(mentions, at, behindAt < 0 ? mentions.length : behindAt, subject)) continue;
    const keys = keysOf(tableOf(subject)?.columns ?? [], tableOf(other)?.columns ?? []);
    if (keys === undefined) continue;
    used.add(mention);
    for (const [i, one] of mentions.entries()) {
      const isVerb =
        i > at &&
        (behindAt < 0 || i < behindAt) &&
        one.cells.length === 0 &&
        one.number === undefined &&
        one.period === undefined;
      const isKey = one.columns.some(({ column }) => column.name === keys.on || column.name === keys.rightOn);
      const isLack = refs[i] !== undefined && LACKS.some((meaning) => mentions[i - 1]?.meanings.has(meaning));
      if (
        refs[i] !== undefined ||
        isVerb ||
        isKey ||
        isLack ||
        one.meanings.has('join') ||
        NEW.test(one.text)
      )
        used.add(one);
      if (refs[i] !== undefined && LIST.test(mentions[i + 1]?.text ?? ''))
        used.add(mentions[i + 1] as Mention);
      if (i > at && LACKS.some((meaning) => one.meanings.has(meaning)) && refs[i + 1] !== undefined)
        used.add(one);
    }
    const partners = partnersBehind(mentions, at, other, used);
    return {
      kind: 'join',
      left: { kind: 'table', of: subject },
      right: other,
      ...keys,
      how: 'onlyLeft',
      ...(partners.length === 0 ? {} : { partners }),
    };
  }
  return undefined;
}

/** The table a mention speaks of: by its file, or as "the price list". */
function spokenOf(
  mentions: readonly Mention[],
  at: number,
  tables: readonly TableRef[],
): TableRef | undefined {
  const mention = mentions[at];
  if (mention === undefined) return undefined;
  const file = mention.files.length === 1 ? mention.files[0] : undefined;
  if (file !== undefined) return tables.find((ref) => ref.file === file);
  if (!LIST.test(mentions[at + 1]?.text ?? '')) return undefined;
  const holding = tables.filter(
    (ref) =>
      mention.files.includes(ref.file) ||
      mention.columns.some((one) => one.file === ref.file && one.table === ref.table && one.fit >= 0.8),
  );
  return holding.length === 1 ? holding[0] : undefined;
}

/** "who never signed up for anything": of two tables the one that is not spoken of. */
function theOther(
  mentions: readonly Mention[],
  at: number,
  subject: TableRef | undefined,
  tables: readonly TableRef[],
): TableRef | undefined {
  if (subject === undefined || tables.length !== 2 || mentions[at]?.meanings.has('nopartner') !== true)
    return undefined;
  const behind = mentions.slice(at + 1, at + 5);
  const says = behind.some(
    ({ cells, number, period, mark }) =>
      cells.length > 0 || number !== undefined || period !== undefined || mark === ',',
  );
  return says ? undefined : tables.find((ref) => ref !== subject);
}

/** Whether nothing between a "not" and the other table is a column or cell of the rows themselves. */
function isOfTables(mentions: readonly Mention[], at: number, to: number, subject: TableRef): boolean {
  return mentions
    .slice(at + 1, to)
    .every(
      ({ columns, cells, quoted, number }) =>
        quoted === undefined &&
        number === undefined &&
        cells.every(({ of }) => of.file !== subject.file) &&
        columns.every(({ file, fit }) => file !== subject.file || fit < 0.8),
    );
}

/** Tables of the same columns, where several are spoken of or said to be put together. */
function appended(
  mentions: readonly Mention[],
  tables: readonly TableRef[],
  named: readonly TableRef[],
  used: Set<Mention>,
): Source | undefined {
  const asked = mentions.find(({ meanings }) => meanings.has('append') || meanings.has('join'));
  const alike = tables.filter((ref) => tables.some((other) => other !== ref && sameColumns(ref, other)));
  const chosen = named.filter((ref) => alike.includes(ref));
  const [first] = chosen.length >= 2 ? chosen : alike;
  if (first === undefined || (asked === undefined && chosen.length < 2)) return undefined;
  const all = (chosen.length >= 2 ? chosen : alike).filter((ref) => ref === first || sameColumns(ref, first));
  if (
    all.length < 2 ||
    mentions.some(
      ({ meanings }) => meanings.has('compare') || meanings.has('difference') || meanings.has('change'),
    )
  )
    return undefined;
  if (asked !== undefined) used.add(asked);
  // "the two files" counts them.
  for (const [at, { number }] of mentions.entries())
    if (number === all.length && isOfFiles(mentions[at + 1])) used.add(mentions[at] as Mention);
  return { kind: 'append', of: all };
}

/** "the two best days" counts no file. */
const isOfFiles = (noun: Mention | undefined): boolean =>
  noun === undefined ||
  noun.small ||
  noun.mark !== undefined ||
  noun.files.length > 0 ||
  LIST.test(noun.text);

/** "revenue": where the one table knows how many and the other what each costs, it is of both. */
function pays(mentions: readonly Mention[], base: TableRef, other: TableRef): boolean {
  const isMoney = mentions.some(
    ({ text, meanings, columns }) =>
      (columns[0]?.fit ?? 0) < 0.8 && (meanings.has('measured') || (meanings.size === 0 && isAmount(text))),
  );
  if (!isMoney) return false;
  const [own, its] = [tableOf(base)?.columns ?? [], tableOf(other)?.columns ?? []];
  const has = (columns: readonly KnownColumn[]) => columns.some(({ product }) => product !== undefined);
  return !has(own) && !has(its) && has(withAmount([...own, ...its]));
}

/** Several tables that hold what is said between them, by the columns that fit. */
function joined(
  mentions: readonly Mention[],
  tables: readonly TableRef[],
  named: readonly TableRef[],
  used: Set<Mention>,
): Source | undefined {
  const base = best(mentions, tables, named);
  if (base === undefined) return undefined;
  const asked = mentions.find(({ meanings }) => meanings.has('join') || meanings.has('append'));
  const has = (ref: TableRef, mention: Mention) =>
    mention.columns.some(
      (one) =>
        one.file === ref.file &&
        one.table === ref.table &&
        one.fit >= Math.max(0.55, (mention.columns[0]?.fit ?? 0) - 0.1),
    ) || mention.cells.some(({ of }) => of.file === ref.file && of.table === ref.table);
  const missing = mentions.filter(
    (mention) =>
      mention.mark === undefined &&
      !mention.small &&
      mention.columns.length + mention.cells.length > 0 &&
      !has(base, mention) &&
      (mention.files.length === 0 || mention.cells.length > 0),
  );
  const others = tables.filter(
    (ref) =>
      ref !== base &&
      (pays(mentions, base, ref) ||
        missing.some((mention) => has(ref, mention)) ||
        (asked !== undefined && (named.includes(ref) || tables.length === 2))),
  );
  const other = others.toSorted(
    (a, b) => missing.filter((one) => has(b, one)).length - missing.filter((one) => has(a, one)).length,
  )[0];
  if (other === undefined) return undefined;
  // The table whose rows repeat the key is the one whose rows are kept.
  const keys = keysOf(tableOf(base)?.columns ?? [], tableOf(other)?.columns ?? []);
  if (keys === undefined) return undefined;
  const baseKey = tableOf(base)?.columns.find(({ name }) => name === keys.on);
  const otherKey = tableOf(other)?.columns.find(({ name }) => name === keys.rightOn);
  if (asked !== undefined) used.add(asked);
  if (asked !== undefined) takeCount(mentions, LIST, used);
  const isMany = baseKey?.unique === true && otherKey?.unique === false;
  // Where neither repeats it, the rows are those of the table that stands first.
  const isSecond = asked !== undefined && baseKey?.unique === otherKey?.unique;
  const order = [base, other].every((ref) => named.includes(ref)) ? named : tables;
  const isSwapped = isMany || (isSecond && order.indexOf(other) < order.indexOf(base));
  const [left, right] = isSwapped ? [other, base] : [base, other];
  const [on, rightOn] = isSwapped ? [keys.rightOn, keys.on] : [keys.on, keys.rightOn];
  const [own, its] = isSwapped ? [otherKey, baseKey] : [baseKey, otherKey];
  const how = losesRows(own, its) && keepsAll(mentions, asked, used) ? 'left' : 'inner';
  return { kind: 'join', left: { kind: 'table', of: left }, right, on, rightOn, how };
}
