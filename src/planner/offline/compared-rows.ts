/** Which rows a condition about a plan compares: all of them, where the plan shows only the first; and none whose figure is no answer to what is asked. Reads no value. */

import { type KnownColumn, measuresOf } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import { figuresIn, type Loose } from './loose-call.ts';
import type { Mention } from './mention.ts';
import { NoChange } from './no-change.ts';
import { isKept, type PlanEdit } from './plan-edit.ts';
import type { Tongue } from './wording.ts';

const THEM =
  /^(?:them|those|these|they|davon|diesen?|dieser|denen|ihnen|eux|ellos|ellas|estos|loro|questi|queste)$/u;

/**
 * "a month is below 16,000", where the three highest are shown: of all months, as they were before. What says "of them" is about
 * those that are shown.
 */
export function beforeCut(
  edit: PlanEdit,
  shown: Loose,
  condition: readonly Mention[],
  tongue: Tongue,
): { readonly end: Loose; readonly notes: readonly string[] } {
  const isOfThem = condition.some(
    ({ text, meanings }) =>
      meanings.has('top') ||
      fold(text)
        .split(/[^\p{L}]+/u)
        .some((word) => THEM.test(word)),
  );
  const cut = isOfThem ? undefined : cutAbove(edit, shown);
  const end = typeof cut?.rows === 'string' ? edit.giving(cut.rows) : undefined;
  if (cut === undefined || end === undefined) return { end: shown, notes: [] };
  return { end, notes: [OF_ALL[tongue](String(cut.limit))] };
}

const OF_ALL: Record<Tongue, (kept: string) => string> = {
  en: (kept) => `All rows are compared, and not only the ${kept} that are kept for showing.`,
  de: (kept) => `Verglichen werden alle Zeilen, nicht nur die ${kept}, die gezeigt werden.`,
};

/** Calls that are looked up through, at most. */
const UP = 20;

/** The call that keeps so many rows, with nothing behind it that leaves out others. */
function cutAbove(edit: PlanEdit, call: Loose, left = UP): Loose | undefined {
  if (call._tool === 'sortRows' && call.limit !== undefined) return call;
  const above = isKept(call) ? aboveOf(edit, call) : undefined;
  return above === undefined || left === 0 ? undefined : cutAbove(edit, above, left - 1);
}

const aboveOf = (edit: PlanEdit, { rows }: Loose): Loose | undefined =>
  typeof rows === 'string' ? edit.giving(rows) : undefined;

const OUT =
  /^(?:spends?|spent|spending|expenses?|expenditures?|outgoings?|outlays?|costs?|pays?|paid|paying|(?:paid|pay) out|ausgab(?:e|en)|ausgeben|ausgegeben|kosten|zahlen|gezahlt|bezahl(?:en|t)|depens(?:e|es|er|ons|ez|ent)|gast(?:o|os|a|ar|amos|ado)|spes[aeio]|spendiamo|spendere|uscite)$/u;
const IN =
  /^(?:earns?|earned|earning|earnings|incomes?|revenues?|received?|receives|take in|took in|einnahmen?|einnehmen|eingenommen|verdien(?:en|t|st)|revenus?|gagn(?:e|er|ons|ent)|ingresos?|ganamos|entrate|guadagn(?:o|iamo))$/u;

/**
 * "if we spend over 1,000", where one column holds what came in and what went out: its total is neither.
 * @throws NoChange which says how to ask it
 */
export function oneWay(edit: PlanEdit, end: Loose, condition: readonly Mention[]): void {
  const way = condition.map(wayOf).find((one) => one !== undefined);
  if (way === undefined) return;
  const group = groupAbove(edit, end);
  const columns = edit.columnsAfter(group === undefined ? end : edit.giving(String(group.rows)));
  const named =
    group === undefined ? [measuresOf(columns)[0]?.name] : figuresIn(group).map(({ column }) => column);
  const signed = columns.find((column) => named.includes(column.name) && isSigned(column));
  if (signed === undefined || isLeftOneWay(edit, group ?? end, signed.name)) return;
  throw new NoChange(ONE_WAY[way](signed.name));
}

/** Which way money is said to go; a column that is called so says it itself. */
export function wayOf({ text, columns: [best], cells }: Mention): 'in' | 'out' | undefined {
  // A column of amounts may be meant by the word and is not called so.
  const isName = best?.column.words.some((word) => OUT.test(fold(word)) || IN.test(fold(word))) === true;
  if (cells.length > 0 || (isName && best.column.kind === 'number' && best.fit >= 0.9)) return undefined;
  return OUT.test(fold(text)) ? 'out' : IN.test(fold(text)) ? 'in' : undefined;
}

const ONE_WAY = {
  out: (column: string) =>
    `“${column}” holds what came in and, below zero, what went out: its total is not what was spent. Say “only rows where ${column} is under 0” first, and then the limit below zero, such as “warn me if a month is under -1,000”.`,
  in: (column: string) =>
    `“${column}” holds what came in and, below zero, what went out: its total is not what came in. Say “only rows where ${column} is over 0” first, and then the same again.`,
} as const;

const isSigned = ({ kind, cells }: KnownColumn): boolean =>
  kind === 'number' && cells.some((cell) => /^\s*[-−–(]\s*\p{Sc}?\s*\d/u.test(cell));

function groupAbove(edit: PlanEdit, call: Loose, left = UP): Loose | undefined {
  if (call._tool === 'groupRows') return call;
  const above = aboveOf(edit, call);
  return above === undefined || left === 0 ? undefined : groupAbove(edit, above, left - 1);
}

/** Whether only what is below or above nought is left of a column in what a call gives. */
function isLeftOneWay(edit: PlanEdit, call: Loose, column: string, left = UP): boolean {
  const { _tool, column: of, value, operator } = call;
  if (_tool === 'filterRows' && of === column && value === 0 && /Than|^at/u.test(String(operator)))
    return true;
  const above = aboveOf(edit, call);
  return above !== undefined && left > 0 && isLeftOneWay(edit, above, column, left - 1);
}
