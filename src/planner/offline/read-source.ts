/** Which files a wish is about, and how their tables come together: one, joined, appended, without partner. Knows no tool. */

import { withReckoned } from './amounts.ts';
import type { KnownColumn, KnownFile } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { joined } from './read-joined.ts';
import type { Near } from './read-pairs.ts';
import { withoutPartner } from './read-partners.ts';
import type { Source, TableRef } from './request.ts';
import { best, columnsOf, LIST, namedTables, sameColumns, tableOf, tablesIn } from './source-tables.ts';

/** Columns of the rows that a source gives; a joined table's own of the same name stay with the first. */
export function columnsOfSource(source: Source): readonly KnownColumn[] {
  if (source.kind === 'table') return columnsOf(source.of);
  if (source.kind === 'append')
    return source.of[0] === undefined ? [] : (tableOf(source.of[0])?.columns ?? []);
  const left = columnsOfSource(source.left);
  if (source.how === 'onlyLeft') return left;
  const key = left.find(({ name }) => name === source.on);
  const right = columnsOf(source.right).filter(
    ({ name }) =>
      name !== source.rightOn &&
      source.adds?.includes(name) !== false &&
      left.every((column) => column.name !== name),
  );
  // Once joined, a key that was unique in its own table stands in many rows.
  const isLookedUp = key?.unique === true ? {} : { isLookedUp: true as const };
  return withReckoned([
    ...left,
    ...right.map((column) => ({ ...column, ...isLookedUp, unique: key?.unique === true && column.unique })),
  ]);
}

/** Tables the mentions speak of, the likeliest source first. Uses up what says how they come together. */
export function sourcesFor(
  mentions: readonly Mention[],
  near: Near & { readonly used: Set<Mention> },
  files: readonly KnownFile[],
): Source | undefined {
  const { used } = near;
  const tables = tablesIn(files);
  const [first, ...others] = tables;
  if (first === undefined) return undefined;
  if (others.length === 0) return { kind: 'table', of: first };
  const named = namedTables(mentions, tables).filter((ref) => !isCounted(ref, mentions, tables));
  return (
    withoutPartner(mentions, tables, used, near) ??
    appended(mentions, tables, named, used) ??
    joined(mentions, tables, named, used, near) ?? {
      kind: 'table',
      of: best(mentions, tables, named) ?? first,
    }
  );
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
      ref.file === file && columnsOf(ref).some(({ name, nested }) => nested === true && name === place),
  );
  const counts = mentions.some(({ meanings }) => meanings.has('agg:count'));
  return isInCells && counts && mentions.some(({ meanings }) => meanings.has('each') || meanings.has('per'));
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
