/** Formulas whose results are texts, for `formula-by-example.ts`: parts of texts and of dates, joined, with what stands between them. */

import type { FormulaValue } from './formula.ts';
import type { Steps, Term } from './formula-by-example.ts';
import { FUNCTIONS } from './formula-functions.ts';

interface TextTerm extends Term {
  readonly values: readonly string[];
  /** Beside another number it would be added to it. */
  readonly isNumber: boolean;
}

const SEPARATORS = [' ', ', ', ',', '-', '@', '/', '.', '_', ':', ';'];
const PARTS = 4;
const DATE = /^\d{4}-\d{2}-\d{2}/;
const OF_DATES = [
  'year',
  'monthName',
  'weekday',
  'yearMonth',
  'yearQuarter',
  'month',
  'day',
  'quarter',
] as const;
const CASES = ['upper', 'lower'] as const;
const MOST_LETTERS = 6;
const MOST_DAYS = 4000;
const LONGEST = 200;

export function textsFor(wanted: readonly string[], columns: readonly Term[], steps: Steps): Term[] {
  const target = wanted.map((text) => text.trim());
  if (target.some((text) => text === '' || text.length > LONGEST)) return [];
  const pieces = piecesOf(columns, steps).filter((piece) =>
    piece.values.every((text, row) => text !== '' && target[row]?.includes(text)),
  );
  // Where all are the same, letters that happen to be in a column would pass for a reason.
  const isOne = target.every((text) => text === target[0]);
  const whole = pieces.filter(({ values }) => values.every((text, row) => text === target[row]));
  return [...laterDates(target, columns), ...(isOne ? whole : joined(target, pieces, steps))];
}

const call = (name: string, ...args: readonly FormulaValue[]): FormulaValue | undefined => {
  try {
    return FUNCTIONS.get(name)?.(...args);
  } catch {
    return undefined;
  }
};

/** Every text that one column gives by a function or two. Of those that give the same, the plainest. */
function piecesOf(columns: readonly Term[], steps: Steps): TextTerm[] {
  const pieces = new Map<string, TextTerm>();
  const add = (
    source: string,
    cost: number,
    values: readonly (FormulaValue | undefined)[],
  ): TextTerm | undefined => {
    if (!steps.take()) return undefined;
    if (values.some((value) => value === undefined || value === null || typeof value === 'object'))
      return undefined;
    const texts = values.map(String);
    const key = texts.join('\0');
    const known = pieces.get(key);
    if (known && known.cost <= cost) return undefined;
    const isNumber = values.some((value) => typeof value !== 'string');
    const piece = { source, values: texts, cost, isWhole: true, isNumber };
    pieces.set(key, piece);
    return piece;
  };
  const applied = (term: Term, name: string, cost: number, ...args: readonly (string | number)[]) => {
    const said = [term.source, ...args.map((arg) => JSON.stringify(arg))].join(', ');
    return add(
      `${name}(${said})`,
      term.cost + cost,
      term.values.map((value) => call(name, value, ...args)),
    );
  };
  /** @param deeper whether parts of parts are looked at */
  const cut = (term: Term, deeper: boolean): void => {
    const texts = term.values.map(String);
    for (const name of CASES) applied(term, name, 1);
    for (const separator of SEPARATORS) {
      if (!texts.every((text) => text.includes(separator))) continue;
      for (let part = 1; part <= PARTS; part += 1) {
        const made = applied(term, 'part', 1.5 + part / 10, separator, part);
        if (made && deeper) cut(made, false);
      }
      applied(term, 'replace', 2, separator, '');
      if (separator !== ' ') applied(term, 'replace', 2.2, separator, ' ');
    }
    for (let letters = 1; letters <= MOST_LETTERS; letters += 1)
      for (const name of ['left', 'right']) {
        const made = applied(term, name, 1.5 + letters / 10, letters);
        if (made) for (const as of CASES) applied(made, as, 1);
      }
  };
  for (const column of columns) {
    add(column.source, column.cost, column.values);
    if (column.values.every((value) => typeof value === 'string' && DATE.test(value)))
      for (const name of OF_DATES) {
        const made = applied(column, name, 1);
        if (made && (name === 'monthName' || name === 'weekday')) cut(made, false);
      }
    if (column.values.every((value) => typeof value === 'string')) cut(column, true);
  }
  return [...pieces.values()];
}

