/**
 * Formulas that give what a person wrote for a few rows: the smallest first, from a small grammar, in a bounded number of
 * steps. Each is compiled and evaluated as `addColumn` does before it is told. Pure: reads rows, runs nothing.
 */

import type { DateOrder } from '../tools/file-profile.ts';
import { compileFormula, type FormulaValue, finiteResult } from './formula.ts';
import { numbersFor } from './formula-numbers.ts';
import { formulaTable } from './formula-table.ts';
import { textsFor } from './formula-texts.ts';
import type { Row } from './parameters.ts';

/** What a row has to come to, as the person wrote it. */
export interface Example {
  readonly row: number;
  readonly result: string;
}

/** A part of a formula, with what it comes to in each of the rows of the examples. */
export interface Term {
  readonly source: string;
  readonly values: readonly FormulaValue[];
  /** Smaller is plainer. */
  readonly cost: number;
  /** It can stand beside any operator without brackets. */
  readonly isWhole: boolean;
}

export interface FoundFormula {
  readonly expression: string;
  /** Of the first rows; null where it comes to nothing there. */
  readonly results: readonly (string | number | boolean | null)[];
}

export interface Found {
  /** The plainest first; none where none was found. */
  readonly formulas: readonly FoundFormula[];
  /** Not all that may fit was tried. */
  readonly isCut: boolean;
}

/** Counts what is tried, so that no table makes a search endless. */
export class Steps {
  left: number;
  constructor(left: number) {
    this.left = left;
  }
  /** Whether one more may be tried. */
  take(): boolean {
    this.left -= 1;
    return this.left >= 0;
  }
}

const MOST_STEPS = 20_000;
const MOST_FORMULAS = 3;
const MOST_SHOWN = 20;
/** Columns that are looked at: those of a very wide table are left out from here on. */
const MOST_COLUMNS = 30;

export function formulasByExample(
  rows: readonly Row[],
  examples: readonly Example[],
  order?: DateOrder,
): Found {
  const nothing: Found = { formulas: [], isCut: false };
  if (examples.length === 0 || examples.some(({ row }) => rows[row] === undefined)) return nothing;
  const table = formulaTable(rows, order);
  const columns = columnTerms(table, examples);
  const steps = new Steps(MOST_STEPS);
  const wanted = examples.map(({ result }) => result);
  const found = [...numbersFor(wanted, columns, steps), ...textsFor(wanted, columns, steps)];
  const formulas: FoundFormula[] = [];
  const seen = new Set<string>();
  for (const { source } of found.toSorted((a, b) => a.cost - b.cost || compare(a.source, b.source))) {
    if (formulas.length === MOST_FORMULAS) break;
    if (seen.has(source)) continue;
    seen.add(source);
    const resultOf = evaluated(source, table);
    if (resultOf === undefined) continue;
    if (!examples.every(({ row, result }) => isSame(resultOf(row), result))) continue;
    const results = rows.slice(0, MOST_SHOWN).map((_, at) => resultOf(at));
    // Two that come to the same in every row that is shown are one to the person.
    if (formulas.some((one) => one.results.join('\0') === results.join('\0'))) continue;
    formulas.push({ expression: source, results });
  }
  return { formulas, isCut: steps.left < 0 };
}

const compare = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

/** Each column by the plainest of its symbols, where all rows of the examples have a value. */
function columnTerms(table: ReturnType<typeof formulaTable>, examples: readonly Example[]): readonly Term[] {
  const symbols = new Map<string, string>();
  for (const [symbol, column] of table.columns) {
    const known = symbols.get(column);
    if (known === undefined || symbol.length < known.length) symbols.set(column, symbol);
  }
  return [...symbols.values()].slice(0, MOST_COLUMNS).flatMap((source) => {
    try {
      const values = examples.map(({ row }) => table.valueAt(source, row) ?? null);
      return values.includes(null) ? [] : [{ source, values, cost: 1, isWhole: true }];
    } catch {
      // A cell that is none of what its column holds.
      return [];
    }
  });
}

function evaluated(source: string, table: ReturnType<typeof formulaTable>) {
  try {
    const formula = compileFormula(source);
    return (row: number): string | number | boolean | null => {
      try {
        const value = finiteResult(
          formula.evaluate((symbol) => table.valueAt(symbol, row)),
          source,
        );
        return typeof value === 'object' ? null : value;
      } catch {
        return null;
      }
    };
  } catch {
    return undefined;
  }
}

/** Plain digits, with a sign and grouped thousands; with zeros before them they are a code, and a text. */
export function numberIn(text: string): number | undefined {
  const plain = text.trim().replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  return /^[-+]?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

function isSame(value: string | number | boolean | null, wanted: string): boolean {
  if (typeof value === 'number') return value === numberIn(wanted);
  return value !== null && String(value) === wanted.trim();
}
