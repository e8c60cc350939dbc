/** Formulas whose results are numbers, for `formula-by-example.ts`: columns, parts of dates and texts, arithmetic, constants, rounding. */

import { tidy } from './aggregate.ts';
import type { FormulaValue } from './formula.ts';
import { numberIn, type Steps, type Term } from './formula-by-example.ts';
import { FUNCTIONS, roundTo } from './formula-functions.ts';

type Numbers = readonly number[];
interface NumberTerm extends Term {
  readonly values: Numbers;
}

const areNumbers = (values: readonly FormulaValue[]): values is Numbers =>
  values.every((value) => typeof value === 'number' && Number.isFinite(value));

/** The parts of a date and the measures of a text that are numbers. */
const OF_DATES = ['year', 'month', 'day', 'quarter', 'week', 'hour'] as const;
const OF_TEXTS = ['length', 'number'] as const;
const BETWEEN_DATES = ['daysBetween', 'weeksBetween', 'monthsBetween', 'yearsBetween'] as const;
const DATE = /^\d{4}-\d{2}-\d{2}/;
/** A search goes on past what fits, for what fits and is plainer. */
const ENOUGH = 12;

export function numbersFor(wanted: readonly string[], columns: readonly Term[], steps: Steps): Term[] {
  const numbers = wanted.map(numberIn);
  if (numbers.includes(undefined)) return [];
  const target = new Target(numbers as number[]);
  const atoms = atomsOf(columns, steps);
  const found: Term[] = [];
  const look = (term: NumberTerm): void => {
    found.push(...target.reachedFrom(term));
  };
  for (const atom of atoms) look(atom);
  const pairs: NumberTerm[] = [];
  for (const [at, a] of atoms.entries())
    for (const b of atoms.slice(at)) {
      if (!steps.take()) return found;
      for (const pair of combined(a, b)) {
        look(pair);
        pairs.push(pair);
      }
    }
  if (found.length >= ENOUGH) return found;
  for (const pair of pairs)
    for (const atom of atoms) {
      if (!steps.take()) return found;
      for (const triple of combined(pair, atom)) found.push(...target.exactly(triple));
    }
  return found;
}

function atomsOf(columns: readonly Term[], steps: Steps): NumberTerm[] {
  const atoms: NumberTerm[] = [];
  const add = (source: string, cost: number, compute: (row: number) => FormulaValue): void => {
    if (!steps.take()) return;
    try {
      const values = columns[0]?.values.map((_, row) => compute(row)) ?? [];
      if (areNumbers(values)) atoms.push({ source, values, cost, isWhole: true });
    } catch {
      // The text is no number.
    }
  };
  const dates = columns.filter(({ values }) => values.every((v) => typeof v === 'string' && DATE.test(v)));
  for (const column of columns) {
    if (areNumbers(column.values)) atoms.push(column as NumberTerm);
    else if (dates.includes(column))
      for (const name of OF_DATES)
        add(`${name}(${column.source})`, 2, (row) => call(name, column.values[row]));
    else if (column.values.every((value) => typeof value === 'string'))
      for (const name of OF_TEXTS)
        add(`${name}(${column.source})`, 3, (row) => call(name, column.values[row]));
  }
  for (const from of dates)
    for (const to of dates)
      if (from !== to)
        for (const [at, name] of BETWEEN_DATES.entries())
          add(`${name}(${from.source}, ${to.source})`, 3 + at / 4, (row) =>
            call(name, from.values[row], to.values[row]),
          );
  return atoms;
}

const call = (name: string, ...args: readonly (FormulaValue | undefined)[]): FormulaValue =>
  FUNCTIONS.get(name)?.(...args.map((arg) => arg ?? null)) ?? null;

const bracketed = ({ source, isWhole }: Term): string => (isWhole ? source : `(${source})`);

function* combined(a: NumberTerm, b: NumberTerm): Generator<NumberTerm> {
  const cost = a.cost + b.cost + 1;
  const made = (
    [one, sign, other]: readonly [string, string, string],
    values: Numbers,
    more = 0,
  ): NumberTerm => ({ source: `${one} ${sign} ${other}`, values, cost: cost + more, isWhole: false });
  const each = (compute: (x: number, y: number) => number): Numbers =>
    a.values.map((x, row) => compute(x, b.values[row] ?? Number.NaN));
  const [one, other] = [bracketed(a), bracketed(b)];
  if (a !== b) {
    yield made(
      [one, '+', other],
      each((x, y) => tidy(x + y)),
    );
    yield made(
      [one, '-', other],
      each((x, y) => tidy(x - y)),
    );
    yield made(
      [other, '-', one],
      each((x, y) => tidy(y - x)),
      0.1,
    );
  }
  yield made(
    [one, '*', other],
    each((x, y) => tidy(x * y)),
    0.1,
  );
  if (a !== b) {
    yield made(
      [one, '/', other],
      each((x, y) => x / y),
      0.2,
    );
    yield made(
      [other, '/', one],
      each((x, y) => y / x),
      0.3,
    );
  }
}

/** What is wanted: exactly, or rounded to as many places as it was written with. */
class Target {
  readonly #wanted: Numbers;
  readonly #digits: number;

