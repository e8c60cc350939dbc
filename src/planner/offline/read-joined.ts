/** Two tables put side by side by the columns that fit: which, by which, and whether all rows stay. Knows no tool. */

import { isAmount, withReckoned } from './amounts.ts';
import { keepsAll, losesRows, takeCount } from './kept-rows.ts';
import type { KeyPair } from './key-pairs.ts';
import { type KnownColumn, measuresOf } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { isWithin } from './nested-tables.ts';
import { type Near, pairFor, putBeside } from './read-pairs.ts';
import type { Source, TableRef } from './request.ts';
import { best, columnsOf, LIST, tableOf } from './source-tables.ts';
import { LINES } from './wording.ts';

/** "revenue": where the one table knows how many and the other what each costs, it is of both. */
function pays(mentions: readonly Mention[], base: TableRef, other: TableRef): boolean {
  const isMoney = mentions.some(
    ({ text, meanings, columns }) =>
      (columns[0]?.fit ?? 0) < 0.8 && (meanings.has('measured') || (meanings.size === 0 && isAmount(text))),
  );
  if (!isMoney) return false;
  const [own, its] = [columnsOf(base), columnsOf(other)];
  const has = (columns: readonly KnownColumn[]) => columns.some(({ reckoned }) => reckoned?.isUsual === true);
  return !has(own) && !has(its) && has(withReckoned([...own, ...its]));
}

const areNested = (a: TableRef, b: TableRef): boolean => {
  const [one, other] = [tableOf(a), tableOf(b)];
  return one !== undefined && other !== undefined && (isWithin(one, other) || isWithin(other, one));
};

/** Where what is said, or what is measured, stands only in a list within the rows, the rows of that list are meant. */
function measuredWithin(mentions: readonly Mention[], base: TableRef, tables: readonly TableRef[]): TableRef {
  const outer = tableOf(base);
  if (outer === undefined) return base;
  const inner = tables.filter((ref) => {
    const table = tableOf(ref);
    return table !== undefined && isWithin(table, outer);
  });
  const names = (ref: TableRef, mention: Mention) =>
    mention.columns.some((one) => one.file === ref.file && one.table === ref.table && one.fit >= 0.8);
  const isMissing = (mention: Mention) =>
    !mention.small && mention.cells.length === 0 && !names(base, mention);
  const named = inner.find((ref) => mentions.some((one) => isMissing(one) && names(ref, one)));
  if (named !== undefined) return named;
  const asks = mentions.some(({ meanings }) => MEASURES.some((one) => meanings.has(one)));
  if (!asks || measuresOf(outer.columns).length > 0) return base;
  const [measured, other] = inner.filter((ref) => measuresOf(columnsOf(ref)).length > 0);
  return measured !== undefined && other === undefined ? measured : base;
}
/** The table whose rows are kept: columns of the other alone are put beside them. Undefined where that is not asked. */
function asideOf(
  mentions: readonly Mention[],
  [base, other]: readonly [TableRef, TableRef],
  { on, rightOn }: KeyPair,
): TableRef | undefined {
  // Only looked at: what says so is used up once it is known which.
  const [ofBase, ofOther] = [
    putBeside(mentions, [base, other], { on, rightOn }, new Set()),
    putBeside(mentions, [other, base], { on: rightOn, rightOn: on }, new Set()),
  ];
  if ((ofBase === undefined) === (ofOther === undefined)) return undefined;
  return ofBase === undefined ? other : base;
}

/** Where no column fits, the rows of one table alone would be no answer: the person says by which, in a step of its own. */
function unjoined(
  mentions: readonly Mention[],
  [base, other]: readonly [TableRef, TableRef],
  asked: Mention,
  used: Set<Mention>,
  { open, tongue }: Near,
): void {
  const isOfThem = (one: Mention) =>
    one === asked || one.files.some((file) => file === base.file || file === other.file);
  // "… together" puts two tables together only where nothing else is asked of them.
  const isAll = mentions.every(
    (one) => isOfThem(one) || one.small || one.mark !== undefined || one.meanings.has('show'),
  );
  if (!isAll && !asked.meanings.has('join')) return;
  for (const one of mentions) if (isOfThem(one)) used.add(one);
  open.push(LINES.unjoined(base.file.name, other.file.name, tongue));
}

const MEASURES = ['measured', 'agg:sum', 'most', 'top'] as const;

/** Several tables that hold what is said between them, by the columns that fit. */
export function joined(
  mentions: readonly Mention[],
  tables: readonly TableRef[],
  named: readonly TableRef[],
  used: Set<Mention>,
  near: Near,
): Source | undefined {
  const likeliest = best(mentions, tables, named);
  if (likeliest === undefined) return undefined;
  const base = measuredWithin(mentions, likeliest, tables);
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
      // A list within its rows has their columns, and needs no join with them.
      !areNested(ref, base) &&
      (pays(mentions, base, ref) ||
        missing.some((mention) => has(ref, mention)) ||
        (asked !== undefined && (named.includes(ref) || tables.length === 2))),
  );
  const other = others.toSorted(
    (a, b) => missing.filter((one) => has(b, one)).length - missing.filter((one) => has(a, one)).length,
  )[0];
  if (other === undefined) return base === likeliest ? undefined : { kind: 'table', of: base };
  // The table whose rows repeat the key is the one whose rows are kept.
  const keys = pairFor(mentions, [base, other], asked, used, near);
  if (keys === undefined) {
    if (asked !== undefined && [base, other].every((ref) => named.includes(ref)))
      unjoined(mentions, [base, other], asked, used, near);
    return undefined;
  }
  const baseKey = columnsOf(base).find(({ name }) => name === keys.on);
  const otherKey = columnsOf(other).find(({ name }) => name === keys.rightOn);
  if (asked !== undefined) used.add(asked);
  if (asked !== undefined) takeCount(mentions, LIST, used);
  const isMany = baseKey?.unique === true && otherKey?.unique === false;
  // Where neither repeats it, the rows are those of the table that stands first.
  const isSecond = asked !== undefined && baseKey?.unique === otherKey?.unique;
  const order = [base, other].every((ref) => named.includes(ref)) ? named : tables;
  const isSecondMeant = isSecond && order.indexOf(other) < order.indexOf(base);
  // Where neither's key tells its rows apart, they are those of the table that nothing is taken from: "add the city to the orders".
  const isTold = baseKey?.unique === otherKey?.unique ? asideOf(mentions, [base, other], keys) : undefined;
  const isSwapped = isMany || (isTold === undefined ? isSecondMeant : isTold === other);
  const [left, right] = isSwapped ? [other, base] : [base, other];
  const [on, rightOn] = isSwapped ? [keys.rightOn, keys.on] : [keys.on, keys.rightOn];
  const [own, its] = isSwapped ? [otherKey, baseKey] : [baseKey, otherKey];
  const how = losesRows(own, its) && keepsAll(mentions, asked, used) ? 'left' : 'inner';
  const adds = putBeside(mentions, [left, right], { on, rightOn }, used);
  // A row is none the less for having nothing beside it.
  const kept = adds !== undefined && losesRows(own, its) ? 'left' : how;
  return {
    kind: 'join',
    left: { kind: 'table', of: left },
    right,
    on,
    rightOn,
    how: kept,
    ...(adds === undefined ? {} : { adds }),
  };
}
