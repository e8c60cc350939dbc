/** "overdue as of 2026-04-15": due before that day, and not done; "came back late": done after it was due. Knows no other condition. */

import { type KnownColumn, yesNoOf } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { thingsOf } from './lexicon/nouns.ts';
import { statesOf } from './lexicon/states.ts';
import type { Mention } from './mention.ts';
import type { Atom, Condition } from './request.ts';
import type { View } from './view.ts';

const OVERDUE =
  /^(?:overdue|past due|[uü]berf[aä]llig\w*|en retard|[eé]chue?s?|vencid[oa]s?|scadut[oaie])$/iu;
const AS_OF = /^(?:as of|as at|of|at|per|by|on|zum|am|stand|au|le|al|a|il|en)$/iu;
const NONE: ReadonlySet<string> = new Set();
const DAY = 'day:';

/** The day from which a thing is seen as overdue is no day on which anything is or from which anything holds. */
export function overdueIn(mentions: readonly Mention[], today: string): Mention[] {
  const at = mentions.findIndex(
    ({ text, columns, cells }) =>
      OVERDUE.test(text) && cells.length === 0 && columns.every(({ fit }) => fit < 0.95),
  );
  const days = mentions.flatMap(({ period, number }, i) =>
    period === undefined || number !== undefined ? [] : [i],
  );
  const [day, other] = days;
  const overdue = mentions[at];
  if (overdue === undefined) return [...mentions];
  const seen = mentions[day ?? -1];
  const before = mentions[(day ?? 0) - 1];
  const isSeen = other === undefined && before !== undefined && AS_OF.test(before.text);
  const from = isSeen && seen?.period?.from === seen?.period?.to ? seen?.period?.from : undefined;
  // Where no day is said it is today: what the filter says names it.
  const meanings = new Set(['overdue', `${DAY}${from ?? today}`]);
  return mentions.map((mention, i) => {
    if (i === at) return { ...overdue, meanings, columns: [], small: false };
    if (from === undefined || (i !== day && mention !== before)) return mention;
    const { period, ...rest } = mention;
    return { ...rest, meanings: NONE, columns: [], cells: [], small: true };
  });
}

/** Only where one column says when it is due, one whether it is done, and the goal on what day: anything else is asked. */
export function overdueAt(view: View, at: number): Atom | undefined {
  if (!view.has(at, 'overdue')) return undefined;
  const day = [...(view.mentions[at]?.meanings ?? [])].find((one) => one.startsWith(DAY))?.slice(DAY.length);
  const [due, otherDue] = view.columns.filter((one) => isDue(one));
  const found = view.columns.flatMap((column) => {
    const condition = undoneOf(column);
    return condition === undefined ? [] : [{ column, condition }];
  });
  // "Paid" of yes and no beside "Paid on": the answer is said in the first, whatever day was noted with it.
  const answers = found.filter(({ column }) => yesNoOf(column) !== undefined);
  const [open, other] = (answers.length > 0 ? answers : found).map(({ condition }) => condition);
  if (day === undefined || due === undefined || otherDue !== undefined) return undefined;
  if (open === undefined || other !== undefined) return undefined;
  // "which unpaid ones": said for itself.
  const isSaid = view.mentions.some(
    ({ columns, cells }, i) =>
      i !== at &&
      (columns.some(({ column, fit }) => column.name === open.column && fit >= 0.8) ||
        cells.some(({ of }) => of.column.name === open.column)),
  );
  const past: Condition = { column: due.name, operator: 'lessThan', value: day };
  const condition: Condition = isSaid ? past : { conditions: [past, open], match: 'all' };
  return { condition, from: at, to: at + 1 };
}

const LATE =
  /^(?:(?:too )?late|(?:zu )?sp[aä]t|versp[aä]tet|trop tard|en retard|demasiado tarde|con retraso|in ritardo)$/iu;

/** Done on a later day than it was due. */
export function lateAt(view: View, at: number): Atom | undefined {
  const said = view.mentions[at];
  if (!LATE.test(said?.text ?? '') || (said?.cells.length ?? 0) > 0) return undefined;
  const days = lateDays(view);
  if (days === undefined) return undefined;
  const condition = { column: days.done.name, operator: 'greaterThan', valueColumn: days.due.name };
  return { condition, from: at, to: at + 1 };
}

/** Where the goal says that something is late: the columns of the day that it was due and of the one that it was done. */
export function lateDays(view: View): { readonly due: KnownColumn; readonly done: KnownColumn } | undefined {
  if (!view.mentions.some(({ text }) => LATE.test(text))) return undefined;
  const [due, otherDue] = view.columns.filter(isDue);
  const [done, otherDone] = view.columns.filter(
    (one) =>
      one.kind === 'date' && one !== due && one.words.some((word) => DONE.test(word) || ENDS.test(word)),
  );
  return due === undefined || done === undefined || otherDue !== undefined || otherDone !== undefined
    ? undefined
    : { due, done };
}

const ENDS =
  /^(?:back|delivered|arrived|finished|completed|geliefert|zuruck|zuruckgegeben|beglichen|rendu|paye|livre)$/u;

const [DUE = -1] = thingsOf('deadline');
const isDue = ({ kind, words }: KnownColumn): boolean =>
  kind === 'date' && words.some((word) => thingsOf(word).has(DUE));

/** "Paid: no", "Returned on" that is empty. */
function undoneOf(column: KnownColumn): Condition | undefined {
  const { name, words, kind, blanks } = column;
  if (!words.some((word) => DONE.test(word) || statesOf(word).length > 0)) return notDone(column);
  const answers = yesNoOf(column);
  if (answers?.yes !== undefined && (blanks || answers.no === undefined))
    return { column: name, operator: 'notEquals', value: answers.yes };
  if (answers?.no !== undefined) return { column: name, operator: 'equals', value: answers.no };
  return kind === 'date' && blanks ? { column: name, operator: 'isEmpty' } : undefined;
}

/** "Status: paid, open, reminded": all that is none of the cells that say it is done. */
function notDone({ name, kind, cells }: KnownColumn): Condition | undefined {
  if (kind !== 'text' || cells.length < 2) return undefined;
  const done = cells.filter((cell) => DONE.test(fold(cell)));
  const [one] = done;
  return done.length !== 1 || one === undefined
    ? undefined
    : { column: name, operator: 'notEquals', value: one };
}
const DONE = /^(?:done|paid|settled|returned|closed|erledigt|bezahlt)$/u;
