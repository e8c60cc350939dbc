/** New columns and their formulas: "price times quantity", "net plus 19 % VAT", "rent per square metre". Knows no day and no name. */

import { isIdentifier, isRate, type KnownColumn } from './known-tables.ts';
import { nameIn } from './name-of-new.ts';
import { inFormula, sameFormula } from './new-column.ts';
import { acrossAt } from './read-across.ts';
import { type Operand, type Read, signAt, verbAt } from './read-arithmetic.ts';
import { casesIn } from './read-cases.ts';
import { conversionAt } from './read-conversions.ts';
import { datesAt, onlyTwoDates } from './read-day-formulas.ts';
import { labelsIn } from './read-labels.ts';
import { splitIn } from './read-split.ts';
import type { Action } from './request.ts';
import type { View } from './view.ts';

export interface Derived {
  readonly action: Extract<Action, { do: 'derive' }>;
  /** The two columns of "hours per bed". */
  readonly ratio?: readonly [string, string];
}

/** Every formula over columns, each with the name it is to have. */
export function formulasIn(view: View): Derived[] {
  const label = casesIn(view) ?? labelsIn(view);
  const split = label === undefined ? splitIn(view) : undefined;
  if (split !== undefined) return split.map((action) => ({ action }));
  const found: Derived[] = label === undefined ? [] : [{ action: label }];
  for (let at = 0; at < view.mentions.length; at++) {
    if (view.isUsed(at)) continue;
    const read: Read | undefined =
      acrossRow(view, at) ??
      reckonedAt(view, at) ??
      conversionAt(view, at) ??
      formulaAt(view, at) ??
      datesAt(view, at) ??
      ratioAt(view, at);
    if (read === undefined) continue;
    const name = nameIn(view, at, read);
    // "how long do they take on average from a to b": the figure stands between.
    for (let i = at; i < read.to; i++) if (!view.has(i, 'agg:mean', 'agg:median')) view.use(i);
    // "revenue per item, revenue = …": the name said before is the new column; said behind, it names it like any other.
    for (const [i, { text }] of view.mentions.entries())
      if (i < at && text.toLowerCase() === name.toLowerCase()) view.use(i);
    // "length of stay in days" says one thing twice.
    if (found.some(({ action }) => sameFormula(action.formula, read.formula))) continue;
    found.push({
      action: { do: 'derive', name, formula: read.formula, numeric: true },
      ...(read.ratio === undefined ? {} : { ratio: read.ratio }),
    });
    at = read.to - 1;
  }
  const column = view.find('newcolumn');
  if (column >= 0 && found.length > 0) view.use(column);
  return found;
}

/** "the mean of Test 1, Test 2 and Test 3" of each row. */
function acrossRow(view: View, at: number): Read | undefined {
  const found = acrossAt(view, at);
  if (found === undefined) return undefined;
  for (const i of found.takes) view.use(i);
  return { ...found, ofRow: true };
}

/** "multiply a by b": the verb tells the sign. */
function reckonedAt(view: View, at: number): Read | undefined {
  const read = verbAt(view, at, (place) => operand(view, place));
  if (read === undefined) return undefined;
  const { formula, to, sign, columns } = read;
  const [first, second] = columns.map(({ name }) => name);
  if (first === undefined) return undefined;
  return {
    formula,
    to,
    name: second === undefined ? `new ${first}` : 'result',
    ...(sign === '/' && second !== undefined ? { ratio: [first, second], isNamed: true } : {}),
  };
}

function operand(view: View, at: number): Operand | undefined {
  for (let i = at; i < Math.min(view.mentions.length, at + 3); i++) {
    const said = view.mentions[i];
    if (said === undefined || view.isUsed(i)) return undefined;
    const days = view.has(i, 'daysbetween') ? onlyTwoDates(view, i) : undefined;
    if (days !== undefined && (said.columns[0]?.fit ?? 0) < 0.8) return { text: days.formula, to: i + 1 };
    const column = view.column(i, 'number');
    if (column !== undefined && !(said.small && said.columns.length === 0))
      return { text: inFormula(column.name), to: i + 1, column };
    if (said.number !== undefined) return { text: String(said.number), to: i + 1 };
    if (!said.small || said.mark !== undefined) return undefined;
  }
  return undefined;
}

/** What stands between two signs: a column, a number, or what a bracket reckons. */
interface Term extends Operand {
  readonly names: readonly string[];
}

