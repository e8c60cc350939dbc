/** Rows of one table that have no partner in another: "customers without orders". Knows no other way of putting tables together. */

import type { KeyPair } from './key-pairs.ts';
import type { Mention } from './mention.ts';
import { atomsIn, combined } from './read-conditions.ts';
import { type Near, pairFor } from './read-pairs.ts';
import type { Condition, Source, TableRef } from './request.ts';
import { columnsOf, LIST, sameColumns } from './source-tables.ts';
import { View } from './view.ts';

const LACKS = ['nopartner', 'not', 'empty', 'cmp:ne', 'unwanted'];
const NONE = /^(?:no|kein\w*|aucune?|ning[uú]n\w*|nessun\w*)$/iu;
const NEW = /^(?:new|neue?[nrs]?|nouveaux|nouvelles|nuevos|nuevas|nuovi|nuove)$/iu;

/** "who had no shift in October": of the shifts, unless the month stands behind a day of their own. */
function partnersBehind(
  mentions: readonly Mention[],
  at: number,
  from: number,
  other: TableRef,
  used: Set<Mention>,
): readonly Condition[] {
  const columns = columnsOf(other);
  // "which customers have got no invoice this year", "haben dieses Jahr keine Rechnung": when there was none.
  const isNone = NONE.test(mentions[at]?.text ?? '');
  const early = mentions.slice(from + 1, at).filter(({ period, number }, i, all) => {
    const before = all[i - 1];
    return isNone && period !== undefined && number === undefined && before?.meanings.size !== 1;
  });
  const own = [...early, ...mentions.slice(at + 1)];
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
export function withoutPartner(
  mentions: readonly Mention[],
  tables: readonly TableRef[],
  used: Set<Mention>,
  near: Near,
): Source | undefined {
  const refs = mentions.map((_, at) => spokenOf(mentions, at, tables));
  for (const [at, mention] of mentions.entries()) {
    const lacks = LACKS.some((meaning) => mention.meanings.has(meaning));
    // "only in the spring file": in no other.
    const isOnly = mention.meanings.has('only') && [1, 2, 3].some((on) => isIn(mentions, refs, at + on));
    const isNew = NEW.test(mention.text) || isOnly;
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
    const keys =
      namedInBoth(mentions, [subject, other]) ?? pairFor(mentions, [subject, other], undefined, used, near);
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
    const partners = partnersBehind(mentions, at, beforeAt, other, used);
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

/** A table that is spoken of right behind an "in". */
const isIn = (mentions: readonly Mention[], refs: readonly (TableRef | undefined)[], at: number): boolean =>
  refs[at] !== undefined &&
  [at - 1, at - 2].some((i) => /^(?:in|im|dans|en|nel|nella)$/iu.test(mentions[i]?.text ?? ''));

/** "pupils in a that are not in b": what is asked for tells the rows, where it is the one label that is named and both have it. */
function namedInBoth(
  mentions: readonly Mention[],
  [one, other]: readonly [TableRef, TableRef],
): KeyPair | undefined {
  const both = columnsOf(one).filter(
    ({ name, kind }) => kind === 'text' && columnsOf(other).some((its) => its.name === name),
  );
  const named = both.filter(({ name }) =>
    mentions.some(
      ({ columns: [best] }) => best !== undefined && best.fit >= 0.8 && best.column.name === name,
    ),
  );
  const [only, more] = named;
  return only === undefined || more !== undefined ? undefined : { on: only.name, rightOn: only.name };
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
  // "without any visit this year": when there was none is of the other.
  const says = behind.some(
    ({ cells, number, period, mark }) =>
      cells.length > 0 || (number !== undefined && period === undefined) || mark === ',',
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