  constructor(wanted: Numbers) {
    this.#wanted = wanted;
    this.#digits = Math.max(...wanted.map((value) => String(value).split('.')[1]?.length ?? 0));
  }

  /** The term itself, or rounded. */
  *exactly(term: NumberTerm): Generator<Term> {
    if (!areNumbers(term.values)) return;
    if (this.#fits(term.values, (value) => value)) yield term;
    else if (this.#fits(term.values, (value) => roundTo(value, this.#digits))) yield this.#rounded(term);
    else if (this.#digits === 0)
      for (const [name, compute] of [
        ['floor', Math.floor],
        ['ceil', Math.ceil],
      ] as const)
        if (this.#fits(term.values, compute))
          yield { ...term, source: `${name}(${term.source})`, cost: term.cost + 2.5, isWhole: true };
  }

  /** The term, and the term with one constant that is the same in every row and short. */
  *reachedFrom(term: NumberTerm): Generator<Term> {
    if (!areNumbers(term.values)) return;
    yield* this.exactly(term);
    const x = bracketed(term);
    const made = (source: string, constant: string): Term => ({
      source,
      values: [],
      cost: term.cost + 2 + constant.length / 4,
      isWhole: false,
    });
    for (const rounds of [false, true]) {
      const half = rounds ? 0.5 * 10 ** -this.#digits : 0;
      const wrapped = (one: Term): Term => (rounds ? this.#rounded(one) : one);
      const plus = this.#constant(term.values, half, (y, own) => y - own);
      if (plus !== undefined && plus !== 0) {
        const size = written(Math.abs(plus));
        yield wrapped(made(`${x} ${plus < 0 ? '-' : '+'} ${size}`, size));
      }
      const times = this.#constant(term.values, half, (y, own) => y / own);
      if (times !== undefined && times !== 1 && times !== 0)
        yield wrapped(made(`${x} * ${written(times)}`, written(times)));
      const by = this.#constant(term.values, half, (y, own) => own / y);
      if (by !== undefined && by !== 1 && by !== 0) yield wrapped(made(`${x} / ${written(by)}`, written(by)));
      const less = this.#constant(term.values, half, (y, own) => y + own);
      if (less !== undefined && less !== 0) yield wrapped(made(`${written(less)} - ${x}`, written(less)));
      const share = this.#constant(term.values, half, (y, own) => y * own);
      if (share !== undefined && share !== 1 && share !== 0)
        yield wrapped(made(`${written(share)} / ${x}`, written(share)));
    }
    yield* this.#line(term, made);
  }

  /** Any two rows lie on a line: only one whose numbers are short, and that a third example would not be needed to believe. */
  *#line(term: NumberTerm, made: (source: string, constant: string) => Term): Generator<Term> {
    const [x1 = 0, x2 = 0] = term.values;
    const [y1 = 0, y2 = 0] = this.#wanted;
    if (term.values.length < 2 || x1 === x2) return;
    const slope = shortest((y2 - y1) / (x2 - x1), (y2 - y1) / (x2 - x1));
    if (slope === undefined || slope === 0 || slope === 1) return;
    const start = shortest(y1 - slope * x1, y1 - slope * x1);
    if (start === undefined || start === 0 || `${slope}${start}`.length > 7) return;
    if (!term.values.every((x, row) => tidy(slope * x + start) === this.#wanted[row])) return;
    const [times, plus] = [written(slope), written(Math.abs(start))];
    const source = `${bracketed(term)} * ${times} ${start < 0 ? '-' : '+'} ${plus}`;
    yield { ...made(source, times + plus), cost: term.cost + 5 + (times + plus).length / 4 };
  }

  #fits(values: Numbers, compute: (value: number) => number): boolean {
    return values.every((value, row) => tidy(compute(value)) === this.#wanted[row]);
  }

  #rounded(term: Term): Term {
    const source = this.#digits === 0 ? `round(${term.source})` : `round(${term.source}, ${this.#digits})`;
    return { ...term, source, cost: term.cost + 2, isWhole: true };
  }

  /** The shortest constant that makes what is wanted of the term in every row; `half` is how far rounding may reach. */
  #constant(
    values: Numbers,
    half: number,
    constantFor: (wanted: number, own: number) => number,
  ): number | undefined {
    let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const [row, own] of values.entries()) {
      const wanted = this.#wanted[row] ?? Number.NaN;
      const ends = [constantFor(wanted - half, own), constantFor(wanted + half, own)];
      if (!ends.every(Number.isFinite)) return undefined;
      low = Math.max(low, Math.min(...ends));
      high = Math.min(high, Math.max(...ends));
    }
    return shortest(low, high);
  }
}

/** Decimal places, and digits, that a constant of a person's has at most. */
const PLACES = 4;
const MOST = 1e7;

/** The number with the fewest decimal places between two, as near as arithmetic tells; undefined where there is no short one. */
function shortest(low: number, high: number): number | undefined {
  const slack = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high));
  if (!(low <= high + slack) || Math.abs(low) > MOST) return undefined;
  for (let places = 0; places <= PLACES; places += 1) {
    const scale = 10 ** places;
    const candidate = Math.ceil((low - slack) * scale) / scale;
    if (candidate <= high + slack) return candidate === 0 ? 0 : candidate;
  }
  return undefined;
}

const written = (value: number): string => String(value);