function termAt(view: View, at: number): Term | undefined {
  const inner = view.mentions[at]?.mark === '(' ? reckoningAt(view, at + 1) : undefined;
  if (inner !== undefined && inner.count > 0 && view.mentions[inner.to]?.mark === ')')
    return { text: `(${inner.formula})`, to: inner.to + 1, names: inner.names };
  const one = operand(view, at);
  return one === undefined ? undefined : { ...one, names: one.column === undefined ? [] : [one.column.name] };
}

interface Reckoning {
  readonly formula: string;
  readonly to: number;
  readonly names: readonly string[];
  /** How many signs are in it. */
  readonly count: number;
  readonly first: Term;
  /** The column behind a stroke. */
  readonly over?: string;
}

/** term (sign term)*, where "plus 19 %" is of what stands before it. */
function reckoningAt(view: View, at: number): Reckoning | undefined {
  const first = termAt(view, at);
  if (first === undefined) return undefined;
  let formula = first.text;
  let to = first.to;
  const names = [...first.names];
  let count = 0;
  let over: string | undefined;
  for (;;) {
    const sign = signAt(view, to);
    const next = sign === undefined ? undefined : termAt(view, sign.to);
    if (sign === undefined || next === undefined) break;
    // "net less discount %": a share of what stands before it, and no amount.
    const isShare =
      next.column !== undefined && isRate(next.column) && !(first.column && isRate(first.column));
    const percent = percentAt(view, next.to) ?? (isShare ? next.to : undefined);
    if (percent !== undefined && (sign.sign === '+' || sign.sign === '-')) {
      formula = `${count > 0 ? `(${formula})` : formula} * (1 ${sign.sign} ${next.text} / 100)`;
      to = percent;
    } else {
      formula = `${formula} ${sign.sign} ${next.text}`;
      to = next.to;
    }
    // A column by itself is nothing that anybody asks for: "price times price" was read of something else.
    if (
      count === 0 &&
      next.column !== undefined &&
      names.includes(next.column.name) &&
      first.column !== undefined
    )
      return undefined;
    names.push(...next.names);
    if (sign.sign === '/') over = next.column?.name;
    count += 1;
  }
  return { formula, to, names, count, first, ...(over === undefined ? {} : { over }) };
}

function formulaAt(view: View, at: number): Read | undefined {
  const said = view.mentions[at];
  if (said === undefined || view.isUsed(at)) return undefined;
  if (said.small && said.columns.length === 0 && said.mark !== '(') return undefined;
  const read = reckoningAt(view, at);
  if (read === undefined || read.count === 0) return undefined;
  const { formula, to, names, count, first, over } = read;
  const [one, other] = names;
  if (one === undefined) return undefined;
  return {
    formula,
    to,
    name: other === undefined ? `new ${one}` : 'result',
    // Of groups the quotient of two columns is that of their totals.
    ...(count === 1 && over !== undefined && first.column !== undefined
      ? { ratio: [first.column.name, over], isNamed: true }
      : {}),
  };
}

/** "percent", "% VAT" behind a number or a column of percentages. */
function percentAt(view: View, at: number): number | undefined {
  if (!view.has(at, 'percent', 'share')) return view.has(at, 'tax') ? at + 1 : undefined;
  return view.has(at + 1, 'tax', 'off') ? at + 2 : at + 1;
}

/** "rent per square metre": a column of numbers for each unit of another. */
function ratioAt(view: View, at: number): Read | undefined {
  const above = measuredAt(view, at);
  if (above === undefined || !view.has(at + 1, 'per', 'over') || view.isUsed(at + 1)) return undefined;
  const next = [at + 2, at + 3].find((i) => measuredAt(view, i) !== undefined);
  const below = next === undefined ? undefined : measuredAt(view, next);
  if (next === undefined || below === undefined || below.name === above.name) return undefined;
  if (next === at + 3 && view.mentions[at + 2]?.small !== true) return undefined;
  return {
    formula: `${inFormula(above.name)} / ${inFormula(below.name)}`,
    to: next + 1,
    name: `${above.name} per ${below.name}`,
    ratio: [above.name, below.name],
  };
}

/** A column that is measured, by its own name; a part of a date is none. */
function measuredAt(view: View, at: number): KnownColumn | undefined {
  const column = view.column(at, 'number');
  const fit = view.mentions[at]?.columns.find((one) => one.column.name === column?.name)?.fit ?? 0;
  return column === undefined || isIdentifier(column) || fit < 0.7 ? undefined : column;
}