/** A day so many days, months or years after that of a column. */
function* laterDates(target: readonly string[], columns: readonly Term[]): Generator<Term> {
  if (!target.every((text) => DATE.test(text))) return;
  for (const { source, values } of columns) {
    if (!values.every((value) => typeof value === 'string' && DATE.test(value))) continue;
    const [first = ''] = target;
    for (const [unit, name] of [
      ['days', 'addDays'],
      ['months', 'addMonths'],
      ['years', 'addYears'],
    ] as const) {
      const apart = call(`${unit}Between`, values[0] ?? null, first);
      if (typeof apart !== 'number' || apart === 0 || Math.abs(apart) > MOST_DAYS) continue;
      const fits = values.every((value, row) => call(name, value, apart) === target[row]);
      const cost = 3 + String(apart).length / 2 - (unit === 'days' ? 0 : 0.5);
      if (fits) yield { source: `${name}(${source}, ${apart})`, values: [], cost, isWhole: true };
    }
  }
}

/** How far each of the results is written, and what it took. */
interface Way {
  readonly ends: readonly number[];
  readonly cost: number;
  readonly parts: readonly (TextTerm | string)[];
}

const ENOUGH = 6;
const MOST_PARTS = 9;

/** Pieces and what is the same in all results, one behind the other, the cheapest first. */
function joined(target: readonly string[], pieces: readonly TextTerm[], steps: Steps): Term[] {
  const found: Term[] = [];
  const open: Way[] = [{ ends: target.map(() => 0), cost: 0, parts: [] }];
  const done = new Map<string, number>();
  while (open.length > 0 && found.length < ENOUGH) {
    const way = takeCheapest(open);
    if (way.ends.every((end, row) => end === target[row]?.length)) {
      const term = written(way);
      if (term) found.push(term);
      continue;
    }
    if (way.parts.length >= MOST_PARTS) continue;
    const key = `${way.ends.join()} ${typeof way.parts.at(-1)}`;
    const times = done.get(key) ?? 0;
    if (times >= ENOUGH) continue;
    done.set(key, times + 1);
    if (!steps.take()) break;
    for (const piece of pieces) {
      if (!piece.values.every((text, row) => target[row]?.startsWith(text, way.ends[row]))) continue;
      open.push({
        ends: way.ends.map((end, row) => end + (piece.values[row]?.length ?? 0)),
        cost: way.cost + piece.cost + 0.5,
        parts: [...way.parts, piece],
      });
    }
    // Two constants in a row are one longer one.
    if (typeof way.parts.at(-1) === 'string') continue;
    const same = commonFrom(target, way.ends);
    for (let length = 1; length <= same.length; length += 1) {
      const text = same.slice(0, length);
      // What is between words is likelier the same everywhere than what is a word.
      const cost = 0.8 + [...text].reduce((sum, char) => sum + (/[\p{L}\p{N}]/u.test(char) ? 0.9 : 0.1), 0);
      open.push({
        ends: way.ends.map((end) => end + length),
        cost: way.cost + cost,
        parts: [...way.parts, text],
      });
    }
  }
  return found;
}

const MOST_CONSTANT = 24;

function commonFrom(
  [first = '', ...rest]: readonly string[],
  [start = 0, ...starts]: readonly number[],
): string {
  let length = 0;
  while (
    length < MOST_CONSTANT &&
    start + length < first.length &&
    rest.every((text, row) => text[(starts[row] ?? 0) + length] === first[start + length])
  )
    length += 1;
  return first.slice(start, start + length);
}

function takeCheapest(open: Way[]): Way {
  let at = 0;
  for (const [other, way] of open.entries()) if (way.cost < (open[at]?.cost ?? 0)) at = other;
  const way = open[at] as Way;
  open[at] = open[open.length - 1] as Way;
  open.pop();
  return way;
}

/** undefined for what reads no column: it would say nothing of the other rows. */
function written({ parts, cost }: Way): Term | undefined {
  if (parts.every((part) => typeof part === 'string')) return undefined;
  const isNumber = (at: number): boolean => typeof parts[at] === 'object' && parts[at].isNumber;
  const source = parts
    .map((part, at) => {
      if (typeof part === 'string') return JSON.stringify(part);
      // Two numbers that meet before any text would be added up.
      return at === 0 && isNumber(0) && isNumber(1) ? `text(${part.source})` : part.source;
    })
    .join(' + ');
  return { source, values: [], cost, isWhole: false };
}
