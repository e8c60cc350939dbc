/** What is known of one column: gathered cell by cell, judged at the end. Knows neither its file nor its table. */

import type { Json } from '../lib/json.ts';
import type { ColumnProfile, ColumnType, DateOrder, NumberWriting } from './file-profile.ts';
import { sketchOf } from './shared-values.ts';
import { dateIn, WrittenDates } from './written-dates.ts';
import { isCode, isNumberAlone, numberIn, WrittenNumbers } from './written-numbers.ts';

const EXAMPLES = 5;
/** An example is shown and sent to planners: a whole letter in a cell is cut. */
const LONGEST_EXAMPLE = 120;
const MOST_VALUES = 12;
/** Types of what rows may be called by. */
const KEYS: ReadonlySet<ColumnType> = new Set(['text', 'number', 'mixed']);

/** Pairs that a person writes for true and false. */
const YES_AND_NO = [
  ['true', 'false'],
  ['yes', 'no'],
  ['ja', 'nein'],
  ['oui', 'non'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sì', 'no'],
  ['wahr', 'falsch'],
];

interface Counts {
  numbers: number;
  dates: number;
  booleans: number;
  texts: number;
  lists: number;
  objects: number;
}

export class ColumnTally {
  /** Cells of text by what is written, and how often: a column of a million rows has often ten of them. */
  private readonly texts = new Map<string, number>();
  /** JSON values that are no text. */
  private readonly others = new Map<string, 'number' | 'boolean' | 'list' | 'object'>();
  private readonly counts: Counts = { numbers: 0, dates: 0, booleans: 0, texts: 0, lists: 0, objects: 0 };
  private filled = 0;
  private readonly numbers = new WrittenNumbers();
  private readonly dates = new WrittenDates();
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** A cell as it is written. */
  addText(cell: string): void {
    if (cell.trim() === '') return;
    this.filled += 1;
    this.texts.set(cell, (this.texts.get(cell) ?? 0) + 1);
  }

  /** A value of JSON. */
  add(value: Json): void {
    if (value === null) return;
    if (typeof value === 'string') {
      this.addText(value);
      return;
    }
    this.filled += 1;
    const kind = Array.isArray(value) ? 'list' : (typeof value as 'number' | 'boolean' | 'object');
    this.others.set(kind === 'list' || kind === 'object' ? JSON.stringify(value) : String(value), kind);
    this.counts[`${kind}s`] += 1;
  }

  /** Reads what was written; to be called once, when all cells are there. The decimal sign that these cells prove. */
  read(): '.' | ',' | null {
    for (const [cell, times] of this.texts) {
      if (this.numbers.add(cell)) this.counts.numbers += times;
      else if (this.dates.add(cell)) this.counts.dates += times;
      else this.counts.texts += times;
    }
    if (this.counts.numbers + this.counts.dates === 0 && this.areYesAndNo()) {
      this.counts.booleans += this.counts.texts;
      this.counts.texts = 0;
    }
    return this.numbers.proven;
  }

  private areYesAndNo(): boolean {
    if (this.texts.size === 0 || this.texts.size > 6) return false;
    const words = [...this.texts.keys()].map((cell) => cell.trim().toLowerCase());
    return YES_AND_NO.some((pair) => words.every((word) => pair.includes(word)));
  }

  /** @param elsewhere the decimal sign that other columns of the file prove */
  profile(elsewhere: '.' | ',' | null): ColumnProfile {
    const type = this.type();
    const cells = [...this.texts.keys(), ...this.others.keys()];
    const fewTexts =
      (type === 'text' || type === 'boolean') &&
      this.others.size === 0 &&
      cells.length <= MOST_VALUES &&
      cells.every((cell) => cell.length <= LONGEST_EXAMPLE);
    const number = type === 'number' ? this.numbers.writing(elsewhere) : undefined;
    const date = type === 'date' ? this.dates.order : undefined;
    return {
      name: this.name,
      type,
      examples: cells.slice(0, EXAMPLES).map(cut),
      filled: this.filled,
      distinct: cells.length,
      ...(fewTexts && cells.length > 0 ? { values: cells } : {}),
      ...((type === 'text' || type === 'mixed') && this.areMostlyNumbers()
        ? {
            mostly: 'number',
            strays: cells
              .filter((cell) => !isNumberAlone(cell))
              .slice(0, EXAMPLES)
              .map(cut),
          }
        : {}),
      ...(number ? { number } : {}),
      ...(date === undefined ? {} : { date }),
      ...bounds(cells, number, date),
      ...(KEYS.has(type) && cells.length > 1 ? { sketch: sketchOf(cells, number) } : {}),
    };
  }

  /** Each cell by itself: a "€" before the first would make texts of all that have none. */
  private areMostlyNumbers(): boolean {
    const { booleans, lists, objects } = this.counts;
    let others = booleans + lists + objects > 0 ? this.filled : 0;
    for (const [cell, times] of this.texts) {
      if (isNumberAlone(cell)) continue;
      others += times;
      if (others * 2 >= this.filled || isCode(cell)) return false;
    }
    return others * 2 < this.filled;
  }

  /** What all cells are; else text, where most are that, and mixed. */
  private type(): ColumnType {
    if (this.filled === 0) return 'empty';
    const { numbers, dates, booleans, texts, lists, objects } = this.counts;
    const all = {
      number: numbers,
      date: dates,
      boolean: booleans,
      text: texts,
      list: lists,
      object: objects,
    };
    for (const [type, times] of Object.entries(all)) if (times === this.filled) return type as ColumnType;
    // A house number among street names, a "?" among figures: the first is a text, the second needs somebody's eye.
    return lists + objects === 0 && texts * 2 > this.filled ? 'text' : 'mixed';
  }
}

/** The columns of one table: how one writes its numbers tells of the others. To be called once, when all cells are there. */
export function columnProfiles(tallies: readonly ColumnTally[]): ColumnProfile[] {
  const proven = new Set(tallies.map((tally) => tally.read()).filter((sign) => sign !== null));
  const [only = null] = proven;
  const elsewhere = proven.size === 1 ? only : null;
  return tallies.map((tally) => tally.profile(elsewhere));
}

const cut = (cell: string): string =>
  cell.length > LONGEST_EXAMPLE ? `${cell.slice(0, LONGEST_EXAMPLE)}…` : cell;

/** The least and the greatest cell by what it says, as it is written. */
function bounds(
  cells: readonly string[],
  number: NumberWriting | undefined,
  date: DateOrder | undefined,
): Pick<ColumnProfile, 'least' | 'greatest'> {
  const read = number
    ? (cell: string) => numberIn(cell, number)
    : date
      ? (cell: string) => dateIn(cell, date)
      : () => null;
  let least: { cell: string; said: number | string } | undefined;
  let greatest: typeof least;
  for (const cell of cells) {
    const said = read(cell);
    if (said === null) continue;
    if (least === undefined || said < least.said) least = { cell, said };
    if (greatest === undefined || said > greatest.said) greatest = { cell, said };
  }
  return least && greatest ? { least: least.cell, greatest: greatest.cell } : {};
}
